/** Suspends, resumes and deletes tenants, for operators. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type RemovedRows, removeTenantRows } from '#platform/backup/remove-tenant.ts'
import type { Database, Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { setStatus } from './queries.ts'

/** Milliseconds after which no process still caches the tenant as active (platform/remember.ts, platform/jobs/suspended-tenants.ts). */
const activeCacheMs = 1_200

/** Suspends a tenant. Within a second every process rejects its requests and pauses its jobs. Returns false if it was already suspended. */
export async function suspendTenant(tx: Queryable, tenantId: Uuid): Promise<boolean> {
  return (await tx.first(setStatus, { tenantId, status: 'SUSPENDED' })) !== null
}

/** Resumes a tenant. Returns false if it was already active. */
export async function resumeTenant(tx: Queryable, tenantId: Uuid): Promise<boolean> {
  return (await tx.first(setStatus, { tenantId, status: 'ACTIVE' })) !== null
}

/**
 * Deletes all data of a tenant. The counters row goes first: concurrent writes need it and are rolled back without it. The slug goes last,
 * so that an interrupted deletion can be repeated. `removeFiles` deletes files outside the database.
 */
export async function removeTenant(
  db: Database,
  tenantId: Uuid,
  removeFiles: () => Promise<number>,
): Promise<{ rows: RemovedRows; files: number }> {
  await suspendTenant(db, tenantId)
  await sleep(activeCacheMs)
  const files = await removeFiles()
  const rows = await removeTenantRows(db, tenantId, { first: 'tenant_counters', last: ['tenant_slugs', 'tenants'] })
  return { rows, files }
}
