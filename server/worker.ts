/** Runs the background work declared by the modules. Any number of workers may run at once. */
import { toOutboundOptions, type Config } from './config.ts'
import type { Database } from '#platform/db.ts'
import { platformJobs } from '#platform/jobs/own-jobs.ts'
import { runWork, type RunWorkOptions, type Worker } from '#platform/jobs/worker.ts'
import type { Log } from '#platform/log.ts'
import type { ResolveHost } from '#platform/outbound/resolve-host.ts'
import { createSafeFetch } from '#platform/outbound/safe-fetch.ts'
import { createSecrets } from '#platform/secrets.ts'
import { runServices } from '#platform/services.ts'
import { modules } from './resources/index.ts'

export type { Worker } from '#platform/jobs/worker.ts'

/**
 * Maximum sockets per host, above the number of requests that a worker ever has in progress. With a lower limit, one tenant could block
 * others that use the same host.
 */
const maxSocketsPerHost = 1_000

export type WorkerOptions = Pick<RunWorkOptions, 'observe' | 'requestsWaiting'> & {
  /** Resolves host names in tenants' URLs. */
  resolveHost?: ResolveHost
}

/** Starts a worker. `db` must be a separate pool, so that a backlog does not make requests wait for connections. */
export function startWorker(config: Config, db: Database, log: Log, { resolveHost, ...options }: WorkerOptions = {}): Worker {
  const fetch = createSafeFetch({ ...toOutboundOptions(config), maxSocketsPerHost, ...(resolveHost ? { resolveHost } : {}) })
  const work = [...platformJobs, ...modules.flatMap(({ jobs = [] }) => jobs)]
  const context = { config, db, log, fetch, secrets: createSecrets(config.secretKey) }
  const worker = runWork(work, { ...context, ...options })
  const services = runServices(
    modules.flatMap((module) => module.services),
    context,
  )
  return {
    nudge: () => worker.nudge(),
    async stop() {
      await Promise.all([services.stop(), worker.stop()])
      fetch.close()
    },
  }
}
