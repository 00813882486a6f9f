/**
 * Makes a thread follow its replies: one whose mail reached nobody is no answer, so the customer's wait and the clocks go on as if it had not
 * been sent. When such a reply is sent again, it is an answer again.
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
 * Locks the thread of a message, or returns null if there is no such message. Call it before the message is locked, because all writers lock
 * threads first. The message may move to another thread meanwhile: check its thread under its own lock.
 */
export async function lockThreadOfMessage(tx: Queryable, key: Key): Promise<LockedThread | null> {
  const found = await tx.first(findMessageThread, key)
  return found && lockMergeRoot(tx, { tenantId: key.tenantId, id: found.threadId })
}

/** Throws if the message has moved to another thread since its thread was locked. */
export function checkIsOfThread(thread: Pick<LockedThread, 'id'>, message: { readonly threadId: Uuid }): void {
  if (message.threadId !== thread.id) throw new OutdatedRead('The message moved to another thread')
}

/** Whether a change of delivery makes the message an answer, or no answer any more. */
export function changesAnswer(before: Delivery, after: Delivery): boolean {
  return reachedNobody(before) !== reachedNobody(after)
}

/** Updates the thread after such a change. Call it when the delivery is stored. */
export async function changeAnswers(
  { tx, effects, tenantId }: { tx: Queryable; effects: Effects; tenantId: Uuid },
  thread: LockedThread,
  delivery: Delivery,
): Promise<void> {
  const action = reachedNobody(delivery) ? 'thread.reply_not_sent' : 'thread.reply_sent_again'
  await applyThreadChange({ tx, effects, principal: { tenantId } }, thread, {}, { answersChanged: true, action })
}
