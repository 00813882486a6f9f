import { endpoint, item, fetchOne } from '../../kit/index.ts'
import { toSettings } from './events.ts'
import { findRecord } from './queries.ts'
import { TenantSettings } from './schema.ts'

export const getTenantSettings = endpoint({
  operationId: 'getTenantSettings',
  method: 'GET',
  path: '/tenant/settings',
  tag: 'tenant-settings',
  scope: 'settings:read',
  summary: 'Get the settings of your tenant',
  description: 'What your tenant has decided for itself, with the defaults where it has decided nothing.',
  responds: { 200: item(TenantSettings, 'The settings') },
  etag: true,
  present: toSettings,
  handle: async ({ db, principal: { tenantId } }) => ({ status: 200, record: await fetchOne(db, findRecord, { tenantId }) }),
})
