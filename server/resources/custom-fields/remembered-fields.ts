/**
 * A per-process cache of the tenants' thread fields, for the statement that creates threads. Without the cache, every creation would need
 * one more round trip to read the fields.
 *
 * A cached entry may be outdated, so the statement compares `version` with the database and writes nothing if they differ
 * (`fieldsVersion`). Then the code reads the fields again and repeats the statement. Rows are never deleted and their versions only
 * increase, so the sum of the versions identifies each state of a tenant's fields.
 */
import type { Queryable, Uuid } from '../../kit/index.ts'
import type { FieldDefinition } from './check-values.ts'
import { listVersionedDefinitions } from './queries.ts'

export type CachedFields = { version: number; fields: readonly FieldDefinition[] }

const maxTenants = 10_000
const cache = new Map<Uuid, CachedFields>()
/** The entry of a tenant without fields. It is correct for most tenants, whose fields therefore are never read. */
const noFields: CachedFields = { version: 0, fields: [] }

export function getCachedThreadFields(tenantId: Uuid): CachedFields {
  return cache.get(tenantId) ?? noFields
}

/** Reads a tenant's fields into the cache, after a statement found that `version` is outdated. */
export async function refreshThreadFields(db: Queryable, tenantId: Uuid): Promise<void> {
  const rows = await db.rows(listVersionedDefinitions, { tenantId, appliesTo: 'THREAD' })
  if (cache.size >= maxTenants) cache.clear()
  cache.set(tenantId, { version: rows[0]?.version ?? 0, fields: rows })
}
