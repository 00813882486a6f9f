/**
 * Reads a tenant's settings. Statements that need one read it from the tenant's row. All other code reads them here: a request
 * has them in its principal, cached together with its key (for a second at most, and not at all after a change by this
 * process); work without a caller queries the database.
 */
import type { Principal, Queryable, Uuid } from '../../kit/index.ts'
import { findSettings, type TenantSettings } from './settings-queries.ts'

/** The settings of the caller's tenant. */
export function settingsOf({ tenant }: Pick<Principal, 'tenant'>): TenantSettings {
  // Safe because `callerColumns`, which every credential is looked up with, reads them by `settingsColumns`.
  return tenant.settings as TenantSettings
}

/** The settings as they are now, in the caller's transaction if it has one. Null when the tenant was deleted. */
export function readSettings(db: Queryable, tenantId: Uuid): Promise<TenantSettings | null> {
  return db.first(findSettings, { tenantId })
}
