/** Creates deliveries from events: exactly one per event and subscribed webhook. */
import type { Database } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { declaredEvents } from '#platform/outbox/events.ts'
import { webhookTest } from '../events.ts'
import { findEventsAfter, fanOut, lockCursor, findSubscriptions, type FanOutDelivery } from './queries.ts'

const maxEvents = 500
/**
 * Approximate maximum number of deliveries per transaction, so that a tenant with many webhooks and a long backlog does not block the
 * others.
 */
const maxDeliveries = 250

/**
 * Creates the deliveries for a tenant's next events and returns the affected webhooks. Returns null when there are no new events or another
 * worker has locked the tenant's cursor. Throws LockTimeoutError when a webhook of the tenant stays locked for too long.
 */
export function fanOutTenant(db: Database, tenantId: Uuid): Promise<Uuid[] | null> {
  return db.background(tenantId, async (tx) => {
    const cursor = await tx.first(lockCursor, { tenantId })
    if (!cursor) return null
    const addressed = declaredEvents().flatMap(({ type, addressed: isAddressed }) => (isAddressed ? [type] : []))
    const webhooks = await tx.rows(findSubscriptions, { tenantId })
    const limit = Math.min(maxEvents, Math.ceil(maxDeliveries / Math.max(1, webhooks.length)))
    const events = await tx.rows(findEventsAfter, { tenantId, sequence: cursor.sequence, limit, addressed })
    const last = events.at(-1)
    if (!last) return null
    const deliveries: FanOutDelivery[] = events.flatMap(({ id: eventId, sequence, type, createdAt, addressee }) =>
      // A test only goes to the tested webhook, and `testWebhook` has already created that delivery.
      type === webhookTest.type
        ? []
        : webhooks
            .filter(({ id, events: wanted, fromSequence }) => {
              if (addressed.includes(type)) return id === addressee
              return sequence > fromSequence && (wanted.includes(type) || wanted.includes('*'))
            })
            .map(({ id: webhookId }) => ({ id: newId(), webhookId, sequence, eventId, type, createdAt })),
    )
    await tx.rows(fanOut, { tenantId, deliveries, sequence: last.sequence })
    return [...new Set(deliveries.map(({ webhookId }) => webhookId))]
  })
}
