import { createPresenter } from '#kit/present.ts'
import { defineEvent } from '#platform/outbox/events.ts'
import type { SettingsRecord } from './queries.ts'
import { TenantSettings } from './schema.ts'

export const toSettings: (record: SettingsRecord) => ReturnType<ReturnType<typeof createPresenter<typeof TenantSettings>>> =
  createPresenter(TenantSettings)

export const tenantUpdated = defineEvent<SettingsRecord, typeof TenantSettings>({
  type: 'tenant.updated',
  description: 'A setting of the tenant changed.',
  scope: 'settings:read',
  object: TenantSettings,
  previous: { autoCloseDays: 14 },
  present: toSettings,
})
