/**
 * Builds ThreadRecords from rows of single-table statements, as `threadColumnsSql` does in one statement. Each table is read later than the
 * threads, so a record can show a change to a label, customer or user that was committed after the thread was read.
 */
import { erasedEmail } from '#kit/privacy/holding.ts'
import type { Queryable, Statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { readCurrentCustomers } from '../../customers/index.ts'
import { findAssigneeNames, findClocks, findLabelNames, findMergeRoots, type ThreadRow } from './part-queries.ts'
import type { ThreadRecord } from '../record/queries.ts'

/** Returns the records of threads, in one round trip unless a customer was merged. */
export async function completeThreads<Row extends ThreadRow>(
  db: Queryable,
  tenantId: Uuid,
  rows: readonly Row[],
): Promise<(Row & ThreadRecord)[]> {
  const find = <Found extends { id: Uuid }>(
    query: Statement<{ tenantId: Uuid; ids: readonly Uuid[] }, Found>,
    keys: (row: Row) => readonly (Uuid | null)[],
  ): Promise<Map<Uuid, Found>> => findByIds(db, query, tenantId, rows.flatMap(keys))
  const [customers, assignees, labels, roots, clocks] = await Promise.all([
    readCurrentCustomers(db, tenantId, new Set(rows.map(({ customerId }) => customerId))),
    find(findAssigneeNames, ({ assigneeId }) => [assigneeId]),
    find(findLabelNames, ({ labelIds }) => labelIds),
    find(findMergeRoots, ({ id, mergedInto }) => [mergedInto && id]),
    find(findClocks, ({ id, timed }) => [timed ? id : null]),
  ])
  return rows.map((row) => {
    const customer = customers.get(row.customerId)
    const timing = clocks.get(row.id)
    return {
      ...row,
      customerId: customer?.id ?? row.customerId,
      customerEmail: customer?.email ?? erasedEmail,
      customerName: customer?.name ?? null,
      assigneeName: (row.assigneeId && assignees.get(row.assigneeId)?.name) ?? null,
      labels: row.labelIds.flatMap((id) => labels.get(id) ?? []),
      mergedInto: row.mergedInto && (roots.get(row.id)?.rootId ?? row.mergedInto),
      sla: timing ? { at: timing.at, clocks: timing.clocks, termsId: timing.termsId } : null,
    }
  })
}

/** Returns rows by id. Reads nothing for an empty list. */
async function findByIds<Found extends { id: Uuid }>(
  db: Queryable,
  query: Statement<{ tenantId: Uuid; ids: readonly Uuid[] }, Found>,
  tenantId: Uuid,
  keys: readonly (Uuid | null)[],
): Promise<Map<Uuid, Found>> {
  const ids = [...new Set(keys)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  return new Map((await db.rows(query, { tenantId, ids })).map((found) => [found.id, found]))
}
