/**
 * Settings through which the service reads, sends, changes or deletes require the matching scopes, in addition to their operation's scope:
 * every setting is tried with every single scope.
 */
import { describe, expect, it } from 'vitest'
import type { Inbox, TenantSettings } from '../../client/index.ts'
import { allScopes, covers, type Scope } from '#platform/principal.ts'
import { casesInTurn, extent } from '../extent.ts'
import { setUpTenant } from '../support/service.ts'

const keys = new Map<string, string>()
const { service, tenant } = await setUpTenant()

/** Sends a change with a key of two scopes. Returns true when it is accepted, false when the scopes do not suffice. */
async function isAllowed(own: Scope, scope: Scope, path: string, body: object, method = 'PATCH'): Promise<boolean> {
  const name = `${own} ${scope}`
  const key = keys.get(name) ?? (await tenant.keyFor([own, scope])).key
  keys.set(name, key)
  const { status, text, body: response } = await service.api(method, path, { key, body })
  if (status < 300) return true
  expect([status, response.error?.code], text).toEqual([403, 'SVC-AUTH-SCOPE_ESCALATION'])
  return false
}

const scopesOfRow = casesInTurn(allScopes, extent({ short: 3, all: allScopes.length }))

const imap = { host: 'imap.example.com', user: 'support', password: 'secret' }
const smtp = { host: 'smtp.example.com', user: 'support', password: 'secret' }
const threads: Scope[] = ['threads:write']
const inboxSettings: [setting: string, body: object, needed: Scope[]][] = [
  ['name', { name: 'Other' }, []],
  ['active', { active: false }, []],
  ['isDefault', { isDefault: true }, threads],
  ['address', { address: 'other@example.com' }, threads],
  ['autoReply', { autoReply: 'Thank you' }, threads],
  ['autoReplyOutsideHours', { autoReplyOutsideHours: 'Later' }, threads],
  ['signature', { signature: 'See http://example.com' }, threads],
  ['satisfaction', { satisfaction: { enabled: true } }, threads],
  ['email.receive.mode', { email: { receive: { mode: 'API' } } }, threads],
  ['email.receive.aliases', { email: { receive: { aliases: ['more@example.com'] } } }, threads],
  ['email.receive.imap', { email: { receive: { imap } } }, threads],
  ['email.send.mode', { email: { send: { mode: 'NONE' } } }, threads],
  ['email.send.smtp', { email: { send: { smtp } } }, threads],
  ['email.send.fromName', { email: { send: { fromName: 'The bank' } } }, threads],
  ['email.send.plusAddressing', { email: { send: { plusAddressing: 'OFF' } } }, threads],
  ['email.send.quoteHistory', { email: { send: { quoteHistory: 'NONE' } } }, threads],
  ['email.send.copyToSent', { email: { send: { copyToSent: true } } }, threads],
  ['email.send.bccTo', { email: { send: { bccTo: 'copy@example.com' } } }, threads],
  ['email.rules.bulk', { email: { rules: { bulk: 'SUSPEND' } } }, threads],
  ['email.rules.failedAuthentication', { email: { rules: { failedAuthentication: 'MARK' } } }, threads],
  ['email.rules.trustedAuthserv', { email: { rules: { trustedAuthserv: ['mx.example.com'] } } }, threads],
  ['email.rules.replyToOf', { email: { rules: { replyToOf: ['forms.example.com'] } } }, threads],
  ['email.rules.agentMail', { email: { rules: { agentMail: 'REPLY' } } }, threads],
]

const chatSettings: object[] = [
  { allowedOrigins: ['https://example.com'] },
  { requireIdentity: true },
  { appearance: { greeting: 'See http://example.com' } },
  { preChat: [{ field: 'EMAIL' }] },
]

