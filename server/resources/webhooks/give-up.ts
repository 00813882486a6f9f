/** Gives up the waiting deliveries of a webhook in batches, so that each statement stays short. The caller holds the webhook's row. */
import type { Queryable } from '../../kit/db.ts'
import type { Uuid } from '../../kit/ids.ts'
import { giveUpWaiting } from './queries.ts'

const batch = 10_000

/** All that a webhook has missed; tests, which wait for nobody, stay. */
export async function giveUpAll(tx: Queryable, tenantId: Uuid, webhookId: Uuid): Promise<void> {
  const given = { tenantId, webhookId, tests: false, reason: 'Given up when the webhook was enabled.', batch }
  for (let last = batch; last === batch; ) last = (await tx.first(giveUpWaiting, given))?.changed ?? 0
}

/** What a webhook that is being deleted has not been sent. A long queue is left to the upkeep; nothing of it is sent any more. */
export async function giveUpDeleted(tx: Queryable, tenantId: Uuid, webhookId: Uuid): Promise<void> {
  await tx.rows(giveUpWaiting, { tenantId, webhookId, tests: true, reason: 'Given up: the webhook was deleted.', batch })
}
