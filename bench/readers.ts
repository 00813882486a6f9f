/** R2: lag of the outbox readers at 200 events a second, and the cost of thousands of idle tenants for the worker. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#platform/db.ts'
import { findAllLags } from '#platform/outbox/reader-queries.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { cpuMicros, familyCpuMicros } from './kit/cpu.ts'
import { freshDataset, removeDataset, type BenchTenant } from './kit/dataset.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { send } from './kit/send.ts'
import { isReady, startService, type Service } from './kit/service.ts'
import { milliseconds, type Row } from './kit/table.ts'

const readers = ['measures', 'notifications']
const [tenantCount, threadsPerTenant, eventsPerSecond, idleTenants] = [10, 10, 200, 5_000]
const [tickMs, warmUpMs, idleMs] = [50, 3_000, 15_000]
const [lagGoalMs, idleGoal] = [1_000, 0.01]

export const readersClaim: Claim = {
  ids: ['R2'],
  async measure({ options, note }: Bench): Promise<BenchResult> {
    const sizes = Array.from({ length: tenantCount }, () => 100)
    const { dataDir, tenants } = await freshDataset(options.dataRoot, 'readers', sizes)
    const postgres = await startEmbeddedPostgres({ dataDir })
    const db = openDatabase({ connection: postgres.connection, max: 1, statementTimeoutMs: 0 })
    try {
      const service = await startService(options, dataDir, isReady, { command: 'start' })
      try {
        const threads = await assignThreads(service, tenants)
        await caughtUp(db)
        const lags = await lagsUnderLoad(service, db, threads, options.seconds * options.rounds * 1_000)
        note('R2: the lag is measured')
        await caughtUp(db)
        const before = await idleShare(service)
        await db.script(`insert into tenant_counters (tenant_id) select gen_random_uuid() from generate_series(1, ${idleTenants})`)
        await db.script('vacuum (analyze) tenant_counters')
        const more = (await idleShare(service)) - before
        const work = `${idleTenants.toLocaleString('en')} idle tenants: CPU time of the worker and PostgreSQL more`
        const share = (value: number): string => `${(value * 100).toFixed(2)} % of a core`
        const idle = {
          claim: 'R2',
          work,
          floor: share(before),
          ours: share(more),
          ratio: null,
          goal: `≤ ${share(idleGoal)}`,
          met: more <= idleGoal,
        }
        return { rows: [...lags.rows, idle], cpu: [], conditions: [`R2: ${lags.told}`] }
      } finally {
        await service.stop()
      }
    } finally {
      await db.close()
      await postgres.stop()
      await removeDataset(dataDir)
    }
  },
}

type Thread = { path: string; key: string }

/** Creates threads with an assignee, who is notified of each message. */
async function assignThreads({ url }: Service, tenants: readonly BenchTenant[]): Promise<Thread[]> {
  const threads: Thread[] = []
  for (const { key } of tenants)
    for (let n = 0; n < threadsPerTenant; n++) {
      const body = {
        title: 'The export is empty',
        body: 'It has been empty since Monday.',
        requester: { email: `reader-${n}@example.com` },
      }
      const made = await post(url, { path: '/threads', key, body })
      // Safe because the response of this operation has both.
      const { threadId } = (JSON.parse(made) as { data: { threadId: string } }).data
      await post(url, { path: `/threads/${threadId}/reply`, key, body: { body: 'I will look.' } })
      threads.push({ path: `/threads/${threadId}/messages`, key })
    }
  return threads
}

async function post(url: string, sent: Parameters<typeof send>[1]): Promise<string> {
  const { status, text } = await send(url, sent)
  if (status !== 201) throw new Error(`${sent.path} answered ${status}: ${text.slice(0, 300)}`)
  return text
}

/** Waits until the readers have read all events. */
async function caughtUp(db: Database): Promise<void> {
  while ((await db.rows(findAllLags, { readers, onDemand: [] })).some(({ events }) => events > 0)) await sleep(100)
}

/** Sends customers' messages at a steady rate, and samples the age of the oldest unread event. */
async function lagsUnderLoad(
  { url }: Service,
  db: Database,
  threads: readonly Thread[],
  ms: number,
): Promise<{ rows: Row[]; told: string }> {
  const samples = new Map(readers.map((reader) => [reader, [] as number[]]))
  const startedAt = performance.now()
  let sent = 0
  const failures: unknown[] = []
  const pending = new Set<Promise<unknown>>()
  for (let passed = 0; passed < ms + warmUpMs; passed = performance.now() - startedAt) {
    for (const due = (passed / 1_000) * eventsPerSecond; sent < due; sent++) {
      const { path, key } = threads[sent % threads.length] ?? raise()
      const done: Promise<unknown> = post(url, { path, key, body: { body: 'It is still empty.' } })
        .catch((error: unknown) => failures.push(error))
        .finally(() => pending.delete(done))
      pending.add(done)
    }
    for (const { reader, oldestSeconds } of passed > warmUpMs ? await db.rows(findAllLags, { readers, onDemand: [] }) : [])
      samples.get(reader)?.push((oldestSeconds ?? 0) * 1_000)
    await sleep(tickMs)
  }
  await Promise.all(pending)
  const [failure] = failures
  if (failure) throw failure
  const rate = Math.round(sent / ((performance.now() - startedAt) / 1_000))
  const rows = [...samples].map(([reader, values]): Row => {
    const sorted = values.toSorted((a, b) => a - b)
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY
    const work = `lag of the reader ${reader} at ${eventsPerSecond} events a second: p95`
    const floor = `median ${milliseconds(sorted[sorted.length >> 1] ?? 0)}`
    return { claim: 'R2', work, floor, ours: milliseconds(p95), ratio: null, goal: `≤ ${milliseconds(lagGoalMs)}`, met: p95 <= lagGoalMs }
  })
  return { rows, told: `messages of customers to ${threads.length} assigned threads of ${tenantCount} tenants, ${rate} events a second` }
}

function raise(): never {
  throw new Error('There are no threads')
}

/** Returns the share of a core that the service and PostgreSQL use while idle. */
async function idleShare({ pid, postmaster }: Service): Promise<number> {
  const used = (): number => (cpuMicros(pid) ?? 0) + ((postmaster === null ? null : familyCpuMicros(postmaster)) ?? 0)
  await sleep(warmUpMs)
  const [before, startedAt] = [used(), performance.now()]
  await sleep(idleMs)
  return (used() - before) / ((performance.now() - startedAt) * 1_000)
}
