import { beforeEach, describe, expect, it } from 'vitest'
import type { AutomationDryRunMatch } from '../../../../client/index.ts'
import { getDryRuns, getThreads } from '../../../../test/support/dry-runs.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { runPrivacyRequest } from '../../../../test/support/privacy.ts'
import { makeThread } from '../../../../test/support/threads.ts'
import { runUpkeep } from '../../../../test/support/upkeep.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import { earlierSql } from '../../../../test/support/earlier.ts'

let tenant: TestTenant
const service = await setUpService({ worker: true })
beforeEach(async () => void (tenant = await service.createTenant()))

const urgent = [{ type: 'SET_PRIORITY', priority: 'urgent' }]
const onCreation = { name: 'Urgent first', trigger: { type: 'EVENT', events: ['thread.created'] }, actions: urgent }
const onMessage = { ...onCreation, trigger: { type: 'EVENT', events: ['message.created'] } }

const start = (body: object) => getDryRuns(service, tenant).start(body)
const read = (id: string) => getDryRuns(service, tenant).read(id)
const dryRun = (rule: object, more?: object) => getDryRuns(service, tenant).run(rule, more)
const patch = (id: string, body: object) => tenant.api('PATCH', `/threads/${id}`, { body })
const write = (id: string, body: object) => tenant.api('POST', `/threads/${id}/messages`, { body })
const reply = (id: string) => tenant.api('POST', `/threads/${id}/reply`, { body: { body: 'On it.' } })

