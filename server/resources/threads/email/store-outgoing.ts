/** Stores a frozen mail with its message, in the message's transaction. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { cancel, enqueue } from '#platform/jobs/enqueue.ts'
import { toReferenceHash } from '../../mail/index.ts'
import type { MessageMail } from '../record/message-queries.ts'
import { queueDelivery } from './delivery.ts'
import type { FrozenMail } from './freeze-mail.ts'
import { deleteOutgoing, insertOutgoing } from './outgoing-queries.ts'

/** Returns a mail's parameters for the statement that writes the message. `inSeconds` is the time until the first attempt. */
export function toMessageMail({ email, snapshot, inReplyToId }: FrozenMail, inSeconds = 0): MessageMail {
  const at = new Date(Date.parse(snapshot.date) + inSeconds * 1_000).toISOString()
  return { email, delivery: queueDelivery(snapshot, at), channel: 'email', inReplyToId }
}

/**
 * Stores the mail of a message that this transaction is about to write, and enqueues its job. Nothing is sent before the commit. Call it
 * before writing the message, which locks the tenant's counters, the last in the lock order.
 */
export async function storeOutgoing(
  tx: Queryable,
  { tenantId, messageId }: { tenantId: Uuid; messageId: Uuid },
  { snapshot, inboxId }: FrozenMail,
  inSeconds = 0,
): Promise<void> {
  await tx.rows(insertOutgoing, { tenantId, messageId, inboxId, snapshot, idHash: toReferenceHash(snapshot.messageId) })
  await enqueue(tx, 'send-message', { tenantId, key: messageId, input: { inboxId }, inSeconds })
}

/** Undoes `storeOutgoing` in the same transaction, because the message was not written. */
export async function discardOutgoing(tx: Queryable, key: { tenantId: Uuid; messageId: Uuid }): Promise<void> {
  await tx.rows(deleteOutgoing, key)
  await cancel(tx, 'send-message', { tenantId: key.tenantId, key: key.messageId })
}
