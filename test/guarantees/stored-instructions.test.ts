/**
 * A stored instruction (a rule, a canned response, a setting) never acts with more rights than its author: every action, variable,
 * condition and setting is tried with every single scope. The expected scopes are repeated here, so that a wrong declaration is found.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { allScopes, covers, type Scope } from '#platform/principal.ts'
import { ruleFilterFields, triggerTypes } from '../../server/resources/automation-rules/condition-schema.ts'
import { actionTypes, getAction, variableNames } from '../../server/resources/thread-actions/index.ts'
import { casesInTurn, extent } from '../extent.ts'
import { setUpTenant } from '../support/service.ts'
import { snapshot } from '../support/snapshot.ts'
import { makeThread } from '../support/threads.ts'

let ids: Record<'user' | 'team' | 'label' | 'webhook' | 'cannedResponse' | 'thread' | 'customer', string>
const keys = new Map<string, string>()

const { service, tenant } = await setUpTenant()
beforeAll(async () => {
  const make = async (path: string, body: object) => (await tenant.api<{ id: string }>('POST', path, { body })).body.data.id
  const thread = await makeThread(tenant)
  for (const appliesTo of ['THREAD', 'CUSTOMER']) await make('/custom-fields', { key: 'plan', name: 'Plan', type: 'TEXT', appliesTo })
  const user = await make('/users', { name: 'Grace', email: 'grace@example.com', role: 'AGENT', invite: false })
  ids = {
    user,
    team: await make('/teams', { name: 'First line' }),
    label: await make('/labels', { name: 'Billing' }),
    webhook: await make('/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['label.created'] }),
    cannedResponse: await make('/canned-responses', { shortcut: 'hi', title: 'Hi', body: 'Hello' }),
    thread,
    customer: (await tenant.skein.getThread({ path: { id: thread } })).data.customer.id,
  }
})

/** Returns a key with exactly these scopes. */
async function keyWith(...scopes: Scope[]): Promise<string> {
  const name = scopes.toSorted().join(' ')
  const known = keys.get(name)
  if (known !== undefined) return known
  const { key } = await tenant.keyFor(scopes)
  keys.set(name, key)
  return key
}

/** Sends a request with a key of `scopes`. Returns true when it is accepted, false when the scopes do not cover the stored instruction. */
async function isAllowed(method: string, path: string, body: object | undefined, scopes: Scope[]): Promise<boolean> {
  const response = await service.api(method, path, { key: await keyWith(...scopes), ...(body ? { body } : {}) })
  if (response.status < 300) return true
  expect([response.status, response.body.error?.code], `${method} ${path} ${scopes.join(' ')}: ${response.text}`).toEqual([
    403,
    'SVC-AUTH-SCOPE_ESCALATION',
  ])
  return false
}

/** Scopes to try with one row of a matrix: all of them in the long run, otherwise a rotating subset. */
const scopesOfRow = casesInTurn(allScopes, extent({ short: 3, all: allScopes.length }))

/** Expects that the request is accepted exactly with the scopes that cover all of `needed`. */
async function expectNeeds(own: Scope, needed: readonly Scope[], row: number, send: (scopes: Scope[]) => Promise<boolean>): Promise<void> {
  for (const scope of new Set<Scope>([...scopesOfRow(row), ...needed, 'admin', own])) {
    const scopes: Scope[] = [own, scope]
    expect(await send(scopes), scopes.join(' ')).toBe(needed.every((each) => covers(scopes, each)))
  }
  expect(await send([own, ...needed]), 'with all of them').toBe(true)
}

const trigger = { type: 'EVENT', events: ['thread.created'] }
const toRule = (more: object) => ({ name: 'Rule', trigger, actions: [{ type: 'SEND_WEBHOOK', webhookId: ids.webhook }], ...more })
const explain = (rule: object) => (scopes: Scope[]) =>
  isAllowed('POST', '/automation-rules/explain', { rule, threadId: ids.thread }, scopes)

const texts: Record<string, unknown> = { body: 'Hello', text: 'Look', status: 'pending', priority: 'high', customFields: { plan: 'pro' } }
const toAction = (type: keyof typeof actionTypes): object => {
  const { needs = [], oneOf = [], someOf = [] } = getAction(type)
  const named = { teamId: ids.team, labelIds: [ids.label], userIds: [ids.user], assigneeId: ids.user, webhookId: ids.webhook }
  const values: Record<string, unknown> = { ...texts, ...named, cannedResponseId: ids.cannedResponse }
  const names = [...needs, ...oneOf.slice(0, 1), ...someOf.slice(0, 1)]
  return { type, ...Object.fromEntries(names.map((name) => [name, values[name]])) }
}
// Safe because the names are those of the types.
const types = Object.keys(actionTypes) as (keyof typeof actionTypes)[]
const ownActions = types.filter((type) => getAction(type).only === undefined)
const scopesOfAction = (type: string): Scope[] => (type === 'SEND_WEBHOOK' ? ['threads:read'] : ['threads:write'])
const scopesOfVariable = (name: string): Scope[] =>
  /^customer\.(externalId|customFields\.plan)$/.test(name) ? ['customers:read'] : /^(agent|tenant)\./.test(name) ? [] : ['threads:read']
