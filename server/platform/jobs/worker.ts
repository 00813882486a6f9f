/**
 * The worker runs all declared background work. Any number of processes may run a worker. All its state is in the database: a killed worker
 * only leaves leases, which expire. It polls for due work every 50 ms while there is some, every 200 ms after five idle seconds, and
 * immediately after this process has written something (`nudge`), unless the last search has just come back empty.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, Queue, Work, WorkerServices } from './job.ts'
import { jobShares, createJobQueue } from './job-queue.ts'
import { Lanes } from './lanes.ts'
import { Pace, type PaceOptions } from './pace.ts'
import { SuspendedTenants } from './suspended-tenants.ts'
import { createSchedules } from './schedule.ts'
import { jobQueueName } from './run-job.ts'
import { Semaphore } from './semaphore.ts'

export type Worker = {
  /** Signals that the process has written something that may have created work. */
  nudge(): void
  /** Stops claiming, and resolves when no work is in progress. Other workers process the rest. */
  stop(): Promise<void>
}

export type RunWorkOptions = Pick<WorkerServices, 'config' | 'db' | 'log' | 'secrets' | 'fetch'> & {
  /** Counts an attempt and its seconds. */
  observe?: WorkerServices['observe'] | undefined
  /**
   * Returns how many statements of requests are waiting for the database, if this process serves requests. The worker slows down for them.
   */
  requestsWaiting?: PaceOptions['requestsWaiting']
}

const queuePolling = { busyMs: 50, quietMs: 200, afterNudgeMs: 0, minGapMs: 10 } as const
/** Few writes create jobs, so the search starts 20 ms after a nudge, which also coalesces many writes into one search. */
const jobPolling = { ...queuePolling, afterNudgeMs: 20 } as const
/**
 * Number of fruitless nudges after which the queue is polled only as often as without nudges, because most writes create no work for it.
 */
const maxVainNudges = 20
const quietAfterMs = 5_000
/** Intervals last minutes and hours, and enqueueing a job for thousands of tenants takes time, so schedules have their own loop. */
const schedulePolling = { busyMs: 1_000, quietMs: 1_000, afterNudgeMs: 0, minGapMs: 0 } as const
/** Maximum number of concurrent transactions for jobs and failed attempts. The worker has few connections and needs some for claims. */
const maxConcurrentTransactions = 2

export function runWork(work: readonly Work[], { observe = () => {}, requestsWaiting, ...given }: RunWorkOptions): Worker {
  const { db, log } = given
  const stopping = new AbortController()
  const pace = new Pace({ requestsWaiting })
  const lanes = new Map<string, Pick<Lanes<never>, 'look' | 'wake' | 'ended'>>()
  const loops = new Map<string, Loop>()
  const services: WorkerServices = {
    ...given,
    observe,
    stopping: stopping.signal,
    nudge: ({ name }) => loops.get(name)?.nudge(),
    transactions: new Semaphore(maxConcurrentTransactions),
    wake: ({ name }, lane) => lanes.get(name)?.wake(lane),
  }
  const options = { pace, suspended: new SuspendedTenants(db), log, stopping: stopping.signal }
  const queues = work.filter((each): each is Queue => each.kind === 'queue')
  for (const queue of queues) lanes.set(queue.name, new Lanes(queue, queue.open(services), options))
  const jobs = new Map(work.filter((each): each is Job => each.kind === 'job').map((job) => [job.name, job]))
  if (jobs.size > 0)
    lanes.set(
      jobQueueName,
      new Lanes({ name: jobQueueName, shares: jobShares, claimAtLeast: 1, paced: true }, createJobQueue(services, jobs), options),
    )

  // Each queue has its own loop, so that one queue's slow query does not delay the others.
  for (const [name, each] of lanes)
    loops.set(
      name,
      repeat(() => each.look(), name === jobQueueName ? jobPolling : queuePolling, stopping.signal),
    )
  const periodic = createSchedules(db, [...jobs.values()])
  const periods = repeat(
    () =>
      periodic.look().catch((error: unknown) => {
        log.warn({ error }, 'periodic work could not be looked for and is tried again')
        return false
      }),
    schedulePolling,
    stopping.signal,
  )
  return {
    nudge() {
      for (const loop of loops.values()) loop.nudge()
    },
    async stop() {
      stopping.abort()
      pace.stop()
      await Promise.all([...loops.values(), periods].map(({ ended }) => ended))
      // Ending work may wake lanes of another queue once more.
      for (const each of lanes.values()) await each.ended()
    },
  }
}

type Loop = { nudge(): void; ended: Promise<void> }

/**
 * Calls `look` until `stopping` aborts: every `busyMs` while it finds something, else every `quietMs`, and `afterNudgeMs` after a nudge.
 * After a search without a result, the next one starts at least `minGapMs` after its start: under load every write is a nudge, and a search
 * for each write would cost as much as some writes. After a search with a result there is no such gap, because waiting would deliver fewer
 * items than are written. `look` never throws.
 */
function repeat(
  look: () => Promise<boolean>,
  { busyMs, quietMs, afterNudgeMs, minGapMs }: { busyMs: number; quietMs: number; afterNudgeMs: number; minGapMs: number },
  stopping: AbortSignal,
): Loop {
  let nudged = false
  let wake = (): void => {}
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const stoppable = async (ms: number): Promise<void> => {
    if (ms > 0) await sleep(ms, undefined, { signal: stopping }).catch(() => undefined)
  }
  const loop = async (): Promise<void> => {
    for (let busyAt = performance.now(), vain = 0; !stopping.aborted; ) {
      const lookedAt = performance.now()
      const wasNudged = nudged
      nudged = false
      const found = await look()
      if (found) busyAt = performance.now()
      if (found || wasNudged) vain = found ? 0 : vain + 1
      if (!nudged && !stopping.aborted) await pause(performance.now() - busyAt > quietAfterMs ? quietMs : busyMs)
      if (!nudged || stopping.aborted) continue
      const apart = found ? 0 : lookedAt + (vain > maxVainNudges ? busyMs : minGapMs) - performance.now()
      await stoppable(Math.max(afterNudgeMs, apart))
    }
  }
  stopping.addEventListener('abort', () => wake(), { once: true })
  return {
    nudge() {
      nudged = true
      wake()
    },
    ended: loop(),
  }
}
