/** Sends a message again, and cancels one before its first attempt. */
import { fetchOne } from '#kit/write.ts'
import { databaseNowIso } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { cancel, enqueue, isJobRunning } from '#platform/jobs/enqueue.ts'
import { type Effects, type Outcome, toOutcome } from '#platform/outbox/effects.ts'
import { messageNotFailed, messageNotFound, messageSent } from '../record/errors.ts'
import { messageDeliveryChanged } from '../record/events.ts'
import type { Delivery } from '../record/message-email-schema.ts'
import type { MessageRecord } from '../record/message-queries.ts'
import type { LockedThread } from '../record/lock-queries.ts'
import { changeAnswers, changesAnswer, checkIsOfThread, lockThreadOfMessage } from './change-answers.ts'
import { failWaiting, requeueFailed } from './delivery.ts'
import { lockDelivery, lockOutgoing, restartOutgoing, setDelivery } from './outgoing-queries.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly tenantId: Uuid }

/** `wasScheduled` is true for a message that began as a scheduled reply. Throws 409 unless it could not be sent, and 404 for other messages. */
export async function resend(context: Context, messageId: Uuid, wasScheduled: boolean): Promise<Outcome<MessageRecord>> {
  const { tx, tenantId } = context
  const key = { tenantId, messageId }
  const thread = await lockThreadOfMessage(tx, key)
  const message = await tx.first(lockDelivery, key)
  if (!message && !wasScheduled) throw new ApiError(messageNotFound)
  const before = message?.delivery ?? null
  if (before === null) throw new ApiError(wasScheduled ? messageSent : messageNotFound)
  const after = requeueFailed(before, databaseNowIso())
  if (after === null) throw new ApiError(messageNotFailed)
  await tx.first(lockOutgoing, key)
  // The job may be sending to other recipients. Their result counts, then the job continues with these.
  const isRunning = await isJobRunning(tx, 'send-message', { tenantId, key: messageId })
  // What goes out is kept for a month.
  const outgoing = await tx.first(restartOutgoing, { ...key, isRunning, deliveryId: newId() })
  if (!outgoing) throw new ApiError(messageNotFailed)
  if (!isRunning) await enqueue(tx, 'send-message', { tenantId, key: messageId, input: outgoing })
  return change(context, key.messageId, { thread, message, before, after, action: 'message.resent' })
}

/** Cancels the sending. Throws 409 when an attempt has started, because the message may already be on its way. */
export async function cancelSending(context: Context, messageId: Uuid, wasScheduled: boolean): Promise<Outcome<MessageRecord>> {
  const { tx, tenantId } = context
  const key = { tenantId, messageId }
  const thread = await lockThreadOfMessage(tx, key)
  const message = await tx.first(lockDelivery, key)
  const outgoing = await tx.first(lockOutgoing, key)
  if (!message?.delivery) throw new ApiError(wasScheduled ? messageSent : messageNotFound)
  if (message.delivery.state !== 'QUEUED' || !outgoing || outgoing.attempts > 0) throw new ApiError(messageSent)
  await cancel(tx, 'send-message', { tenantId, key: messageId })
  const after = failWaiting(message.delivery, databaseNowIso(), 'cancelled')
  return change(context, messageId, { thread, message, before: message.delivery, after, action: 'message.mail_cancelled' })
}

type Change = {
  readonly thread: LockedThread | null
  readonly message: { readonly threadId: Uuid } | null
  readonly before: Delivery
  readonly after: Delivery
  readonly action: string
}

async function change(
  { tx, effects, tenantId }: Context,
  messageId: Uuid,
  { thread, message, before, after: delivery, action }: Change,
): Promise<Outcome<MessageRecord>> {
  if (thread && message) checkIsOfThread(thread, message)
  const record = await fetchOne(tx, setDelivery, { tenantId, messageId, delivery })
  effects.emit(messageDeliveryChanged, messageId, record, { delivery: before })
  if (thread && changesAnswer(before, delivery)) await changeAnswers({ tx, effects, tenantId }, thread, delivery)
  const audited = effects.audit({
    action,
    target: { type: 'message', id: messageId },
    before: { state: before.state },
    after: { state: delivery.state },
  })
  return toOutcome(record, audited)
}
