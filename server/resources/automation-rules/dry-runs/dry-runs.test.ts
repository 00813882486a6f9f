import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AutomationDryRun, AutomationDryRunMatch } from '../../../../client/index.ts'
import { startTestService, type TestService, type TestTenant } from '../../../../test/support/service.ts'
import { runPrivacyRequest } from '../../../../test/support/privacy.ts'
import { makeThread } from '../../../../test/support/threads.ts'
import { statement, type Uuid } from '../../../kit/index.ts'

let service: TestService
let tenant: TestTenant
beforeAll(async () => void (service = await startTestService({ worker: true })))
beforeEach(async () => void (tenant = await service.createTenant()))
afterAll(() => service.stop())

const urgent = [{ type: 'SET_PRIORITY', priority: 'urgent' }]
const onCreation = { name: 'Urgent first', trigger: { type: 'EVENT', events: ['thread.created'] }, actions: urgent }
const onMessage = { ...onCreation, trigger: { type: 'EVENT', events: ['message.created'] } }

async function start(body: object): Promise<AutomationDryRun> {
  const started = await tenant.api<AutomationDryRun>('POST', '/automation-rules/dry-runs', { body })
  expect(started.status, started.text).toBe(202)
  return started.body.data
}

const read = async (id: string) => (await tenant.api<AutomationDryRun>('GET', `/automation-rules/dry-runs/${id}`)).body.data

/** Tries a rule that is not saved. Returns the dry run when it has ended, and its matches, latest first. */
async function dryRun(rule: object, more: object = {}): Promise<{ run: AutomationDryRun; matches: AutomationDryRunMatch[] }> {
  const { id } = await start({ rule, ...more })
  await expect.poll(async () => (await read(id)).state, { timeout: 20_000 }).toBe('DONE')
  const { body } = await tenant.api<AutomationDryRunMatch[]>('GET', `/automation-rules/dry-runs/${id}/matches?limit=100`)
  const run = await read(id)
  expect(body.meta.total).toBe(run.matched)
  return { run, matches: body.data }
}

const threadsOf = (matches: readonly AutomationDryRunMatch[]) => matches.map(({ thread }) => thread?.id)
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
    expect(threadsOf(matches)).toEqual([second, first])
    expect(matches[1]).toMatchObject({
      outcome: 'WOULD_CHANGE',
      before: { priority: 'normal' },
      after: { priority: 'urgent' },
      actions: [{ type: 'SET_PRIORITY', outcome: 'DONE' }],
    })
    expect(matches[0]).toMatchObject({ outcome: 'NO_EFFECT', before: {}, after: {} })
  })

  it('judges each event by the thread as it was then', async () => {
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
    expect([run.asOfNow, threadsOf(matches)]).toEqual([['followerId'], [id]])
  })

  it('judges a thread without an earlier event as it is now', async () => {
    const id = await makeThread(tenant, { priority: 'HIGH' })
    await write(id, { body: 'Still empty.' })
    await service.db.script(`delete from events where tenant_id = '${tenant.tenantId}' and type = 'thread.created'`)
    const { run, matches } = await dryRun({ ...onMessage, filter: { all: [{ priority: 'high' }] } })
    expect([run.asOfNow, threadsOf(matches)]).toEqual([['thread'], [id, id]])
  })

  it('reads the period alone, and earlier events for how threads were', async () => {
    const id = await makeThread(tenant, { priority: 'HIGH' })
    const { data } = await tenant.skein.getThread({ path: { id } })
    await service.db.script(`update events set created_at = created_at - interval '2 days' where tenant_id = '${tenant.tenantId}'`)
    await write(id, { body: 'Still empty.' })
    await service.db.script(`update threads set priority = 'low' where tenant_id = '${tenant.tenantId}'`)
    const { run, matches } = await dryRun({ ...onMessage, filter: { all: [{ priority: 'high' }] } }, { from: data.createdAt })
    expect([run.eventsRead, run.asOfNow, threadsOf(matches)]).toEqual([1, [], [id]])
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
      (select count(*) from outgoing_mails where tenant_id = :tenantId::uuid) as mails, (select count(*) from webhook_deliveries where tenant_id = :tenantId::uuid) as deliveries,
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
    expect(threadsOf(body.data)).toEqual([stays])
  })

  it('of a saved rule needs its id, and one of two is needed', async () => {
    const { id } = (await tenant.api<{ id: string }>('POST', '/automation-rules', { body: { ...onCreation, enabled: false } })).body.data
    await makeThread(tenant)
    const run = await start({ ruleId: id })
    await expect.poll(async () => (await read(run.id)).state, { timeout: 20_000 }).toBe('DONE')
    expect(await read(run.id)).toMatchObject({ ruleId: id, matched: 1 })
    for (const body of [{}, { ruleId: id, rule: onCreation }])
      expect((await tenant.api('POST', '/automation-rules/dry-runs', { body })).status).toBe(400)
    const period = { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }
    expect((await tenant.api('POST', '/automation-rules/dry-runs', { body: { ruleId: id, ...period } })).status).toBe(400)
  })
})

