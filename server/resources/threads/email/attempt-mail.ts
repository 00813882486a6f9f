/** Makes one attempt to send a message's mail. Commits each phase before continuing, and the result before the message shows it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#platform/db.ts'
import { JobFailure, type OutsideContext } from '#platform/jobs/job.ts'
import {
  findOutgoingServer,
  readSendingInbox,
  SenderUnproved,
  type SendingInbox,
  SignInRequired,
  toSenderRule,
} from '../../inboxes/index.ts'
import {
  type AttemptResult,
  attemptDelivery,
  markRecipient,
  type OutgoingMail as SmtpMail,
  toSmtpTimeouts,
  writeMailFile,
} from '../../mail/index.ts'
import type { Attempt, Found, Obstacle } from '../outgoing/attempt.ts'
import { composeOutgoing } from './compose-outgoing.ts'
import { deferAll, findWaiting } from '../outgoing/delivery.ts'
import { enterCopy, enterData, keepResult, type OutgoingMail } from '../outgoing/outgoing-queries.ts'
import { sendCopies } from './send-copies.ts'
import { maxUncertain, mayBeInSentFolder } from './uncertain-mail.ts'

const refusedError = 'The inbox does not send mail any more.'
/** Seconds between attempts to store a result. */
const keepDelays = [0.2, 1, 5, 15]

type Context = OutsideContext<EnqueuedJobs['send-message']>

/** Thrown when another attempt has started, or the mail was erased, before the server could have it. */
class Replaced extends Error {}
/** Thrown when the database failed before the server could have the mail. */
class NotEntered extends Error {}

/** Returns why a mail must not be sent now, because the server may have it already. */
export function findMailObstacle(outgoing: OutgoingMail): Obstacle | null {
  if (mayBeInSentFolder(outgoing)) return { kind: 'lookedFor' }
  return outgoing.phase === 'DATA' && outgoing.uncertain >= maxUncertain ? { kind: 'uncertain' } : null
}

/** Makes an attempt that was started. */
export async function attemptMail(context: Context, outgoing: OutgoingMail, attempt: Attempt): Promise<Found> {
  const { db, tenantId, key: messageId, log, config } = context
  const inbox = await db.first(readSendingInbox, {
    tenantId,
    inboxId: outgoing.inboxId,
    ...toSenderRule(config, outgoing.snapshot.from.address),
  })
  if (!inbox || inbox.email?.send.mode === 'NONE') return { kind: 'refused', error: refusedError }
  try {
    const result = await send(context, outgoing, inbox, attempt)
    if (result === null) return { kind: 'kept' }
    if (result.error !== null) log.info({ tenantId, message: messageId, error: result.error }, 'a mail could not be sent')
    await keep(db, attempt, result)
    return { kind: 'attempted', result, deliveryId: null }
  } catch (error) {
    if (error instanceof Replaced) return { kind: 'idle' }
    if (error instanceof NotEntered) throw error.cause
    log.warn({ error, tenantId, message: messageId }, 'a mail could not be composed')
    return { kind: 'attempted', result: toDeferred(outgoing, error), deliveryId: null }
  }
}

/** Sends the mail. Returns null when there is no mail server and the mail was written to a file. */
async function send(
  { db, tenantId, key: messageId, config, secrets, signal }: Context,
  outgoing: OutgoingMail,
  inbox: SendingInbox,
  attempt: Attempt,
): Promise<AttemptResult | null> {
  const sender = { tenantId, inboxId: outgoing.inboxId, from: outgoing.snapshot.from.address }
  const server = await findOutgoingServer({ db, config, secrets }, sender, inbox)
  const compose = (marker?: string) => composeOutgoing({ config, secrets }, tenantId, outgoing, inbox, marker)
  const composeFor = (recipient: string) => compose(markRecipient(secrets, tenantId, messageId, recipient))
  const [only, ...others] = outgoing.delivery.recipients
  const single = only && others.length === 0 ? only.address : null
  if (server === null) {
    await writeMailFile(config.dataDir, tenantId, messageId, await (single === null ? compose() : composeFor(single)))
    return null
  }
  const recipients = findWaiting(outgoing.delivery)
  const deliver = (mail: Pick<SmtpMail, 'recipients' | 'bytes'>, beforeData: () => Promise<void>) =>
    attemptDelivery(server, { from: outgoing.snapshot.envelopeFrom, ...mail }, { beforeData }, signal, toSmtpTimeouts(config.mail))
  if (single !== null) return deliver({ recipients, bytes: await composeFor(single) }, () => enter(() => db.first(enterData, attempt)))
  return sendCopies(recipients, {
    attempt: async (recipient, beforeData) => deliver({ recipients: [recipient], bytes: await composeFor(recipient) }, beforeData),
    enter: (result) => enter(() => db.first(enterCopy, { ...attempt, result })),
  })
}

/**
 * Commits that the server may have the mail from now on. Throws when this is no longer the mail's current attempt, so that the final dot is
 * not sent.
 */
async function enter(commit: () => Promise<object | null>): Promise<void> {
  const entered = await commit().catch((cause: unknown) => {
    throw new NotEntered('The phase could not be committed', { cause })
  })
  if (!entered) throw new Replaced()
}

/**
 * Commits the result. Without it, a failing transaction after the server's acceptance would send the mail again. If the database is
 * unreachable, the next transaction may still succeed.
 */
async function keep(db: Database, attempt: Attempt, result: AttemptResult): Promise<void> {
  if (result.recipients.every(({ state }) => state === 'DEFERRED')) return
  for (const seconds of [...keepDelays, null]) {
    const kept = await db.rows(keepResult, { ...attempt, result }).catch(() => null)
    if (kept !== null || seconds === null) return
    await sleep(seconds * 1000)
  }
}

/** Returns the result of an attempt that failed before reaching a server. A rejected sign-in concerns every mail of the inbox. */
function toDeferred({ delivery }: OutgoingMail, error: unknown): AttemptResult {
  if (error instanceof SenderUnproved) return deferAll(delivery, { error: error.message, pause: 'SENDER' })
  if (error instanceof SignInRequired || error instanceof JobFailure) return deferAll(delivery, { error: error.message, pause: 'SIGN_IN' })
  return deferAll(delivery, { error: 'The mail could not be put together. The log of the service has the reason.', pause: null })
}
