/**
 * Accepts a mail: stores its bytes and its identity durably before the transport acknowledges it. All transports use this function.
 *
 * 1. The row is reserved and committed, so the file of a killed process has a row, by which the hourly job finds and deletes it.
 * 2. The bytes go to the file store while the scan computes the identity.
 * 3. One transaction records identity and arrival, enqueues `process-mail`, and stores what the transport must remember.
 */
import {
  type Database,
  enqueue,
  fetchOne,
  fileStoreOf,
  type Log,
  newId,
  type Queryable,
  type Secrets,
  type Uuid,
} from '../../../kit/index.ts'
import type { Config } from '../../../config.ts'
import { receivedMails } from '../measures.ts'
import { createMailScan, type MailScan, type ScannedMail } from '../threading/mail-identity.ts'
import type { MailEnvelope } from './envelope.ts'
import { countMail, recordArrival, recordNewArrival, releaseReservation, reserveMail, type AcceptedOutcome } from './queries.ts'
import { rawFileKey } from './raw-file.ts'

export type AcceptServices = { readonly db: Database; readonly config: Config; readonly secrets: Secrets; readonly log: Log }

export type IncomingMail = {
  tenantId: Uuid
  /** The inbox that the transport knows; null when processing chooses it from the recipients. */
  inboxId: Uuid | null
  transport: 'SMTP' | 'IMAP' | 'API' | 'PROVIDER'
  envelope: MailEnvelope
  bytes: AsyncIterable<Uint8Array>
  /** Runs in the transaction of acceptance, for what the transport must remember, such as its checkpoint. */
  remember?: (tx: Queryable, accepted: AcceptedMail) => Promise<void>
  /** Checks the scanned mail before it is accepted. What it throws is the transport's refusal; nothing is kept then. */
  check?: (scan: ScannedMail) => void
}

export type AcceptedMail = AcceptedOutcome & { id: Uuid }

/** Raw mails of suspended mails, and of duplicates that differ, are kept this long. */
export const suspendedDays = 30

/** Throws FileTooLarge for a mail above MAIL_IN_MAX_MIB, and SVC-STORAGE errors when the disk is full. */
export async function acceptMail({ db, config, secrets }: AcceptServices, mail: IncomingMail): Promise<AcceptedMail> {
  const { tenantId, inboxId, transport, envelope, check } = mail
  const id = newId()
  const key = { tenantId, id }
  const file = rawFileKey(tenantId, id)
  const store = fileStoreOf(config)
  const scan = createMailScan(secrets)
  const [reservation, receiving] = [
    db.rows(reserveMail, { ...key, inboxId, transport, envelope }),
    store.receive(scanned(mail.bytes, scan), { sizeMax: config.mailIn.maxBytes, expectedBytes: 0 }),
  ]
  const [reserved, received] = await Promise.allSettled([reservation, receiving])
  try {
    if (reserved.status === 'rejected') throw reserved.reason
    if (received.status === 'rejected') throw received.reason
    const found = scan.finish()
    check?.(found)
    await store.keep(received.value, file)
    const { identity, digest: bodyDigest, from, to, subject, messageId } = found
    const size = received.value.size
    const arrival = { ...key, identity, bodyDigest, sender: from, recipients: [...to], subject, messageId, size, daysKept: suspendedDays }
    if (!mail.remember) {
      const outcome = await db.first(recordNewArrival, { ...arrival, jobId: newId() })
      if (outcome) return { ...outcome, id }
    }
    const stored = await db.transaction(async (tx) => {
      const outcome = await fetchOne(tx, recordArrival, arrival)
      const accepted = { ...outcome, id }
      if (outcome.outcome === 'RECEIVED') await enqueue(tx, 'process-mail', { tenantId, key: id })
      else if (!outcome.differs) await enqueue(tx, 'remove-files', { tenantId, key: file.name, input: { names: [file.name] } })
      await mail.remember?.(tx, accepted)
      await tx.rows(countMail, { tenantId })
      return accepted
    })
    if (stored.outcome === 'DUPLICATE') receivedMails.add(stored.outcome)
    return stored
  } catch (error) {
    if (received.status === 'fulfilled') await received.value.discard()
    // The transaction may have been committed although its answer was lost. Then the row is no reservation any more, and its file stays.
    const gone = await db.rows(releaseReservation, key).catch(() => [])
    if (gone.length > 0) await store.remove([file]).catch(() => {})
    throw error
  }
}

async function* scanned(bytes: AsyncIterable<Uint8Array>, scan: MailScan): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    scan.update(chunk)
    yield chunk
  }
}
