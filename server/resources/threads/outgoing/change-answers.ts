/**
 * Updates a thread when the delivery of its replies changes. A reply that bounced for all recipients does not count as a reply, so the
 * customer's wait and the clocks continue as if it had not been sent. When it is sent again, it counts again.
 */
import { OutdatedRead, type Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { applyThreadChange } from '../change/change-thread.ts'
import type { LockedThread } from '../record/lock-queries.ts'
import { reachedNobody } from '../record/answer.ts'
import type { Delivery } from '../record/message-email-schema.ts'
import { lockMergeRoot } from '../record/thread.ts'
import { findMessageThread } from './outgoing-queries.ts'

type Key = { tenantId: Uuid; messageId: Uuid }

/**
 * Locks a message's thread, or returns null for an unknown message. Call it before locking the message, because all writers lock threads
 * first. The message may move to another thread meanwhile: check its thread under its own lock.
 */
export async function lockThreadOfMessage(tx: Queryable, key: Key): Promise<LockedThread | null> {
  const found = await tx.first(findMessageThread, key)
  return found && lockMergeRoot(tx, { tenantId: key.tenantId, id: found.threadId })
}

/** Throws if the message has moved to another thread since the thread was locked. */
export function checkIsOfThread(thread: Pick<LockedThread, 'id'>, message: { readonly threadId: Uuid }): void {
  if (message.threadId !== thread.id) throw new OutdatedRead('The message moved to another thread')
}

/** Whether a change of delivery changes whether the message counts as a reply. */
export function changesAnswer(before: Delivery, after: Delivery): boolean {
  return reachedNobody(before) !== reachedNobody(after)
}

/** Updates the thread after such a change. Call it after storing the delivery. */
export async function changeAnswers(
  { tx, effects, tenantId }: { tx: Queryable; effects: Effects; tenantId: Uuid },
  thread: LockedThread,
  delivery: Delivery,
): Promise<void> {
  const action = reachedNobody(delivery) ? 'thread.reply_not_sent' : 'thread.reply_sent_again'
  await applyThreadChange({ tx, effects, principal: { tenantId } }, thread, {}, { answersChanged: true, action })
}
