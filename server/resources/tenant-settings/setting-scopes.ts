/** Scopes that settings require in addition to `settings:admin`, because they make the service send, change, delete or reveal data. */
import { findSettingNeeds, type Need, requireNeeds, type SettingScopes } from '#kit/require-scopes.ts'
import type { KeyScope, Principal } from '#platform/principal.ts'
import type { TenantSettings } from '../tenants/index.ts'

const harmless: readonly KeyScope[] = []
/** Scope for changing threads, and writing to customers. */
const actsOnThreads: readonly KeyScope[] = ['threads:write']
/** Scope for reading threads, whose texts appear on the screens of phones. */
const readsThreads: readonly KeyScope[] = ['threads:read']
/** Scopes of the data that AI operations may send to a model. */
const sentToModels: readonly KeyScope[] = ['threads:read', 'kb:read', 'catalog:read']

const settingScopes: SettingScopes<TenantSettings> = {
  name: harmless,
  ticketPrefix: harmless,
  timezone: harmless,
  locale: harmless,
  autoCloseDays: actsOnThreads,
  reopening: actsOnThreads,
  assignOnFirstReply: actsOnThreads,
  pushShowsText: readsThreads,
  defaultPriority: actsOnThreads,
  allowedSignInDomains: harmless,
  secondFactor: harmless,
  reporting: harmless,
  satisfaction: actsOnThreads,
  brand: harmless,
  // A shorter period deletes data immediately.
  retention: {
    events: ['events:admin'],
    deliveries: ['webhooks:admin'],
    auditRows: ['audit:admin'],
    uploads: ['uploads:admin'],
    closedThreads: ['threads:admin'],
    rawMails: ['threads:admin'],
    automationRuns: ['automations:admin'],
  },
  automations: ['automations:admin'],
  // A smaller share deletes suspended mails immediately.
  storage: ['threads:admin'],
  // The server at this URL receives the data of AI operations.
  ai: { url: sentToModels, model: harmless, hasKey: harmless, timeoutSeconds: harmless, tokensPerDay: harmless, atOnce: harmless },
}

type Change = { before: TenantSettings; after: TenantSettings; setsKey: boolean }

/**
 * Throws 403 listing each changed setting whose scopes the caller lacks. With `setsKey`, the data goes to another account on the model's
 * server.
 */
export function checkMaySet(principal: Principal, { before, after, setsKey }: Change): void {
  const key: Need[] = setsKey ? [{ field: 'aiKey', scopes: sentToModels }] : []
  const purpose = 'The service would act on data, or send data, that this key may not change or read.'
  requireNeeds(principal, [...findSettingNeeds(settingScopes, { before, after }), ...key], purpose)
}