const variables = [...variableNames, 'customer.customFields.plan', 'thread.customFields.plan']

describe('a rule', () => {
  it.each(types.map((type, row) => [type, row] as const))('with the action %s requires its scopes', async (type, row) => {
    const needed: Scope[] = ['threads:read', ...scopesOfAction(type)]
    await expectNeeds('automations:admin', needed, row, explain(toRule({ actions: [toAction(type)] })))
  })

  it.each(variables.filter((name) => !name.startsWith('agent.')).map((name, row) => [name, row] as const))(
    'with the variable %s requires its scopes',
    async (name, row) => {
      const rule = toRule({ actions: [{ type: 'NOTIFY', userIds: [ids.user], text: `See {{ ${name} | it }}` }] })
      await expectNeeds('automations:admin', ['threads:write', ...scopesOfVariable(name)], row, explain(rule))
    },
  )

  it.each(Object.keys(ruleFilterFields).map((name, row) => [name, row] as const))(
    'that reads %s requires its scopes',
    async (name, row) => {
      const named: Record<string, unknown> = {
        assigneeId: 'none',
        followerId: ids.user,
        teamId: ids.team,
        inboxId: tenant.inboxId,
        customerId: ids.customer,
        labelId: ids.label,
        customFields: { plan: 'pro' },
        customerFields: [{ key: 'plan', values: ['pro'] }],
        status: 'open',
        priority: 'high',
        channel: 'API',
        externalRef: 'order-1',
        slaState: 'BREACHED',
        waiting: true,
        snoozed: false,
      }
      const filter = { all: [{ [name]: named[name] ?? '2026-03-04T09:30:00.000Z' }] }
      const needed: Scope[] = name === 'customerFields' ? ['threads:read', 'customers:read'] : ['threads:read']
      await expectNeeds('automations:admin', needed, row, explain(toRule({ filter })))
    },
  )

  it.each([...triggerTypes].map((type, row) => [type, row] as const))('on %s requires its scopes', async (type, row) => {
    const needed: Scope[] = type.startsWith('meeting.') ? ['threads:read', 'meetings:read'] : ['threads:read']
    await expectNeeds('automations:admin', needed, row, explain(toRule({ trigger: { type: 'EVENT', events: [type] } })))
  })
})

describe('every operation on rules', () => {
  it.each([
    ['creates it', 'POST', () => '/automation-rules', wide],
    ['changes what it does', 'PATCH', (id: string) => `/automation-rules/${id}`, () => ({ actions: wide().actions })],
    ['changes when it runs', 'PATCH', (id: string) => `/automation-rules/${id}`, () => ({ filter: {} })],
    ['changes how often it runs', 'PATCH', (id: string) => `/automation-rules/${id}`, () => ({ stopsLater: true })],
    ['enables it', 'PATCH', (id: string) => `/automation-rules/${id}`, () => ({ enabled: true })],
    ['restores it', 'POST', (id: string) => `/automation-rules/${id}/restore`, () => ({ version: 1 })],
    ['applies it', 'POST', (id: string) => `/automation-rules/${id}/apply`, () => ({ filter: { status: 'closed' }, expectedTotal: 0 })],
    ['explains it', 'POST', () => '/automation-rules/explain', (ruleId: string) => ({ ruleId, threadId: ids.thread })],
    ['tries it', 'POST', () => '/automation-rules/dry-runs', (ruleId: string) => ({ ruleId })],
    ['tries one that is not saved', 'POST', () => '/automation-rules/dry-runs', () => ({ rule: wide() })],
  ] as const)('%s only for callers with all of its scopes', async (_, method, toPath, toBody) => {
    const make = async (): Promise<string> => {
      const made = await tenant.api<{ id: string }>('POST', '/automation-rules', { body: { ...wide(), enabled: false } })
      await tenant.api('PATCH', `/automation-rules/${made.body.data.id}`, { body: { description: 'Changed' } })
      return made.body.data.id
    }
    const narrow: Scope[] = ['automations:admin', 'webhooks:admin', 'catalog:admin', 'settings:admin']
    const id = await make()
    await keyWith(...narrow)
    const before = await snapshot(service.db, tenant.tenantId)
    expect(await isAllowed(method, toPath(id), toBody(id), narrow)).toBe(false)
    expect(await snapshot(service.db, tenant.tenantId)).toEqual(before)
    await expectNeeds('automations:admin', ['threads:write', 'customers:read'], 0, async (scopes) => {
      const rule = await make()
      const allowed = await isAllowed(method, toPath(rule), toBody(rule), scopes)
      for (const { id: each } of (await tenant.api<{ id: string }[]>('GET', '/automation-rules?limit=100')).body.data)
        await tenant.api('DELETE', `/automation-rules/${each}`)
      return allowed
    })
  })

  it('lets a caller without these scopes rename and disable a rule', async () => {
    const made = await tenant.api<{ id: string }>('POST', '/automation-rules', { body: wide() })
    const path = `/automation-rules/${made.body.data.id}`
    expect(await isAllowed('PATCH', path, { name: 'Other', description: 'Kept', enabled: false }, ['automations:admin'])).toBe(true)
  })
})

