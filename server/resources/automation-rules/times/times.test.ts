/** Rules with a time run once on each thread when their condition has lasted long enough. */
import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/postgres/database.ts'
import { interrupt } from '../../../../test/support/interrupt.ts'
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

const after = (since: string, afterMinutes: number, more: object = {}) => ({ trigger: { type: 'TIME', since, afterMinutes, ...more } })
const update = (id: string, body: object) => tenant.api('PATCH', `/threads/${id}`, { body })
const assign = (id: string, assigneeId: string | null) => tenant.api('POST', `/threads/${id}/assign`, { body: { assigneeId } })
const unsnooze = (id: string) => tenant.skein.unsnoozeThread({ path: { id } })
const answer = (id: string) => tenant.skein.replyToThread({ path: { id }, body: { body: 'Answer' } })
const ran = async () => (await rules.list()).map(({ threadId, outcome }) => `${threadId} ${outcome}`)
const applied = (...ids: string[]) => ids.map((id) => `thr_${id.replace('thr_', '')} APPLIED`)

describe('a rule with a time', () => {
  it.each<[string, (id: string) => Promise<unknown>, (id: string) => Promise<unknown>]>([
    ['CREATED', async () => {}, (id) => update(id, { priority: 'low' })],
    ['STATUS', (id) => update(id, { status: 'pending' }), (id) => update(id, { priority: 'low' })],
    ['ASSIGNED', (id) => assign(id, tenant.ownerId), (id) => update(id, { status: 'pending' })],
    ['LAST_MESSAGE', answer, (id) => update(id, { status: 'pending' })],
    ['WAITING', async () => {}, (id) => update(id, { priority: 'low' })],
    [
      'SNOOZE_ENDED',
      async (id) => {
        await tenant.api('POST', `/threads/${id}/snooze`, { body: { durationSeconds: 3600 } })
        await unsnooze(id)
      },
      (id) => update(id, { priority: 'low' }),
    ],
  ])('counts from %s, and runs once', async (since, begin, other) => {
    await rules.make(after(since, 60))
    const id = await makeThread(tenant)
    await begin(id)
    await rules.pass(59)
    await rules.scan()
    expect(await ran()).toEqual([])
    await other(id)
    await rules.pass(2)
    await rules.scan()
    await rules.scan()
    await rules.run()
    expect(await ran()).toEqual(applied(id))
    expect((await rules.list())[0]).toMatchObject({ eventId: null, beganAt: expect.any(String), depth: 1 })
  })

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['STATUS', (id) => update(id, { status: 'pending' })],
    ['ASSIGNED', (id) => assign(id, null)],
    ['WAITING', answer],
    ['LAST_MESSAGE', answer],
    ['SNOOZE_ENDED', (id) => tenant.api('POST', `/threads/${id}/snooze`, { body: { durationSeconds: 3600 } })],
  ])('does not run when what it counts from %s has ended or begun again', async (since, end) => {
    await rules.make(after(since, 60))
    const id = await makeThread(tenant)
    await assign(id, tenant.ownerId)
    if (since === 'SNOOZE_ENDED') {
      await tenant.api('POST', `/threads/${id}/snooze`, { body: { durationSeconds: 3600 } })
      await unsnooze(id)
    }
    await rules.pass(59)
    await end(id)
    await rules.pass(2)
    await rules.scan()
    expect(await ran()).toEqual([])
  })

  it.each([
    ['its own note', [{ type: 'ADD_NOTE', body: 'Quiet for an hour' }]],
    ['its own reply', [{ type: 'REPLY', body: 'Are you still there?' }]],
  ])('runs once on a thread in which nobody writes, whatever %s adds', async (_, actions) => {
    const rule = await rules.make({ ...after('LAST_MESSAGE', 60), actions })
    const id = await makeThread(tenant)
    for (let n = 0; n < 3; n++) {
      await rules.pass(61)
      await rules.scan()
      await rules.run()
      expect(await ran()).toEqual(applied(id))
    }
    await answer(id)
    await rules.pass(59)
    await rules.scan()
    expect(await ran()).toEqual(applied(id))
    await rules.pass(2)
    await rules.scan()
    expect((await rules.list(`&ruleId=${rule.id}`)).length, 'an agent has written since').toBe(2)
  })

  it('counts from the latest message that no program wrote, also when a merge moved it', async () => {
    await rules.make(after('LAST_MESSAGE', 60))
    const requester = { email: 'ada@example.com' }
    const [target, source] = [await makeThread(tenant, { requester }), await makeThread(tenant, { requester })]
    await rules.pass(30)
    await answer(source)
    expect((await tenant.api('POST', `/threads/${target}/merge`, { body: { sourceIds: [source] } })).status).toBe(200)
    await rules.pass(31)
    const bot = { body: 'Still in the queue', authorType: 'BOT' }
    expect((await tenant.api('POST', `/threads/${target}/messages`, { body: bot })).status).toBe(201)
    await rules.scan()
    expect(await ran()).toEqual([])
    await rules.pass(30)
    await rules.scan()
    expect(await ran()).toEqual(applied(target))
  })

  it('runs before a deadline that is near, and not on one that is far', async () => {
    const policy = (priority: string, minutes: number) => ({ [priority]: minutes })
    await tenant.api('POST', '/sla-policies', {
      body: { name: 'Fast', targets: { firstResponse: { ...policy('urgent', 20), ...policy('low', 120) } } },
    })
    await rules.make({ ...after('SLA_DUE', -30), actions: [{ type: 'SET_STATUS', status: 'pending' }] })
    const near = await makeThread(tenant, { priority: 'urgent' })
    await makeThread(tenant, { priority: 'low' })
    await service.db.script(`
      update automation_rule_times set started_at = now() - interval '1 hour', looked_until = now() - interval '1 hour'
      where tenant_id = '${tenant.tenantId}'`)
    await rules.scan()
    expect(await ran()).toEqual(applied(near))
  })

  it('counts only the minutes of its business hours', async () => {
    const now = new Date()
    const day = (['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const)[(now.getUTCDay() + 3) % 7] ?? 'mon'
    const weekly = { [day]: [['09:00', '10:00']] }
    const hours = await tenant.api<{ id: string }>('POST', '/business-hours', { body: { name: 'Rare', timezone: 'UTC', weekly } })
    const always = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((each) => [each, [['00:00', '24:00']]]))
    const open = await tenant.api<{ id: string }>('POST', '/business-hours', { body: { name: 'Always', timezone: 'UTC', weekly: always } })
    await rules.make(after('CREATED', 30, { businessHoursId: hours.body.data.id }))
    const rule = await rules.make({
      ...after('CREATED', 30, { businessHoursId: open.body.data.id }),
      actions: [{ type: 'SET_STATUS', status: 'pending' }],
    })
    await makeThread(tenant)
    await rules.pass(40)
    await rules.scan()
    expect((await rules.list()).map(({ ruleId }) => ruleId)).toEqual([rule.id])
  })

  it('that slept over many due times runs once on each thread, in chunks', async () => {
    await rules.make(after('CREATED', 60))
    const ids = await Promise.all(Array.from({ length: 12 }, () => makeThread(tenant)))
    await rules.pass(3 * 24 * 60)
    await rules.scan({ chunk: 5 })
    expect(await ran()).toHaveLength(12)
    expect(new Set(await ran())).toEqual(new Set(applied(...ids)))
  })

  it('runs on what was due before it was enabled only when a thread newly fits', async () => {
    const [old, other] = [await makeThread(tenant), await makeThread(tenant)]
    await rules.pass(120)
    await rules.make({ ...after('CREATED', 60), filter: { all: [{ status: 'open' }] } })
    await rules.scan()
    await update(old, { priority: 'low' })
    await update(other, { status: 'pending' })
    await rules.run()
    expect(await ran()).toEqual([])
    await update(other, { status: 'open' })
    await rules.run()
    await rules.run()
    expect(await ran()).toEqual(applied(other))
  })

  it('that is edited runs in its present version on what becomes due from then on', async () => {
    const rule = await rules.make(after('CREATED', 60))
    const [first, second] = [await makeThread(tenant), await makeThread(tenant)]
    await rules.pass(50)
    await rules.scan()
    await tenant.api('PATCH', `/automation-rules/${rule.id}`, { body: { actions: [{ type: 'SET_PRIORITY', priority: 'low' }] } })
    await rules.pass(20)
    await rules.scan()
    expect((await rules.list()).map(({ ruleVersion, changes }) => [ruleVersion, changes.after])).toEqual([
      [2, { priority: 'low' }],
      [2, { priority: 'low' }],
    ])
    expect(new Set(await ran())).toEqual(new Set(applied(first, second)))
  })

  it('that is disabled and enabled again leaves out what was due meanwhile', async () => {
    const rule = await rules.make(after('CREATED', 60))
    await makeThread(tenant)
    const enable = (enabled: boolean) => tenant.api('PATCH', `/automation-rules/${rule.id}`, { body: { enabled } })
    await enable(false)
    await rules.pass(70)
    await rules.scan()
    await enable(true)
    await rules.scan()
    expect(await ran()).toEqual([])
  })

  it('ends by the guard when it undoes what made it due', async () => {
    await rules.make({ ...after('STATUS', 0), filter: { all: [{ status: 'open' }] }, actions: [{ type: 'SET_STATUS', status: 'pending' }] })
    await rules.make({ ...after('STATUS', 0), filter: { all: [{ status: 'pending' }] }, actions: [{ type: 'SET_STATUS', status: 'open' }] })
    await makeThread(tenant)
    for (let i = 0; i < 4; i++) {
      await rules.run()
      await rules.scan()
    }
    const outcomes = await rules.outcomes()
    expect(outcomes.length).toBeLessThanOrEqual(6)
    expect(outcomes).toContain('LOOP_GUARD ANCESTRY')
  })
})

