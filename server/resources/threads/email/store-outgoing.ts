/** Stores a frozen mail with its message, in the transaction of the message. */
import { enqueue, type Queryable, type Uuid } from '../../../kit/index.ts'
import { type MailSnapshot, toReferenceHash } from '../../mail/index.ts'
import type { StoredEmail } from '../messages/message-email-schema.ts'
import type { MessageMail } from '../write-queries.ts'
import { queueDelivery } from './delivery.ts'
import { insertOutgoing } from './outgoing-queries.ts'

/** A mail whose recipients and headers will not change any more: what the API shows of it, and what its bytes are composed from. */
export type FrozenMail = {
  readonly email: StoredEmail
  readonly snapshot: MailSnapshot
  readonly inboxId: Uuid
  readonly inReplyToId: Uuid | null
}

/** Returns what the statement that writes the message stores of its mail. */
export function toMessageMail({ email, snapshot, inReplyToId }: FrozenMail): MessageMail {
  return { email, delivery: queueDelivery(snapshot, snapshot.date), channel: 'email', inReplyToId }
}

/** Stores the mail of a message that this transaction has written, and enqueues its job. Nothing is sent before the commit. */
export async function storeOutgoing(
  tx: Queryable,
  { tenantId, messageId }: { tenantId: Uuid; messageId: Uuid },
  { snapshot, inboxId }: FrozenMail,
): Promise<void> {
  await tx.rows(insertOutgoing, { tenantId, messageId, inboxId, snapshot, idHash: toReferenceHash(snapshot.messageId) })
  await enqueue(tx, 'send-message', { tenantId, key: messageId })
}
