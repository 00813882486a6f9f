/** Jobs that insert marks into a real table, for tests of background work. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { statement, type Database, type Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { cancel, enqueue } from '#platform/jobs/enqueue.ts'
import { job, type Job, type JobName, type JobOrder, type NoInput, type Work } from '#platform/jobs/job.ts'
import { runWork, type RunWorkOptions, type Worker } from '#platform/jobs/worker.ts'
import { createLog } from '#platform/log.ts'
import { createSafeFetch } from '#platform/outbound/safe-fetch.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { createSecrets } from '#platform/secrets.ts'
import type { TestService, TestTenant } from './service.ts'

type Mark = { tenantId: Uuid; name: string; key: string; note: string }
const insertMark = statement<Mark, object>(
  'insert into test_marks (tenant_id, name, key, note) values (:tenantId::uuid, :name, :key, :note)',
)
const findMarks = statement<{ name: string }, Omit<Mark, 'name'>>(
  'select tenant_id as "tenantId", key, note from test_marks where name = :name order by n',
)
const findJobs = statement<{ name: string }, { key: string; state: string; attempt: number; error: string | null }>(
  'select key, state, attempt, error from jobs where name = :name order by key',
)

export type JobFixture = {
  /** Returns one mark per effect, in order. */
  marks(name: string): Promise<Omit<Mark, 'name'>[]>
  /** Returns the rows in the table of jobs. */
  held(name: string): Promise<{ key: string; state: string; attempt: number; error: string | null }[]>
  put<Input extends object>(declaration: Job<Input>, ...given: JobOrder<Input>[]): Promise<void>
  /** Starts a worker with its own connections that runs only this job. It stops when the test ends. */
  startWorker(work: readonly Work[], options?: Partial<RunWorkOptions>): Worker
}

/** Returns a name that is unique within the process. */
export function jobName(verb: string): string {
  return `${verb}-${[...randomBytes(8)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')}`
}

export function mark(tx: Queryable, given: Mark): Promise<object[]> {
  return tx.rows(insertMark, given)
}

/** Enqueues and cancels jobs that a test has declared: their names are generated at run time, so no type lists them. */
export const enqueueDeclared = <Input extends object>(tx: Queryable, { name }: Job<Input>, order: JobOrder<Input>): Promise<void> =>
  enqueue(tx, name as JobName, order as never)
export const cancelDeclared = (tx: Queryable, { name }: { name: string }, key: { tenantId: Uuid; key: string }): Promise<boolean> =>
  cancel(tx, name as JobName, key)

export async function openJobFixture({ db, config, connection }: TestService): Promise<JobFixture> {
  await db.script(
    'create table test_marks (n bigserial primary key, tenant_id uuid not null, name text not null, key text not null, note text not null)',
  )
  return {
    marks: (name) => db.rows(findMarks, { name }),
    held: (name) => db.rows(findJobs, { name }),
    put: (declaration, ...given) =>
      db.transaction(async (tx) => {
        for (const order of given) await enqueueDeclared(tx, declaration, order)
      }),
    startWorker(work, options = {}) {
      const pool: Database = openDatabase({ connection, max: 4 })
      const fetch = createSafeFetch({ allowedCidrs: [], timeoutMs: 1_000 })
      const worker = runWork(work, {
        config,
        db: pool,
        log: createLog('silent').log,
        secrets: createSecrets(config.secretKey),
        fetch,
        ...options,
      })
      let stopping: Promise<void> | null = null
      const stop = (): Promise<void> =>
        (stopping ??= worker.stop().then(() => {
          fetch.close()
          return pool.close()
        }))
      onTestFinished(stop)
      return { nudge: worker.nudge, stop }
    },
  }
}

export const keys = (count: number): string[] => Array.from({ length: count }, (_, i) => `k${i}`)
/** Declares a job that leaves a mark, with additional options. */
export function declareMarkingJob(
  name: string,
  more: {
    outside?: (context: { key: string; attempt: number; signal: AbortSignal }) => Promise<string>
    leaseSeconds?: number
    renewsLease?: boolean
    atOnce?: number
  } = {},
): Job<NoInput> {
  return job({
    name,
    description: 'Leaves a mark.',
    ...more,
    run: async ({ tx, tenantId, key, found }) => void (await mark(tx, { tenantId, name, key, note: found ?? '' })),
  })
}

export const ordersFor = (of: TestTenant, count: number, more: { inSeconds?: number } = {}) =>
  keys(count).map((key) => Object.assign({ tenantId: of.tenantId, key }, more))

/**
 * Polls until the condition holds: every 10 ms at first, then with backoff, because frequent checks of slow work would slow that work down.
 * The result is at most a tenth late, and never more than 100 ms.
 */
export async function until(isSo: () => Promise<boolean> | boolean, maxMs = 60_000): Promise<void> {
  const begunAt = performance.now()
  for (let passed = 0; !(await isSo()); await sleep(Math.min(Math.max(10, passed / 10), 100))) {
    passed = performance.now() - begunAt
    if (passed > maxMs) throw new Error(`Not so after ${maxMs} ms`)
  }
}