describe('a dry run and the rule itself', () => {
  /** What happens to threads, which are known by their subjects. */
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
    await expect.poll(async () => (await readRuns()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(run.matched)
    const applied = (await readRuns()).filter(({ outcome }) => outcome === 'APPLIED')
    const subjects = await Promise.all(
      applied.map(async ({ threadId }) => (await tenant.skein.getThread({ path: { id: threadId } })).data.subject),
    )
    const wouldChange = matches.filter(({ outcome }) => outcome === 'WOULD_CHANGE')
    expect([...new Set(subjects)].toSorted()).toEqual([...new Set(wouldChange.map(({ thread }) => thread?.subject ?? ''))].toSorted())
  })
})

describe('a dry run of a rule with a time', () => {
  const unread = statement<{ tenantId: Uuid }, { events: number }>(`
    select k.event_sequence - coalesce((select c.sequence from reader_cursors c where c.tenant_id = k.tenant_id and c.reader = 'measures'), 0) as events
    from tenant_counters k where k.tenant_id = :tenantId::uuid`)

  /** Moves all that has happened back by some minutes, as if that time had passed. */
  async function passTime(minutes: number): Promise<void> {
    const { tenantId } = tenant
    await expect.poll(async () => (await service.db.first(unread, { tenantId }))?.events, { timeout: 20_000 }).toBe(0)
    const past = `- interval '${minutes} minutes'`
    await service.db.script(`
      update events set created_at = created_at ${past} where tenant_id = '${tenantId}';
      update thread_measures set state = state::jsonb || jsonb_build_object('wait', (state ->> 'wait')::float8 - ${minutes * 60_000}) where tenant_id = '${tenantId}';
      update facts set at = at ${past}, started_at = started_at ${past} where tenant_id = '${tenantId}';
      update threads set waiting_since = waiting_since ${past} where tenant_id = '${tenantId}';`)
  }

  const after = (since: string, afterMinutes: number, more: object = {}) => ({
    ...onCreation,
    trigger: { type: 'TIME', since, afterMinutes },
    ...more,
  })

  it('finds who waited that long, also if they were answered since', async () => {
    const [waiting, answered, late] = [await makeThread(tenant), await makeThread(tenant), await makeThread(tenant)]
    await reply(answered)
    await passTime(90)
    await reply(late)
    await passTime(0)
    const { run, matches } = await dryRun(after('WAITING', 60))
    expect(threadsOf(matches).toSorted()).toEqual([waiting, late].toSorted())
    expect([run.threads, run.asOfNow]).toEqual([2, []])
    expect(matches[0]).toMatchObject({ eventId: null, outcome: 'WOULD_CHANGE', before: { priority: 'normal' } })
    expect((await dryRun(after('WAITING', 120))).run.matched).toBe(0)
  })

  it('judges the thread as it was at that time', async () => {
    const id = await makeThread(tenant)
    await patch(id, { priority: 'high' })
    await passTime(90)
    await patch(id, { priority: 'low' })
    await passTime(0)
    const isHigh = { filter: { all: [{ priority: 'high' }] } }
    expect(threadsOf((await dryRun(after('CREATED', 60, isHigh))).matches)).toEqual([id])
    expect((await dryRun(after('CREATED', 60, { filter: { all: [{ priority: 'low' }] } }))).run.matched).toBe(0)
  })

  it('begins again with each change of what it counts from', async () => {
    const id = await makeThread(tenant)
    await passTime(90)
    await patch(id, { status: 'pending' })
    await tenant.api('POST', `/threads/${id}/assign`, { body: { assigneeId: tenant.ownerId } })
    await passTime(30)
    await patch(id, { status: 'open' })
    await passTime(20)
    const count = async (since: string, minutes: number) => (await dryRun(after(since, minutes))).run.matched
    expect([await count('STATUS', 15), await count('STATUS', 25), await count('STATUS', 80), await count('STATUS', 100)]).toEqual([
      3, 2, 1, 0,
    ])
    expect([await count('ASSIGNED', 45), await count('ASSIGNED', 55)]).toEqual([1, 0])
  })

  it('counts the minutes of business hours alone', async () => {
    const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
    const weekly = { [names[(new Date().getUTCDay() + 3) % 7] ?? '']: [['09:00', '17:00']] }
    const hours = await tenant.api<{ id: string }>('POST', '/business-hours', { body: { name: 'None', timezone: 'UTC', weekly } })
    const id = await makeThread(tenant)
    await passTime(90)
    const trigger = { type: 'TIME', since: 'CREATED', afterMinutes: 60, businessHoursId: hours.body.data.id }
    expect((await dryRun({ ...onCreation, trigger })).run.matched).toBe(0)
    const always = Object.fromEntries(names.map((day) => [day, [['00:00', '24:00']]]))
    const all = await tenant.api<{ id: string }>('POST', '/business-hours', { body: { name: 'All', timezone: 'UTC', weekly: always } })
    expect(threadsOf((await dryRun({ ...onCreation, trigger: { ...trigger, businessHoursId: all.body.data.id } })).matches)).toEqual([id])
  })
})
