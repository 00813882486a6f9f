/** Runs claimed jobs and records their outcome. */
import { type Job, JobFailure, type WorkerServices } from './job.ts'
import { CollectedEffects, writeLedger } from '../outbox/ledger.ts'
import { systemIdentity } from '../outbox/write-identity.ts'
import type { Queryable } from '../db.ts'
import type { Uuid } from '../ids.ts'
import { backoffSeconds } from './backoff.ts'
import { keepLease } from './keep-lease.ts'
import { beginJob, beginJobs, finishJob, finishJobs, giveUpJob, repeatJob, retryJob, type ClaimedJob } from './queries.ts'

const maxErrorLength = 500

/** The name of the queue of all jobs in the table `jobs`. */
export const jobQueueName = 'jobs'

/**
 * Runs jobs in one transaction. After an error, runs each job on its own, so that a failing job does not block the others. Jobs of a killed
 * worker also run on their own, because one of them may have killed it (a poison pill). Never throws.
 */
export async function runJobs(services: WorkerServices, job: Job, tenantId: Uuid, group: readonly ClaimedJob[]): Promise<void> {
  if (group.length > 1 && group.every(({ attempt }) => attempt === 1) && (await runTogether(services, job, tenantId, group))) return
  for (const claimed of group) await runJob(services, job, tenantId, claimed)
}

/** Runs the jobs in one transaction. Returns false if the transaction failed. Never throws. */
async function runTogether(services: WorkerServices, job: Job, tenantId: Uuid, group: readonly ClaimedJob[]): Promise<boolean> {
  const { log, observe } = services
  const startedAt = performance.now()
  try {
    await attemptJobs(services, job, tenantId, group)
    for (const _ of group) observe(job, 'succeeded', (performance.now() - startedAt) / 1000 / group.length)
    return true
  } catch (error) {
    log.debug({ error, job: job.name, tenantId, jobs: group.length }, 'jobs failed together and are run one by one')
    return false
  }
}

/** Runs one job and records a failure. Never throws. */
async function runJob(services: WorkerServices, job: Job, tenantId: Uuid, claimed: ClaimedJob): Promise<void> {
  const { log, observe } = services
  const startedAt = performance.now()
  const observed = (outcome: 'succeeded' | 'failed'): void => observe(job, outcome, (performance.now() - startedAt) / 1000)
  try {
    await attemptJob(services, job, tenantId, claimed)
    observed('succeeded')
  } catch (error) {
    if (error instanceof LeaseLost) {
      log.debug({ job: job.name, tenantId, id: claimed.id }, 'a job was replaced, cancelled, or taken over after its lease had ended')
      return
    }
    observed('failed')
    await recordFailure(services, job, tenantId, claimed, error).catch((failure: unknown) =>
      // The lease expires, and the job is retried.
      log.warn({ error: failure, job: job.name, tenantId, id: claimed.id }, 'the failure of a job was not recorded'),
    )
  }
}

/** Thrown when another worker has claimed the job, or the job was replaced or cancelled: this run must have no effect. */
class LeaseLost extends Error {}

async function attemptJob(services: WorkerServices, job: Job, tenantId: Uuid, claimed: ClaimedJob): Promise<void> {
  const { db, transactions, wake } = services
  const { id, attempt } = claimed
  if (attempt > getRetrySeconds(services, job).length + 1)
    throw new JobFailure('The worker went away during the last attempt.', { permanent: true })
  if (job.together) return attemptJobs(services, job, tenantId, [claimed])
  const context = getContext(services, tenantId, claimed)
  const own = { tenantId, id, attempt }
  const found = await runOutside(services, job, context, own)
  const again = await transactions.run(() =>
    db.background(tenantId, async (tx) => {
      if (!(await tx.first(beginJob, own))) throw new LeaseLost()
      const effects = new CollectedEffects()
      const repeat = await job.run?.({ ...context, tx, effects, found })
      const ended = repeat
        ? await tx.first(repeatJob, { ...own, name: job.name, inSeconds: repeat.againInSeconds })
        : await tx.first(finishJob, own)
      if (!ended) throw new LeaseLost()
      await writeEffects(tx, tenantId, effects)
      return repeat
    }),
  )
  if (again?.againInSeconds === 0) wake({ name: jobQueueName }, { tenantId, lane: job.name })
}

