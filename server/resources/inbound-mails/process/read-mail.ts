/** Reads a raw mail from the file store, parses it, and verifies its sender. */
import type { Config } from '../../../config.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { readBounce } from '../guards/read-bounce.ts'
import { confirmSender, verifyMail } from '../guards/verify-mail.ts'
import { rawFileKey } from '../accept/raw-file.ts'
import { createLookReader, createMailParser, type MailParser, MailUnreadable } from '../parse/parser-pool.ts'
import type { ParsedMail } from '../parse/parsed-mail.ts'
import { readSenderAddress } from '../threading/find-sender.ts'
import type { ReadMail } from './load-evidence.ts'
import type { MailToRead } from './queries.ts'

/** Parser of the process, whose thread starts with the first mail and ends after the last. */
const parser = createMailParser()

/** Bytes of a mail to search for the message that it reports. */
const searchedBytes = 524_288

/** Reason why a mail could not be read. `isMissing` is true when its raw mail is gone, so that a retry cannot succeed. */
export type Unread = { readonly error: string; readonly isMissing: boolean }

/** Reads and verifies a mail. Returns an error when the parser could not read the mail. */
export async function readRawMail(
  { config, secrets }: { config: Config; secrets: Secrets },
  tenantId: Uuid,
  row: Pick<MailToRead, 'id' | 'transport' | 'envelope' | 'trustedAuthserv'>,
): Promise<ReadMail | Unread> {
  const raw = await readBytes(config, tenantId, row.id)
  if (raw === null) return missing
  const head = Buffer.from(raw.subarray(0, searchedBytes))
  // Before the parser, which overwrites the mail.
  const verified = await verifyMail(config, raw, row, row.trustedAuthserv)
  const mail = await parse(raw, parser)
  if ('error' in mail) return mail
  const authentication = await confirmSender(config, verified, readSenderAddress(mail))
  const bounce = readBounce({ mail, envelopeFrom: row.envelope.mailFrom }, head, secrets, tenantId)
  return { mail, authentication, bounce }
}

/** A second parser with a shorter time limit, so that previews do not delay processing. */
const previewParser = createMailParser({ timeoutMs: 5_000 })

/** Maximum concurrent previews in the process. Each holds a whole mail in memory and waits for those before it. */
const maxPreviews = 3
let previews = 0

/** Parses a raw mail without verifying its sender, for a preview. Returns an error when parsing takes too long. */
export function parseRawMail(config: Config, tenantId: Uuid, id: Uuid): Promise<ParsedMail | Unread> {
  return preview(config, tenantId, id, (raw) => parse(raw, previewParser))
}

const lookReader = createLookReader({ timeoutMs: 5_000 })

/** Reads the HTML of a raw mail as it was sent; null when there is none. Returns an error when that takes too long. */
export function readRawLook(config: Config, tenantId: Uuid, id: Uuid): Promise<{ html: string | null } | Unread> {
  return preview(config, tenantId, id, async (raw) => {
    try {
      return { html: await lookReader.parse(raw) }
    } catch (error) {
      return toUnread(error)
    }
  })
}

async function preview<Output>(
  config: Config,
  tenantId: Uuid,
  id: Uuid,
  read: (raw: Buffer) => Promise<Output | Unread>,
): Promise<Output | Unread> {
  if (previews >= maxPreviews) return { error: 'Other mails are being read.', isMissing: false }
  previews++
  try {
    const raw = await readBytes(config, tenantId, id)
    return raw === null ? missing : await read(raw)
  } finally {
    previews--
  }
}

const missing: Unread = { error: 'The raw mail is missing.', isMissing: true }

function readBytes(config: Config, tenantId: Uuid, id: Uuid): Promise<Buffer | null> {
  return getFileStore(config).readWhole(rawFileKey(tenantId, id))
}

async function parse(raw: Buffer, by: MailParser): Promise<ParsedMail | Unread> {
  try {
    return await by.parse(raw)
  } catch (error) {
    return toUnread(error)
  }
}

function toUnread(error: unknown): Unread {
  if (error instanceof MailUnreadable) return { error: error.message, isMissing: false }
  throw error
}
