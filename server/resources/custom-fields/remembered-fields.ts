/**
 * The fields of threads that a tenant has, remembered by this process, for the statement that creates threads: reading them first would
 * cost each creation a round trip.
 *
 * What is remembered may be outdated, so the statement itself compares `version` with the database and writes nothing when they differ
 * (`fieldsVersion`). Then the fields are learnt anew and it runs again. No row is ever deleted and the versions of rows only rise, so their
 * sum names each state of a tenant's fields.
 */
import type { Queryable, Uuid } from '../../kit/index.ts'
import type { FieldDefinition } from './check-values.ts'
import { listVersionedDefinitions } from './queries.ts'

export type RememberedFields = { version: number; fields: readonly FieldDefinition[] }

const tenantsMax = 10_000
const known = new Map<Uuid, RememberedFields>()
/** True for most tenants, which so never need to be asked for. */
const none: RememberedFields = { version: 0, fields: [] }

export function rememberedThreadFields(tenantId: Uuid): RememberedFields {
  return known.get(tenantId) ?? none
}

/** Reads them again. To be called when `version` turned out to be outdated. */
export async function learnThreadFields(db: Queryable, tenantId: Uuid): Promise<void> {
  const rows = await db.rows(listVersionedDefinitions, { tenantId, appliesTo: 'THREAD' })
  if (known.size >= tenantsMax) known.clear()
  known.set(tenantId, { version: rows[0]?.version ?? 0, fields: rows })
}
