/** A rebuild of facts and sums finds no difference unless something was wrong, and then repairs it. */
import { beforeEach, expect, it } from 'vitest'
import { until } from '../../../../test/support/job-fixture.ts'
import { runPrivacyRequest } from '../../../../test/support/privacy.ts'
import { factsOf, isRead, readEverything, type RebuildJob, rebuildReports, writeHistory } from '../../../../test/support/measures.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import { earlierSql } from '../../../../test/support/earlier.ts'

let tenant: TestTenant
const service = await setUpService({ worker: true })
beforeEach(async () => void (tenant = await service.createTenant()))

const rebuild = (what: 'SUMS' | 'FACTS') => rebuildReports(tenant, { what })
const everything = () => readEverything(service, tenant)

it('facts and sums that are made again are the same, also while others write', async () => {
  await writeHistory(tenant, { writers: 3, steps: 40 })
  await isRead(service, tenant)
  const before = await everything()
  expect(before.facts.length).toBeGreaterThan(100)
  expect(await rebuild('FACTS')).toEqual({ compared: before.facts.length, different: [], kept: 0 })
  expect(await rebuild('SUMS')).toEqual({ compared: before.sums.length, different: [], kept: 0 })
  expect(await everything()).toEqual(before)
  const [result] = await Promise.all([rebuild('FACTS'), writeHistory(tenant, { writers: 2, steps: 25 })])
  expect(result).toMatchObject({ different: [], kept: 0 })
  await isRead(service, tenant)
  expect((await rebuild('FACTS'))?.different).toEqual([])
  expect((await rebuild('SUMS'))?.different).toEqual([])
})

const breakFacts = statement<{ tenantId: Uuid }, object>(`with
  lost as (delete from facts where tenant_id = :tenantId::uuid and kind = 'NOTED')
  update facts set value_ms = value_ms + 1, step = 95 where tenant_id = :tenantId::uuid and kind = 'RESOLVED'`)
const breakSums = statement<{ tenantId: Uuid }, object>(
  `update measure_days set count = count + 1 where tenant_id = :tenantId::uuid and metric = 'THREADS_CREATED' and dimension = 'all'`,
)

const breakPercentiles = statement<{ tenantId: Uuid }, object>(
  `update measure_days set max_ms = 1 where tenant_id = :tenantId::uuid and metric = 'FIRST_RESPONSE_TIME' and max_ms is not null`,
)

it('facts and sums that are wrong are named and replaced', async () => {
  await writeHistory(tenant, { writers: 2, steps: 40 })
  await isRead(service, tenant)
  const before = await everything()
  await service.db.rows(breakSums, tenant)
  const sums = await rebuild('SUMS')
  expect(sums?.different).toEqual([
    expect.objectContaining({
      metric: 'THREADS_CREATED',
      dimension: 'all',
      value: '',
      step: -1,
      was: expect.anything(),
      is: expect.anything(),
    }),
  ])
  expect(await everything()).toEqual(before)
  await service.db.rows(breakPercentiles, tenant)
  expect((await rebuild('SUMS'))?.different).toContainEqual({
    metric: 'FIRST_RESPONSE_TIME',
    dimension: 'all',
    value: '',
    day: expect.any(String),
    step: -1,
    was: { medianMs: expect.any(Number), p90Ms: expect.any(Number), maxMs: 1 },
    is: { medianMs: expect.any(Number), p90Ms: expect.any(Number), maxMs: expect.any(Number) },
  })
  expect(await everything()).toEqual(before)
  await service.db.rows(breakFacts, tenant)
  const facts = await rebuild('FACTS')
  expect(facts?.different).toContainEqual(
    expect.objectContaining({ kind: 'NOTED', was: null, is: expect.anything(), threadId: expect.stringMatching(/^thr_/) }),
  )
  expect(facts?.different).toContainEqual(expect.objectContaining({ kind: 'RESOLVED', was: expect.anything(), is: expect.anything() }))
  expect(await everything()).toEqual(before)
})

