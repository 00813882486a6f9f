/**
 * Runs a round trip in a job. The first run sends the mails; processing records those that arrive, and cancels the job when all have. The
 * second run, a minute later, ends the test. After a kill, the job runs again and sends the same mails, whose copies are duplicates.
 */
import { domainToASCII } from 'node:url'
import { databaseNow } from '#platform/database-now.ts'
import type { Database } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { job, JobFailure, type OutsideContext, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { startJob } from '../../jobs/index.ts'
import {
  attemptDelivery,
  type AttemptResult,
  composeMessage,
  type MailSnapshot,
  type OutgoingServer,
  markRecipient,
  signMessageId,
  testMailHeader,
  toSmtpTimeouts,
} from '../../mail/index.ts'
import { type ConnectionRow, findConnection } from '../connection-queries.ts'
import { listSecrets, toDetail } from '../connection-test/steps.ts'
import { toDomainRule, toSenderRule } from '../domains/sender-proof.ts'
import { SignInRequired } from '../oauth/stored-tokens.ts'
import { noteSending } from '../sending/note-sending.ts'
import { findDkimKey, findOutgoingServer, SenderUnproved } from '../sending/outgoing-server.ts'
import { readSendingInbox, type SendingInbox } from '../sending/sending-queries.ts'
import { lockDestination, markSent, type RoundTripMail } from './round-trip-queries.ts'
import { findMissing, type LockedRoundTrip, lockRoundTrip, recordSteps, type RoundTripStep } from './settle-round-trip.ts'

/** Seconds within which a mail must arrive. */
const maxReturnSeconds = 60
/** Milliseconds within which the mail server must accept both mails. */
const maxSendingMs = 60_000

declare global {
  interface EnqueuedJobs {
    /** The key is the id of the job that the API shows. */
    'run-round-trip': NoInput
  }
}

type Found =
  | { kind: 'over' }
  /** The mails were sent a minute ago. */
  | { kind: 'waited' }
  /** `result` is null when no mail server was used. */
  | { kind: 'sent'; steps: RoundTripStep[]; result: AttemptResult | null }

type Begun = { test: LockedRoundTrip; mails: RoundTripMail[] }

export const runRoundTrip = job({
  name: 'run-round-trip',
  description: 'Sends the mails by which an inbox is tested, and ends the test after a minute.',
  retrySeconds: [1, 5, 15],
  leaseSeconds: 15,
  renewsLease: true,
  outside: sendMails,
  run: record,
  onDead: giveUp,
})

async function sendMails(context: OutsideContext<NoInput>): Promise<Found> {
  const { db, tenantId, key: jobId } = context
  const begun = await begin(db, { tenantId, jobId })
  if ('kind' in begun) return begun
  const { test, mails } = begun
  const { inboxId } = test.input
  const inbox = await db.first(readSendingInbox, { tenantId, inboxId, ...toSenderRule(context.config, test.input.address) })
  const connection = await db.first(findConnection, { tenantId, inboxId, ...toDomainRule(context.config) })
  if (!inbox || !connection) return refuse('The inbox was deleted.')
  const server = await findServer(context, test.input, inbox, connection).catch((error: unknown) => {
    if (error instanceof SignInRequired || error instanceof SenderUnproved || error instanceof JobFailure) return error.message
    throw error
  })
  return typeof server === 'string' ? refuse(server) : sendThrough(context, server, { inbox, test, mails })
}

/** Commits the start of the test before sending anything. */
async function begin(db: Database, { tenantId, jobId }: { tenantId: Uuid; jobId: Uuid }): Promise<Found | Begun> {
  return db.transaction(async (tx) => {
    const test = await lockRoundTrip(tx, { tenantId, id: jobId })
    if (!test) return { kind: 'over' }
    if (!findMissing(test).includes('send')) return { kind: 'waited' }
    await tx.rows(startJob, { tenantId, id: jobId })
    return { test, mails: await tx.rows(markSent, { tenantId, jobId, inboxId: test.input.inboxId }) }
  })
}

const refuse = (detail: string): Found => ({ kind: 'sent', steps: [{ step: 'send', ok: false, detail, durationMs: 0 }], result: null })

/** Returns the mail server, or the reason why the inbox cannot send. */
async function findServer(
  services: OutsideContext<NoInput>,
  { inboxId, address }: LockedRoundTrip['input'],
  inbox: SendingInbox,
  { sendNextAt, sendError }: ConnectionRow,
): Promise<OutgoingServer | string> {
  if (inbox.email?.send.mode === 'NONE') return 'The inbox sends no mail. Choose a mail server for its replies.'
  if (sendNextAt !== null && Date.parse(sendNextAt) > databaseNow())
    return `Sending is paused until ${sendNextAt}. ${sendError?.message ?? ''} Connect the inbox again to try earlier.`
  const server = await findOutgoingServer(services, { tenantId: services.tenantId, inboxId, from: address }, inbox)
  return (
    server ??
    'There is no mail server: mails are kept as files and reach nobody. Choose a mail server for the inbox, or ask the operator to set SMTP_URL.'
  )
}

type Sending = Begun & { inbox: SendingInbox }

/** Sends a mail to the plain address, then one to its plus form. */
async function sendThrough(context: OutsideContext<NoInput>, server: OutgoingServer, { inbox, test, mails }: Sending): Promise<Found> {
  const [plain, plus] = [mails.find(({ form }) => form === 'PLAIN'), mails.find(({ form }) => form === 'PLUS')]
  if (!plain) throw new Error('The test has no mail')
  const limit = AbortSignal.timeout(maxSendingMs)
  const attempt = async (mail: RoundTripMail): Promise<Attempted> => {
    const startedAt = performance.now()
    const bytes = await composeMessage(toSnapshot(context, test, mail), [], findDkimKey(context.secrets, inbox))
    const result = await attemptDelivery(
      server,
      { from: test.input.address, recipients: [mail.recipient], bytes },
      { beforeData: async () => {} },
      AbortSignal.any([context.signal, limit]),
      toSmtpTimeouts(context.config.mail),
    )
    // Another worker continues, unless the mail server was slow.
    if (context.signal.aborted) throw new JobFailure('The worker has stopped.')
    const late = `The mail server did not accept the mail within ${maxSendingMs / 1_000} seconds.`
    const detail = toDetail(limit.aborted && result.error !== null ? late : describe(result), listSecrets(server.auth))
    return { result, ok: mayArrive(result), detail, durationMs: Math.round(performance.now() - startedAt) }
  }
  const { result, ...first } = await attempt(plain)
  const send: RoundTripStep = { step: 'send', ...first }
  if (!first.ok) return { kind: 'sent', steps: [send], result }
  const { result: _, ...second } = plus ? await attempt(plus) : { result, ...noPlusForm }
  return { kind: 'sent', steps: second.ok ? [send] : [send, { step: 'plus', ...second }], result }
}

type Attempted = { result: AttemptResult } & Omit<RoundTripStep, 'step'>

const noPlusForm = {
  ok: false,
  detail: 'The part of the address before the @ is quoted, or too long for a plus sign and a token.',
  durationMs: 0,
}

/** Whether a mail may arrive. One without a response to its final dot may, too. */
function mayArrive({ outcome, recipients }: AttemptResult): boolean {
  return outcome === 'UNCERTAIN' || recipients.every(({ state }) => state === 'ACCEPTED')
}

/** Describes a failure for an administrator, quoting the server. */
function describe({ error, recipients: [recipient] }: AttemptResult): string | null {
  if (error === null) return null
  const reason = recipient?.reason ?? null
  return reason === null || reason === error ? error : `${error} ${reason}`
}

function toSnapshot(
  { secrets, tenantId }: OutsideContext<NoInput>,
  { job: { createdAt }, input: { address } }: LockedRoundTrip,
  { id, form, recipient }: RoundTripMail,
): MailSnapshot {
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1))
  const messageId = signMessageId(secrets, tenantId, id, domain)
  const about = form === 'PLUS' ? 'an address with a plus sign' : 'the inbox’s address'
  return {
    id,
    from: { name: null, address },
    envelopeFrom: address,
    to: [{ name: null, address: recipient }],
    cc: [],
    bcc: [],
    replyTo: null,
    subject: form === 'PLUS' ? 'Test of the inbox, with a plus sign' : 'Test of the inbox',
    messageId,
    inReplyTo: null,
    references: [],
    date: createdAt,
    marker: markRecipient(secrets, tenantId, id, recipient),
    // Suppress out-of-office replies of the mailbox.
    headers: [
      ['Auto-Submitted', 'auto-generated'],
      [testMailHeader, 'round-trip'],
    ],
    content: { body: `Skein sent this mail to test ${about}. It becomes no thread. You can delete it.`, bodyFormat: 'text' },
    signature: null,
    quoted: null,
  }
}

