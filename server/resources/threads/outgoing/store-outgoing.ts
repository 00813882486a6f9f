/** Stores a frozen message with the message itself, in the message's transaction. */
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { cancel, enqueue } from '#platform/jobs/enqueue.ts'
import { toReferenceHash } from '../../mail/index.ts'
import type { MessageChannel } from '../record/message-queries.ts'
import { changeRecipients, queueDelivery } from './delivery.ts'
import { type Frozen, isFrozenMail, needsSending } from './frozen.ts'
import { deleteOutgoing, insertOutgoing, insertOutgoingMail } from './outgoing-queries.ts'

/** Returns the parameters for the statement that writes the message. `inSeconds` is the time until the first attempt. */
export function toMessageChannel(frozen: Frozen, inSeconds = 0): MessageChannel {
  const { inReplyToId } = frozen
  const isMail = isFrozenMail(frozen)
  const at = new Date((isMail ? Date.parse(frozen.snapshot.date) : databaseNow()) + inSeconds * 1_000).toISOString()
  if (isMail) return { email: frozen.email, delivery: queueDelivery('email', frozen.snapshot, at), channel: 'email', inReplyToId }
  const { address, channel } = frozen
  const queued = queueDelivery(channel, { to: [{ address }], cc: [], bcc: [] }, at)
  const delivery = needsSending(frozen) ? queued : changeRecipients(queued, at, () => ({ state: 'SENT' }))
  const parts = needsSending(frozen) ? undefined : frozen.parts
  return { email: null, delivery, channel, inReplyToId, ...(parts ? { parts } : {}) }
}

/**
 * Stores what goes out with a message that this transaction is about to write, and enqueues its job. Nothing is sent before the commit. Call
 * it before writing the message, which locks the tenant's counters, the last in the lock order. A message to a visitor is sent by storing it;
 * its job mails it if the visitor does not see it.
 */
export async function storeOutgoing(
  tx: Queryable,
  { tenantId, messageId }: { tenantId: Uuid; messageId: Uuid },
  frozen: Frozen,
  inSeconds = 0,
): Promise<void> {
  if (!needsSending(frozen)) {
    const { mailAfterSeconds } = frozen
    if (mailAfterSeconds !== undefined)
      await enqueue(tx, 'mail-unseen-replies', { tenantId, key: messageId, input: {}, inSeconds: mailAfterSeconds })
    return
  }
  const { inboxId, snapshot } = frozen
  const key = { tenantId, messageId, inboxId }
  if (isFrozenMail(frozen))
    await tx.rows(insertOutgoingMail, { ...key, snapshot: frozen.snapshot, idHash: toReferenceHash(frozen.snapshot.messageId) })
  else await tx.rows(insertOutgoing, { ...key, snapshot, sender: frozen.provider, deliveryId: newId() })
  await enqueue(tx, 'send-message', { tenantId, key: messageId, input: { inboxId }, inSeconds })
}

/** Undoes `storeOutgoing` in the same transaction, because the message was not written. */
export async function discardOutgoing(tx: Queryable, key: { tenantId: Uuid; messageId: Uuid }): Promise<void> {
  await tx.rows(deleteOutgoing, key)
  await cancel(tx, 'send-message', { tenantId: key.tenantId, key: key.messageId })
}
