import { beforeEach, describe, expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { checkTimeliness, watchStalls } from '../../../../test/support/stalls.ts'
import { earlierSql } from '../../../../test/support/earlier.ts'

type Target = { metric: string; dueAt: string | null; pausedAt: string | null; remainingMs: number; state: string }
type Thing = { id: string; threadId?: string; createdAt: string; sla: Target[] }

let tenant: TestTenant
const service = await setUpService()
beforeEach(async () => {
  tenant = await service.createTenant()
})

const minute = 60_000
const make = async (path: string, body: object) => {
  const made = await tenant.api<Thing>('POST', path, { body })
  expect(made.status, made.text).toBe(201)
  return made.body.data
}
const everything = { firstResponse: { normal: 60 }, nextResponse: { normal: 30 }, resolution: { normal: 600 } }
const policy = (more: object = {}) => make('/sla-policies', { name: 'Standard', targets: everything, ...more })
const createThread = async (more: object = {}) => {
  const body = { title: 'Help', body: 'Please', requester: { email: 'ada@example.com' }, ...more }
  return make('/threads', body)
}
const openThread = async (more: object = {}) => String((await createThread(more)).threadId)
const read = async (id: string) => (await tenant.skein.getThread({ path: { id } })).data
const states = async (id: string) => Object.fromEntries((await read(id)).sla.map(({ metric, state }) => [metric, state]))
const target = async (id: string, metric: string) => (await read(id)).sla.find((each) => each.metric === metric)
const reply = (id: string) => make(`/threads/${id}/reply`, { body: 'On it.' })
const message = (id: string, more: object = {}) => make(`/threads/${id}/messages`, { body: 'And?', ...more })
const patch = (id: string, body: object) => tenant.api<Thing>('PATCH', `/threads/${id}`, { body })
const listAnnounced = async (id: string) => {
  const feed = await tenant.api<{ type: string; data: { object: { threadId?: string; metric?: string } } }[]>('GET', '/events?limit=100')
  return feed.body.data.flatMap(({ type, data: { object } }) =>
    type.startsWith('sla.') && object.threadId === id ? [`${type} ${object.metric}`] : [],
  )
}
/** Moves the clocks of the tenant's threads back by some minutes, as if that time had passed. */
const passTime = (minutes: number) =>
  service.db.script(`update sla_threads s set next_at = ${earlierSql('next_at', `interval '${minutes} minutes'`)}, due_at = ${earlierSql('due_at', `interval '${minutes} minutes'`)}, clocks = (
    select coalesce(jsonb_agg(c || jsonb_build_object('startedAt', (c ->> 'startedAt')::float8 - ${minutes * minute}, 'dueAt', (c ->> 'dueAt')::float8 - ${minutes * minute}, 'warnAt', (c ->> 'warnAt')::float8 - ${minutes * minute})), '[]') from jsonb_array_elements(s.clocks) c) where tenant_id = '${tenant.tenantId}'`)

/** Makes the clocks of the tenant's threads due in `:seconds`, with a warning a second earlier, and returns the due times. */
const setDue = statement<{ tenantId: string; seconds: number }, { dueAt: number }>(`
  with due as materialized (select ms, to_timestamp(ms / 1000) as at, to_timestamp(ms / 1000 - 1) as warn_at, to_jsonb(ms) as json, to_jsonb(ms - 1000) as warn_json
    from (select floor(extract(epoch from clock_timestamp() + make_interval(secs => :seconds::int)) * 1000) as ms) due)
  update sla_threads s set next_at = d.warn_at, due_at = d.at, clocks = jsonb_set(jsonb_set(clocks, '{0,dueAt}', d.json), '{0,warnAt}', d.warn_json)
  from due d where s.tenant_id = :tenantId::uuid returning d.ms::double precision as "dueAt"`)
const announcedAt = statement<{ tenantId: string }, { type: string; threadId: string; at: number }>(`
  select type, object_id as "threadId", (extract(epoch from created_at) * 1000)::double precision as at from events
  where tenant_id = :tenantId::uuid and type in ('sla.warning', 'sla.breached')`)
const readAnnouncements = () => service.db.rows(announcedAt, { tenantId: tenant.tenantId })
const readNow = statement<object, { now: number }>('select (extract(epoch from clock_timestamp()) * 1000)::double precision as now')

describe('an SLA target', () => {
  it('is exact to the millisecond after creation, and shown wherever the thread is', async () => {
    await policy({ targets: { firstResponse: { normal: 60 } } })
    const created = await createThread()
    expect(created.sla).toMatchObject([{ metric: 'FIRST_RESPONSE', pausedAt: null, state: 'PENDING' }])
    expect(Date.parse(String(created.sla[0]?.dueAt)) - Date.parse(created.createdAt)).toBe(60 * minute)
    const listed = (await tenant.skein.listThreads()).data[0]
    expect(listed?.sla[0]?.dueAt).toBe(created.sla[0]?.dueAt)
    expect(listed?.sla[0]?.remainingMs).toBeGreaterThan(59 * minute)
  })

  it('comes from the first policy whose conditions hold, or else from the inbox', async () => {
    const own = await policy({ name: 'Of the inbox', onlyByInbox: true, targets: { firstResponse: { normal: 1, urgent: 1 } } })
    await policy({ name: 'Urgent', conditions: { priorities: ['urgent'] }, targets: { firstResponse: { urgent: 2 } } })
    await policy({
      name: 'Gold',
      conditions: { customerFields: [{ key: 'plan', values: ['gold'] }] },
      targets: { firstResponse: { normal: 3 } },
    })
    const inbox = await make('/inboxes', { name: 'Second', type: 'API', slaPolicyId: own.id })
    await tenant.skein.upsertCustomer({ body: { email: 'gold@example.com', customFields: { plan: 'gold' } } })
    const minutes = async (more: object) => {
      const { sla, createdAt } = await createThread(more)
      return sla.map(({ dueAt }) => (Date.parse(String(dueAt)) - Date.parse(createdAt)) / minute)
    }
    expect(await minutes({})).toEqual([])
    expect(await minutes({ inboxId: inbox.id })).toEqual([1])
    expect(await minutes({ inboxId: inbox.id, priority: 'urgent' })).toEqual([2])
    expect(await minutes({ requester: { email: 'gold@example.com' } })).toEqual([3])
    expect((await tenant.api('DELETE', `/sla-policies/${own.id}`)).status).toBe(409)
  })

  it('stays when the policy changes, and is computed again when the priority changes', async () => {
    const { id: policyId } = await policy()
    const id = await openThread()
    const before = await read(id)
    await tenant.skein.updateSlaPolicy({ path: { id: policyId }, body: { targets: { firstResponse: { normal: 5, high: 10 } } } })
    expect((await read(id)).sla.map(({ dueAt }) => dueAt)).toEqual(before.sla.map(({ dueAt }) => dueAt))
    const { sla, createdAt } = (await patch(id, { priority: 'high' })).body.data
    expect(sla.map(({ metric }) => metric)).toEqual(['FIRST_RESPONSE'])
    expect(Math.abs(Date.parse(String(sla[0]?.dueAt)) - Date.parse(createdAt) - 10 * minute)).toBeLessThanOrEqual(5)
    expect((await tenant.api('DELETE', `/sla-policies/${policyId}`)).status).toBe(200)
    expect((await read(id)).sla).toHaveLength(1)
  })

  it('is given to older threads, and ends without an event when no policy applies', async () => {
    const { id: labelId } = await make('/labels', { name: 'VIP' })
    const ids = [await openThread(), await openThread()] as const
    await policy({ conditions: { labelIds: [labelId] } })
    const label = (body: object) => Promise.all(ids.map((id) => tenant.api('POST', `/threads/${id}/labels`, { body })))
    const all = () => Promise.all(ids.map(states))
    await label({ add: ['VIP'] })
    await reply(ids[0])
    await message(ids[0])
    const pending = { FIRST_RESPONSE: 'PENDING', RESOLUTION: 'PENDING' }
    expect(await all()).toEqual([{ FIRST_RESPONSE: 'MET', NEXT_RESPONSE: 'PENDING', RESOLUTION: 'PENDING' }, pending])
    await label({ remove: ['VIP'] })
    for (const id of ids) await message(id)
    expect(await all()).toEqual([{ FIRST_RESPONSE: 'MET' }, {}])
    expect([await listAnnounced(ids[0]), await listAnnounced(ids[1])]).toEqual([['sla.met FIRST_RESPONSE'], []])
    await label({ add: ['VIP'] })
    expect(await all()).toMatchObject([{ RESOLUTION: 'PENDING' }, pending])
  })
})

describe('when custom fields of the customer change', () => {
  const gold = { name: 'Gold', conditions: { customerFields: [{ key: 'plan', values: ['gold'] }] } }
  const become = (plan: string, email = 'ada@example.com') => tenant.api('POST', '/customers', { body: { email, customFields: { plan } } })

  it('unresolved threads get another policy in batches, and keep what was met or late', async () => {
    await policy(gold)
    await policy({ name: 'Rest', targets: { firstResponse: { normal: 600 }, resolution: { normal: 6000 } } })
    const [waiting, answered, over] = [await openThread(), await openThread(), await openThread()]
    const other = await openThread({ requester: { email: 'eve@example.com' } })
    await reply(answered)
    await patch(over, { status: 'resolved' })
    const many = await Promise.all(Array.from({ length: 120 }, () => openThread()))
    const minutes = async (id: string, metric: string) => Math.round(((await target(id, metric))?.remainingMs ?? 0) / minute)
    expect(await minutes(waiting, 'FIRST_RESPONSE')).toBe(600)
    await become('gold')
    const worker = service.startWorker()
    await expect.poll(() => minutes(many.at(-1) ?? '', 'FIRST_RESPONSE')).toBe(60)
    await worker.stop()
    expect([await minutes(waiting, 'FIRST_RESPONSE'), await minutes(waiting, 'RESOLUTION')]).toEqual([60, 600])
    expect(await states(answered)).toEqual({ FIRST_RESPONSE: 'MET', RESOLUTION: 'PENDING' })
    expect(await minutes(answered, 'RESOLUTION')).toBe(600)
    expect(await listAnnounced(answered)).toEqual(['sla.met FIRST_RESPONSE'])
    expect([await minutes(over, 'RESOLUTION'), await minutes(other, 'FIRST_RESPONSE')]).toEqual([6000, 600])
  })

  it('late clocks stay late, and are not announced again', async () => {
    await policy(gold)
    await policy({ name: 'Rest', targets: { firstResponse: { normal: 30 }, resolution: { normal: 6000 } } })
    const id = await openThread()
    await passTime(31)
    const worker = service.startWorker()
    const said = ['sla.warning FIRST_RESPONSE', 'sla.breached FIRST_RESPONSE']
    await expect.poll(() => listAnnounced(id)).toEqual(said)
    await become('gold')
    await expect.poll(async () => (await target(id, 'RESOLUTION'))?.remainingMs ?? 0).toBeLessThan(600 * minute)
    await worker.stop()
    expect(await states(id)).toEqual({ FIRST_RESPONSE: 'BREACHED', RESOLUTION: 'PENDING' })
    expect(await listAnnounced(id)).toEqual(said)
  })
})

describe('a clock', () => {
  it('is stopped by a reply, not by a note, and started by the next question', async () => {
    await policy()
    const id = await openThread()
    await message(id, { internal: true })
    await message(id, { authorType: 'BOT' })
    expect(await states(id)).toEqual({ FIRST_RESPONSE: 'PENDING', RESOLUTION: 'PENDING' })
    await reply(id)
    expect(await states(id)).toEqual({ FIRST_RESPONSE: 'MET', RESOLUTION: 'PENDING' })
    await message(id)
    expect(await states(id)).toEqual({ FIRST_RESPONSE: 'MET', NEXT_RESPONSE: 'PENDING', RESOLUTION: 'PENDING' })
    const asked = await target(id, 'NEXT_RESPONSE')
    await message(id)
    expect((await target(id, 'NEXT_RESPONSE'))?.dueAt).toBe(asked?.dueAt)
    // If the reply is moved to another thread, the question counts as unanswered, but its target stays met.
    await make(`/threads/${id}/split`, { messageIds: [(await reply(id)).id], subject: 'Another thing' })
    await patch(id, { status: 'resolved' })
    expect(await states(id)).toEqual({ FIRST_RESPONSE: 'MET', NEXT_RESPONSE: 'MET', RESOLUTION: 'MET' })
    await patch(id, { status: 'open' })
    expect(await states(id)).toMatchObject({ RESOLUTION: 'PENDING' })
    expect(await listAnnounced(id)).toEqual(['sla.met FIRST_RESPONSE', 'sla.met NEXT_RESPONSE', 'sla.met RESOLUTION'])
  })

  it('keeps the remaining time while it is paused, three times', async () => {
    await policy({ pauseOn: ['pending'], targets: { resolution: { normal: 600 } } })
    const id = await openThread()
    for (const passed of [60, 30, 10]) {
      await passTime(passed)
      const before = (await target(id, 'RESOLUTION'))?.remainingMs ?? 0
      await patch(id, { status: 'pending' })
      const paused = await target(id, 'RESOLUTION')
      expect(paused).toMatchObject({ dueAt: null, pausedAt: expect.any(String), state: 'PENDING' })
      expect(Math.abs((paused?.remainingMs ?? 0) - before)).toBeLessThan(5_000)
      await message(id)
      expect(await target(id, 'RESOLUTION')).toMatchObject({ pausedAt: null, dueAt: expect.any(String) })
    }
    const left = (await target(id, 'RESOLUTION'))?.remainingMs ?? 0
    expect(Math.abs(left - 500 * minute)).toBeLessThan(15_000)
  })

  it('warns at the policy’s threshold, and stays late, with one event each', async () => {
    await policy({ warningPercent: 50, targets: { firstResponse: { normal: 60 } } })
    const id = await openThread()
    const worker = service.startWorker()
    await passTime(31)
    await expect.poll(() => listAnnounced(id)).toEqual(['sla.warning FIRST_RESPONSE'])
    await passTime(30)
    await expect.poll(() => listAnnounced(id)).toEqual(['sla.warning FIRST_RESPONSE', 'sla.breached FIRST_RESPONSE'])
    await worker.stop()
    await reply(id)
    expect(await states(id)).toEqual({ FIRST_RESPONSE: 'BREACHED' })
    expect(await listAnnounced(id)).toEqual(['sla.warning FIRST_RESPONSE', 'sla.breached FIRST_RESPONSE'])
    expect((await target(id, 'FIRST_RESPONSE'))?.remainingMs).toBeLessThan(0)
    for (const warningPercent of [0, 100, 12.5, '20', null])
      expect((await tenant.api('POST', '/sla-policies', { body: { name: 'No', targets: everything, warningPercent } })).status).toBe(400)
  })

  it('that became late while no worker ran is announced once, within two seconds', async () => {
    await policy({ targets: { firstResponse: { normal: 60 } } })
    const ids = await Promise.all(Array.from({ length: 60 }, () => openThread()))
    await passTime(61)
    const stalls = watchStalls(service.db)
    const startedAt = (await service.db.first(readNow, {}))?.now ?? NaN
    const workers = [service.startWorker(), service.startWorker()]
    const breaches = async () => {
      const breached = (await readAnnouncements()).filter(({ type }) => type === 'sla.breached').map(({ threadId }) => threadId)
      return [(await readAnnouncements()).length, breached.length, new Set(breached).size]
    }
    await expect.poll(breaches).toEqual([2 * ids.length, ids.length, ids.length])
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(await breaches()).toEqual([2 * ids.length, ids.length, ids.length])
    const lateMs = (await readAnnouncements()).map(({ at }) => at - startedAt)
    const inTime = checkTimeliness('announcing after downtime', lateMs, await stalls())
    expect(inTime.isTimely, inTime.told).toBe(true)
  })

  it('is announced within two seconds of its time', async () => {
    await policy({ targets: { firstResponse: { normal: 60 } } })
    const ids = await Promise.all(Array.from({ length: 5 }, () => openThread()))
    const worker = service.startWorker()
    const stalls = watchStalls(service.db)
    const dueAt = (await service.db.first(setDue, { tenantId: tenant.tenantId, seconds: 2 }))?.dueAt ?? NaN
    await expect.poll(async () => (await readAnnouncements()).length, { interval: 100 }).toBe(2 * ids.length)
    const lateMs = (await readAnnouncements()).map(({ type, at }) => at - (type === 'sla.warning' ? dueAt - 1_000 : dueAt))
    const onTime = checkTimeliness('announcing', lateMs, await stalls())
    expect(onTime.isTimely, onTime.told).toBe(true)
    await worker.stop()
  })

  it('announces the breach when a reply in the same moment comes too late', async () => {
    await policy({ targets: { firstResponse: { normal: 60 } } })
    const id = await openThread()
    await service.db.script(
      `update sla_threads set next_at = null, clocks = jsonb_set(jsonb_set(clocks, '{0,dueAt}', '1'), '{0,warnAt}', '0') where tenant_id = '${tenant.tenantId}'`,
    )
    await reply(id)
    expect(await listAnnounced(id)).toEqual(['sla.warning FIRST_RESPONSE', 'sla.breached FIRST_RESPONSE'])
  })
})

describe('lists of threads', () => {
  const listed = async (query: string) => {
    const { body, text } = await tenant.api<Thing[]>('GET', `/threads?sort=slaDueAt&${query}`)
    expect(body.meta?.total, text).toBe(body.data.length)
    return body.data.map(({ id }) => id)
  }

  it('are filtered by SLA state and by the nearest deadline, and ordered by it', async () => {
    await policy({ pauseOn: ['pending'], targets: { firstResponse: { normal: 60, high: 240, urgent: 600 } } })
    const [calm, near, late] = [await openThread({ priority: 'urgent' }), await openThread({ priority: 'high' }), await openThread()]
    const [met, paused, free] = [await openThread(), await openThread(), await openThread({ priority: 'low' })]
    await reply(met)
    await patch(paused, { status: 'pending' })
    await passTime(200)
    const worker = service.startWorker()
    await expect.poll(() => listed('slaState=breached')).toEqual([late])
    await expect.poll(() => listed('slaState=WARNING')).toEqual([near])
    await worker.stop()
    expect([await listed('slaState=PENDING'), await listed('slaState=PAUSED'), await listed('slaState=MET')]).toEqual([
      [calm],
      [paused],
      [met],
    ])
    expect(await listed('')).toEqual([late, near, calm, met, paused, free])
    const now = new Date().toISOString()
    expect(await listed(`slaDueBefore=${now}`)).toEqual([late])
    expect(await listed(`slaDueAfter=${now}&status=open`)).toEqual([near, calm])
    await reply(late)
    expect([await listed('slaState=BREACHED'), await listed('slaState=MISSED')]).toEqual([[], [late]])
    expect(await listed('')).toEqual([near, calm, late, met, paused, free])
    expect((await tenant.api('GET', '/threads?slaState=SOON')).status).toBe(400)
  })
})
