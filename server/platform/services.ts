/**
 * Services of modules: work that never ends, such as connections that wait for something to arrive. Every worker runs all of them, so they
 * divide their work by leases in the database. Work that begins and ends is a job instead.
 */
import type { WorkerServices } from './jobs/job.ts'
import type { Log } from './log.ts'

export type ServiceContext = Pick<WorkerServices, 'config' | 'db' | 'log' | 'secrets' | 'fetch'>

export type RunningService = {
  /** Gives up what the service holds, so that another worker continues at once, and resolves when it has ended. */
  stop(): Promise<void>
}

export type Service = {
  /** Kebab-case, starting with a verb: `fetch-mailboxes`. Unique over all modules. */
  readonly name: string
  /** Description of the service for operators. */
  readonly description: string
  /** Must not throw, and must handle its own failures: nothing restarts a service. */
  readonly start: (context: ServiceContext) => RunningService
}

/** Starts services. `stop` of the result stops all of them. */
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