describe('an inbox', () => {
  let made = 0
  const create = async () => {
    const body = { name: `Inbox ${++made}`, type: 'EMAIL', address: `in${made}@example.com` }
    return (await tenant.api<Inbox>('POST', '/inboxes', { body })).body.data.id
  }
  const remove = (id: string) => tenant.api('DELETE', `/inboxes/${id}`)

  it.each(inboxSettings.map(([setting, body, needed], row) => ({ setting, body, needed, row })))(
    'has its $setting changed only with the scopes that it requires',
    async ({ body, needed, row }) => {
      for (const scope of new Set<Scope>([...scopesOfRow(row), ...needed, 'admin', 'catalog:admin'])) {
        const id = await create()
        const allowed = needed.every((each) => covers(['catalog:admin', scope], each))
        expect(await isAllowed('catalog:admin', scope, `/inboxes/${id}`, body), scope).toBe(allowed)
        await remove(id)
      }
    },
  )

  it.each(inboxSettings.map(([setting, body, needed]) => ({ setting, body, needed })))(
    'is created with $setting only with the scopes that it requires',
    async ({ setting, body, needed }) => {
      // The first address of an inbox reveals nothing.
      const requires = setting !== 'address' && needed.length > 0
      const sent = { name: `Inbox ${++made}`, type: 'EMAIL', address: `new${made}@example.com`, ...body }
      expect(await isAllowed('catalog:admin', 'catalog:admin', '/inboxes', sent, 'POST')).toBe(!requires)
      if (requires) expect(await isAllowed('catalog:admin', 'threads:write', '/inboxes', sent, 'POST')).toBe(true)
    },
  )

  it('has such settings removed, or sent again unchanged, without these scopes', async () => {
    const id = await create()
    const texts = { autoReply: 'Thank you', signature: 'Ada', email: { send: { bccTo: 'copy@example.com' } } }
    expect(await isAllowed('catalog:admin', 'admin', `/inboxes/${id}`, texts)).toBe(true)
    const same = { name: 'Renamed', signature: 'Ada', email: { send: { bccTo: 'copy@example.com' } } }
    expect(await isAllowed('catalog:admin', 'catalog:admin', `/inboxes/${id}`, same)).toBe(true)
    const off = { autoReply: null, signature: null, email: { send: { bccTo: null } } }
    expect(await isAllowed('catalog:admin', 'catalog:admin', `/inboxes/${id}`, off)).toBe(true)
  })

  it.each(chatSettings.map((widget) => ({ name: Object.keys(widget)[0], widget })))(
    'has the $name of its chat changed only with the scope of threads',
    async ({ widget }) => {
      const plain = { name: `Chat ${++made}`, type: 'WIDGET' }
      expect(await isAllowed('catalog:admin', 'catalog:admin', '/inboxes', { ...plain, widget }, 'POST')).toBe(false)
      expect(await isAllowed('catalog:admin', 'catalog:admin', '/inboxes', plain, 'POST')).toBe(true)
      const { id } = (await tenant.api<Inbox>('POST', '/inboxes', { body: { name: `Chat ${++made}`, type: 'WIDGET' } })).body.data
      for (const scope of ['threads:read', 'customers:write', 'catalog:admin'] as const)
        expect(await isAllowed('catalog:admin', scope, `/inboxes/${id}`, { widget }), scope).toBe(false)
      expect(await isAllowed('catalog:admin', 'threads:write', `/inboxes/${id}`, { widget })).toBe(true)
      expect(await isAllowed('catalog:admin', 'catalog:admin', `/inboxes/${id}`, { name: 'Renamed', widget }), 'unchanged').toBe(true)
      await remove(id)
    },
  )

  it('gets a new password, or a sign-in at a provider, only with the scope of threads', async () => {
    const id = await create()
    await tenant.api('PATCH', `/inboxes/${id}`, { body: { email: { send: { mode: 'SMTP', smtp } } } })
    const other = { email: { send: { smtp: { ...smtp, password: 'other' } } } }
    expect(await isAllowed('catalog:admin', 'threads:read', `/inboxes/${id}`, other)).toBe(false)
    expect(await isAllowed('catalog:admin', 'threads:write', `/inboxes/${id}`, other)).toBe(true)
    const oauth = `/inboxes/${id}/oauth`
    expect(await isAllowed('catalog:admin', 'threads:read', oauth, { provider: 'GOOGLE' }, 'POST')).toBe(false)
  })
})

