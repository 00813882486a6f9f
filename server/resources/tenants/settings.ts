/**
 * Reading a tenant's settings. Statements that need one read it in the tenant's row themselves. Everybody else reads them here: a request
 * finds them in its principal, where they are as old as what is known of its key (a second at most, and nothing after a change by this
 * process); work without a caller asks the database.
 */
import type { Queryable } from '../../kit/db.ts'
import type { Uuid } from '../../kit/ids.ts'
import type { Principal } from '../../kit/principal.ts'
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
