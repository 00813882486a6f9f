/**
 * Measures the cost of background work: `node bench/background-jobs.ts [--quick] [--data-root DIR]`. It proves no claim; decision 17 quotes
 * its figures. One process does the same as `work`, on a database with thousands of tenants that have no due work.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../server/config.ts'
import { statement, type Database } from '#platform/db.ts'
import { newId } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import { job, type JobName, type Work } from '#platform/jobs/job.ts'
import { platformJobs } from '#platform/jobs/own-jobs.ts'
import { runWork, type RunWorkOptions, type Worker } from '#platform/jobs/worker.ts'
import { createLog } from '#platform/log.ts'
import { createSafeFetch } from '#platform/outbound/safe-fetch.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { createSecrets } from '#platform/secrets.ts'
import { modules } from '../server/resources/index.ts'
import { newThreadParams } from './create-thread.ts'
import { getConditions } from './kit/conditions.ts'
import { cpuMicros, familyCpuMicros, findPostmaster } from './kit/cpu.ts'
import { freshDataset, type BenchTenant } from './kit/dataset.ts'
import { readOptions } from './kit/options.ts'
import { median } from './kit/rounds.ts'
import { insertThread } from '../server/resources/threads/create/create-queries.ts'

const tenantCount = 50
const idleTenants = 5_000
const creators = 8
const idleMs = 15_000

const options = readOptions(process.argv.slice(2))
const [jobCount, samples, turns, turnMs] = options.quick ? [5_000, 100, 3, 3_000] : [20_000, 300, 7, 5_000]
let ended = Promise.withResolvers<number>()
const trivial = job({ name: 'do-nothing', description: 'Does nothing.' })
// Safe because the job is declared here. No type lists it: only jobs of the service are listed.
const trivialName = trivial.name as JobName
const work = [...platformJobs, ...modules.flatMap(({ jobs = [] }) => jobs), trivial]

const enqueueMany = statement<{ tenantId: string; count: number }, object>(`with
queued as (
  insert into jobs (tenant_id, id, name, key, due_at) select :tenantId::uuid, gen_random_uuid(), 'do-nothing', n::text, now() from generate_series(1, :count::int) n)
update job_queues set due_at = now() where tenant_id = :tenantId::uuid and name = 'do-nothing'`)

const { dataDir, tenants } = await freshDataset(
  options.dataRoot,
  'background-jobs',
  Array.from({ length: tenantCount }, () => 100),
)
const postgres = await startEmbeddedPostgres({ dataDir })
const { connection } = postgres
const db = openDatabase({ connection, max: creators })
function startWorker(observe: NonNullable<RunWorkOptions['observe']> = () => {}, mine: readonly Work[] = work): Worker {
  const config = readConfig({ DATA_DIR: dataDir })
  const pool = openDatabase({ connection, max: 4 })
  const fetch = createSafeFetch({ allowedCidrs: [], timeoutMs: 1_000 })
  const worker = runWork(mine, { config, db: pool, log: createLog('warn').log, secrets: createSecrets(config.secretKey), fetch, observe })
  return {
    nudge: worker.nudge,
    async stop() {
      await worker.stop()
      fetch.close()
      await pool.close()
    },
  }
}

/** Adds tenants with a webhook whose events have all been sent, and a job that is due tomorrow. */
async function addIdleTenants(on: Database): Promise<void> {
  await on.script(`
    insert into tenant_counters (tenant_id) select gen_random_uuid() from generate_series(1, ${idleTenants});
    insert into webhook_cursors (tenant_id, sequence) select tenant_id, 0 from tenant_counters where tenant_id not in (select tenant_id from bench_tenants);
    insert into webhooks (tenant_id, id, url, events, secret_sealed, from_sequence)
      select tenant_id, gen_random_uuid(), 'https://example.com', '{*}', '', 0 from webhook_cursors;
    insert into jobs (tenant_id, id, name, key, due_at) select tenant_id, gen_random_uuid(), 'do-nothing', 'sleeps', now() + interval '1 day' from tenant_counters;
    insert into job_queues (tenant_id, name, due_at) select tenant_id, name, due_at from jobs where key = 'sleeps';
    insert into job_schedules (name, due_at) select name, now() + interval '1 day' from unnest('{${work.map(({ name }) => name).join(',')}}'::text[]) as name`)
  await on.script('vacuum (analyze)')
}

