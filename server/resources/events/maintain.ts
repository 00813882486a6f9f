/** Maintenance of the outbox: pre-counts events by type, and deletes old events. */
import type { Database, Queryable, Uuid } from '../../kit/index.ts'
import { lockRollUp, lockTypeTotals, pruneEvents, recountTypes, rollUp, tenantsToRollUp } from './queries.ts'

const tailMax = 2_000
const stretch = 20_000
const pruneBatch = 5_000

/** Counts new events of every tenant that has many uncounted ones. */
export async function rollUpEvents(db: Database, tail: number = tailMax): Promise<void> {
  for (let tenants = await db.rows(tenantsToRollUp, { tail }); tenants.length > 0; tenants = await db.rows(tenantsToRollUp, { tail })) {
    for (const { tenantId } of tenants) await db.transaction((tx) => rollUpTenant(tx, tenantId))
  }
}

/** Counts the next range of a tenant's events. Must run in a transaction: the lock keeps two workers from counting a range twice. */
export async function rollUpTenant(tx: Queryable, tenantId: Uuid): Promise<void> {
  const at = await tx.first(lockRollUp, { tenantId })
  await tx.rows(rollUp, { tenantId, from: at?.sequence ?? 0, stretch })
}

/** Deletes a batch of a tenant's events that are older than `days` and counted, with short locks. */
export async function pruneTenant(db: Queryable, tenantId: Uuid, days: number): Promise<{ pruned: number; isMore: boolean }> {
  const pruned = (await db.first(pruneEvents, { tenantId, days, batch: pruneBatch }))?.pruned ?? 0
  return { pruned, isMore: pruned === pruneBatch }
}

/** Recounts a tenant's event totals from its rows. Returns how many were wrong. */
export function recountEvents(db: Database, tenantId: Uuid): Promise<number> {
  return db.transaction(async (tx) => {
    const at = await tx.first(lockRollUp, { tenantId })
    await tx.rows(lockTypeTotals, { tenantId })
    return (await tx.first(recountTypes, { tenantId, to: at?.sequence ?? 0 }))?.corrected ?? 0
  })
}
