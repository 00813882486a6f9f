/**
 * The worker: runs all declared background work. Any number of processes may run one.
 *
 * All its state is in the database: a killed worker only leaves leases behind, which expire. It looks for work every 50 ms while there is
 * any, every 200 ms after five idle seconds, and at once when this process has written something (`nudge`), unless the look before was just
 * now and found nothing.
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
  /** Called after this process has written something, which may have created work. */
  nudge(): void
  /** Stops claiming, finishes the work in progress, then resolves. Other workers process the rest. */
  stop(): Promise<void>
}

export type RunWorkOptions = Pick<WorkerServices, 'config' | 'db' | 'log' | 'secrets' | 'fetch'> & {
  /** Counts an attempt and its seconds. */
  observe?: WorkerServices['observe'] | undefined
  /** Number of request statements waiting for the database, if this process serves requests: a backlog yields to them. */
  requestsWaiting?: PaceOptions['requestsWaiting']
}

const often = { busyMs: 50, quietMs: 200, nudgedMs: 0, apartMs: 10 } as const
/** Few writes make jobs, so the job table is asked 20 ms later than the others, and once for many writes. */
const jobLooks = { ...often, nudgedMs: 20 } as const
/** So many nudges in a row that led to nothing: most writes here make no work for this queue, which is then asked as often as without nudges. */
const vainMax = 20
const quietAfterMs = 5_000
/** Periods last minutes and hours. Enqueueing for thousands of tenants takes time, so schedules have a loop of their own. */
const scheduleLooks = { busyMs: 1_000, quietMs: 1_000, nudgedMs: 0, apartMs: 0 } as const
/** Transactions of jobs and of failed attempts may not use all of the worker's few connections. */
const transactionsAtOnce = 2

export function runWork(work: readonly Work[], { observe = () => {}, requestsWaiting, ...given }: RunWorkOptions): Worker {
  const { db, log } = given
  const stopping = new AbortController()
  const pace = new Pace({ requestsWaiting })
  const lanes = new Map<string, Pick<Lanes<never>, 'look' | 'wake' | 'ended'>>()
  const loops = new Map<string, Loop>()
  const services: WorkerServices = {
    ...given,
    observe,
    nudge: ({ name }) => loops.get(name)?.nudge(),
    transactions: new Semaphore(transactionsAtOnce),
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

  // Each queue has a loop of its own, so that a slow query of one does not delay the others.
  for (const [name, each] of lanes)
    loops.set(
      name,
      repeat(() => each.look(), name === jobQueueName ? jobLooks : often, stopping.signal),
    )
  const periodic = createSchedules(db, [...jobs.values()])
  const periods = repeat(
    () =>
      periodic.look().catch((error: unknown) => {
        log.warn({ error }, 'periodic work could not be looked for and is tried again')
        return false
      }),
    scheduleLooks,
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
      // Work that ends may wake lanes of another queue once more.
      for (const each of lanes.values()) await each.ended()
    },
  }
}

type Loop = { nudge(): void; ended: Promise<void> }

/**
 * Calls `look` until `stopping`: every `busyMs` while it finds something, else every `quietMs`, and `nudgedMs` after a nudge, but after a
 * look that found nothing not sooner than `apartMs` after it began: under load every write is a nudge, and looking after each would cost as much
 * as some of them. After one that found something there is more: whoever waits then delivers fewer than are written. `look` never throws.
 */
function repeat(
  look: () => Promise<boolean>,
  { busyMs, quietMs, nudgedMs, apartMs }: { busyMs: number; quietMs: number; nudgedMs: number; apartMs: number },
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
      const apart = found ? 0 : lookedAt + (vain > vainMax ? busyMs : apartMs) - performance.now()
      await stoppable(Math.max(nudgedMs, apart))
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