type Run = RunContext<NoInput, Found>

async function record({ tx, effects, tenantId, config, key: jobId, found }: Run): Promise<{ againInSeconds: number } | undefined> {
  const context = { tx, effects, tenantId, config }
  const test = found.kind === 'over' ? null : await lockRoundTrip(tx, { tenantId, id: jobId })
  if (found.kind === 'over' || !test) return undefined
  const { inboxId } = test.input
  // Before the connection, in the lock order of requests that change the inbox.
  const isThere = (await tx.first(lockDestination, { tenantId, inboxId })) !== null
  if (found.kind === 'waited') {
    await failMissing({ ...context, test }, await explainAbsence(context, test))
    return undefined
  }
  const isOver = await recordSteps(context, test, found.steps)
  if (isThere && found.result !== null) await noteSending(context, inboxId, found.result)
  return isOver ? undefined : { againInSeconds: maxReturnSeconds }
}

/** Ends the test. Steps without a result fail. */
async function failMissing(
  { test, ...context }: Pick<Run, 'tx' | 'effects' | 'tenantId'> & { test: LockedRoundTrip },
  detail: string,
): Promise<void> {
  const missing = findMissing(test)
  // A mail that was not sent cannot arrive.
  const failed = missing.includes('send') ? (['send'] as const) : missing
  const durationMs = maxReturnSeconds * 1_000
  await recordSteps(
    context,
    test,
    failed.map((step) => ({ step, ok: false, detail, durationMs })),
  )
}

