/**
 * Runs services of modules: work that never ends, such as connections that wait for incoming data. Every worker runs all of them, so they
 * divide their work by leases in the database. Work that ends is a job instead.
 */
import type { WorkerServices } from './jobs/job.ts'
import type { Log } from './log.ts'

export type ServiceContext = Pick<WorkerServices, 'config' | 'db' | 'log' | 'secrets' | 'fetch'>

export type RunningService = {
  /** Releases the service's leases, so that another worker takes over immediately. Resolves when the service has ended. */
  stop(): Promise<void>
}

export type Service = {
  /** Kebab-case, starting with a verb: `fetch-mailboxes`. Unique across all modules. */
  readonly name: string
  /** Description of the service for operators. */
  readonly description: string
  /** Starts the service. Must not throw, and must handle its own failures, because nothing restarts a service. */
  readonly start: (context: ServiceContext) => RunningService
}

/** Starts services. `stop` of the result stops them all. */
export function runServices(services: readonly Service[], context: ServiceContext): RunningService {
  const running = services.map(({ name, start }) => ({ name, service: start(context) }))
  return {
    async stop() {
      await Promise.all(running.map(({ name, service }) => service.stop().catch(warnOf(context.log, name))))
    },
  }
}

function warnOf(log: Log, name: string): (error: unknown) => void {
  return (error) => log.warn({ error, service: name }, 'a service did not stop cleanly')
}