const satisfaction = (body: object): [string, object, Scope[]] => [`satisfaction.${Object.keys(body)[0]}`, { satisfaction: body }, threads]
const retention = (name: string, scope: Scope): [string, object, Scope[]] => [`retention.${name}`, { retention: { [name]: 400 } }, [scope]]
const model: Scope[] = ['threads:read', 'kb:read', 'catalog:read']
const tenantSettings: [setting: string, body: object, needed: Scope[]][] = [
  ['name', { name: 'Other' }, []],
  ['ticketPrefix', { ticketPrefix: 'OTHER' }, []],
  ['timezone', { timezone: 'Asia/Tokyo' }, []],
  ['secondFactor', { secondFactor: { requiredRoles: ['VIEWER'] } }, []],
  ['reporting', { reporting: { weekStartsOn: 'SUNDAY' } }, []],
  ['autoCloseDays', { autoCloseDays: 9 }, threads],
  ['reopening', { reopening: { withinDays: 3 } }, threads],
  ['assignOnFirstReply', { assignOnFirstReply: false }, threads],
  ['defaultPriority', { defaultPriority: 'high' }, threads],
  satisfaction({ enabled: true }),
  satisfaction({ question: 'Well?' }),
  satisfaction({ onlyAnswered: false }),
  retention('events', 'events:admin'),
  retention('deliveries', 'webhooks:admin'),
  retention('auditRows', 'audit:admin'),
  retention('uploads', 'uploads:admin'),
  retention('closedThreads', 'threads:admin'),
  retention('rawMails', 'threads:admin'),
  retention('automationRuns', 'automations:admin'),
  ['automations.mailsPerDay', { automations: { mailsPerDay: 6 } }, ['automations:admin']],
  ['storage.suspendedMiB', { storage: { suspendedMiB: 6 } }, ['threads:admin']],
  ['ai.url', { ai: { url: 'http://127.0.0.1:9/v1', model: 'small' } }, model],
  ['aiKey', { aiKey: 'sk-other' }, model],
  ['ai.tokensPerDay', { ai: { tokensPerDay: 5 } }, []],
]

describe('the tenant', () => {
  it.each(tenantSettings.map(([setting, body, needed], row) => ({ setting, body, needed, row })))(
    'has its $setting changed only with the scopes that it requires',
    async ({ body, needed, row }) => {
      const { name, ticketPrefix, timezone, secondFactor, reporting, autoCloseDays, reopening, ...rest } = (
        await tenant.api<TenantSettings>('GET', '/tenant/settings')
      ).body.data
      const { assignOnFirstReply, defaultPriority, satisfaction: rated, retention: kept, automations, storage } = rest
      const plain = { name, ticketPrefix, timezone, secondFactor, reporting, autoCloseDays, reopening, assignOnFirstReply }
      const former = { ...plain, defaultPriority, satisfaction: rated, retention: kept, automations, storage }
      const reset = { ...former, ai: { url: null, model: null, tokensPerDay: null }, aiKey: null }
      for (const scope of new Set<Scope>([...scopesOfRow(row), ...needed, 'admin', 'settings:admin'])) {
        const allowed = needed.every((each) => covers(['settings:admin', scope], each))
        expect(await isAllowed('settings:admin', scope, '/tenant/settings', body), scope).toBe(allowed)
        expect((await tenant.api('PATCH', '/tenant/settings', { body: reset })).status).toBe(200)
      }
    },
  )
})

it('an SLA policy compares customers’ fields only for callers who may read customers', async () => {
  await tenant.api('POST', '/custom-fields', { body: { key: 'plan', name: 'Plan', type: 'TEXT', appliesTo: 'CUSTOMER' } })
  const conditions = { customerFields: [{ key: 'plan', values: ['pro'] }] }
  for (const [i, scope] of allScopes.entries()) {
    const body = { name: `Policy ${i}`, targets: { resolution: { normal: 60 } }, conditions }
    const allowed = covers(['catalog:admin', scope], 'customers:read')
    expect(await isAllowed('catalog:admin', scope, '/sla-policies', body, 'POST'), scope).toBe(allowed)
    const made = await tenant.api<{ id: string }>('POST', '/sla-policies', { body: { ...body, name: `Own ${i}`, conditions: {} } })
    expect(await isAllowed('catalog:admin', scope, `/sla-policies/${made.body.data.id}`, { conditions }), scope).toBe(allowed)
  }
})