/** Describes possible reasons for missing mails, as far as the service knows. */
async function explainAbsence(
  { tx, tenantId, config }: Pick<Run, 'tx' | 'tenantId' | 'config'>,
  { input: { inboxId, receive } }: LockedRoundTrip,
): Promise<string> {
  const connection = await tx.first(findConnection, { tenantId, inboxId, ...toDomainRule(config) })
  if (!connection) return 'The inbox was deleted.'
  const { receiveState, receiveError, waiting } = connection
  const late = `The mail did not come back within ${maxReturnSeconds} seconds.`
  if (receiveError && receiveState !== 'CONNECTED') return `${late} The mailbox cannot be read: ${receiveError.message}`
  if (waiting > 0) return `${late} Other mail of the inbox waits too. Try again when it has been processed.`
  return `${late} ${hints[receive.mode]}`
}

const hints = {
  SMTP: 'Check that mail to the address is delivered to the service’s SMTP port.',
  IMAP: 'Look for it in the other folders of the mailbox, such as the one for spam.',
  API: 'Check that your program hands it over with POST /inboxes/{id}/mails.',
} as const

/** Ends the test after repeated failures of the service itself. */
async function giveUp({ tx, effects, tenantId, key: jobId, error }: Omit<Run, 'found'> & { error: string }): Promise<void> {
  const test = await lockRoundTrip(tx, { tenantId, id: jobId })
  if (test) await failMissing({ tx, effects, tenantId, test }, `The test could not be completed: ${error}`)
}
