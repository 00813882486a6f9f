/** The reader of measures counts each event once, no matter how its transactions fail, and follows SLA clocks and business hours. */
import { beforeEach, describe, expect, it } from 'vitest'
import { writeHistory } from '../../../../test/support/measures.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import { createLog } from '#platform/log.ts'
import { readNext } from '#platform/outbox/read-outbox.ts'
import { createSecrets } from '#platform/secrets.ts'
import type { Reader } from '#platform/outbox/readers.ts'
import { measures } from './read-measures.ts'
import { beginRebuild, checkSums, rebuildFacts, switchFacts, type Rebuilt } from './rebuild.ts'

let tenant: TestTenant
const service = await setUpService()
beforeEach(async () => void (tenant = await service.createTenant()))

const unread = statement<{ tenantId: Uuid }, { events: number; retries: number }>(`
  select k.event_sequence - coalesce(c.sequence, 0) as events, c.failures as retries from tenant_counters k
  left join reader_cursors c on c.tenant_id = k.tenant_id and c.reader = 'measures' where k.tenant_id = :tenantId::uuid`)
const dueNow = statement<{ tenantId: Uuid }, object>('update reader_cursors set retry_at = null where tenant_id = :tenantId::uuid')

const services = () => ({
  db: service.db,
  config: service.config,
  log: createLog('silent').log,
  secrets: createSecrets(service.config.secretKey),
})

async function readAll(reader: Reader = measures): Promise<void> {
  while ((await service.db.first(unread, tenant))?.events !== 0) {
    await service.db.rows(dueNow, tenant)
    // Two workers at once.
    await Promise.all([1, 2].map(() => readNext(services(), reader, tenant.tenantId)))
  }
}

async function check(): Promise<{ facts: Rebuilt; sums: Rebuilt }> {
  const id = tenant.tenantId
  const sums = await service.db.transaction((tx) => checkSums(tx, id))
  await service.db.transaction((tx) => beginRebuild(tx, id, id))
  const rebuild = { id, from: null, head: 0 }
  for (let reached = 0; ; ) {
    const done = await service.db.transaction(async (tx) => {
      const next = await rebuildFacts(tx, id, rebuild, reached)
      return next === null ? switchFacts(tx, id, rebuild, { dryRun: true }) : next
    })
    if (typeof done === 'object') return { facts: done, sums }
    reached = Number(done)
  }
}

const marked = statement<{ tenantId: Uuid }, { recount: boolean; missed: number[] }>(
  'select recount, to_json(missed) as missed from thread_measures where tenant_id = :tenantId::uuid',
)
const makeJobDue = statement<{ tenantId: Uuid }, { id: Uuid }>(`with
  due as (update jobs set due_at = now() where tenant_id = :tenantId::uuid and name = 'count-thread-again' and leased_until is null returning id),
  found as (update job_queues set due_at = now() where tenant_id = :tenantId::uuid and name = 'count-thread-again' and exists (select from due))
  select id from jobs where tenant_id = :tenantId::uuid and name = 'count-thread-again'`)

const versionsOf = statement<{ tenantId: Uuid }, { subject: string; value: string }>(
  `select subject, value::text as value from measure_hours where tenant_id = :tenantId::uuid order by sequence`,
)

it('the deletion of hours and of a team is read at the first attempt', async () => {
  const create = async (path: string, body: object): Promise<string> =>
    (await tenant.api<{ id: string }>('POST', path, { body })).body.data.id
  const hours = await create('/business-hours', { name: 'Office', timezone: 'UTC', weekly: { mon: [['09:00', '17:00']] } })
  const team = await create('/teams', { name: 'Billing', businessHoursId: hours })
  for (const path of [`/teams/${team}`, `/business-hours/${hours}`]) expect((await tenant.api('DELETE', path)).status).toBe(200)
  await readNext(services(), measures, tenant.tenantId)
  while (await readNext(services(), measures, tenant.tenantId)) continue
  expect(await service.db.first(unread, tenant)).toEqual({ events: 0, retries: 0 })
  const versions = await service.db.rows(versionsOf, tenant)
  expect(versions.map(({ subject, value }) => [subject, value === 'null'])).toEqual([
    ['HOURS', false],
    ['TEAM', false],
    ['TEAM', true],
    ['HOURS', true],
  ])
  expect(await check()).toMatchObject({ facts: { different: [] } })
})

it('a thread is counted again with an event that the reader could not follow', async () => {
  const { threadId } = (await tenant.skein.createThread({ body: { title: 'T', body: 'b', requester: { email: 'ada@example.com' } } })).data
  await readAll()
  await tenant.skein.updateThread({ path: { id: threadId }, body: { status: 'resolved' } })
  const poisoned: Reader = { ...measures, run: () => Promise.reject(new Error('The event is poisoned')) }
  await readAll(poisoned)
  expect(await service.db.first(marked, tenant)).toMatchObject({ recount: true })
  // The next event does not hide that one is missing.
  await tenant.skein.updateThread({ path: { id: threadId }, body: { priority: 'high' } })
  await readAll()
  expect(await service.db.first(marked, tenant)).toMatchObject({ recount: true })
  expect((await check()).facts.different).not.toEqual([])
  const worker = service.startWorker()
  await expect.poll(async () => (await service.db.rows(makeJobDue, tenant)).length).toBe(0)
  expect(await service.db.first(marked, tenant)).toEqual({ recount: false, missed: [] })
  await worker.stop()
  const { facts, sums } = await check()
  expect([facts.different, sums.different]).toEqual([[], []])
})