it('a request during a rebuild returns the running one', async () => {
  await writeHistory(tenant, { writers: 1, steps: 5 })
  await service.db.transaction(async (tx) => {
    // The rebuild waits for this lock.
    await tx.rows(lockPosition, tenant)
    const jobs = await Promise.all(
      [1, 2].map(async () => (await tenant.api<RebuildJob>('POST', '/reports/rebuild', { body: { what: 'SUMS' } })).body.data.id),
    )
    const again = await tenant.api<RebuildJob>('POST', '/reports/rebuild', { body: { what: 'FACTS' } })
    expect(new Set([...jobs, again.body.data.id]).size).toBe(1)
  })
})
const lockPosition = statement<{ tenantId: Uuid }, object>(
  `select from reader_cursors where tenant_id = :tenantId::uuid and reader = 'measures' for update`,
)

const days = statement<{ tenantId: Uuid }, { day: string; timezone: string }>(`
  select distinct k.day::text as day, z.timezone from measure_days k join measure_tenants z on z.tenant_id = k.tenant_id
  where k.tenant_id = :tenantId::uuid and k.metric = 'THREADS_CREATED' and k.count <> 0`)
const moveCreation = statement<{ tenantId: Uuid }, object>(
  `update facts set at = '2026-03-04T23:30:00Z' where tenant_id = :tenantId::uuid and kind = 'CREATED'`,
)

it('the days of sums follow the time zone of reports', async () => {
  await tenant.skein.createThread({ body: { title: 'T', body: 'b', requester: { email: 'ada@example.com' } } })
  await isRead(service, tenant)
  await service.db.rows(moveCreation, tenant)
  const { body } = await tenant.api<{ timezone: string }>('PATCH', '/tenant/settings', {
    body: { reporting: { timezone: 'Asia/Kathmandu' } },
  })
  expect(body.error).toBeNull()
  await until(async () => (await service.db.first(days, tenant))?.timezone === 'Asia/Kathmandu')
  expect(await service.db.rows(days, tenant)).toEqual([{ day: '2026-03-05', timezone: 'Asia/Kathmandu' }])
})

const unresolved = statement<{ tenantId: Uuid }, { figure: number; threads: number }>(`
  select (select sum(count)::bigint from measure_days where tenant_id = :tenantId::uuid and metric = 'BACKLOG' and dimension = 'all') as figure,
    (select count(*) from threads where tenant_id = :tenantId::uuid and status in ('open', 'pending')) as threads`)

it.each(['ANONYMIZE', 'DELETE'] as const)('erasing a customer with %s keeps facts, which can be made again', async (mode) => {
  await writeHistory(tenant, { writers: 2, steps: 30 })
  await isRead(service, tenant)
  const before = await service.db.rows(factsOf, tenant)
  const customers = (await tenant.api<{ id: string }[]>('GET', '/customers')).body.data
  const { state } = await runPrivacyRequest(tenant, '/privacy/erase', { customerId: customers[0]?.id, mode })
  expect(state).toBe('DONE')
  await isRead(service, tenant)
  const after = await everything()
  expect(before.filter(({ fact }) => !after.facts.some((each) => each.fact === fact))).toEqual([])
  const { figure, threads } = (await service.db.first(unresolved, tenant)) ?? {}
  expect(figure).toBe(threads)
  expect(await rebuild('FACTS')).toEqual({ compared: after.facts.length, different: [], kept: 0 })
  expect(await everything()).toEqual(after)
})

const forgetMeasures = statement<{ tenantId: Uuid }, object>(`with
  a as (delete from facts where tenant_id = :tenantId::uuid), b as (delete from measure_days where tenant_id = :tenantId::uuid),
  c as (delete from thread_measures where tenant_id = :tenantId::uuid), d as (delete from measure_tenants where tenant_id = :tenantId::uuid)
  delete from events where tenant_id = :tenantId::uuid`)
/** Backdates the thread by two hours and deletes its events, measures and facts. */
const forgetThread = statement<{ tenantId: Uuid; threadId: Uuid | null }, object>(`with
  a as (update threads set created_at = ${earlierSql('created_at', "interval '2 hours'")} where tenant_id = :tenantId::uuid and id = :threadId::uuid),
  b as (delete from events where tenant_id = :tenantId::uuid and coalesce(object ->> 'threadId', object ->> 'id') = :threadId::uuid::text),
  c as (delete from thread_measures where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid)
  delete from facts where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid`)