it('workers interrupted anywhere run a rule with a time once on each thread', async () => {
  const databases = [1, 2].map(() => openDatabase({ connection: service.connection, max: 2 }))
  await rules.make({ ...after('CREATED', 60), actions: [{ type: 'ADD_NOTE', body: 'Late' }] })
  const ids = await Promise.all(Array.from({ length: 10 }, () => makeThread(tenant)))
  await rules.pass(70)
  let killed = 0
  for (let round = 0; round < 24; round++) {
    const attempts = databases.map((db, i) => interrupt(db, (round + i) % 18))
    // An interrupted scan fails, as it does when its process is killed.
    await Promise.all(attempts.map(({ db }) => rules.scan({ database: db }).catch(() => {})))
    killed += attempts.filter(({ wasKilled }) => wasKilled()).length
    await service.db.script(`update automation_rule_times set failures = 0 where tenant_id = '${tenant.tenantId}'`)
  }
  await rules.scan()
  for (const db of databases) await db.close()
  expect(killed).toBeGreaterThan(2)
  expect(new Set(await ran())).toEqual(new Set(applied(...ids)))
  expect(await ran()).toHaveLength(10)
  for (const id of ids) expect((await tenant.skein.listMessages({ path: { id } })).data.filter(({ internal }) => internal)).toHaveLength(1)
})

it('a running worker looks at what is due by itself', async () => {
  // The first scan would be up to 15 seconds later.
  await rules.make(after('CREATED', 0))
  const worker = service.startWorker()
  const id = await makeThread(tenant)
  await service.db.script(`update automation_rule_times set next_look_at = now() where tenant_id = '${tenant.tenantId}'`)
  await expect.poll(ran, { interval: 200 }).toEqual(applied(id))
  await worker.stop()
})
