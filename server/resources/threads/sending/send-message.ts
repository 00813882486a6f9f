/**
 * The job that sends a message to its customer. An attempt to send mail commits its phase before it continues: STARTED, then DATA before the
 * final dot, then the result. A worker that is killed before DATA has sent nothing, so the next attempt is the first. After DATA the result
 * is uncertain: the mail is sent again with the same Message-ID and bytes, at most twice, then agents decide. Each recipient has a result of
 * its own, and one that accepted the mail is never offered again. A provider recognises a repeated message by the id of its delivery, or gets each
 * part in a request of its own, which is stored once accepted.
 */
import { databaseNow, databaseNowIso } from '#platform/database-now.ts'
import type { Uuid } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import { job, type RunContext } from '#platform/jobs/job.ts'
import { type AttemptResult, maxConnectionsPerLane } from '../../mail/index.ts'
import { deleteOldAutomaticReplies } from '../email/automatic-queries.ts'
import { mailSender } from '../email/mail-sender.ts'
import { mayBeInSentFolder, uncertainError } from '../email/uncertain-mail.ts'
import type { Found } from '../outgoing/attempt.ts'
import { changeDelivery, type LockedOutgoing, lockOutgoingMessage } from '../outgoing/change-delivery.ts'
import { applyAttempt, changeRecipients, failWaiting, findWaiting } from '../outgoing/delivery.ts'
import { mailSender as mail } from '../outgoing/frozen.ts'
import { deleteOldOutgoing, endAttempt, insertAliases, type Outgoing } from '../outgoing/outgoing-queries.ts'
import type { Attempted, Sender } from '../outgoing/sender.ts'
import type { Delivery } from '../record/message-email-schema.ts'
import { attemptMessage } from './attempt-message.ts'
import { createProviderSender } from './provider-sender.ts'

/** Seconds between checks whether an inbox's pause has ended, because a user can end it early. */
const maxPauseSeconds = 60
/** Number of the failed attempt after which `message.delivery_changed` reports delivery problems. */
const reportedFailure = 3
const chunk = 500

declare global {
  interface EnqueuedJobs {
    /** The key is the message's id. */
    'send-message': { inboxId: Uuid }
  }
}

export const sendMessage = job({
  name: 'send-message',
  description: 'Sends a reply to its customer, by mail or through the provider of its inbox.',
  // The message's own row counts its attempts. These retries are for failures of the service itself, and each killed worker uses one. They
  // last three days, so that a service in a crash loop does not give up on its messages.
  retrySeconds: [5, 30, 120, 600, 1_800, 3_600, ...Array.from({ length: 24 }, () => 10_800)],
  leaseSeconds: 60,
  renewsLease: true,
  atOnce: 8,
  // A mail server can take ten minutes to respond after a mail, and a program until its time limit. Other inboxes' replies must not wait for
  // them.
  atOncePer: { field: 'inboxId', atMost: maxConnectionsPerLane },
  outside: attemptMessage,
  run: settle,
  onDead: giveUp,
})

/** Deletes what went out with messages after a month. Until then agents can send it again. */
export const forgetSentMails = job({
  name: 'forget-sent-mails',
  description: 'Deletes what is kept of sent messages for sending them again, after a month.',
  every: { seconds: 3_600, for: 'tenant' },
  async run({ tx, tenantId }) {
    await tx.rows(deleteOldAutomaticReplies, { tenantId })
    const gone = await tx.rows(deleteOldOutgoing, { tenantId, limit: chunk })
    return gone.length === chunk ? { againInSeconds: 0 } : undefined
  },
})

type Key = { tenantId: Uuid; messageId: Uuid }
type Run = RunContext<EnqueuedJobs['send-message'], Found>

async function settle({ tx, effects, tenantId, key: messageId, found, config }: Run): Promise<{ againInSeconds: number } | undefined> {
  if (found.kind === 'paused') return { againInSeconds: Math.min(found.seconds, maxPauseSeconds) }
  // The job `find-sent-mail` resends the mail if the folder does not have it.
  if (found.kind === 'lookedFor') return void (await enqueue(tx, 'find-sent-mail', { tenantId, key: messageId }))
  const key = { tenantId, messageId }
  const locked = await lockOutgoingMessage(tx, key, { mayFail: mayFail(found) })
  if (!locked) return undefined
  const { before, outgoing } = locked
  // No recipient was waiting before the lock. If an agent has resent the mail since, run again immediately.
  if (found.kind === 'idle') return findWaiting(before).length > 0 ? { againInSeconds: 0 } : undefined
  if (found.kind === 'attempted') return settleAttempt({ tx, effects, config }, key, locked, found)
  const now = databaseNowIso()
  await tx.rows(endAttempt, { ...key, isUncertain: false, hasFailed: false })
  const attempted = { ...before, attempts: outgoing.attempts }
  if (found.kind === 'kept') {
    const kept = changeRecipients(attempted, now, ({ state }) => (state === 'QUEUED' ? { state: 'KEPT' } : null))
    await changeDelivery(tx, effects, key, locked, { ...kept, lastError: null })
  } else if (found.kind === 'refused') await changeDelivery(tx, effects, key, locked, failWaiting(attempted, now, found.error))
  else await changeDelivery(tx, effects, key, locked, { ...failWaiting(attempted, now, uncertainError), uncertain: true })
  return undefined
}

