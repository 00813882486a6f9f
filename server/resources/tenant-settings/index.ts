/**
 * Settings: what a tenant decides for itself. They are columns of the tenant's row (`tenants/settings-queries.ts` says which), so that a
 * statement can use one as it is at that moment; everybody else reads them by `tenants/settings.ts`. A change is followed by the work that
 * it makes due.
 */
import { room } from '../../kit/index.ts'
import { tenantUpdated } from './events.ts'
import { getTenantSettings } from './get-tenant-settings.ts'
import { updateTenantSettings } from './update-tenant-settings.ts'

export { tenantUpdated } from './events.ts'

export const tenantSettings = room({
  name: 'tenant-settings',
  description: 'What your tenant decides for itself.',
  endpoints: [getTenantSettings, updateTenantSettings],
  events: [tenantUpdated],
  targets: { tenant: 'ten' },
})
