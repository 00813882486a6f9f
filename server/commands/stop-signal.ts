/** Turns signals and fatal errors into one AbortSignal. */
import { isUnavailable } from '../platform/postgres/translate-error.ts'
import type { Log } from '../platform/log.ts'

/**
 * Under npm, Ctrl-C arrives twice: from the terminal and from npm. A second signal ends the process at once only when it comes later than
 * this.
 */
const repeatMs = 1_000
/** After a fatal error the state of the process is uncertain, so a clean stop may take only this long. */
const lastMs = 15_000

export type StopSignal = {
  signal: AbortSignal
  /** True when an uncaught error was the reason. */
  failed(): boolean
}

/**
 * Aborts on SIGINT, SIGTERM, SIGHUP and on uncaught errors. A second signal, more than a second after the first, ends the process at once.
 * An embedded PostgreSQL then keeps running, and the next start joins it.
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
    // Catches uncaught errors. One case is known: with target_session_attrs in DATABASE_URL and a server older than PostgreSQL 14, the
    // driver queries the state of each new connection in a separate statement (fetchState), and does not handle its rejection when the
    // connection breaks at that moment. Callers that wait for the connection get the error anyway, so the state of the process is certain.
    if (origin === 'unhandledRejection' && isUnavailable(error)) {
      logger?.warn({ error }, 'a connection to the database broke')
      return
    }
    failed = true
    if (logger) logger.fatal({ error }, 'uncaught error')
    else process.stderr.write(`${error.stack ?? error}\n`)
    setTimeout(() => process.exit(1), lastMs).unref()
    stopping.abort()
  })
  // A closed output pipe (`| head`) does not stop the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return { signal: stopping.signal, failed: () => failed }
}