it('each event counts once, although transactions of two workers fail at random', async () => {
  await writeHistory(tenant, { writers: 2, steps: 30 })
  let seed = 11
  let aborted = 0
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) % 3
  const failing: Reader = {
    ...measures,
    batch: 7,
    async run(context) {
      if (random() === 0) throw new Error(`Aborted before writing: ${aborted++}`)
      await measures.run(context)
      if (random() === 0) throw new Error(`Aborted after writing: ${aborted++}`)
    },
  }
  await readAll(failing)
  expect(aborted).toBeGreaterThan(10)
  const { facts, sums } = await check()
  expect(facts).toEqual({ compared: expect.any(Number), different: [], kept: 0 })
  expect(facts.compared).toBeGreaterThan(60)
  expect(sums.different).toEqual([])
})

type Durations = { kind: string; field: string | null; ms: number | null; businessMs: number | null; policy: boolean }
const durations = statement<{ tenantId: Uuid; threadId: Uuid | null }, Durations>(`
  select kind, field, value_ms as ms, business_ms as "businessMs", policy_id is not null as policy from facts
  where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid order by sequence, n`)
const factsOf = (threadId: string) => service.db.rows(durations, { ...tenant, threadId: parseTypeId('thr', threadId) })
const make = async (path: string, body: object): Promise<string> => (await tenant.api<{ id: string }>('POST', path, { body })).body.data.id
const startThread = async (more: object = {}): Promise<string> =>
  (await tenant.skein.createThread({ body: { title: 'T', body: 'b', requester: { email: 'ada@example.com' }, ...more } })).data.threadId
/** Writes a customer's message two days in the past, and an answer a day later. */
async function ask(threadId: string): Promise<void> {
  const now = Date.now()
  const at = (days: number): string => new Date(now - days * 86_400_000).toISOString()
  await tenant.api('POST', `/threads/${threadId}/messages`, { body: { body: 'm', sentAt: at(2) } })
  await tenant.api('POST', `/threads/${threadId}/messages`, { body: { body: 'a', authorType: 'AGENT', sentAt: at(1) } })
}
/** Business hours with a single working minute per week. */
const never = { timezone: 'UTC', weekly: { mon: [['00:00', '00:01']] } }
const always = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [['00:00', '24:00']]]))

describe('working time', () => {
  it('is counted by the hours of the team, then of reports, as they were then', async () => {
    const [closed, open] = [await make('/business-hours', never), await make('/business-hours', { timezone: 'UTC', weekly: always })]
    await tenant.api('PATCH', '/tenant/settings', { body: { reporting: { businessHoursId: closed } } })
    const team = await make('/teams', { name: 'Team', businessHoursId: open })
    const inboxId = await make('/inboxes', { name: 'Of the team', type: 'API', teamId: team })
    const [byTenant, byTeam] = [await startThread(), await startThread({ inboxId })]
    await ask(byTenant)
    await ask(byTeam)
    await readAll()
    const waitOf = async (threadId: string) => (await factsOf(threadId)).find(({ kind, ms }) => kind === 'ANSWERED' && ms !== null)
    expect(await waitOf(byTeam)).toMatchObject({ ms: 86_400_000, businessMs: 86_400_000 })
    const wait = await waitOf(byTenant)
    expect([wait?.ms, (wait?.businessMs ?? 0) <= 120_000]).toEqual([86_400_000, true])
    // Changing the hours later affects neither what was counted nor a recount.
    await tenant.api('PATCH', `/business-hours/${closed}`, { body: { weekly: always } })
    await tenant.api('PATCH', `/teams/${team}`, { body: { businessHoursId: null } })
    await readAll()
    expect((await check()).facts.different).toEqual([])
    expect(await waitOf(byTenant)).toEqual(wait)
  })
})

describe('SLA clocks', () => {
  it('are decided once, with their policy, and give the thread their hours', async () => {
    const hours = await make('/business-hours', never)
    const minutes = { low: 60, normal: 60, high: 60, urgent: 60 }
    const targets = { firstResponse: minutes, resolution: minutes }
    const policy = { name: 'Policy', targets, businessHoursId: hours, conditions: {} }
    const made = await tenant.api('POST', '/sla-policies', { body: policy })
    expect(made.status, made.text).toBe(201)
    const threadId = await startThread()
    await tenant.api('POST', `/threads/${threadId}/reply`, { body: { body: 'r' } })
    for (const status of ['resolved', 'open', 'resolved']) await tenant.api('PATCH', `/threads/${threadId}`, { body: { status } })
    await readAll()
    const facts = await factsOf(threadId)
    expect(facts.filter(({ kind }) => kind.startsWith('SLA_')).map(({ kind, field, policy: named }) => [kind, field, named])).toEqual([
      ['SLA_MET', 'FIRST_RESPONSE', true],
      ['SLA_MET', 'RESOLUTION', true],
    ])
    expect(facts.find(({ kind }) => kind === 'ANSWERED')).toMatchObject({ policy: true })
    expect((await check()).facts.different).toEqual([])
  })
})
