/**
 * The worker: runs all declared background work. Any number of processes may run one.
 *
 * All its state is in the database: a killed worker only leaves leases behind, which expire. It looks for work every 50 ms while there is
 * any, every 200 ms after five idle seconds, and at once when this process has written something (`nudge`).
 */
import type { Job, Queue, Work, WorkerServices } from '../jobs.ts'
import { jobShares, createJobQueue } from './job-queue.ts'
import { Lanes } from './lanes.ts'
import { Pace, type PaceOptions } from './pace.ts'
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

const pollMs = 50
const quietPollMs = 200
const quietAfterMs = 5_000
const schedulesEveryMs = 1_000
/** Transactions of jobs and of failed attempts may not use all of the worker's few connections. */
const transactionsAtOnce = 2

export function runWork(work: readonly Work[], { observe = () => {}, requestsWaiting, ...given }: RunWorkOptions): Worker {
  const { db, log } = given
  const stopping = new AbortController()
  const pace = new Pace({ requestsWaiting })
  const lanes = new Map<string, Pick<Lanes<never>, 'look' | 'wake' | 'ended'>>()
  let wakeLoop: (() => void) | null = null
  let nudged = false
  const nudge = (): void => {
    nudged = true
    wakeLoop?.()
  }
  const services: WorkerServices = {
    ...given,
    observe,
    nudge,
    transactions: new Semaphore(transactionsAtOnce),
    wake: ({ name }, lane) => lanes.get(name)?.wake(lane),
  }
  const options = { pace, log, stopping: stopping.signal }
  const queues = work.filter((each): each is Queue => each.kind === 'queue')
  for (const queue of queues) lanes.set(queue.name, new Lanes(queue, queue.open(services), options))
  const jobs = new Map(work.filter((each): each is Job => each.kind === 'job').map((job) => [job.name, job]))
  if (jobs.size > 0)
    lanes.set(
      jobQueueName,
      new Lanes({ name: jobQueueName, shares: jobShares, claimAtLeast: 1, paced: true }, createJobQueue(services, jobs), options),
    )

  const schedules = createSchedules(db, [...jobs.values()])
  let schedulesAt = Number.NEGATIVE_INFINITY
  let lookingAtSchedules = Promise.resolve()
  /** Runs beside the loop, because enqueueing for thousands of tenants takes time. */
  const lookAtSchedules = (): void => {
    schedulesAt = Number.POSITIVE_INFINITY
    lookingAtSchedules = schedules
      .look()
      .then((found) => {
        if (found) nudge()
      })
      .catch((error: unknown) => log.warn({ error }, 'periodic work could not be looked for and is tried again'))
      .finally(() => {
        schedulesAt = performance.now()
      })
  }

  const loop = async (): Promise<void> => {
    let busyAt = performance.now()
    while (!stopping.signal.aborted) {
      nudged = false
      if (performance.now() - schedulesAt >= schedulesEveryMs) lookAtSchedules()
      const found = await Promise.all([...lanes.values()].map((each) => each.look()))
      if (nudged || found.includes(true)) busyAt = performance.now()
      if (!nudged) await pause(performance.now() - busyAt > quietAfterMs ? quietPollMs : pollMs)
    }
  }
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wakeLoop = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const running = loop()
  return {
    nudge,
    async stop() {
      stopping.abort()
      pace.stop()
      wakeLoop?.()
      await running
      await lookingAtSchedules
      // Work that ends may wake lanes of another queue once more.
      for (const each of lanes.values()) await each.ended()
    },
  }
}
