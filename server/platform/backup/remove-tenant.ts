/** Deletes all rows of a tenant, of whatever tables there are. */
import { statement, type Database, type Queryable } from '../db.ts'
import type { Uuid } from '../ids.ts'
import { findTables, inOrderOfReferences, quoted, type TableFact } from './catalog-queries.ts'

const batchSize = 5_000

export type RemovedRows = Record<string, number>

/**
 * Deletes the tenant's rows in short transactions, and those of `last` with whatever has been written meanwhile in one at the end. So a
 * deletion that is interrupted can be repeated for as long as the tenant is found. The tenant must be suspended.
 */
export async function removeTenantRows(
  db: Database,
  tenantId: Uuid,
  { first, last }: { first: string; last: readonly string[] },
): Promise<RemovedRows> {
  // Rows that refer to others before those.
  const tables = inOrderOfReferences((await db.rows(findTables, {})).filter(({ columns }) => columns.includes('tenant_id'))).toReversed()
  const early = tables.filter(({ name }) => name !== first && !last.includes(name))
  const removed: RemovedRows = {}
  const remove = async (tx: Queryable, table: Pick<TableFact, 'name'>): Promise<void> => {
    for (let batch = batchSize; batch === batchSize; ) {
      batch = (await tx.first(removeBatch(table.name), { tenantId }))?.removed ?? 0
      removed[table.name] = (removed[table.name] ?? 0) + batch
    }
  }
  await remove(db, { name: first })
  for (const table of early) await remove(db, table)
  await db.transaction(async (tx) => {
    for (const table of tables) await remove(tx, table)
  })
  return removed
}

function removeBatch(table: string): ReturnType<typeof statement<{ tenantId: Uuid }, { removed: number }>> {
  const name = quoted(table)
  return statement<{ tenantId: Uuid }, { removed: number }>(`with gone as (
    delete from ${name} where tenant_id = :tenantId::uuid
      and ctid = any (array(select ctid from ${name} where tenant_id = :tenantId::uuid limit ${batchSize})) returning tenant_id)
    select count(*) as removed from gone`)
}
