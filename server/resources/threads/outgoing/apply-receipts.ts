/** Applies what a recipient's program reports about many replies at once. */
import { databaseNowIso } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { messageDeliveryChanged } from '../record/events.ts'
import { changeRecipients } from './delivery.ts'
import { lockUnreported, setDeliveries } from './outgoing-queries.ts'

/** Maximum number of replies that one report changes. A later report changes the others. */
const maxReplies = 200

/**
 * Raises the state of the replies in a thread that went to an address, up to a time. States only rise; SEEN implies DELIVERED. Emits an event
 * for each reply that changes.
 */
export async function applyReceipts(
  { tx, effects, tenantId }: { readonly tx: Queryable; readonly effects: Pick<Effects, 'emit'>; readonly tenantId: Uuid },
  { threadId, address, through, state }: { threadId: Uuid; address: string; through: string; state: 'DELIVERED' | 'SEEN' },
): Promise<void> {
  const isSeen = state === 'SEEN'
  const found = await tx.rows(lockUnreported, { tenantId, threadId, address, through, isSeen, limit: maxReplies })
  if (found.length === 0) return
  const now = databaseNowIso()
  const changes = found.map(({ id, delivery }) => ({
    id,
    delivery: changeRecipients(delivery, now, (recipient) =>
      recipient.address === address ? { state: 'DELIVERED', ...(isSeen ? { seenAt: recipient.seenAt ?? now } : {}) } : null,
    ),
  }))
  const earlier = new Map(found.map(({ id, delivery }) => [id, delivery]))
  for (const record of await tx.rows(setDeliveries, { tenantId, threadId, changes }))
    effects.emit(messageDeliveryChanged, record.id, record, { delivery: earlier.get(record.id) ?? null })
}