/** Whether the message may fail for a recipient, so that its thread must be locked first. Most messages are accepted. */
function mayFail(found: Found): boolean {
  if (found.kind === 'attempted') return found.result.recipients.some(({ state }) => state !== 'ACCEPTED')
  return found.kind !== 'idle' && found.kind !== 'kept'
}

function getSender({ sender }: Outgoing): Sender {
  return sender === mail ? mailSender : createProviderSender(sender)
}

async function settleAttempt(
  { tx, effects, config }: Pick<Run, 'tx' | 'effects' | 'config'>,
  key: Key,
  locked: LockedOutgoing,
  attempted: Attempted,
): Promise<{ againInSeconds: number } | undefined> {
  const { before, outgoing } = locked
  const { result, deliveryId } = attempted
  // The message failed and was requested again while the attempt was running.
  if (deliveryId !== outgoing.deliveryId) return { againInSeconds: 0 }
  const sender = getSender(outgoing)
  const { inboxId } = outgoing
  const now = databaseNowIso()
  const applied = applyResult(before, outgoing, result, now)
  const waits = findWaiting(applied).length > 0
  const isUncertain = result.outcome === 'UNCERTAIN'
  const hasFailed = waits && result.pause === null
  await tx.rows(endAttempt, { ...key, isUncertain, hasFailed })
  const pausedSeconds = await sender.noteResult({ tx, effects, tenantId: key.tenantId, config }, inboxId, result)
  const providerIds = [result.providerId ?? [], result.otherProviderIds ?? []].flat()
  if (providerIds.length > 0)
    await tx.rows(insertAliases, { ...key, hashes: providerIds.map((id) => sender.hashReference(inboxId, id).toString('hex')) })
  const failures = outgoing.failures + Number(hasFailed)
  const isReported = failures === reportedFailure && hasFailed
  if (!waits) {
    await sender.afterLast?.(tx, key, outgoing, applied)
    await changeDelivery(tx, effects, key, locked, applied)
    return undefined
  }
  const isLost =
    isUncertain && outgoing.uncertain >= sender.maxUncertain && !mayBeInSentFolder({ ...outgoing, phase: 'DATA', delivery: applied })
  // A pause of the inbox does not count as a failure of the message.
  const delay = result.pause === null ? sender.getRetryDelay(failures, attempted, outgoing.ageSeconds, config) : pausedSeconds
  if (isLost || delay === null || outgoing.ageSeconds > sender.maxAgeSeconds) {
    await sender.afterLast?.(tx, key, outgoing, applied)
    const error = isLost ? uncertainError : (result.error ?? sender.tooOldError)
    await changeDelivery(tx, effects, key, locked, failWaiting(applied, now, error), isReported)
    return undefined
  }
  const nextAttemptAt = new Date(databaseNow() + delay * 1000).toISOString()
  await changeDelivery(tx, effects, key, locked, { ...applied, nextAttemptAt }, isReported)
  return { againInSeconds: result.pause === null ? delay : Math.min(delay, maxPauseSeconds) }
}

function applyResult(before: Delivery, { attempts, uncertain }: Outgoing, result: AttemptResult, now: string): Delivery {
  const isUncertain = before.uncertain || uncertain > 0 || result.outcome === 'UNCERTAIN'
  return { ...applyAttempt(before, result, now), attempts, uncertain: isUncertain }
}

/** Fails the waiting recipients after the job's last attempt. Recipients that accepted the mail count as sent. */
async function giveUp({ tx, effects, tenantId, key: messageId, error }: Omit<Run, 'found'> & { error: string }): Promise<void> {
  const key = { tenantId, messageId }
  const locked = await lockOutgoingMessage(tx, key, { mayFail: true })
  if (!locked) return
  const { before, outgoing } = locked
  const now = databaseNowIso()
  const applied = outgoing.result ? applyResult(before, outgoing, outgoing.result, now) : before
  await tx.rows(endAttempt, { ...key, isUncertain: outgoing.phase === 'DATA', hasFailed: false })
  const mayHaveArrived = applied.uncertain || outgoing.uncertain > 0 || (outgoing.phase === 'DATA' && !outgoing.result)
  const failed = { ...failWaiting(applied, now, error), uncertain: mayHaveArrived }
  await changeDelivery(tx, effects, key, locked, findWaiting(applied).length > 0 ? failed : applied)
}
