import { describe, expect, it } from 'vitest'
import type { AutomationRule, AutomationRuleVersion } from '../../../client/index.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const { service, tenant } = await setUpTenant()

const trigger = { type: 'EVENT', events: ['thread.created'] }
const actions = [{ type: 'SET_PRIORITY', priority: 'urgent' }]
const make = (body: object = {}) =>
  tenant.api<AutomationRule>('POST', '/automation-rules', { body: { name: 'Urgent first', trigger, actions, ...body } })
const makeRule = async (body: object = {}) => (await make(body)).body.data
const change = (id: string, body: object, headers: Record<string, string> = {}) =>
  tenant.api<AutomationRule>('PATCH', `/automation-rules/${id}`, { body, headers })
const getFields = (response: Awaited<ReturnType<typeof make>>) => response.body.error?.details?.map(({ field }) => field)
const on = (...events: string[]) => ({ trigger: { type: 'EVENT', events } })
const makeTeam = async (name: string) => (await tenant.api<{ id: string }>('POST', '/teams', { body: { name } })).body.data.id

describe('what a rule says', () => {
  it('returns conditions as they were sent, with the prefixes of their ids', async () => {
    const teamId = await makeTeam('First line')
    const filter = { all: [{ teamId, assigneeId: 'none' }], none: [{ priority: 'low' }] }
    const changed = [{ field: 'teamId', from: [null], to: [teamId] }, { field: 'assigneeId' }]
    const rule = await makeRule({ trigger: { type: 'EVENT', events: ['thread.assigned'] }, filter, changed })
    expect(rule).toMatchObject({ filter, changed, message: null, enabled: true, pausedReason: null, version: 1 })
    expect((await tenant.skein.getAutomationRule({ path: { id: rule.id } })).data).toEqual(rule)
  })

  it.each<[title: string, body: object, field: string]>([
    ['events of a time', { trigger: { type: 'TIME', events: ['thread.created'], since: 'CREATED', afterMinutes: 5 } }, 'trigger.events'],
    ['a time without its beginning', { trigger: { type: 'TIME', afterMinutes: 5 } }, 'trigger.since'],
    ['a time before a creation', { trigger: { type: 'TIME', since: 'CREATED', afterMinutes: -5 } }, 'trigger.afterMinutes'],
    ['a trigger without events', { trigger: { type: 'EVENT' } }, 'trigger.events'],
    ['a message of another event', { message: { first: true } }, 'message'],
    ['labels from and to', { ...on('thread.labels_changed'), changed: [{ field: 'labels', to: ['a'] }] }, 'changed[0].to'],
    ['a field of another action', { actions: [{ type: 'SET_STATUS', status: 'open', priority: 'low' }] }, 'actions[0].priority'],
    ['an action without its field', { actions: [{ type: 'SET_STATUS' }] }, 'actions[0].status'],
    ['an assignment to nobody in particular', { actions: [{ type: 'ASSIGN' }] }, 'actions[0].assigneeId'],
    ['two assignments in one', { actions: [{ type: 'ASSIGN', assigneeId: null, strategy: 'ROUND_ROBIN' }] }, 'actions[0].strategy'],
    ['a notification for nobody', { actions: [{ type: 'NOTIFY', text: 'Look', assignee: false }] }, 'actions[0].userIds'],
    ['a search without words', { trigger: { type: 'EVENT', events: ['message.created'] }, message: { words: '…' } }, 'message.words'],
    [
      'a status that does not exist',
      { ...on('thread.status_changed'), changed: [{ field: 'status', to: ['open', 'Solved'] }] },
      'changed[0].to[1]',
    ],
    ['no priority', { ...on('thread.priority_changed'), changed: [{ field: 'priority', from: [null] }] }, 'changed[0].from[0]'],
    ['a custom field that does not exist', { ...on('thread.updated'), changed: [{ field: 'customFields.nope' }] }, 'changed[0].field'],
    ['a change that no event contains', { ...on('message.created'), changed: [{ field: 'status' }] }, 'changed[0].field'],
    [
      'changes that no single event contains',
      { ...on('thread.status_changed', 'thread.priority_changed'), changed: [{ field: 'status' }, { field: 'priority' }] },
      'changed',
    ],
    [
      'a pattern of domains',
      { ...on('message.created'), message: { fromDomains: ['a.example', '*.b.example'] } },
      'message.fromDomains[1]',
    ],
    ['an unknown variable of a note', { actions: [{ type: 'ADD_NOTE', body: 'Hello {{nope.x}}' }] }, 'actions[0].body'],
    ['a variable of the agent, whom rules lack', { actions: [{ type: 'REPLY', body: '{{agent.name|Us}}' }] }, 'actions[0].body'],
    ['an unknown variable of a notification', { actions: [{ type: 'NOTIFY', text: '{{x}}', followers: true }] }, 'actions[0].text'],
    ['more than 64 KiB', { actions: [{ type: 'ADD_NOTE', body: 'a'.repeat(65_536) }] }, 'actions'],
  ])('is refused with the field: %s', async (_, body, field) => {
    const response = await make(body)
    expect([response.status, getFields(response)]).toEqual([400, [field]])
  })

  it('has values of changes as threads have them, whatever their case and type', async () => {
    const fields = { seats: 'NUMBER', vip: 'BOOLEAN', plan: 'TEXT', tags: 'MULTISELECT' }
    for (const [key, type] of Object.entries(fields)) {
      const options = type === 'MULTISELECT' ? { options: [{ value: 'new', label: 'New' }] } : {}
      const made = await tenant.api('POST', '/custom-fields', { body: { key, name: key, appliesTo: 'THREAD', type, ...options } })
      expect(made.status, made.text).toBe(201)
    }
    const changed = (...changes: object[]) => ({ ...on('thread.updated'), changed: changes })
    const sent = changed(
      { field: 'customFields.seats', from: [null], to: ['7', 8] },
      { field: 'customFields.vip', to: ['true', false] },
      { field: 'customFields.plan', to: ['7'] },
      { field: 'customFields.tags', to: ['new'] },
    )
    expect((await makeRule(sent)).changed).toEqual([
      { field: 'customFields.seats', from: [null], to: [7, 8] },
      { field: 'customFields.vip', to: [true, false] },
      { field: 'customFields.plan', to: ['7'] },
      { field: 'customFields.tags', to: ['new'] },
    ])
    const status = { ...on('thread.status_changed'), changed: [{ field: 'status', from: ['Open'], to: ['RESOLVED'] }] }
    const rule = await makeRule(status)
    expect(rule.changed).toEqual([{ field: 'status', from: ['open'], to: ['resolved'] }])
    expect((await change(rule.id, { changed: [{ field: 'status', to: ['PENDING'] }] })).body.data.changed).toEqual([
      { field: 'status', to: ['pending'] },
    ])
    const wrong = await make(
      changed(
        { field: 'customFields.seats', to: ['many'] },
        { field: 'customFields.tags', from: ['old'] },
        { field: 'customFields.plan', to: [7] },
      ),
    )
    expect([wrong.status, getFields(wrong)]).toEqual([400, ['changed[0].to[0]', 'changed[1].from[0]', 'changed[2].to[0]']])
  })

  it('can be wrong in a rule that is being disabled, but not in one that is enabled', async () => {
    const { id } = await makeRule({ actions: [{ type: 'ADD_NOTE', body: 'Hello' }] })
    const key = `tenant_id = '${tenant.tenantId}' and "order" = (select max("order") from automation_rules where tenant_id = '${tenant.tenantId}')`
    await service.db.script(`update automation_rules set actions = '[{"type": "ADD_NOTE", "body": "{{nope.x}}"}]' where ${key}`)
    expect((await change(id, { enabled: false, name: 'Off' })).body.data).toMatchObject({ enabled: false, name: 'Off' })
    const refused = await change(id, { enabled: true })
    expect([refused.status, refused.body.error?.details]).toEqual([
      400,
      [
        expect.objectContaining({
          field: 'actions[0].body',
          message: expect.stringContaining('uses {{nope.x}}, which is not a variable. '),
        }),
      ],
    ])
  })

  it('names objects of this tenant alone', async () => {
    const other = await service.createTenant()
    const { id } = (await other.api<{ id: string }>('POST', '/teams', { body: { name: 'Theirs' } })).body.data
    const response = await make({
      filter: { any: [{}, { teamId: id }] },
      changed: [{ field: 'teamId', to: [id] }],
      ...on('thread.assigned'),
    })
    expect([response.status, getFields(response)?.toSorted()]).toEqual([422, ['changed[0].to[0]', 'filter.any[1].teamId']])
  })

  it('keeps what it names from being deleted, wherever it names it', async () => {
    for (const naming of [
      (id: string) => ({ filter: { none: [{ teamId: id }] } }),
      (id: string) => ({ actions: [{ type: 'SET_TEAM', teamId: id }] }),
      (id: string) => ({ ...on('thread.assigned'), changed: [{ field: 'teamId', from: [id] }] }),
    ]) {
      const teamId = await makeTeam(`Team ${naming.toString().length}`)
      const rule = await makeRule(naming(teamId))
      const refused = await tenant.api('DELETE', `/teams/${teamId}`)
      expect([refused.status, refused.body.error?.code, refused.body.error?.details]).toEqual([
        409,
        'SVC-CATALOG-IN_USE',
        [{ field: 'automation rules', code: 'IN_USE', message: '1' }],
      ])
      await tenant.api('DELETE', `/automation-rules/${rule.id}`)
      expect((await tenant.api('DELETE', `/teams/${teamId}`)).status).toBe(200)
    }
  })

  it('keeps the labels of its actions from being archived, and adds no archived one', async () => {
    const id = (await tenant.api<{ id: string }>('POST', '/labels', { body: { name: 'Important' } })).body.data.id
    const adding = [{ type: 'ADD_LABELS', labelIds: [id] }]
    const rule = await makeRule({ actions: adding })
    const watching = await makeRule({ filter: { all: [{ labelId: id }] } })
    const archive = () => tenant.api('DELETE', `/labels/${id}`)
    for (const refused of [await archive(), await tenant.api('PATCH', `/labels/${id}`, { body: { archived: true } })])
      expect([refused.status, refused.body.error?.code, refused.body.error?.message]).toEqual([
        409,
        'SVC-CATALOG-IN_USE',
        'The label cannot be archived: 1 automation rule refers to it.',
      ])
    expect((await tenant.api('PATCH', `/labels/${id}`, { body: { name: 'VIP' } })).status).toBe(200)
    await tenant.api('DELETE', `/automation-rules/${rule.id}`)
    expect((await archive()).status).toBe(200)
    expect((await archive()).status).toBe(200)
    const late = await make({ actions: adding })
    expect([late.status, late.body.error?.details]).toEqual([
      422,
      [{ field: 'actions[0].labelIds[0]', code: 'UNKNOWN', message: 'is not an active label of this tenant' }],
    ])
    expect((await change(watching.id, { actions: [{ type: 'REMOVE_LABELS', labelIds: [id] }] })).status).toBe(200)
  })

  it('keeps a canned response that it applies from becoming personal', async () => {
    const shared = { shortcut: 'thanks', title: 'Thanks', body: 'Thank you', visibility: 'SHARED' }
    const { id } = (await tenant.api<{ id: string }>('POST', '/canned-responses', { body: shared })).body.data
    const rule = await makeRule({ actions: [{ type: 'APPLY_CANNED_RESPONSE', cannedResponseId: id }] })
    const hide = () => tenant.api('PATCH', `/canned-responses/${id}`, { body: { visibility: 'PERSONAL' } })
    const refused = await hide()
    expect([refused.status, refused.body.error?.code, refused.body.error?.message]).toEqual([
      409,
      'SVC-CATALOG-IN_USE',
      'The canned response cannot be made personal: 1 automation rule refers to it.',
    ])
    expect((await tenant.api('PATCH', `/canned-responses/${id}`, { body: { visibility: 'SHARED', title: 'Thank you' } })).status).toBe(200)
    await tenant.api('DELETE', `/automation-rules/${rule.id}`)
    expect((await hide()).status).toBe(200)
  })

  it('keeps a webhook that it names', async () => {
    const url = 'https://example.com/hook'
    const { id } = (await tenant.api<{ id: string }>('POST', '/webhooks', { body: { url, events: ['thread.created'] } })).body.data
    const rule = await makeRule({ actions: [{ type: 'SEND_WEBHOOK', webhookId: id }] })
    expect((await tenant.api('DELETE', `/webhooks/${id}`)).status).toBe(409)
    await tenant.api('DELETE', `/automation-rules/${rule.id}`)
    expect((await tenant.api('DELETE', `/webhooks/${id}`)).status).toBe(200)
  })
})

