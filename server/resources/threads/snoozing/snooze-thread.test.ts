/** G21: a snooze ends once and on time, no matter what else happens to the thread. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { Thread } from '../../../../client/index.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { checkTimeliness, watchStalls } from '../../../../test/support/stalls.ts'
import { getJobs, makeThread, getThreadEvents, threadOfKey, getWakingLags } from '../../../../test/support/threads.ts'

const { service, tenant, readThread } = await setUpTenant()

const snooze = (id: string, body: object) => tenant.api<Thread>('POST', `/threads/${id}/snooze`, { body })
const wakingJobs = async (): Promise<string[]> => (await getJobs(service, tenant, 'wake-thread')).map(threadOfKey)
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString()

describe('snoozing', () => {
  it('makes a thread pending until the time, and emits two events', async () => {
    const id = await makeThread(tenant)
    const time = inSeconds(3_600)
    const { body } = await snooze(id, { until: time })
    expect(body.data).toMatchObject({ status: 'pending', snoozed: true, snoozedUntil: time })
    expect(await getThreadEvents(tenant, id)).toEqual(['thread.created', 'thread.status_changed', 'thread.snoozed'])
  })

  it('for a number of seconds is measured by the database’s clock', async () => {
    const { body } = await snooze(await makeThread(tenant), { durationSeconds: 600 })
    expect(Math.abs(Date.parse(body.data.snoozedUntil ?? '') - Date.now() - 600_000)).toBeLessThan(10_000)
  })

  it('until the customer replies sets no time and enqueues no job', async () => {
    const id = await makeThread(tenant)
    expect((await snooze(id, { untilReply: true })).body.data).toMatchObject({ status: 'pending', snoozed: true, snoozedUntil: null })
    expect(await wakingJobs()).not.toContain(id)
    await tenant.skein.createMessage({ path: { id }, body: { body: 'Hello?' } })
    expect(await readThread(id)).toMatchObject({ status: 'open', snoozed: false })
    expect((await getThreadEvents(tenant, id)).slice(-2)).toEqual(['thread.status_changed', 'thread.unsnoozed'])
  })

  it('a snoozed thread again replaces the time; the same time changes nothing', async () => {
    const id = await makeThread(tenant)
    await snooze(id, { until: inSeconds(3_600) })
    const later = inSeconds(7_200)
    const second = await snooze(id, { until: later })
    expect(second.body.data).toMatchObject({ status: 'pending', snoozedUntil: later })
    expect((await snooze(id, { until: later })).body.data.version).toBe(second.body.data.version)
    expect((await getThreadEvents(tenant, id)).slice(2)).toEqual(['thread.snoozed', 'thread.snoozed'])
    expect((await wakingJobs()).filter((key) => key === id)).toEqual([id])
  })

  it.each([
    [{}],
    [{ until: inSeconds(60), durationSeconds: 60 }],
    [{ untilReply: false }],
    [{ durationSeconds: 0 }],
    [{ until: 'tomorrow' }],
  ])('refuses %j with 400', async (body) => {
    expect((await snooze(await makeThread(tenant), body)).status).toBe(400)
  })

  it('refuses a past time with 422, and a closed thread with 409', async () => {
    const id = await makeThread(tenant)
    const past = await snooze(id, { until: inSeconds(-60) })
    expect([past.status, past.body.error?.code]).toEqual([422, 'SVC-VALIDATION-TIME_OUT_OF_RANGE'])
    await tenant.skein.updateThread({ path: { id }, body: { status: 'closed' } })
    const closed = await snooze(id, { durationSeconds: 60 })
    expect([closed.status, closed.body.error?.code]).toEqual([409, 'SVC-THREAD-INVALID_TRANSITION'])
    expect(await readThread(id)).toMatchObject({ status: 'closed', snoozed: false })
  })

  it('makes a resolved thread pending again', async () => {
    const id = await makeThread(tenant)
    await tenant.skein.updateThread({ path: { id }, body: { status: 'resolved' } })
    expect((await snooze(id, { durationSeconds: 60 })).body.data).toMatchObject({ status: 'pending', snoozed: true })
  })
})

describe('a snooze ends, with its job,', () => {
  it.each(['open', 'resolved', 'closed'])('when the status becomes %s', async (status) => {
    const id = await makeThread(tenant)
    await snooze(id, { durationSeconds: 3_600 })
    await tenant.api('PATCH', `/threads/${id}`, { body: { status } })
    expect(await readThread(id)).toMatchObject({ status, snoozed: false, snoozedUntil: null })
    expect((await getThreadEvents(tenant, id)).slice(-2)).toEqual(['thread.status_changed', 'thread.unsnoozed'])
    expect(await wakingJobs()).not.toContain(id)
  })

  it('when it is unsnoozed; unsnoozing it again changes nothing', async () => {
    const id = await makeThread(tenant)
    await snooze(id, { durationSeconds: 3_600 })
    const awake = await tenant.api<Thread>('DELETE', `/threads/${id}/snooze`)
    expect(awake.body.data).toMatchObject({ status: 'open', snoozed: false })
    expect((await tenant.skein.unsnoozeThread({ path: { id } })).data.version).toBe(awake.body.data.version)
    expect(await wakingJobs()).not.toContain(id)
  })

  it('but not when an agent replies or adds a note', async () => {
    const id = await makeThread(tenant)
    await snooze(id, { durationSeconds: 3_600 })
    await tenant.skein.replyToThread({ path: { id }, body: { body: 'One moment.' } })
    await tenant.skein.createMessage({ path: { id }, body: { body: 'Ask Ada.', internal: true } })
    expect(await readThread(id)).toMatchObject({ status: 'pending', snoozed: true })
  })
})

describe('waking', () => {
  const workers: { stop(): Promise<void> }[] = []
  const startWorker = (): void => void workers.push(service.startWorker())
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop()
  })
  const wakings = async (id: string): Promise<number> =>
    (await getThreadEvents(tenant, id)).filter((type) => type === 'thread.unsnoozed').length

  it('happens once, within two seconds of the time, with two workers', async () => {
    startWorker()
    startWorker()
    const stalls = watchStalls(service.db)
    const ids = await Promise.all(Array.from({ length: 12 }, () => makeThread(tenant)))
    await Promise.all(ids.map((id) => snooze(id, { durationSeconds: 1 })))
    await until(async () => (await Promise.all(ids.map(readThread))).every(({ status }) => status === 'open'))
    const lost = await stalls()
    await sleep(300)
    expect(await Promise.all(ids.map(wakings))).toEqual(ids.map(() => 1))
    const lags = await getWakingLags(service.db, tenant, ids)
    expect(lags.length).toBe(ids.length)
    const { isTimely, told } = checkTimeliness(
      'waking',
      lags.map((seconds) => seconds * 1_000),
      lost,
    )
    expect(isTimely, told).toBe(true)
  })

  it('happens after downtime, once, by the service itself', async () => {
    const id = await makeThread(tenant)
    await snooze(id, { durationSeconds: 1 })
    await sleep(1_200)
    expect(await readThread(id)).toMatchObject({ status: 'pending' })
    startWorker()
    startWorker()
    await until(async () => (await readThread(id)).status === 'open')
    expect(await wakings(id)).toBe(1)
    const audit = await tenant.api<{ actor: { type: string }; action: string }[]>('GET', `/audit-logs?targetId=${id}&limit=1`)
    expect(audit.body.data[0]).toMatchObject({ action: 'thread.unsnoozed', actor: { type: 'SYSTEM' } })
    expect(await wakingJobs()).not.toContain(id)
  })

  it('ignores the job of a snooze that a customer’s message has already ended', async () => {
    const id = await makeThread(tenant)
    await snooze(id, { durationSeconds: 1 })
    await tenant.skein.createMessage({ path: { id }, body: { body: 'Still there?' } })
    await snooze(id, { untilReply: true })
    startWorker()
    await until(async () => !(await wakingJobs()).includes(id))
    expect(await readThread(id)).toMatchObject({ status: 'pending', snoozed: true, snoozedUntil: null })
  })
})
