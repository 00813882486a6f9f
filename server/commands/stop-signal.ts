/** Turns signals and fatal errors into one AbortSignal. */
import { isUnavailable } from '#platform/postgres/translate-error.ts'
import type { Log } from '#platform/log.ts'

/**
 * Signals this soon after the first one are duplicates: under npm, one Ctrl-C sends two signals, from the terminal and from npm. A later
 * signal ends the process at once.
 */
const duplicateSignalMs = 1_000
/** Time limit for a clean stop after a fatal error, when the state of the process is uncertain. */
const fatalStopMs = 15_000

export type StopSignal = {
  signal: AbortSignal
  /** True when an uncaught error caused the abort. */
  failed(): boolean
}

/**
 * Aborts on SIGINT, SIGTERM, SIGHUP and on uncaught errors. A second signal, more than a second after the first, ends the process at once.
 * An embedded PostgreSQL then keeps running, and the next start connects to it.
 */
export function createStopSignal(getLog: () => Log | null): StopSignal {
  const stopping = new AbortController()
  let firstSignalAt = 0
  let failed = false
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (firstSignalAt === 0) firstSignalAt = performance.now()
      else if (performance.now() - firstSignalAt > duplicateSignalMs) process.exit(1)
      stopping.abort()
    })
  }
  process.on('uncaughtException', (error, origin) => {
    const log = getLog()
    // This unhandled rejection is harmless. With target_session_attrs in DATABASE_URL and a server older than PostgreSQL 14, the driver
    // queries the state of each new connection in a separate statement (fetchState). If the connection breaks at that moment, the driver
    // does not handle the rejection, but callers that wait for the connection still get the error.
    if (origin === 'unhandledRejection' && isUnavailable(error)) {
      log?.warn({ error }, 'database connection lost')
      return
    }
    failed = true
    if (log) log.fatal({ error }, 'uncaught error')
    else process.stderr.write(`${error.stack ?? error}\n`)
    setTimeout(() => process.exit(1), fatalStopMs).unref()
    stopping.abort()
  })
  // Ignores write errors, so that a closed output pipe (`| head`) does not stop the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return { signal: stopping.signal, failed: () => failed }
}
