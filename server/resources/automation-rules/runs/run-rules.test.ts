/** Rules on events, and the guards that limit them. */
import { beforeEach, describe, expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { runPrivacyRequest } from '../../../../test/support/privacy.ts'
import { type RuleKit, getRules } from '../../../../test/support/rules.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'

let tenant: TestTenant
let rules: RuleKit
const service = await setUpService()
beforeEach(async () => {
  tenant = await service.createTenant()
  rules = getRules(service, tenant)
})

const on = (...events: string[]) => ({ trigger: { type: 'EVENT', events } })
const threadOf = async (id: string) => (await tenant.skein.getThread({ path: { id } })).data
const getMessages = async (id: string) => (await tenant.skein.listMessages({ path: { id } })).data
const update = (id: string, body: object) => tenant.api('PATCH', `/threads/${id}`, { body })
const write = (id: string, body = 'More') => tenant.api('POST', `/threads/${id}/messages`, { body: { body, authorType: 'CUSTOMER' } })

describe('a rule on an event', () => {
  it('changes the thread, and its run and events say so', async () => {
    const rule = await rules.make()
    const id = await makeThread(tenant)
    await rules.run()
    expect((await threadOf(id)).priority).toBe('urgent')
    const [run, ...others] = await rules.list()
    expect(others).toEqual([])
    const { data: events } = await tenant.skein.listEvents({ query: { limit: 100 } })
    const caused = events.filter(({ cause }) => cause?.type === 'RULE')
    const created = events.find(({ type }) => type === 'thread.created')
    expect(run).toMatchObject({
      ruleId: rule.id,
      ruleVersion: 1,
      threadId: `thr_${id.replace('thr_', '')}`,
      eventId: created?.id,
      outcome: 'APPLIED',
      changes: { before: { priority: 'normal' }, after: { priority: 'urgent' } },
      actions: [{ type: 'SET_PRIORITY', outcome: 'DONE', error: null }],
      causedEventIds: caused.map((event) => event.id),
      depth: 1,
    })
    expect(caused.map(({ type }) => type)).toEqual(['thread.priority_changed'])
    expect(caused[0]).toMatchObject({
      actor: { type: 'RULE', id: rule.id, name: rule.name },
      cause: { type: 'RULE', id: rule.id, depth: 1, rootEventId: created?.id, ruleIds: [rule.id], runId: run?.id },
    })
    const { data: rows } = await tenant.skein.listAuditLogs({ query: { limit: 10 } })
    expect(rows.find(({ action }) => action === 'thread.rule_applied')).toMatchObject({ via: 'RULE' })
    expect((await tenant.skein.listThreadAutomationRuns({ path: { id } })).data).toEqual([run])
    expect((await tenant.skein.getAutomationRun({ path: { id: run?.id ?? '' } })).data).toEqual(run)
  })

  it('does not run on threads that its filter leaves out, nor on earlier events', async () => {
    await makeThread(tenant)
    await rules.make({ filter: { none: [{ priority: 'low' }] } })
    await makeThread(tenant, { priority: 'low' })
    await rules.run()
    expect(await rules.list()).toEqual([])
  })

  it('has no effect and emits nothing when the thread already is as it would make it', async () => {
    await rules.make()
    await makeThread(tenant, { priority: 'urgent' })
    await rules.run()
    expect(await rules.outcomes()).toEqual(['NO_EFFECT'])
    const { data: events } = await tenant.skein.listEvents({ query: { limit: 100 } })
    expect(events.filter(({ cause }) => cause !== null)).toEqual([])
  })

  it('is stale when the thread no longer is as the event showed it', async () => {
    await rules.make({ filter: { all: [{ priority: 'low' }] }, actions: [{ type: 'SET_STATUS', status: 'resolved' }] })
    const id = await makeThread(tenant, { priority: 'low' })
    await update(id, { priority: 'high' })
    await rules.run()
    expect([await rules.outcomes(), (await threadOf(id)).status]).toEqual([['STALE'], 'open'])
  })

  it('sees what earlier rules did, and is kept back by one that stops later rules', async () => {
    await rules.make({ filter: { all: [{ priority: 'normal' }] } })
    const second = { filter: { all: [{ priority: 'urgent' }] }, actions: [{ type: 'SET_STATUS', status: 'pending' }], stopsLater: true }
    await rules.make(second)
    await rules.make({ actions: [{ type: 'SET_STATUS', status: 'resolved' }] })
    const id = await makeThread(tenant)
    await rules.run()
    expect([await rules.outcomes(), (await threadOf(id)).status]).toEqual([['APPLIED', 'APPLIED'], 'pending'])
  })

  it('does all of its actions or none, says which failed, and lets the next rule run', async () => {
    const failing = [
      { type: 'SET_PRIORITY', priority: 'high' },
      { type: 'ADD_NOTE', body: 'For {{team.name}}' },
    ]
    await rules.make({ actions: failing })
    await rules.make({ actions: [{ type: 'SET_STATUS', status: 'pending' }] })
    const id = await makeThread(tenant)
    await rules.run()
    const [failed, applied] = await rules.list()
    expect(failed).toMatchObject({
      outcome: 'FAILED',
      error: expect.stringContaining('team.name'),
      actions: [
        { type: 'SET_PRIORITY', outcome: 'SKIPPED' },
        { type: 'ADD_NOTE', outcome: 'FAILED', error: expect.stringContaining('team.name') },
      ],
      causedEventIds: [],
    })
    expect(applied?.outcome).toBe('APPLIED')
    expect(await threadOf(id)).toMatchObject({ priority: 'normal', status: 'pending' })
  })

  it('is applied once for each thread if it says so', async () => {
    await rules.make({ ...on('thread.priority_changed'), actions: [{ type: 'SET_STATUS', status: 'pending' }], oncePerThread: true })
    const [one, other] = [await makeThread(tenant), await makeThread(tenant)]
    for (const id of [one, one, other]) {
      await update(id, { priority: (await threadOf(id)).priority === 'low' ? 'high' : 'low', status: 'open' })
      await rules.run()
    }
    expect(await rules.outcomes()).toEqual(['APPLIED', 'APPLIED'])
  })

  it('acts on the thread that has the messages after a merge', async () => {
    await rules.make(on('thread.merged'))
    const [source, target] = [await makeThread(tenant), await makeThread(tenant)]
    await tenant.api('POST', `/threads/${target}/merge`, { body: { sourceIds: [source], allowCrossCustomer: true } })
    await rules.run()
    expect((await threadOf(target)).priority).toBe('urgent')
  })

  it('no longer costs a tenant anything after its last rule was disabled', async () => {
    const positions = statement<{ tenantId: Uuid }, object>(
      "select 1 from reader_cursors where tenant_id = :tenantId::uuid and reader = 'rules'",
    )
    const read = () => service.db.rows(positions, { tenantId: tenant.tenantId })
    expect(await read()).toEqual([])
    const rule = await rules.make()
    expect(await read()).toHaveLength(1)
    await tenant.api('PATCH', `/automation-rules/${rule.id}`, { body: { enabled: false } })
    await rules.run()
    expect(await read()).toEqual([])
  })
})

describe('replies of a rule', () => {
  const reply = {
    ...on('message.created'),
    message: { authorTypes: ['CUSTOMER'] },
    actions: [{ type: 'REPLY', body: 'Hello {{customer.email}}' }],
  }

  it('are automatic, with variables, and one a day unless the customer writes', async () => {
    await rules.make(reply)
    await rules.make({ ...on('thread.status_changed'), actions: [{ type: 'REPLY', body: 'Again' }] })
    const id = await makeThread(tenant, { requester: { email: 'ada@example.com' } })
    await rules.run()
    const answer = (await getMessages(id)).find(({ authorType }) => authorType === 'BOT')
    expect(answer).toMatchObject({ body: 'Hello ada@example.com', automatic: true, internal: false })
    await write(id)
    await rules.run()
    for (const status of ['pending', 'open']) {
      await update(id, { status })
      await rules.run()
    }
    expect(await rules.outcomes()).toEqual(['APPLIED', 'APPLIED', 'APPLIED', 'LIMITED REPLY_INTERVAL'])
  })

  it('never answer a message of a program', async () => {
    await rules.make({ ...reply, message: { automatic: true } })
    const id = await makeThread(tenant)
    await service.db.script(`update messages set automatic = true where tenant_id = '${tenant.tenantId}'`)
    await rules.run()
    expect(await rules.outcomes()).toEqual(['LIMITED AUTOMATIC_MESSAGE'])
    expect(await getMessages(id)).toHaveLength(1)
  })

  it('are those of a canned response, whose actions run too', async () => {
    const actions = [{ type: 'SET_STATUS', status: 'resolved' }]
    const body = { shortcut: 'thanks', title: 'Thanks', body: 'Thank you.', actions }
    const canned = (await tenant.api<{ id: string }>('POST', '/canned-responses', { body })).body.data
    await rules.make({ actions: [{ type: 'APPLY_CANNED_RESPONSE', cannedResponseId: canned.id }] })
    const id = await makeThread(tenant)
    await rules.run()
    expect((await rules.list())[0]?.actions).toEqual([{ type: 'APPLY_CANNED_RESPONSE', outcome: 'DONE', error: null }])
    expect([(await threadOf(id)).status, (await getMessages(id)).map((message) => message.body)]).toEqual([
      'resolved',
      ['Thank you.', 'It is empty.'],
    ])
  })
})

describe('loops', () => {
  it('of two rules that undo each other end by the guard', async () => {
    const swap = (from: string, to: string) =>
      rules.make({
        ...on('thread.priority_changed'),
        filter: { all: [{ priority: from }] },
        actions: [{ type: 'SET_PRIORITY', priority: to }],
      })
    await swap('low', 'high')
    await swap('high', 'low')
    const id = await makeThread(tenant)
    await update(id, { priority: 'low' })
    await rules.run()
    expect(await rules.outcomes()).toEqual(['APPLIED', 'APPLIED', 'LOOP_GUARD ANCESTRY', 'STALE', 'LOOP_GUARD ANCESTRY'])
  })

  it('are kept from each event that follows, and each time is a run', async () => {
    const rule = await rules.make({
      ...on('thread.priority_changed', 'thread.status_changed'),
      actions: [
        { type: 'SET_PRIORITY', priority: 'urgent' },
        { type: 'SET_STATUS', status: 'pending' },
      ],
    })
    const id = await makeThread(tenant)
    await update(id, { priority: 'low' })
    await rules.run()
    const runs = await rules.list(`&ruleId=${rule.id}`)
    expect(runs.map(({ outcome, guard }) => guard ?? outcome)).toEqual(['APPLIED', 'ANCESTRY', 'ANCESTRY'])
    expect(new Set(runs.slice(1).map(({ eventId }) => eventId))).toEqual(new Set(runs[0]?.causedEventIds))
  })

  it('of a chain of rules end after five automatic changes in a row', async () => {
    await tenant.api('POST', '/custom-fields', { body: { key: 'step', name: 'Step', appliesTo: 'THREAD', type: 'TEXT' } })
    for (let step = 0; step < 7; step++)
      await rules.make({
        ...on('thread.updated'),
        changed: [{ field: 'customFields.step', to: [String(step)] }],
        actions: [{ type: 'SET_CUSTOM_FIELDS', customFields: { step: String(step + 1) } }],
      })
    const id = await makeThread(tenant)
    await update(id, { customFields: { step: '0' } })
    await rules.run()
    const runs = await rules.list()
    expect(runs.map(({ outcome, guard, depth }) => `${depth} ${guard ?? outcome}`)).toEqual([
      ...[1, 2, 3, 4, 5].map((depth) => `${depth} APPLIED`),
      '6 DEPTH',
    ])
  })

  it('end when rules have changed a thread 50 times within an hour', async () => {
    const rule = await rules.make({ ...on('thread.status_changed') })
    const id = await makeThread(tenant)
    await service.db.script(`
      insert into automation_runs (tenant_id, id, rule_id, rule_version, thread_id, event_id, outcome, changes, actions, caused_event_ids, depth, duration_ms)
      select tenant_id, gen_random_uuid(), gen_random_uuid(), 1, id, gen_random_uuid(), 'APPLIED', '{"before":{},"after":{}}', '[]', '{}', 1, 1
      from threads, generate_series(1, 50) where tenant_id = '${tenant.tenantId}'`)
    await update(id, { status: 'pending' })
    await rules.run()
    expect(await rules.outcomes(`&ruleId=${rule.id}`)).toEqual(['LOOP_GUARD THREAD_CHANGES'])
  })

  it('do not begin with notes of rules, unless a rule asks for automatic messages', async () => {
    await rules.make({ actions: [{ type: 'ADD_NOTE', body: 'Seen' }] })
    const deaf = await rules.make({ ...on('message.created'), message: { internal: true } })
    const hearing = await rules.make({ ...on('message.created'), message: { internal: true, automatic: true } })
    await makeThread(tenant)
    await rules.run()
    expect(await rules.outcomes(`&ruleId=${deaf.id}`)).toEqual([])
    expect(await rules.outcomes(`&ruleId=${hearing.id}`)).toEqual(['APPLIED'])
  })
})

it('twenty failures in succession pause the rule, and enabling it ends the pause', async () => {
  const rule = await rules.make({ actions: [{ type: 'ADD_NOTE', body: 'For {{team.name}}' }] })
  for (let i = 0; i < 21; i++) await makeThread(tenant)
  await rules.run()
  const read = async () => (await tenant.skein.getAutomationRule({ path: { id: rule.id } })).data
  expect(await read()).toMatchObject({ enabled: false, pausedReason: 'FAILURES' })
  const { data: events } = await tenant.skein.listEvents({ query: { limit: 100, types: 'rule.paused' } })
  expect(events).toHaveLength(1)
  await tenant.api('PATCH', `/automation-rules/${rule.id}`, { body: { enabled: true } })
  expect(await read()).toMatchObject({ enabled: true, pausedReason: null })
  await makeThread(tenant)
  await rules.run()
  expect((await read()).enabled).toBe(true)
})

it('runs are deleted with the content of their thread', async () => {
  await rules.make({ actions: [{ type: 'SET_CUSTOM_FIELDS', customFields: { plan: 'pro' } }] })
  const id = await makeThread(tenant, { requester: { email: 'gone@example.com' } })
  await makeThread(tenant)
  await rules.run()
  const { customer } = await threadOf(id)
  expect(await rules.list()).toHaveLength(2)
  const worker = service.startWorker()
  expect((await runPrivacyRequest(tenant, '/privacy/erase', { customerId: customer.id, mode: 'ANONYMIZE' })).state).toBe('DONE')
  await worker.stop()
  expect(await rules.list()).toHaveLength(1)
})
