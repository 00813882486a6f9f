/**
 * BACKLOG: threads that become due at once, as after downtime. All of them belong to one tenant, while another tenant's list is read.
 * Threads are closed when their days are over, and snoozed threads wake.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { statement, type Database } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { indexTexts } from '../server/resources/thread-search/index-texts.ts'
import { cpuMicros, familyCpuMicros, memoryMb } from './kit/cpu.ts'
import { freshDataset, removeDataset, type BenchTenant } from './kit/dataset.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { isReady, startService, type Service } from './kit/service.ts'
import { milliseconds, type Row } from './kit/table.ts'

const ratioGoal = 2
/** Maximum growth of memory in megabytes from the first to the second half of a backlog. More would mean that memory grows with it. */
const growthMbGoal = 30
const aloneMs = 8_000
const pauseMs = 20

type Kind = {
  name: string
  /** Prepares all of the tenant's threads, so that they can become due. */
  prepare: (db: Database, tenantId: Uuid) => Promise<void>
  /** Makes the threads due. */
  begin: (db: Database, tenantId: Uuid) => Promise<unknown>
  left: (db: Database, tenantId: Uuid) => Promise<number>
}

export const dueThreadsClaim: Claim = {
  ids: ['BACKLOG'],
  async measure(bench: Bench): Promise<BenchResult> {
    const { options } = bench
    const count = options.quick ? 20_000 : 100_000
    const rows: Row[] = []
    const conditions: string[] = []
    for (const kind of kinds) {
      const { dataDir, tenants } = await freshDataset(options.dataRoot, 'due-threads', [count, 1_000])
      const [many, other] = tenants
      if (!many || !other) throw new Error('The dataset has two tenants')
      const postgres = await startEmbeddedPostgres({ dataDir })
      const db = openDatabase({ connection: postgres.connection, max: 1, statementTimeoutMs: 0 })
      try {
        // Otherwise the service would index the loaded threads during the measurement.
        await indexTexts(db, { eager: true })
        await kind.prepare(db, many.tenantId)
        await db.script('vacuum (analyze)')
        const service = await startService(options, dataDir, isReady, { command: 'start' })
        try {
          const found = await measureOne(bench, { kind, db, service, many, other, count })
          rows.push(found.row)
          conditions.push(found.told)
        } finally {
          await service.stop()
        }
      } finally {
        await db.close()
        await postgres.stop()
        await removeDataset(dataDir)
      }
    }
    return { rows, cpu: [], conditions }
  },
}

type Setting = { kind: Kind; db: Database; service: Service; many: BenchTenant; other: BenchTenant; count: number }

