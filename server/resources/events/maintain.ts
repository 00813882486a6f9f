/** Maintains the outbox: counts events by type in advance, and deletes old events. */
import type { Database, Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { readerNames } from '#platform/outbox/readers.ts'
import { lockRollUp, lockTypeTotals, pruneEvents, recountTypes, rollUp, findTenantsToRollUp } from './queries.ts'

const maxUncounted = 2_000
const stretch = 20_000
const pruneBatch = 5_000

/** Counts the new events of every tenant that has more than `tail` uncounted events. */
export async function rollUpEvents(db: Database, tail: number = maxUncounted): Promise<void> {
  for (
    let tenants = await db.rows(findTenantsToRollUp, { tail });
    tenants.length > 0;
    tenants = await db.rows(findTenantsToRollUp, { tail })
  ) {
    for (const { tenantId } of tenants) await db.background(tenantId, (tx) => rollUpTenant(tx, tenantId))
  }
}

/** Counts the next range of a tenant's events. Must run in a transaction: a lock prevents two workers from counting the same range. */
export async function rollUpTenant(tx: Queryable, tenantId: Uuid): Promise<void> {
  const at = await tx.first(lockRollUp, { tenantId })
  await tx.rows(rollUp, { tenantId, from: at?.sequence ?? 0, stretch })
}

/**
 * Deletes a batch of a tenant's events that are older than `days`, counted, and read by all readers. Batches keep the locks short. `isHeld`
 * is true when other events of the batch are old enough, but not yet counted or read.
 */
export async function pruneTenant(
  db: Queryable,
  tenantId: Uuid,
  days: number,
): Promise<{ pruned: number; isMore: boolean; isHeld: boolean }> {
  const { pruned = 0, held = 0 } = (await db.first(pruneEvents, { tenantId, days, batch: pruneBatch, ...readerNames() })) ?? {}
  return { pruned, isMore: pruned === pruneBatch, isHeld: held > 0 }
}

/** Recounts a tenant's event totals from its rows. Returns how many were wrong. */
export function recountEvents(db: Database, tenantId: Uuid): Promise<number> {
  return db.transaction(async (tx) => {
    const at = await tx.first(lockRollUp, { tenantId })
    await tx.rows(lockTypeTotals, { tenantId })
    return (await tx.first(recountTypes, { tenantId, to: at?.sequence ?? 0 }))?.corrected ?? 0
  })
}
