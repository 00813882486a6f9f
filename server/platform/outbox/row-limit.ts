/**
 * Limits on the rows that configure a tenant: `limit: { of: 'teams', atMost: 1_000 }` of a resource. Work that looks at all of them, such as
 * choosing the SLA policy of a new thread, stays cheap for the tenant and for its neighbours (decision 66).
 */
import { statement, type Queryable, type Statement } from '../db.ts'
import { ApiError, catalogLimitReached } from '../errors.ts'
import type { Uuid } from '../ids.ts'

export type RowLimit = {
  /** The rows in plain words: `SLA policies`. */
  of: string
  atMost: number
  /** The field with the person whose rows are counted, where each person has their own; otherwise the tenant's are counted. */
  per?: 'ownerId'
  /** SQL that is true of the rows that count. Without it all do, archived ones too: these can be restored. */
  only?: string
}

/** The limit of a resource, or why it has none: because its rows are the tenant's data, or the service makes them itself. */
export type LimitOfRows = RowLimit | { none: string }

/** Rows of one table that were inserted, and whose number is checked before the commit. */
export type RowsToCount = { table: string; limit: RowLimit; ownerId: Uuid | null }

/** `A tenant has at most 1,000 teams.` */
export function sentenceOf({ of, atMost, per }: RowLimit): string {
  return `A ${per ? 'user' : 'tenant'} has at most ${atMost.toLocaleString('en')} ${of}.`
}

/**
 * Throws SVC-CATALOG-LIMIT_REACHED when there are more rows than the limit. It is called after the rows were inserted, as the last before the
 * ledger: the tenant's counters are locked first, so of transactions that insert at the same time each counts what the others committed.
 */
export async function checkRowLimit(tx: Queryable, tenantId: Uuid, { table, limit, ownerId }: RowsToCount): Promise<void> {
  await tx.rows(lockCounters, { tenantId })
  const counted = await tx.first(countStatement(table, limit), { tenantId, ownerId, bound: limit.atMost + 1 })
  if ((counted?.count ?? 0) <= limit.atMost) return
  throw new ApiError(catalogLimitReached, { message: `${sentenceOf(limit)} Delete an unused one before you create another.` })
}

const lockCounters = statement<{ tenantId: Uuid }, object>(
  'select 1 from tenant_counters where tenant_id = :tenantId::uuid for no key update',
)

type CountParams = { tenantId: Uuid; ownerId: Uuid | null; bound: number }
const statements = new Map<string, Statement<CountParams, { count: number }>>()

/** Counts up to `bound` only: tenants from before the limit may have many more. */
function countStatement(table: string, { per, only }: RowLimit): Statement<CountParams, { count: number }> {
  const known = statements.get(table)
  if (known) return known
  const owned = per ? ' and owner_id = :ownerId::uuid' : ''
  const made = statement<CountParams, { count: number }>(
    `select count(*) as count from (select 1 from ${table} where tenant_id = :tenantId::uuid${owned}${only ? ` and ${only}` : ''} limit :bound) counted`,
  )
  statements.set(table, made)
  return made
}
