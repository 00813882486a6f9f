/** What operators do to a tenant as a whole: suspend, resume, delete. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, type Queryable, type RemovedRows, removeTenantRows, type Uuid } from '../../kit/index.ts'
import { setStatus } from './queries.ts'

/** Longer than any process caches that the tenant was active (platform/remember.ts, platform/jobs/suspended-tenants.ts). */
const noticedMs = 1_200

/** Within a second every process refuses its requests and pauses its background work. Returns false if it was suspended already. */
export async function suspendTenant(tx: Queryable, tenantId: Uuid): Promise<boolean> {
  return (await tx.first(setStatus, { tenantId, status: 'SUSPENDED' })) !== null
}

/** Returns false when it was active already. */
export async function resumeTenant(tx: Queryable, tenantId: Uuid): Promise<boolean> {
  return (await tx.first(setStatus, { tenantId, status: 'ACTIVE' })) !== null
}

/**
 * Deletes everything of a tenant. Its counters are deleted first: writes under way need that row and are rolled back without it. Its slug
 * is deleted last, so that an interrupted deletion can be repeated. `removeFiles` deletes the files of rooms outside the database.
 */
export async function removeTenant(
  db: Database,
  tenantId: Uuid,
  removeFiles: () => Promise<number>,
): Promise<{ rows: RemovedRows; files: number }> {
  await suspendTenant(db, tenantId)
  await sleep(noticedMs)
  const files = await removeFiles()
  const rows = await removeTenantRows(db, tenantId, { first: 'tenant_counters', last: ['tenant_slugs', 'tenants'] })
  return { rows, files }
}
