import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { toSettings } from './events.ts'
import { findRecord } from './queries.ts'
import { TenantSettings } from './schema.ts'

export const getTenantSettings = endpoint.read({
  operationId: 'getTenantSettings',
  path: '/tenant/settings',
  tag: 'tenant-settings',
  scope: 'settings:read',
  summary: 'Get the settings of your tenant',
  description: 'Returns the tenant’s settings, with defaults for settings that were never changed.',
  responds: { 200: item(TenantSettings, 'The settings') },
  etag: true,
  present: toSettings,
  handle: async ({ db, principal: { tenantId } }) => ({ status: 200, record: await fetchOne(db, findRecord, { tenantId }) }),
})
