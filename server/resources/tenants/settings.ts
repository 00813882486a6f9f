/**
 * Reads a tenant's settings. SQL statements read them from the tenant's row; all other code uses these functions. A request has them in its
 * principal, which is cached for at most a second and invalidated when this process changes the settings. Jobs query the database.
 */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Principal } from '#platform/principal.ts'
import { findSettings, type TenantSettings } from './settings-queries.ts'

/** Returns the settings of the caller's tenant. */
export function getSettings({ tenant }: Pick<Principal, 'tenant'>): TenantSettings {
  // Safe because every credential look-up reads `callerColumns`, which include `settingsColumns`.
  return tenant.settings as TenantSettings
}

/** Reads the current settings from the database. Null when the tenant was deleted. */
export function readSettings(db: Queryable, tenantId: Uuid): Promise<TenantSettings | null> {
  return db.first(findSettings, { tenantId })
}
