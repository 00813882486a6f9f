/** Reads the database's clock, from which `databaseNow` computes the time. */
import { setClockOffset } from '../database-now.ts'
import type { Queryable } from '../db.ts'
import type { Log } from '../log.ts'
import { readServer } from './server-facts.ts'

/**
 * Milliseconds between readings of the clock. The database's clock may be set, another server may take over, and performance.now() stops
 * while the machine sleeps.
 */
const readingMs = 30_000
/**
 * Number of round trips per reading. The shortest has the smallest error, because a busy thread or a new connection delays some of them.
 */
const roundTrips = 3

export async function readDatabaseClock(db: Queryable): Promise<void> {
  let offsetMs = Infinity
  let shortestMs = Infinity
  for (let i = 0; i < roundTrips; i++) {
    const askedAt = performance.now()
    const { clockMs } = await readServer(db)
    const tookMs = performance.now() - askedAt
    // Assume that the clock was read when the request left, so that the result is never behind a time that the database has returned.
    if (tookMs < shortestMs) [shortestMs, offsetMs] = [tookMs, clockMs - askedAt]
  }
  setClockOffset(offsetMs)
}

/** Reads the clock regularly until the returned function is called. */
export function keepDatabaseClock(db: Queryable, log: Pick<Log, 'warn'>): () => void {
  const timer = setInterval(() => {
    readDatabaseClock(db).catch((error: unknown) => log.warn({ error }, 'the database’s clock could not be read'))
  }, readingMs).unref()
  return () => clearInterval(timer)
}
