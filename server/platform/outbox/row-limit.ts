/**
 * Limits on the rows that configure a tenant: `limit: { of: 'teams', atMost: 1_000 }` of a resource. They bound the cost of work that reads
 * all such rows, such as choosing the SLA policy of a new thread (decision 66).
 */
import { statement, type Queryable, type Statement } from '../db.ts'
import { ApiError, catalogLimitReached, type ErrorDeclaration } from '../errors.ts'
import type { Uuid } from '../ids.ts'

export type RowLimit = {
  /** Plural noun for people: `SLA policies`. */
  of: string
  atMost: number
  /** The owner field, for rows that belong to users. The limit is then per user rather than per tenant. */
  per?: 'ownerId'
  /** SQL condition for the rows to count. By default all rows count, including archived ones, because they can be restored. */
  only?: string
  /** Error that replaces SVC-CATALOG-LIMIT_REACHED. */
  error?: ErrorDeclaration
  /** Advice that replaces the default advice to delete a row. */
  remedy?: string
}

/** Limit of a resource, or the reason for having none: its rows are the tenant's data, or only the service creates them. */
export type LimitOfRows = RowLimit | { none: string }

/** A table with new rows to count before the commit. */
export type RowsToCount = { table: string; limit: RowLimit; ownerId: Uuid | null }

/** Formats the limit as a sentence: `A tenant has at most 1,000 teams.` */
export function toLimitSentence({ of, atMost, per }: RowLimit): string {
  return `A ${per ? 'user' : 'tenant'} has at most ${atMost.toLocaleString('en')} ${of}.`
}

/**
 * Throws SVC-CATALOG-LIMIT_REACHED if there are more rows than the limit. Call it after inserting the rows, right before the ledger
 * statement. Locks the tenant's counters first, so that concurrent transactions count each other's committed rows.
 */
export async function checkRowLimit(tx: Queryable, tenantId: Uuid, { table, limit, ownerId }: RowsToCount): Promise<void> {
  await tx.rows(lockCounters, { tenantId })
  const counted = await tx.first(countStatement(table, limit), { tenantId, ownerId, bound: limit.atMost + 1 })
  if ((counted?.count ?? 0) <= limit.atMost) return
  throw new ApiError(limit.error ?? catalogLimitReached, {
    message: `${toLimitSentence(limit)} ${limit.remedy ?? 'Delete an unused one before you create another.'}`,
  })
}

const lockCounters = statement<{ tenantId: Uuid }, object>(
  'select 1 from tenant_counters where tenant_id = :tenantId::uuid for no key update',
)

type CountParams = { tenantId: Uuid; ownerId: Uuid | null; bound: number }
const statements = new Map<string, Statement<CountParams, { count: number }>>()

/** Returns the statement that counts at most `bound` rows, because a tenant from before the limit may have many more. */
function countStatement(table: string, { per, only }: RowLimit): Statement<CountParams, { count: number }> {
  const key = `${table} ${only ?? ''}`
  const known = statements.get(key)
  if (known) return known
  const owned = per ? ' and owner_id = :ownerId::uuid' : ''
  const made = statement<CountParams, { count: number }>(
    `select count(*) as count from (select 1 from ${table} where tenant_id = :tenantId::uuid${owned}${only ? ` and ${only}` : ''} limit :bound) counted`,
  )
  statements.set(key, made)
  return made
}
