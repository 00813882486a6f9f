/** Deletes all rows of a tenant in all tables. */
import { statement, type Database, type Queryable } from '../db.ts'
import type { Uuid } from '../ids.ts'
import { findTables, sortByReferences, quoteName, type TableFact } from './catalog-queries.ts'

const batchSize = 5_000

export type RemovedRows = Record<string, number>

/**
 * Deletes the tenant's rows in short transactions, starting with the table `first`. The last transaction deletes the rows in the tables
 * `last` and rows written in the meantime. `last` contains the tenant itself, so that an interrupted deletion finds the tenant and can be
 * repeated. The tenant must be suspended.
 */
export async function removeTenantRows(
  db: Database,
  tenantId: Uuid,
  { first, last }: { first: string; last: readonly string[] },
): Promise<RemovedRows> {
  // Delete from referencing tables first, because PostgreSQL checks foreign keys.
  const tables = sortByReferences((await db.rows(findTables, {})).filter(({ columns }) => columns.includes('tenant_id'))).toReversed()
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
  const name = quoteName(table)
  return statement<{ tenantId: Uuid }, { removed: number }>(`with gone as (
    delete from ${name} where tenant_id = :tenantId::uuid
      and ctid = any (array(select ctid from ${name} where tenant_id = :tenantId::uuid limit ${batchSize})) returning tenant_id)
    select count(*) as removed from gone`)
}