/** Runs `outside` under the job's lease. */
async function runOutside(
  services: WorkerServices,
  { outside, renewsLease, leaseSeconds }: Job,
  context: ReturnType<typeof getContext>,
  own: { tenantId: Uuid; id: Uuid; attempt: number },
): Promise<unknown> {
  const { db, fetch } = services
  if (!outside || !renewsLease) return outside?.({ ...context, db, fetch, signal: AbortSignal.timeout(leaseSeconds * 1000) })
  const { signal, release } = keepLease(services, { ...own, leaseSeconds })
  try {
    return await outside({ ...context, db, fetch, signal })
  } finally {
    release()
  }
}

function getRetrySeconds({ config }: WorkerServices, { retrySeconds }: Job): readonly number[] {
  return typeof retrySeconds === 'function' ? retrySeconds(config) : retrySeconds
}

async function attemptJobs(services: WorkerServices, job: Job, tenantId: Uuid, group: readonly ClaimedJob[]): Promise<void> {
  const { db, transactions, config, log, secrets } = services
  const ofKey = new Map(group.map((claimed) => [claimed.key, claimed]))
  const attempts = (jobs: readonly ClaimedJob[]) => ({
    tenantId,
    ids: jobs.map(({ id }) => id),
    attempts: jobs.map(({ attempt }) => attempt),
  })
  await transactions.run(() =>
    db.background(tenantId, async (tx) => {
      // Other jobs of the group were claimed by another worker, replaced or cancelled.
      const own = new Set((await tx.rows(beginJobs, attempts(group))).map(({ id }) => id))
      if (own.size === 0) throw new LeaseLost()
      const keys = group.flatMap(({ id, key }) => (own.has(id) ? [key] : [])).toSorted()
      const effects = new CollectedEffects()
      const again = await job.together?.run({ tx, effects, tenantId, keys, config, log, secrets })
      const ended = keys.flatMap((key) => (again?.has(key) ? [] : (ofKey.get(key) ?? [])))
      if (ended.length > 0 && (await tx.rows(finishJobs, attempts(ended))).length < ended.length) throw new LeaseLost()
      for (const [key, inSeconds] of again ?? []) {
        const claimed = ofKey.get(key)
        if (!claimed || !(await tx.first(repeatJob, { ...claimed, tenantId, name: job.name, inSeconds }))) throw new LeaseLost()
      }
      await writeEffects(tx, tenantId, effects)
    }),
  )
}

/** Schedules a retry, or marks the job dead. */
async function recordFailure(services: WorkerServices, job: Job, tenantId: Uuid, claimed: ClaimedJob, failure: unknown): Promise<void> {
  const { db, log, transactions } = services
  const { id, attempt } = claimed
  const own = { tenantId, id, attempt }
  const declaredFailure = failure instanceof JobFailure ? failure : null
  const error = (failure instanceof Error ? failure.message : String(failure)).slice(0, maxErrorLength)
  const delay = declaredFailure?.permanent ? null : backoffSeconds(attempt, getRetrySeconds(services, job))
  const about = { error: failure, job: job.name, tenantId, id, attempt }
  if (delay !== null) {
    log.warn(about, 'a job failed and is tried again')
    await db.rows(retryJob, { ...own, name: job.name, inSeconds: Math.max(delay, declaredFailure?.retryAfterSeconds ?? 0), error })
    return
  }
  log.error(about, 'a job failed and is given up')
  const giveUp = (announce: boolean): Promise<void> =>
    db.background(tenantId, async (tx) => {
      if (!(await tx.first(beginJob, own))) return
      const effects = new CollectedEffects()
      if (announce) await job.onDead?.({ ...getContext(services, tenantId, claimed), tx, effects, error })
      await tx.rows(giveUpJob, { ...own, error })
      await writeEffects(tx, tenantId, effects)
    })
  await transactions.run(() =>
    giveUp(true).catch((cause: unknown) => {
      // Without this fallback, the job would be claimed over and over.
      log.error({ ...about, error: cause }, 'what giving up a job means could not be done')
      return giveUp(false)
    }),
  )
}

function getContext({ config, log, secrets }: WorkerServices, tenantId: Uuid, { key, input, attempt }: ClaimedJob) {
  // Safe because only `enqueue` inserts rows of this name, with the input type of the job's declaration.
  return { tenantId, key, input: input as never, attempt, config, log, secrets }
}

async function writeEffects(tx: Queryable, tenantId: Uuid, effects: CollectedEffects): Promise<void> {
  await writeLedger(tx, systemIdentity(tenantId), effects, { status: 200, record: null })
}