describe('a dry run', () => {
  it('finds the threads of past events, and what the actions would have changed', async () => {
    const first = await makeThread(tenant)
    const second = await makeThread(tenant, { priority: 'URGENT' })
    await makeThread(tenant, { channel: 'SMS' })
    const { run, matches } = await dryRun({ ...onCreation, filter: { all: [{ channel: 'api' }] } })
    expect(run).toMatchObject({ eventsRead: 3, matched: 2, threads: 2, wouldChange: 1, noEffect: 1, guarded: 0, wouldFail: 0, asOfNow: [] })
    expect(run.byDay).toEqual([{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), matched: 2 }])
    expect(getThreads(matches)).toEqual([second, first])
    expect(matches[1]).toMatchObject({
      outcome: 'WOULD_CHANGE',
      before: { priority: 'normal' },
      after: { priority: 'urgent' },
      actions: [{ type: 'SET_PRIORITY', outcome: 'DONE' }],
    })
    expect(matches[0]).toMatchObject({ outcome: 'NO_EFFECT', before: {}, after: {} })
  })

  it('evaluates each event by the thread as it was then', async () => {
    const id = await makeThread(tenant)
    await patch(id, { priority: 'high' })
    await write(id, { body: 'Still empty.' })
    await patch(id, { priority: 'low' })
    await write(id, { body: 'And now?' })
    const { run, matches } = await dryRun({ ...onMessage, filter: { all: [{ priority: 'high' }] } })
    expect([run.matched, run.threads, run.asOfNow]).toEqual([1, 1, []])
    expect(matches[0]?.before).toEqual({ priority: 'high' })
  })

  it('follows who waits through the messages between two changes of a thread', async () => {
    const id = await makeThread(tenant)
    await reply(id)
    await write(id, { body: 'Again.' })
    await reply(id)
    const { matches } = await dryRun({ ...onMessage, filter: { all: [{ waiting: true }] } })
    expect(matches).toHaveLength(2)
    expect((await dryRun({ ...onMessage, filter: { all: [{ waiting: false }] } })).matches).toHaveLength(2)
  })

  it('names what it compares with present values', async () => {
    const id = await makeThread(tenant)
    await tenant.api('PUT', `/threads/${id}/followers/${tenant.ownerId}`)
    const { run, matches } = await dryRun({ ...onCreation, filter: { all: [{ followerId: tenant.ownerId }] } })
    expect([run.asOfNow, getThreads(matches)]).toEqual([['followerId'], [id]])
  })

  it('evaluates a thread without an earlier event as it is now', async () => {
    const id = await makeThread(tenant, { priority: 'HIGH' })
    await write(id, { body: 'Still empty.' })
    await service.db.script(`delete from events where tenant_id = '${tenant.tenantId}' and type = 'thread.created'`)
    const { run, matches } = await dryRun({ ...onMessage, filter: { all: [{ priority: 'high' }] } })
    expect([run.asOfNow, getThreads(matches)]).toEqual([['thread'], [id, id]])
  })

  it('reads the period alone, and earlier events for how threads were', async () => {
    const id = await makeThread(tenant, { priority: 'HIGH' })
    const { data } = await tenant.skein.getThread({ path: { id } })
    await service.db.script(
      `update events set created_at = ${earlierSql('created_at', "interval '2 days'")} where tenant_id = '${tenant.tenantId}'`,
    )
    await write(id, { body: 'Still empty.' })
    await service.db.script(`update threads set priority = 'low' where tenant_id = '${tenant.tenantId}'`)
    const { run, matches } = await dryRun({ ...onMessage, filter: { all: [{ priority: 'high' }] } }, { from: data.createdAt })
    expect([run.eventsRead, run.asOfNow, getThreads(matches)]).toEqual([1, [], [id]])
    expect((await dryRun(onMessage, { to: data.createdAt })).run.matched).toBe(1)
  })

  it('simulates the guards of replies', async () => {
    const id = await makeThread(tenant)
    await reply(id)
    await reply(id)
    await write(id, { body: 'Again.' })
    const { matches } = await dryRun({ ...onMessage, actions: [{ type: 'REPLY', body: 'We are on it.' }] })
    expect(matches.map(({ outcome, guard }) => [outcome, guard])).toEqual([
      ['WOULD_CHANGE', null],
      ['GUARDED', 'REPLY_INTERVAL'],
      ['GUARDED', 'REPLY_INTERVAL'],
      ['WOULD_CHANGE', null],
    ])
  })

  it('counts a rule that runs once per thread once per thread', async () => {
    const id = await makeThread(tenant)
    await write(id, { body: 'Again.' })
    expect((await dryRun({ ...onMessage, oncePerThread: true })).run.matched).toBe(1)
  })

  it('says which actions would be refused', async () => {
    const id = await makeThread(tenant)
    await patch(id, { status: 'resolved' })
    await patch(id, { status: 'closed' })
    const rule = {
      ...onCreation,
      trigger: { type: 'EVENT', events: ['thread.status_changed'] },
      actions: [{ type: 'SET_STATUS', status: 'resolved' }],
    }
    const { run, matches } = await dryRun(rule)
    expect(run).toMatchObject({ matched: 2, wouldFail: 1, noEffect: 1 })
    expect(matches.map(({ outcome, error }) => [outcome, error === null])).toEqual([
      ['WOULD_FAIL', false],
      ['NO_EFFECT', true],
    ])
  })

  it('writes nothing but itself', async () => {
    const id = await makeThread(tenant)
    const count = statement<{ tenantId: Uuid }, Record<string, number>>(`select
      (select count(*) from events where tenant_id = :tenantId::uuid) as events, (select count(*) from messages where tenant_id = :tenantId::uuid) as messages,
      (select count(*) from outgoing_messages where tenant_id = :tenantId::uuid) as mails, (select count(*) from webhook_deliveries where tenant_id = :tenantId::uuid) as deliveries,
      (select sum(version) from threads where tenant_id = :tenantId::uuid) as versions`)
    const before = await service.db.first(count, { tenantId: tenant.tenantId })
    const actions = [
      ...urgent,
      { type: 'ADD_NOTE', body: 'Look' },
      { type: 'REPLY', body: 'Hi' },
      { type: 'ADD_FOLLOWERS', userIds: [tenant.ownerId] },
    ]
    const { matches } = await dryRun({ ...onCreation, actions })
    expect(matches[0]?.outcome).toBe('WOULD_CHANGE')
    expect(await service.db.first(count, { tenantId: tenant.tenantId })).toEqual(before)
    expect((await tenant.skein.getThread({ path: { id } })).data.priority).toBe('normal')
  })

  it('forgets what it found about a customer who is erased', async () => {
    const [gone, stays] = [await makeThread(tenant), await makeThread(tenant)]
    const { run } = await dryRun(onCreation)
    const { customer } = (await tenant.skein.getThread({ path: { id: gone } })).data
    await runPrivacyRequest(tenant, '/privacy/erase', { customerId: customer.id, mode: 'ANONYMIZE' })
    const { body } = await tenant.api<AutomationDryRunMatch[]>('GET', `/automation-rules/dry-runs/${run.id}/matches`)
    expect(getThreads(body.data)).toEqual([stays])
  })

  it('is deleted with its matches after seven days', async () => {
    await makeThread(tenant)
    const [old, recent] = [await dryRun(onCreation), await dryRun(onCreation)]
    const age = (id: string, days: string) =>
      service.db.script(`update automation_dry_runs set created_at = now() - interval '${days}' where id = '${parseTypeId('rdy', id)}'`)
    await age(old.run.id, '7 days 1 minute')
    await age(recent.run.id, '6 days 23 hours')
    await runUpkeep(service.db)
    for (const path of ['', '/matches']) {
      expect((await tenant.api('GET', `/automation-rules/dry-runs/${old.run.id}${path}`)).status).toBe(404)
      expect((await tenant.api('GET', `/automation-rules/dry-runs/${recent.run.id}${path}`)).status).toBe(200)
    }
    const rows = statement<{ tenantId: Uuid }, { matches: number }>(
      'select count(*) as matches from automation_dry_run_matches where tenant_id = :tenantId::uuid',
    )
    expect(await service.db.first(rows, { tenantId: tenant.tenantId })).toEqual({ matches: recent.run.matched })
  })

  it('of a saved rule needs its id, and one of two is needed', async () => {
    const { id } = (await tenant.api<{ id: string }>('POST', '/automation-rules', { body: { ...onCreation, enabled: false } })).body.data
    await makeThread(tenant)
    const run = await start({ ruleId: id })
    await expect.poll(async () => (await read(run.id)).state).toBe('DONE')
    expect(await read(run.id)).toMatchObject({ ruleId: id, matched: 1 })
    for (const body of [{}, { ruleId: id, rule: onCreation }])
      expect((await tenant.api('POST', '/automation-rules/dry-runs', { body })).status).toBe(400)
    const period = { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }
    expect((await tenant.api('POST', '/automation-rules/dry-runs', { body: { ruleId: id, ...period } })).status).toBe(400)
  })
})

