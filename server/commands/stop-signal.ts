/** How a process is told to stop. */
import { isAway } from '../platform/postgres/translate-error.ts'
import type { Log } from '../platform/log.ts'

/**
 * Ctrl-C under npm arrives twice: from the terminal and from npm. A second signal ends the process immediately only if it comes later than
 * this.
 */
const repeatMs = 1_000
/** After a fatal error the state of the process is uncertain: it has this long to stop cleanly. */
const lastMs = 15_000

export type StopSignal = {
  signal: AbortSignal
  /** Whether an uncaught error was the reason. */
  failed(): boolean
}

/**
 * Aborts on SIGINT, SIGTERM, SIGHUP and on uncaught errors. A second signal, later than a second after the first, ends the process at once;
 * an embedded PostgreSQL is then left running and joined by the next start.
 */
export function createStopSignal(log: () => Log | null): StopSignal {
  const stopping = new AbortController()
  let askedAt = 0
  let failed = false
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (askedAt === 0) askedAt = performance.now()
      else if (performance.now() - askedAt > repeatMs) process.exit(1)
      stopping.abort()
    })
  }
  process.on('uncaughtException', (error, origin) => {
    const logger = log()
    // The last resort for uncaught errors. One case is known: with target_session_attrs in DATABASE_URL and a server older than PostgreSQL
    // 14, the driver queries the state of each new connection in a separate statement (fetchState), whose rejection is unhandled when the
    // connection breaks at that moment. Callers waiting for the connection get the error anyway, so the state of the process is certain.
    if (origin === 'unhandledRejection' && isAway(error)) {
      logger?.warn({ error }, 'a connection to the database broke')
      return
    }
    failed = true
    if (logger) logger.fatal({ error }, 'uncaught error')
    else process.stderr.write(`${error.stack ?? error}\n`)
    setTimeout(() => process.exit(1), lastMs).unref()
    stopping.abort()
  })
  // A closed output pipe (`| head`) is no reason to stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return { signal: stopping.signal, failed: () => failed }
}
