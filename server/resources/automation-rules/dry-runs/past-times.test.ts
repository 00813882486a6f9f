/** Dry runs of rules with a time: when conditions began and ended in the past. */
import { beforeEach, describe, expect, it } from 'vitest'
import { getDryRuns, getThreads } from '../../../../test/support/dry-runs.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'

let tenant: TestTenant
const service = await setUpService({ worker: true })
beforeEach(async () => void (tenant = await service.createTenant()))

const onCreation = {
  name: 'Urgent first',
  trigger: { type: 'EVENT', events: ['thread.created'] },
  actions: [{ type: 'SET_PRIORITY', priority: 'urgent' }],
}
const dryRun = (rule: object) => getDryRuns(service, tenant).run(rule)
const passTime = (minutes: number) => getDryRuns(service, tenant).passTime(minutes)
const patch = (id: string, body: object) => tenant.api('PATCH', `/threads/${id}`, { body })
const reply = (id: string) => tenant.api('POST', `/threads/${id}/reply`, { body: { body: 'On it.' } })

describe('a dry run of a rule with a time', () => {
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
    expect(getThreads(matches).toSorted()).toEqual([waiting, late].toSorted())
    expect([run.threads, run.asOfNow]).toEqual([2, []])
    expect(matches[0]).toMatchObject({ eventId: null, outcome: 'WOULD_CHANGE', before: { priority: 'normal' } })
    expect((await dryRun(after('WAITING', 120))).run.matched).toBe(0)
  })

  it('evaluates the thread as it was at that time', async () => {
    const id = await makeThread(tenant)
    await patch(id, { priority: 'high' })
    await passTime(90)
    await patch(id, { priority: 'low' })
    await passTime(0)
    const isHigh = { filter: { all: [{ priority: 'high' }] } }
    expect(getThreads((await dryRun(after('CREATED', 60, isHigh))).matches)).toEqual([id])
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
    expect(getThreads((await dryRun({ ...onCreation, trigger: { ...trigger, businessHoursId: all.body.data.id } })).matches)).toEqual([id])
  })

  it('counts from the latest message, unless another one came before the time', async () => {
    const [quiet, lively] = [await makeThread(tenant), await makeThread(tenant)]
    await passTime(50)
    await reply(lively)
    await passTime(40)
    const find = async (minutes: number) => getThreads((await dryRun(after('LAST_MESSAGE', minutes))).matches)
    expect(await find(60)).toEqual([quiet])
    expect((await find(45)).toSorted()).toEqual([quiet, lively].toSorted())
    // The condition began separately for each of the thread's two messages.
    expect((await find(30)).toSorted()).toEqual([quiet, lively, lively].toSorted())
  })

  it('does not count from messages of programs, which do not end the time either', async () => {
    const id = await makeThread(tenant)
    await passTime(50)
    for (const more of [{ internal: true }, {}])
      await tenant.api('POST', `/threads/${id}/messages`, { body: { body: 'Queued', authorType: 'BOT', ...more } })
    await passTime(40)
    for (const minutes of [30, 60]) expect(getThreads((await dryRun(after('LAST_MESSAGE', minutes))).matches)).toEqual([id])
  })

  it('counts from the end of a snooze, unless the thread was snoozed again before', async () => {
    const [awake, again, never] = [await makeThread(tenant), await makeThread(tenant), await makeThread(tenant)]
    const snooze = (id: string) => tenant.api('POST', `/threads/${id}/snooze`, { body: { durationSeconds: 3600 } })
    for (const id of [awake, again]) {
      await snooze(id)
      await tenant.skein.unsnoozeThread({ path: { id } })
    }
    await snooze(never)
    await passTime(40)
    await snooze(again)
    await passTime(40)
    expect(getThreads((await dryRun(after('SNOOZE_ENDED', 60))).matches)).toEqual([awake])
    expect(getThreads((await dryRun(after('SNOOZE_ENDED', 30))).matches).toSorted()).toEqual([awake, again].toSorted())
  })

  it('finds each deadline once: the missed ones, and those that are to come', async () => {
    await tenant.api('POST', '/sla-policies', { body: { name: 'An hour', targets: { firstResponse: { normal: 60 } } } })
    const missed = await makeThread(tenant)
    await passTime(50)
    const near = await makeThread(tenant)
    await passTime(40)
    await expect.poll(async () => (await tenant.skein.listEvents({ query: { types: 'sla.breached' } })).data.length).toBe(1)
    await passTime(0)
    const find = async (minutes: number) => getThreads((await dryRun(after('SLA_DUE', minutes))).matches)
    expect(await find(0)).toEqual([missed])
    expect(await find(20)).toEqual([missed])
    expect(await find(40)).toEqual([])
    expect((await find(-30)).toSorted()).toEqual([missed, near].toSorted())
  })
})
