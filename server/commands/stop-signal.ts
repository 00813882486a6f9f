/** How a process is asked to stop. */
import { isAway } from '../kit/postgres/translate-error.ts'
import type { Log } from '../kit/log.ts'

/** Ctrl-C under npm arrives twice: from the terminal and from npm. Only what comes later than this means impatience. */
const repeatMs = 1_000
/** After a fatal error the process is in doubt: it is given this long to stop cleanly. */
const lastMs = 15_000

export type StopSignal = {
  signal: AbortSignal
  /** Whether an error that nobody caught was the reason. */
  failed(): boolean
}

/**
 * Aborts on SIGINT, SIGTERM, SIGHUP and on errors that nobody caught. A second signal, later than a second after the first, ends the
 * process at once; an embedded PostgreSQL is then left running and joined by the next start.
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
    // The last line of defence. One case is known: with target_session_attrs in DATABASE_URL and a server older than PostgreSQL 14,
    // the driver asks each new connection for its state in a statement of its own (fetchState), which nobody hears of when the
    // connection breaks just then. Whoever waits for the connection hears it for themselves, so nothing is in doubt.
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
  // A reader that has gone away (`| head`) is no reason to stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return { signal: stopping.signal, failed: () => failed }
}
