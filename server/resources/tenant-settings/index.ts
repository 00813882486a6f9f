/**
 * Settings of a tenant. They are columns of the tenant's row (listed in `tenants/settings-queries.ts`), so that SQL statements can use
 * the current values. Other code reads them with `tenants/settings.ts`. A change emits an event, which enqueues the jobs that depend on
 * the setting.
 */
import { module } from '#kit/module.ts'
import { tenantUpdated } from './events.ts'
import { getTenantSettings } from './get-tenant-settings.ts'
import { references, updateTenantSettings } from './update-tenant-settings.ts'

export { tenantUpdated } from './events.ts'

export const tenantSettings = module({
  name: 'tenant-settings',
  description: 'The settings of your tenant.',
  endpoints: [getTenantSettings, updateTenantSettings],
  events: [tenantUpdated],
  references: [references],
  targets: { tenant: 'ten' },
})