/** A rule and a canned response that need `threads:write` and `customers:read`. */
const wide = () => ({
  ...toRule({}),
  filter: { all: [{ customerFields: [{ key: 'plan', values: ['pro'] }] }] },
  actions: [
    { type: 'SEND_WEBHOOK', webhookId: ids.webhook },
    { type: 'REPLY', body: 'Hello {{customer.externalId|you}}' },
  ],
})

describe('a canned response', () => {
  let made = 0
  const create = (body: object) => (scopes: Scope[]) =>
    isAllowed('POST', '/canned-responses', { shortcut: `s${++made}`, title: 'T', ...body }, scopes)

  it.each(ownActions.map((type, row) => [type, row] as const))('with the action %s requires its scopes', async (type, row) => {
    await expectNeeds('catalog:write', scopesOfAction(type), row, create({ actions: [toAction(type)] }))
  })

  it.each(variables.map((name, row) => [name, row] as const))('with the variable %s requires its scopes', async (name, row) => {
    await expectNeeds('catalog:write', scopesOfVariable(name), row, create({ body: `Hello {{${name}|you}}` }))
    const note = { type: 'ADD_NOTE', body: `See {{${name}|it}}` }
    await expectNeeds('catalog:write', ['threads:write', ...scopesOfVariable(name)], row, create({ actions: [note] }))
  })

  it('is changed, previewed, applied and batched only with its scopes', async () => {
    const actions = [{ type: 'ADD_NOTE', body: 'Id {{customer.externalId|none}}' }]
    const body = { shortcut: 'wide', title: 'T', actions }
    const id = (await tenant.api<{ id: string }>('POST', '/canned-responses', { body })).body.data.id
    const path = `/canned-responses/${id}`
    const needed: Scope[] = ['threads:write', 'customers:read']
    await expectNeeds('catalog:write', needed, 0, (scopes) => isAllowed('PATCH', path, { body: 'Hi' }, scopes))
    for (const [method, to, sent] of [
      ['POST', `${path}/preview`, { threadId: ids.thread }],
      ['POST', `/threads/${ids.thread}/apply-canned-response`, { cannedResponseId: id }],
      ['POST', '/threads/batch', { threadIds: [ids.thread], cannedResponseId: id }],
    ] as const) {
      expect(await isAllowed(method, to, sent, ['catalog:read', 'threads:write']), to).toBe(false)
      expect(await isAllowed(method, to, sent, ['catalog:read', ...needed]), to).toBe(true)
    }
    expect(await isAllowed('PATCH', path, { title: 'Other' }, ['catalog:write']), 'its title').toBe(true)
  })

  it('that a rule sends is rewritten only by callers who may reply', async () => {
    const body = { shortcut: 'sent', title: 'T', body: 'Hello' }
    const id = (await tenant.api<{ id: string }>('POST', '/canned-responses', { body })).body.data.id
    const change = (scopes: Scope[]) => isAllowed('PATCH', `/canned-responses/${id}`, { body: `Hello ${++made}` }, scopes)
    expect(await change(['catalog:write'])).toBe(true)
    const rule = toRule({ actions: [{ type: 'APPLY_CANNED_RESPONSE', cannedResponseId: id }] })
    expect((await tenant.api('POST', '/automation-rules', { body: rule })).status).toBe(201)
    await expectNeeds('catalog:write', ['threads:write'], 0, change)
  })

  it('lends a rule that applies it no rights that its author lacks', async () => {
    const actions = [{ type: 'ADD_NOTE', body: 'Id {{customer.externalId|none}}' }]
    const body = { shortcut: 'lent', title: 'T', actions }
    const id = (await tenant.api<{ id: string }>('POST', '/canned-responses', { body })).body.data.id
    const rule = toRule({ actions: [{ type: 'APPLY_CANNED_RESPONSE', cannedResponseId: id }] })
    await expectNeeds('automations:admin', ['threads:write', 'customers:read'], 0, explain(rule))
  })
})
