import { findChanges } from '#kit/changes.ts'
import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { checkIfMatch } from '#kit/if-match.ts'
import { checkReferences, declareReferences } from '#kit/references.ts'
import { fetchOne } from '#kit/write.ts'
import { scopeEscalation, unknownReference } from '#platform/errors.ts'
import { toUnchangedOutcome, toOutcome } from '#platform/outbox/effects.ts'
import { startReading } from '#platform/outbox/readers.ts'
import type { Static } from '#platform/schema.ts'
import { businessHoursResource } from '../business-hours/index.ts'
import { label } from '../labels/index.ts'
import { satisfactionReader, type TenantSettings as Settings } from '../tenants/index.ts'
import { tenantUpdated, toSettings } from './events.ts'
import { checkNoLockOut, locksOut } from './lock-out.ts'
import { checkModel, checkModelUrl, replacedKeyAudit, modelUrlForbidden, nextKey } from './model-settings.ts'
import { changeSettings, findRecord, lockRecord, type SettingsRecord } from './queries.ts'
import { checkMaySet } from './setting-scopes.ts'
import { canonical, TenantSettings, TenantSettingsUpdate } from './schema.ts'

export const updateTenantSettings = endpoint.write({
  operationId: 'updateTenantSettings',
  method: 'PATCH',
  path: '/tenant/settings',
  tag: 'tenant-settings',
  scope: 'settings:admin',
  summary: 'Change settings of your tenant',
  description:
    'Changes the fields sent, also within `reopening`, `secondFactor`, `reporting`, `satisfaction`, `brand`, `retention`, `automations`, `storage` and `ai`. Changes take effect on every node ' +
    'within two seconds. `allowedSignInDomains` must allow you and at least one owner to sign in. A shorter retention period ' +
    'deletes older data at once and permanently. A new `ai.url` or `aiKey` also needs the scopes `threads:read`, `kb:read` and ' +
    '`catalog:read`, because that server receives the texts of AI operations. Settings by which the service changes threads or writes to customers ' +
    'also need `threads:write` (`autoCloseDays`, `reopening`, `assignOnFirstReply`, `defaultPriority`, `satisfaction`); retention needs the level ' +
    'admin of what it deletes, and `automations` needs `automations:admin`. Turning one off with null needs no more.',
  body: TenantSettingsUpdate,
  errors: [locksOut, modelUrlForbidden, scopeEscalation, unknownReference],
  responds: { 200: item(TenantSettings, 'The settings as they are now') },
  etag: true,
  singleton: true,
  // Cached credentials include the settings of their tenant.
  changesCredentials: true,
  present: toSettings,
  before: ({ body, outbound }) => checkModelUrl(outbound, body.ai?.url ?? null),
  async handle({ tx, effects, principal, body, ifMatch, secrets }) {
    const { tenantId } = principal
    const current = await fetchOne(tx, lockRecord, { tenantId })
    checkIfMatch(ifMatch, current.version)
    const { aiKey, ...sent } = canonical(body)
    const next = mergeSettings(current, sent)
    await checkReferences(tx, tenantId, settingsReferences, sent)
    checkModel(next.ai)
    const urls = { before: current.ai.url, after: next.ai.url }
    const key = await nextKey(tx, secrets, tenantId, aiKey, urls)
    next.ai = { ...next.ai, hasKey: key.sealed !== null }
    const changes = findChanges<Settings>(current, next)
    checkMaySet(principal, { before: current, after: next, setsKey: key.isNew && key.sealed !== null })
    if (!changes && !key.isNew) return toUnchangedOutcome(current)
    if (body.allowedSignInDomains) await checkNoLockOut(tx, principal, next.allowedSignInDomains)
    await tx.rows(changeSettings, { tenantId, ...next, aiKeySealed: key.sealed })
    const record = await fetchOne(tx, findRecord, { tenantId })
    const audited = effects.audit({ action: 'tenant.updated', target: { type: 'tenant', id: tenantId }, ...(changes ?? replacedKeyAudit) })
    effects.emit(tenantUpdated, tenantId, record, changes?.before)
    if (next.satisfaction.enabled) await startReading(tx, tenantId, { name: satisfactionReader })
    return toOutcome(record, audited)
  },
})

/** A picture for the logo. A picture of a message, a meeting or an article would be deleted with it. */
const logo = {
  noun: 'PNG, JPEG or WebP picture of at most 512 KB',
  table: 'uploads',
  only:
    `state = 'READY' and content_type in ('image/png', 'image/jpeg', 'image/webp') and size <= ${512 * 1024} ` +
    'and message_id is null and meeting_id is null and article_id is null and not shared',
  state: 'unused',
} as const

const settingsReferences = {
  'reporting.businessHoursId': businessHoursResource,
  'satisfaction.exceptLabelIds': label,
  'brand.logoUploadId': logo,
}

export const references = declareReferences({ plural: 'tenant settings', table: 'tenants', references: settingsReferences })

/** Merges the sent values into the current settings. */
function mergeSettings(current: SettingsRecord, sent: Omit<Static<typeof TenantSettingsUpdate>, 'aiKey'>): Settings {
  const { id: _id, slug: _slug, version: _version, createdAt: _createdAt, updatedAt: _updatedAt, ...settings } = current
  return {
    ...settings,
    ...sent,
    reporting: { ...settings.reporting, ...sent.reporting },
    satisfaction: { ...settings.satisfaction, ...sent.satisfaction },
    brand: { ...settings.brand, ...sent.brand },
    reopening: { ...settings.reopening, ...sent.reopening },
    secondFactor: { ...settings.secondFactor, ...sent.secondFactor },
    retention: { ...settings.retention, ...sent.retention },
    automations: { ...settings.automations, ...sent.automations },
    storage: { ...settings.storage, ...sent.storage },
    ai: { ...settings.ai, ...sent.ai },
  }
}
