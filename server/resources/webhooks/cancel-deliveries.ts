/** Cancels the pending deliveries of a webhook in batches, so that each statement stays short. The caller holds the webhook's row lock. */
import type { Queryable, Uuid } from '../../kit/index.ts'
import { giveUpWaiting } from './queries.ts'

const batch = 10_000

/** Cancels everything that a webhook has missed, except tests, which do not depend on its status. */
export async function giveUpAll(tx: Queryable, tenantId: Uuid, webhookId: Uuid): Promise<void> {
  const given = { tenantId, webhookId, tests: false, reason: 'Given up when the webhook was enabled.', batch }
  for (let last = batch; last === batch; ) last = (await tx.first(giveUpWaiting, given))?.changed ?? 0
}

/** Cancels the deliveries of a webhook that is being deleted. A long queue is left to the background work; it is not sent any more. */
export async function giveUpDeleted(tx: Queryable, tenantId: Uuid, webhookId: Uuid): Promise<void> {
  await tx.rows(giveUpWaiting, { tenantId, webhookId, tests: true, reason: 'Given up: the webhook was deleted.', batch })
}
