/** Cancels a webhook's waiting deliveries in batches, which keeps each statement short. The caller must have locked the webhook's row. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { cancelWaitingDeliveries } from './delivery-queries.ts'

const batch = 10_000

/** Cancels the deliveries that a webhook missed while inactive. Keeps test deliveries, which are sent regardless of the webhook's status. */
export async function cancelMissedDeliveries(tx: Queryable, tenantId: Uuid, webhookId: Uuid): Promise<void> {
  const given = { tenantId, webhookId, tests: false, reason: 'Given up when the webhook was enabled.', batch }
  for (let last = batch; last === batch; ) last = (await tx.first(cancelWaitingDeliveries, given))?.changed ?? 0
}

/** Cancels the first batch of deliveries of a webhook that is being deleted. A job cancels the others, which are not sent either. */
export async function cancelDeliveriesOfDeleted(tx: Queryable, tenantId: Uuid, webhookId: Uuid): Promise<void> {
  await tx.rows(cancelWaitingDeliveries, { tenantId, webhookId, tests: true, reason: 'Given up: the webhook was deleted.', batch })
}