describe('a dry run and the rule itself', () => {
  /** Creates and changes threads, which the test identifies by their subjects. */
  async function happen(): Promise<void> {
    for (const [i, text] of ['a refund please', 'nothing', 'another refund', 'thanks', 'refunds', 'a refund, again'].entries()) {
      const id = await makeThread(tenant, { title: `Thread ${i}`, body: text, priority: i % 4 === 3 ? 'HIGH' : 'NORMAL' })
      if (i % 2 === 0) await reply(id)
      await write(id, { body: i % 3 === 0 ? 'My refund?' : 'Hello?' })
      if (i === 2) await patch(id, { status: 'resolved' })
    }
  }

  it.each<[title: string, rule: object]>([
    [
      'on messages',
      {
        ...onMessage,
        message: { authorTypes: ['CUSTOMER'], words: 'refund' },
        filter: { none: [{ priority: 'high' }] },
        oncePerThread: true,
      },
    ],
    [
      'on changes',
      { ...onCreation, trigger: { type: 'EVENT', events: ['thread.status_changed'] }, changed: [{ field: 'status', to: ['resolved'] }] },
    ],
    ['on creations', { ...onCreation, filter: { all: [{ priority: 'normal' }] } }],
  ])('find the same threads: %s', async (_, rule) => {
    await happen()
    const { run, matches } = await dryRun(rule)
    expect(run.threads).toBeGreaterThan(0)
    tenant = await service.createTenant()
    const saved = await tenant.api<{ id: string }>('POST', '/automation-rules', { body: rule })
    expect(saved.status, saved.text).toBe(201)
    await happen()
    type Run = { threadId: string; outcome: string }
    const readRuns = async () => (await tenant.api<Run[]>('GET', `/automation-runs?limit=100&ruleId=${saved.body.data.id}`)).body.data
    await expect.poll(async () => (await readRuns()).length).toBeGreaterThanOrEqual(run.matched)
    const applied = (await readRuns()).filter(({ outcome }) => outcome === 'APPLIED')
    const subjects = await Promise.all(
      applied.map(async ({ threadId }) => (await tenant.skein.getThread({ path: { id: threadId } })).data.subject),
    )
    const wouldChange = matches.filter(({ outcome }) => outcome === 'WOULD_CHANGE')
    expect([...new Set(subjects)].toSorted()).toEqual([...new Set(wouldChange.map(({ thread }) => thread?.subject ?? ''))].toSorted())
  })
})