describe('changes of a rule', () => {
  const getVersions = async (id: string) => (await tenant.api<AutomationRuleVersion[]>('GET', `/automation-rules/${id}/versions`)).body.data

  it('are versions, and a version can be restored', async () => {
    const rule = await makeRule({ description: 'First' })
    await change(rule.id, { name: 'Second', actions: [{ type: 'SET_STATUS', status: 'resolved' }] })
    await change(rule.id, { enabled: false })
    const [latest, ...earlier] = await getVersions(rule.id)
    expect(latest).toMatchObject({ version: 3, name: 'Second', enabled: false })
    expect(earlier.map(({ version, name }) => [version, name])).toEqual([
      [2, 'Second'],
      [1, 'Urgent first'],
    ])
    const restored = await tenant.api<AutomationRule>('POST', `/automation-rules/${rule.id}/restore`, { body: { version: 1 } })
    expect(restored.body.data).toMatchObject({ version: 4, name: 'Urgent first', description: 'First', actions, enabled: false })
    const unknown = await tenant.api('POST', `/automation-rules/${rule.id}/restore`, { body: { version: 9 } })
    expect([unknown.status, unknown.body.error?.code]).toEqual([422, 'SVC-RULE-VERSION_NOT_FOUND'])
  })

  it('are refused when the rule has changed since it was read', async () => {
    const rule = await makeRule()
    await change(rule.id, { name: 'Mine' })
    expect((await change(rule.id, { name: 'Yours' }, { 'if-match': '"1"' })).status).toBe(412)
  })

  it('keep 200 versions', async () => {
    const rule = await makeRule()
    await service.db.script(`
      insert into automation_rule_versions (tenant_id, rule_id, version, id, rule)
      select tenant_id, rule_id, -n, gen_random_uuid(), rule from automation_rule_versions, generate_series(0, 249) n where rule_id = (
        select id from automation_rules where tenant_id = '${tenant.tenantId}' order by created_at desc limit 1)`)
    await change(rule.id, { name: 'Latest' })
    const list = await tenant.skein.listAutomationRuleVersions({ path: { id: rule.id }, query: { limit: 1 } })
    expect(list.meta.total).toBe(200)
  })

  it('are at most 200 enabled rules', async () => {
    const own = await service.createTenant()
    const made = await own.api<AutomationRule>('POST', '/automation-rules', { body: { name: 'One', trigger, actions } })
    await service.db.script(`
      insert into automation_rules (tenant_id, id, name, enabled, "order", trigger, filter, changed, actions, stops_later, once_per_thread, named_ids)
      select tenant_id, gen_random_uuid(), name, true, n, trigger, filter, changed, actions, false, false, '{}'
      from automation_rules, generate_series(1, 199) n where tenant_id = '${own.tenantId}'`)
    const refused = await own.api('POST', '/automation-rules', { body: { name: 'Many', trigger, actions } })
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'SVC-RULE-LIMIT_REACHED'])
    const off = await own.api<AutomationRule>('POST', '/automation-rules', { body: { name: 'Off', trigger, actions, enabled: false } })
    expect(off.status).toBe(201)
    expect((await own.api('PATCH', `/automation-rules/${off.body.data.id}`, { body: { enabled: true } })).status).toBe(409)
    await own.api('PATCH', `/automation-rules/${made.body.data.id}`, { body: { enabled: false } })
    expect((await own.api('PATCH', `/automation-rules/${off.body.data.id}`, { body: { enabled: true } })).status).toBe(200)
  })
})
