/** Locks a message that is being sent, and changes its delivery. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { messageDeliveryChanged } from '../record/events.ts'
import type { Delivery } from '../record/message-email-schema.ts'
import { changeAnswers, changesAnswer, checkIsOfThread, lockThreadOfMessage } from './change-answers.ts'
import type { LockedThread } from '../record/lock-queries.ts'
import { deliveredMails } from './measures.ts'
import { lockDelivery, lockOutgoing, type Outgoing, readOutgoing, setDelivery } from './outgoing-queries.ts'

type Key = { tenantId: Uuid; messageId: Uuid }
/** `thread` is null unless its lock was requested. */
export type LockedOutgoing = { before: Delivery; outgoing: Outgoing; thread: LockedThread | null }

/**
 * Locks the outgoing message together with its message, so that a request to cancel or resend waits. `mayFail` also locks the thread, which
 * changes when the message fails for all recipients.
 */
export async function lockOutgoingMessage(tx: Queryable, key: Key, { mayFail }: { mayFail: boolean }): Promise<LockedOutgoing | null> {
  const thread = mayFail ? await lockThreadOfMessage(tx, key) : null
  const message = await tx.first(lockDelivery, key)
  if (!message?.delivery || !(await tx.first(lockOutgoing, key))) return null
  if (thread) checkIsOfThread(thread, message)
  const outgoing = await tx.first(readOutgoing, key)
  return outgoing && { before: message.delivery, outgoing, thread }
}

/** Stores a message's delivery and emits the changes. The caller must hold the locks. */
export async function changeDelivery(
  tx: Queryable,
  effects: Effects,
  key: Key,
  { before, thread }: Pick<LockedOutgoing, 'before' | 'thread'>,
  delivery: Delivery,
  isReported: boolean = false,
): Promise<void> {
  const message = await tx.first(setDelivery, { ...key, delivery })
  if (!message) return
  if (isReported || delivery.state !== before.state || hasOtherStates(before, delivery))
    effects.emit(messageDeliveryChanged, key.messageId, message, { delivery: before })
  if (delivery.state !== before.state) {
    deliveredMails.add(delivery.state)
    effects.audit({
      action: 'message.delivery_changed',
      target: { type: 'message', id: key.messageId },
      before: { state: before.state },
      after: { state: delivery.state },
    })
  }
  if (!changesAnswer(before, delivery)) return
  if (!thread) throw new Error('The thread of a message that reached nobody is not locked')
  await changeAnswers({ tx, effects, tenantId: key.tenantId }, thread, delivery)
}

function hasOtherStates(before: Delivery, after: Delivery): boolean {
  return after.recipients.some(({ state }, i) => before.recipients[i]?.state !== state)
}