const kindsOf = statement<{ tenantId: Uuid; threadId: string | null }, { kind: string; isEarly: boolean; value: boolean }>(`
  select kind, sequence < 0 as "isEarly", value_ms is not null as value from facts where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid
  order by at, sequence, n`)

it('a thread without its first events is counted once, from its rows', async () => {
  const { threadId } = (await tenant.skein.createThread({ body: { title: 'T', body: 'b', requester: { email: 'ada@example.com' } } })).data
  await tenant.api('POST', `/threads/${threadId}/reply`, { body: { body: 'r' } })
  await isRead(service, tenant)
  // Simulates an installation that deleted its events before reports existed.
  await service.db.rows(forgetMeasures, tenant)
  await tenant.api('PATCH', `/threads/${threadId}`, { body: { status: 'resolved' } })
  await tenant.api('POST', `/threads/${threadId}/messages`, { body: { body: 'm' } })
  await isRead(service, tenant)
  const kinds = await service.db.rows(kindsOf, { ...tenant, threadId: parseTypeId('thr', threadId) })
  expect(kinds).toEqual([
    { kind: 'CREATED', isEarly: true, value: false },
    { kind: 'RECEIVED', isEarly: true, value: false },
    { kind: 'ANSWERED', isEarly: true, value: true },
    { kind: 'RESOLVED', isEarly: false, value: true },
    { kind: 'RECEIVED', isEarly: false, value: false },
    { kind: 'REOPENED', isEarly: false, value: true },
  ])
  const untouched = (await tenant.skein.createThread({ body: { title: 'T', body: 'b', requester: { email: 'ada@example.com' } } })).data
    .threadId
  await isRead(service, tenant)
  await service.db.rows(forgetThread, { ...tenant, threadId: parseTypeId('thr', untouched) })
  await rebuild('SUMS')
  expect(await rebuild('FACTS')).toEqual({ compared: 0, different: [], kept: 2 })
  const counted = await service.db.rows(kindsOf, { ...tenant, threadId: parseTypeId('thr', untouched) })
  expect(counted.map(({ kind, isEarly }) => [kind, isEarly])).toEqual([
    ['CREATED', true],
    ['RECEIVED', true],
  ])
  expect((await rebuild('SUMS'))?.different).toEqual([])
  expect(await service.db.rows(kindsOf, { ...tenant, threadId: parseTypeId('thr', threadId) })).toEqual(kinds)
})

type Measures = {
  state: {
    status: string
    waitingSince: string | null
    episodeSince: string | null
    resolvedAt: string | null
    answers: number
    merged: boolean
  }
  facts: {
    kind: string
    valueMs: number | null
    first: boolean
    person: { id: string } | null
    thread: { subject: string | null } | null
  }[]
}

it('a thread shows its facts in order, and what reports remember of it', async () => {
  const { threadId } = (await tenant.skein.createThread({ body: { title: 'T', body: 'b', requester: { email: 'ada@example.com' } } })).data
  await tenant.api('POST', `/threads/${threadId}/reply`, { body: { body: 'r' } })
  await tenant.api('PATCH', `/threads/${threadId}`, { body: { status: 'resolved' } })
  await isRead(service, tenant)
  const { body } = await tenant.api<Measures>('GET', `/threads/${threadId}/measures`)
  expect(body.data.facts.map(({ kind, first, valueMs, person }) => [kind, first, valueMs !== null, person?.id])).toEqual([
    ['CREATED', false, false, undefined],
    ['RECEIVED', false, false, undefined],
    ['ANSWERED', true, true, tenant.ownerId],
    // The first reply assigned the thread.
    ['MOVED', false, false, undefined],
    ['RESOLVED', true, true, tenant.ownerId],
  ])
  expect(body.data.state).toMatchObject({ status: 'resolved', waitingSince: null, episodeSince: null, answers: 1, merged: false })
  expect(body.data.state.resolvedAt).not.toBeNull()
  const { key } = await tenant.keyFor(['reports:read'])
  const limited = await service.api<Measures>('GET', `/threads/${threadId}/measures`, { key })
  expect(limited.body.data.facts[0]?.thread?.subject).toBeNull()
})
