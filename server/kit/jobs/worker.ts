/**
 * The worker: runs all declared background work. Any number of processes may run one.
 *
 * Everything it knows is in the database: a worker that is killed loses nothing but its leases, which run out. It looks for work every
 * 50 ms while there is any, every 200 after five quiet seconds, and at once when this process has written something (`nudge`).
 */
import type { Job, Queue, Work, WorkerServices } from '../jobs.ts'
import { jobShares, createJobQueue } from './job-queue.ts'
import { Lanes } from './lanes.ts'
import { Pace, type PaceOptions } from './pace.ts'
import { createSchedules } from './schedule.ts'
import { jobQueueName } from './run-job.ts'
import { Semaphore } from './semaphore.ts'

export type Worker = {
  /** This process has written something: it may have made work. */
  nudge(): void
  /** Takes no more work, finishes what is under way, then resolves. What is not done is another worker's. */
  stop(): Promise<void>
}

export type RunWorkOptions = Pick<WorkerServices, 'config' | 'db' | 'log' | 'secrets' | 'fetch'> & {
  /** Counts an attempt and its seconds. */
  observe?: WorkerServices['observe'] | undefined
  /** Statements of requests that wait for the database, where this process serves any: a backlog gives way to them. */
  requestsWaiting?: PaceOptions['requestsWaiting']
}

const pollMs = 50
const quietPollMs = 200
const quietAfterMs = 5_000
const schedulesEveryMs = 1_000
/** Of the worker's few connections, transactions of jobs and of failed attempts never have all. */
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
  /** Beside the loop: enqueueing for thousands of tenants takes a moment. */
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
      // What ends may wake another queue's lanes for the last time.
      for (const each of lanes.values()) await each.ended()
    },
  }
}