async function measureIdle(): Promise<void> {
  const main = findPostmaster(dataDir) ?? 0
  for (const [what, mine] of [
    ['all work', work],
    ['without the polling for webhooks', work.filter(({ kind }) => kind === 'job')],
  ] as const) {
    const worker = startWorker(undefined, mine)
    await sleep(7_000)
    const [node, database, startedAt] = [cpuMicros(process.pid) ?? 0, familyCpuMicros(main) ?? 0, performance.now()]
    await sleep(idleMs)
    const share = (micros: number): string => `${(micros / 10 / (performance.now() - startedAt)).toFixed(1)} %`
    const [nodeShare, databaseShare] = [share((cpuMicros(process.pid) ?? 0) - node), share((familyCpuMicros(main) ?? 0) - database)]
    console.log(`idle, ${idleTenants} tenants, ${what}: ${nodeShare} of a core in Node, ${databaseShare} in PostgreSQL`)
    await worker.stop()
  }
}

async function measureThroughput(): Promise<void> {
  const rates: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    for (const { tenantId } of tenants) await db.rows(enqueueMany, { tenantId, count: jobCount / tenantCount })
    let done = 0
    const all = Promise.withResolvers<void>()
    const startedAt = performance.now()
    const worker = startWorker(() => void (++done === jobCount && all.resolve()))
    await all.promise
    rates.push((jobCount / (performance.now() - startedAt)) * 1000)
    await worker.stop()
  }
  console.log(`${jobCount} trivial jobs of ${tenantCount} tenants: ${rates.map((rate) => rate.toFixed(0)).join(', ')} a second`)
}

async function measureLatency(): Promise<void> {
  const worker = startWorker(() => ended.resolve(Date.now()))
  const percentiles = (latencies: number[]): string => {
    const sorted = latencies.toSorted((a, b) => a - b)
    return [0.5, 0.95, 1].map((part) => `${(sorted[Math.ceil(part * sorted.length) - 1] ?? 0).toFixed(0)} ms`).join(', ')
  }
  const cases: [string, number, boolean][] = [
    ['enqueued by its own process', 0, true],
    ['enqueued by another process', 0, false],
    ['due half a second later', 0.5, false],
  ]
  for (const [what, inSeconds, nudges] of cases) {
    const latencies: number[] = []
    for (let i = 0; i < (inSeconds > 0 ? samples / 4 : samples); i++) {
      ended = Promise.withResolvers()
      await db.transaction((tx) => enqueue(tx, trivialName, { tenantId: tenantAt(i).tenantId, key: 'one', inSeconds }))
      const dueAt = Date.now() + inSeconds * 1000
      if (nudges) worker.nudge()
      latencies.push((await ended.promise) - dueAt)
      await sleep(Math.random() * 100)
    }
    console.log(`from due time to completion, ${what}: p50, p95, longest ${percentiles(latencies)}`)
  }
  await worker.stop()
}

async function measureCreates(): Promise<void> {
  const alone = async (tenant: BenchTenant): Promise<void> => void (await db.rows(insertThread, newThreadParams(tenant)))
  const inTransaction = (tenant: BenchTenant): Promise<void> =>
    db.transaction(async (tx) => void (await tx.rows(insertThread, newThreadParams(tenant))))
  const withJob = (tenant: BenchTenant): Promise<void> =>
    db.transaction(async (tx) => {
      await tx.rows(insertThread, newThreadParams(tenant))
      await enqueue(tx, trivialName, { tenantId: tenant.tenantId, key: newId(), inSeconds: 86_400 })
    })
  const sides: [string, boolean, (tenant: BenchTenant) => Promise<void>][] = [
    ['no worker', false, alone],
    ['with an idle worker', true, alone],
    ['in a transaction', false, inTransaction],
    ['in a transaction, with a job due tomorrow', false, withJob],
  ]
  const rates = sides.map((): number[] => [])
  for (let turn = 0; turn < turns; turn++) {
    for (const i of sides.keys()) {
      const at = (i + turn) % sides.length
      const [, works, create] = sides[at] ?? throwNoTenant()
      const worker = works ? startWorker() : null
      const until = performance.now() + turnMs
      let made = 0
      const one = async (): Promise<void> => {
        for (; performance.now() < until; made++) await create(tenantAt(made))
      }
      await Promise.all(Array.from({ length: creators }, one))
      rates[at]?.push((made / turnMs) * 1000)
      await worker?.stop()
    }
  }
  for (const [i, [what]] of sides.entries()) {
    const own = rates[i] ?? []
    console.log(
      `creates a second, ${creators} at once, ${what}: ${median(own).toFixed(0)} (${Math.min(...own).toFixed(0)} to ${Math.max(...own).toFixed(0)})`,
    )
  }
}

function tenantAt(i: number): BenchTenant {
  return tenants[i % tenants.length] ?? throwNoTenant()
}

function throwNoTenant(): never {
  throw new Error('The dataset has no tenant')
}

try {
  await addIdleTenants(db)
  console.log((await getConditions(options)).map((line) => `- ${line}`).join('\n'))
  await measureIdle()
  await measureThroughput()
  await measureLatency()
  await measureCreates()
} finally {
  await db.close()
  await postgres.stop()
}