async function measureOne({ note }: Bench, { kind, db, service, many, other, count }: Setting): Promise<{ row: Row; told: string }> {
  const [alone, beside]: [number[], number[]] = [[], []]
  /** Memory in the first and in the second half. */
  const memory: [number[], number[]] = [[], []]
  const idle = getCpu(service)
  await listUntil(service, other, alone, Date.now() + aloneMs)
  const [begun, readsBefore] = [getCpu(service), alone.length]
  const committed = await commits(db)
  const memoryBefore = memoryMb([service.pid]) ?? 0
  const startedAt = performance.now()
  await kind.begin(db, many.tenantId)
  let left = count
  let notedAt = startedAt
  while (left > 0) {
    await listUntil(service, other, beside, Date.now() + 500)
    left = await kind.left(db, many.tenantId)
    memory[left > count / 2 ? 0 : 1].push(memoryMb([service.pid]) ?? 0)
    if (performance.now() - notedAt < 5_000) continue
    notedAt = performance.now()
    note(`BACKLOG ${kind.name}: ${left} left after ${Math.round((notedAt - startedAt) / 1000)} s, ${memory.flat().at(-1)?.toFixed(0)} MB`)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const used = getCpu(service)
  const backlogCommits = (await commits(db)) - committed
  // The idle list is measured before and after, because other load on the machine changes.
  await listUntil(service, other, alone, Date.now() + aloneMs)
  /** CPU time of the service and of PostgreSQL per thread, without the cost of the readers. */
  const cpu = begun.map((at, i) => ((used[i] ?? 0) - at - ((at - (idle[i] ?? 0)) / readsBefore) * beside.length) / count)
  const [floor, ours] = [p95(alone), p95(beside)]
  const [first, second] = memory.map((values) => Math.max(...values))
  const growth = (second ?? 0) - (first ?? 0)
  const told = `BACKLOG: ${count.toLocaleString('en')} ${kind.name} in ${seconds.toFixed(0)} s, ${Math.round(count / seconds)} a second, CPU ${cpu.map((micros) => `${(micros / 1000).toFixed(2)} ms`).join(' in Node and ')} in PostgreSQL each, ${(backlogCommits / count).toFixed(2)} transactions each with those of the readers; memory of the service ${memoryBefore.toFixed(0)} MB before, at most ${first?.toFixed(0)} MB in the first half and ${second?.toFixed(0)} MB in the second (goal: ${growthMbGoal} MB more, ${growth <= growthMbGoal ? 'met' : 'MISSED'})`
  const row = {
    claim: 'BACKLOG',
    work: `another tenant's list while ${count.toLocaleString('en')} ${kind.name}: p95`,
    floor: milliseconds(floor),
    ours: milliseconds(ours),
    ratio: ours / floor,
    goal: `≤ ${ratioGoal}`,
    met: ours / floor <= ratioGoal,
  }
  return { row, told }
}

/** Reads the tenant's list repeatedly, and records the duration of each request. */
async function listUntil({ url }: Service, { key }: BenchTenant, took: number[], deadline: number): Promise<void> {
  while (Date.now() < deadline) {
    const startedAt = performance.now()
    const response = await fetch(`${url}/api/v1/threads?status=open&limit=20`, { headers: { authorization: `Bearer ${key}` } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`The list answered ${response.status}`)
    took.push(performance.now() - startedAt)
    await sleep(pauseMs)
  }
}

function getCpu({ pid, postmaster }: Service): [number, number] {
  return [cpuMicros(pid) ?? 0, (postmaster === null ? null : familyCpuMicros(postmaster)) ?? 0]
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
}

async function commits(db: Database): Promise<number> {
  return (await db.first(findCommits, {}))?.count ?? 0
}

type OfTenant = { tenantId: Uuid }
const findCommits = statement<object, { count: number }>(
  '/* across tenants: of the whole database */ select xact_commit as count from pg_stat_database where datname = current_database()',
)
/** Sets the status of all of the tenant's threads, as the service would. */
const setStatus = statement<OfTenant & { status: string; snoozed: boolean }, object>(`with
changed as (
  update threads set status = :status::text, resolved_at = case when :status::text = 'resolved' then created_at end, closed_at = null,
    snoozed_until = case when :snoozed::boolean then now() end where tenant_id = :tenantId::uuid returning id),
sorted as (
  update thread_activity set status = :status::text,
    waiting_since = case when :status::text = 'resolved' then 'infinity' else last_message_at end where tenant_id = :tenantId::uuid)
update tenant_counters set threads_open = 0, threads_closed = 0,
  threads_pending = case when :status::text = 'pending' then (select count(*) from changed) else 0 end,
  threads_resolved = case when :status::text = 'resolved' then (select count(*) from changed) else 0 end
where tenant_id = :tenantId::uuid`)
const findLeft = statement<OfTenant, { count: number }>(
  'select threads_pending + threads_resolved as count from tenant_counters where tenant_id = :tenantId::uuid',
)
const beginClosing = statement<object, object>(`update job_schedules set due_at = now() where name = 'close-resolved-threads'`)
const beginWaking = statement<OfTenant, object>(`with
queued as (
  insert into jobs (tenant_id, id, name, key, due_at)
  select tenant_id, gen_random_uuid(), 'wake-thread', id, snoozed_until from threads where tenant_id = :tenantId::uuid and snoozed_until is not null)
insert into job_queues as q (tenant_id, name, due_at) values (:tenantId::uuid, 'wake-thread', now())
on conflict (tenant_id, name) do update set due_at = now()`)

const left: Kind['left'] = async (db, tenantId) => (await db.first(findLeft, { tenantId }))?.count ?? 0
const kinds: readonly Kind[] = [
  {
    name: 'resolved threads close',
    prepare: async (db, tenantId) => void (await db.rows(setStatus, { tenantId, status: 'resolved', snoozed: false })),
    begin: (db) => db.rows(beginClosing, {}),
    left,
  },
  {
    name: 'snoozed threads wake',
    prepare: async (db, tenantId) => void (await db.rows(setStatus, { tenantId, status: 'pending', snoozed: true })),
    begin: (db, tenantId) => db.rows(beginWaking, { tenantId }),
    left,
  },
]
