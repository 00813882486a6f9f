/**
 * Caches the tenants' thread fields for the statement that creates threads. The cache may be stale, so the statement compares `version`
 * with the database and writes nothing if they differ (`fieldsVersion`). Then the code reads the fields again and repeats the statement.
 * Rows are never deleted and their versions only increase, so the sum of the versions identifies each state of a tenant's fields.
 */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { FieldDefinition } from './check-values.ts'
import { listVersionedDefinitions } from './queries.ts'

export type CachedFields = { version: number; fields: readonly FieldDefinition[] }

const maxTenants = 10_000
const cache = new Map<Uuid, CachedFields>()
/** Cache entry of a tenant whose fields have not been read, or that has none. */
const noFields: CachedFields = { version: 0, fields: [] }

export function getCachedThreadFields(tenantId: Uuid): CachedFields {
  return cache.get(tenantId) ?? noFields
}

/** Reads a tenant's fields into the cache. */
export async function refreshThreadFields(db: Queryable, tenantId: Uuid): Promise<void> {
  const rows = await db.rows(listVersionedDefinitions, { tenantId, appliesTo: 'THREAD' })
  if (cache.size >= maxTenants) cache.clear()
  cache.set(tenantId, { version: rows[0]?.version ?? 0, fields: rows })
}
