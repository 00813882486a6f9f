/** Keeping deliveries in shape: what a webhook holds back for too long is given up, and old deliveries are deleted. */
import type { Database } from '../../../kit/db.ts'
import type { Uuid } from '../../../kit/ids.ts'
import {
  countBacklog,
  countDisabled,
  dropEmptyTotals,
  giveUpHeld,
  lockTotals,
  pruneDeliveries,
  recountTotals,
  type Backlog,
} from './maintain-queries.ts'

/** How long a paused or disabled webhook's deliveries wait for it. */
const heldDaysMax = 7
const batch = 5_000

/** Deletes deliveries older than `days` and gives up what was held back for more than seven days, in batches with short locks. */
export async function maintainDeliveries(db: Database, tenantIds: readonly Uuid[], days: number): Promise<number> {
  let changed = 0
  for (const tenantId of tenantIds) {
    for (const clean of [
      () => db.first(giveUpHeld, { tenantId, days: heldDaysMax, batch }),
      () => db.first(pruneDeliveries, { tenantId, days, batch }),
    ]) {
      for (let last = batch; last === batch; changed += last) last = (await clean())?.changed ?? 0
    }
    await db.rows(dropEmptyTotals, { tenantId })
  }
  return changed
}

/** Counts a tenant's totals of deliveries again from its rows. Answers how many were wrong. */
export function recountDeliveries(db: Database, tenantId: Uuid): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.rows(lockTotals, {})
    return (await tx.first(recountTotals, { tenantId }))?.corrected ?? 0
  })
}

/** What waits to be sent, over all tenants: for system health and metrics. */
export async function deliveryBacklog(db: Pick<Database, 'first'>): Promise<Backlog> {
  return (await db.first(countBacklog, {})) ?? { depth: 0, oldestSeconds: null, dead: 0, behind: 0 }
}

/** How many webhooks of a tenant the service has disabled. */
export async function disabledWebhooks(db: Pick<Database, 'first'>, tenantId: Uuid): Promise<number> {
  return (await db.first(countDisabled, { tenantId }))?.count ?? 0
}
