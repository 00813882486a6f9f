/** Receives a mail after DATA: stores it once per tenant, and returns the reply only after all tenants have committed. */
import { createReadStream } from 'node:fs'
import type { FileStore } from '#platform/files/file-store.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { Log } from '#platform/log.ts'
import type { AcceptedMail, IncomingMail } from '../accept/accept-mail.ts'
import type { MailEnvelope } from '../accept/envelope.ts'
import { refusals, type SmtpRefusal, toRefusal } from './answers.ts'
import { limitMail } from './limit-mail.ts'
import type { Destination } from './queries.ts'

export type MailToReceive = {
  bytes: AsyncIterable<Buffer>
  /** Recipients in the order of their RCPT commands, with their inboxes. */
  recipients: readonly { address: string; destinations: readonly Destination[] }[]
  envelope: Omit<MailEnvelope, 'rcpt'>
}

export type ReceiveServices = {
  files: FileStore
  log: Log
  maxBytes: number
  accept(mail: IncomingMail): Promise<Pick<AcceptedMail, 'id'>>
}

/** Reply for one tenant: the id of the mail, or the reason for the rejection. */
export type SmtpResult = { mailId: string } | { refusal: SmtpRefusal }

/** Recipients of a mail in one tenant, which accepts the mail once for all of them. */
type Share = { tenantId: Uuid; inboxId: Uuid; rcpt: string[] }

/** Receives the mail and returns one reply per recipient. Never throws. */
export async function receiveMail(services: ReceiveServices, { bytes, recipients, envelope }: MailToReceive): Promise<SmtpResult[]> {
  const shares = shareAmongTenants(recipients)
  const answers = new Map<Uuid, SmtpResult>()
  const acceptShare = async ({ tenantId, inboxId, rcpt }: Share, content: AsyncIterable<Uint8Array>): Promise<void> => {
    answers.set(
      tenantId,
      await toAnswer(services.log, async () => {
        const { id } = await services.accept({ tenantId, inboxId, transport: 'SMTP', envelope: { ...envelope, rcpt }, bytes: content })
        return { mailId: toTypeId('eml', id) }
      }),
    )
  }
  const limited = limitMail(bytes, services.maxBytes)
  const [first, ...others] = shares
  if (first && others.length === 0) await acceptShare(first, limited)
  else {
    const failure = await toAnswer(services.log, async () => {
      const file = await services.files.receive(limited, { maxSize: services.maxBytes })
      try {
        for (const share of shares) await acceptShare(share, readWhenNeeded(file.path))
      } finally {
        await file.discard()
      }
      return null
    })
    if (failure) for (const { tenantId } of shares) answers.set(tenantId, failure)
  }
  return recipients.map(({ destinations }) => joinResults(destinations.flatMap(({ tenantId }) => answers.get(tenantId) ?? [])))
}

/**
 * Opens the file on first read. If the stream were opened immediately but never read, because the mail is rejected first, its error would
 * be unhandled when the file is gone.
 */
async function* readWhenNeeded(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path)
}

function shareAmongTenants(recipients: MailToReceive['recipients']): Share[] {
  const shares = new Map<Uuid, Share>()
  for (const { address, destinations } of recipients)
    for (const { tenantId, inboxId } of destinations) {
      const share = shares.get(tenantId) ?? { tenantId, inboxId, rcpt: [] }
      shares.set(tenantId, { ...share, rcpt: [...share.rcpt, address] })
    }
  return [...shares.values()]
}

/** Joins the replies of several tenants or recipients. A single rejection makes the client send the mail again to all of them. */
export function joinResults(answers: readonly SmtpResult[]): SmtpResult {
  const [first = { refusal: refusals.failed() }] = answers
  if (answers.every((answer) => 'refusal' in answer) || answers.every((answer) => 'mailId' in answer)) return first
  return { refusal: refusals.failed() }
}

async function toAnswer<Result extends SmtpResult | null>(log: Log, work: () => Promise<Result>): Promise<Result | SmtpResult> {
  try {
    return await work()
  } catch (error) {
    const { refusal, isExpected } = toRefusal(error)
    if (!isExpected) log.error({ error }, 'a mail could not be accepted')
    return { refusal }
  }
}
