/**
 * A tenant turns on automatic closing, and all of its resolved threads become due at once. Measures how long that takes, and that other
 * tenants and requests do not wait. `SKEIN_TEST_CLOSING=1000000` tests a million threads.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import { until } from './support/job-fixture.ts'
import { setUpService, type TestTenant } from './support/service.ts'
import { checkTimeliness, watchStalls } from './support/stalls.ts'
import { makeThread } from './support/threads.ts'

const threads = Number(process.env['SKEIN_TEST_CLOSING'] ?? 500)
/** Upper limit per thread on a busy machine. A thread took some milliseconds when this was written. */
const maxMs = 60_000 + threads * 50
const maxMemoryMb = 200
const day = 86_400

const service = await setUpService()

type Backlog = { tenantId: string; id: string; count: number }
/** Copies a resolved thread inside the database. All copies were resolved long ago. */
const copyThread = statement<Backlog, object>(`with
  copies as (
    insert into threads (tenant_id, id, public_number, ticket_number, subject, status, priority, channel, inbox_id, customer_id, label_ids, last_message_id,
      last_message_at, last_message_author_type, message_count, resolved_at, created_at, updated_at)
    select t.tenant_id, uuidv7(), t.public_number + n, t.ticket_number || '-' || n, t.subject, t.status, t.priority, t.channel, t.inbox_id, t.customer_id,
      t.label_ids, t.last_message_id, t.last_message_at, t.last_message_author_type, t.message_count, t.resolved_at - interval '400 days', t.created_at,
      t.updated_at + n * interval '1 microsecond'
    from threads t cross join generate_series(1, :count::int) n where t.tenant_id = :tenantId::uuid and t.id = :id::uuid
    returning id, status, updated_at, last_message_at),
  activity as (
    insert into thread_activity (tenant_id, thread_id, status, updated_at, last_message_at, waiting_since)
    select :tenantId::uuid, id, status, updated_at, last_message_at, 'infinity' from copies)
  update tenant_counters set last_public_number = last_public_number + :count::int, threads_resolved = threads_resolved + :count::int
  where tenant_id = :tenantId::uuid`)
const putBack = statement<{ tenantId: string; id: string; seconds: number }, object>(
  `update threads set resolved_at = now() - make_interval(secs => :seconds::double precision) where tenant_id = :tenantId::uuid and id = :id::uuid`,
)
const progress = statement<{ tenantId: string }, { left: number; closed: number }>(
  'select threads_resolved as left, threads_closed as closed from tenant_counters where tenant_id = :tenantId::uuid',
)
const closings = statement<{ tenantId: string }, { threads: number; events: number }>(`
  select count(distinct object_id) as threads, count(*) as events from events
  where tenant_id = :tenantId::uuid and type = 'thread.status_changed' and lower(object ->> 'status') = 'closed'`)

async function makeResolvedThread(of: TestTenant): Promise<{ tenantId: string; id: string }> {
  const id = await makeThread(of)
  await of.skein.updateThread({ path: { id }, body: { status: 'resolved' } })
  return { tenantId: of.tenantId, id: parseTypeId('thr', id) ?? '' }
}

it(`${threads} threads that are due at once are closed once, and another tenant’s in time`, { timeout: 2 * maxMs }, async () => {
  const [many, other] = [await service.createTenant(), await service.createTenant()]
  await service.db.rows(copyThread, { ...(await makeResolvedThread(many)), count: threads })
  await service.db.script('analyze threads')
  const left = async (): Promise<number> => (await service.db.first(progress, { tenantId: many.tenantId }))?.left ?? 0
  const list = async (): Promise<number> => {
    const startedAt = performance.now()
    expect((await other.api('GET', '/threads')).status).toBe(200)
    return performance.now() - startedAt
  }
  const alone: number[] = []
  for (let i = 0; i < 50; i++) alone.push(await list())

  service.startWorker()
  const memoryBefore = process.memoryUsage().rss
  let [memory, dueId] = [memoryBefore, '']
  const beside: number[] = []
  const stalls = watchStalls(service.db)
  await until(async () => (await service.db.rows(statement<object, object>('select from job_schedules'), {})).length > 0)
  const startedAt = performance.now()
  await service.db.script("update job_schedules set due_at = now() - interval '1 second'")
  await until(async () => (await left()) <= threads * 0.95, maxMs)
  // The other tenant's thread becomes due in the middle of the backlog.
  const due = await makeResolvedThread(other)
  await service.db.rows(putBack, { ...due, seconds: 7 * day - 0.5 })
  await service.db.script("update job_schedules set due_at = now() - interval '1 second'")
  dueId = due.id
  for (let ended = false; !ended; ) {
    beside.push(await list())
    memory = Math.max(memory, process.memoryUsage().rss)
    ended = (await left()) === 1
    await sleep(10)
    if (performance.now() - startedAt > maxMs) throw new Error(`${await left()} threads are left after ${maxMs} ms`)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const closedOther = async () => service.db.first(lateness, { tenantId: other.tenantId, id: dueId })
  await until(async () => (await closedOther()) !== null, maxMs)
  const lost = await stalls()
  const growthMb = (memory - memoryBefore) / 2 ** 20
  console.log(
    `${threads} threads closed in ${seconds.toFixed(1)} s; another tenant's list beside it: p95 ${p95(beside).toFixed(0)} ms, alone ${p95(alone).toFixed(0)} ms; ${growthMb.toFixed(0)} MB more memory`,
  )
  expect(await service.db.first(closings, { tenantId: many.tenantId })).toEqual({ threads, events: threads })
  expect(growthMb).toBeLessThan(maxMemoryMb)
  const { isTimely, told } = checkTimeliness(
    'closing of another tenant’s thread beside the backlog',
    [(await closedOther())?.lateMs ?? -1],
    lost,
  )
  expect(isTimely, told).toBe(true)
})

const lateness = statement<{ tenantId: string; id: string }, { lateMs: number }>(`
  select extract(epoch from closed_at - resolved_at - interval '7 days')::double precision * 1000 as "lateMs" from threads
  where tenant_id = :tenantId::uuid and id = :id::uuid and status = 'closed'`)

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
}
