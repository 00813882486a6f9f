/** Creates deliveries from events: exactly one for each event and each webhook subscribed to it. */
import { type Database, newId, type Uuid } from '../../../kit/index.ts'
import { webhookTest } from '../events.ts'
import { eventsAfter, fanOut, lockCursor, subscriptions, type FannedOut } from './queries.ts'

const eventsMax = 500
/** Deliveries created at once: a tenant with many webhooks and a long backlog alternates with the others. */
const deliveriesMax = 250

/**
 * Turns a tenant's next events into deliveries and returns the webhooks that got some; null when there was nothing to do, or when another
 * worker has locked the tenant's cursor. Throws LockTimeoutError when a webhook of the tenant stays locked for long.
 */
export function fanOutTenant(db: Database, tenantId: Uuid): Promise<Uuid[] | null> {
  return db.transaction(async (tx) => {
    const cursor = await tx.first(lockCursor, { tenantId })
    if (!cursor) return null
    const webhooks = await tx.rows(subscriptions, { tenantId })
    const limit = Math.min(eventsMax, Math.ceil(deliveriesMax / Math.max(1, webhooks.length)))
    const events = await tx.rows(eventsAfter, { tenantId, sequence: cursor.sequence, limit })
    const last = events.at(-1)
    if (!last) return null
    const deliveries: FannedOut[] = events.flatMap(({ id: eventId, sequence, type, createdAt }) =>
      // A test is only sent to the tested webhook, for which its delivery already exists.
      type === webhookTest.type
        ? []
        : webhooks
            .filter(({ events: wanted, fromSequence }) => sequence > fromSequence && (wanted.includes(type) || wanted.includes('*')))
            .map(({ id: webhookId }) => ({ id: newId(), webhookId, sequence, eventId, type, createdAt })),
    )
    await tx.rows(fanOut, { tenantId, deliveries, sequence: last.sequence })
    return [...new Set(deliveries.map(({ webhookId }) => webhookId))]
  })
}
