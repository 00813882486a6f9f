/**
 * A per-process cache of the tenants' thread fields, for the statement that creates threads: reading them first would cost every creation
 * a round trip.
 *
 * The cache may be outdated, so the statement compares `version` with the database and writes nothing when they differ
 * (`fieldsVersion`). Then the fields are read again and the statement is repeated. Rows are never deleted and their versions only
 * increase, so the sum of the versions identifies each state of a tenant's fields.
 */
import type { Queryable, Uuid } from '../../kit/index.ts'
import type { FieldDefinition } from './check-values.ts'
import { listVersionedDefinitions } from './queries.ts'

export type RememberedFields = { version: number; fields: readonly FieldDefinition[] }

const tenantsMax = 10_000
const known = new Map<Uuid, RememberedFields>()
/** Correct for most tenants, which have no fields and therefore never need to be read. */
const none: RememberedFields = { version: 0, fields: [] }

export function rememberedThreadFields(tenantId: Uuid): RememberedFields {
  return known.get(tenantId) ?? none
}

/** Reads the fields again. Called when `version` turned out to be outdated. */
export async function learnThreadFields(db: Queryable, tenantId: Uuid): Promise<void> {
  const rows = await db.rows(listVersionedDefinitions, { tenantId, appliesTo: 'THREAD' })
  if (known.size >= tenantsMax) known.clear()
  known.set(tenantId, { version: rows[0]?.version ?? 0, fields: rows })
}
