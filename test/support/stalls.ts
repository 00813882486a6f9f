/**
 * Measures how long the machine keeps this process and its database waiting, so that a test can tell work that is late from work on a machine
 * that is busy with something else. Workers of a test run in the test's own process.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../server/platform/db.ts'

const pauseMs = 10
/** A pause and a round trip on an idle machine. */
const expectedMs = 20
/** How late work may be on an idle machine. */
const lateMsMax = 2_000

/** One look: when it ended, on the clock of performance.now(), and how much longer it took than it should. */
type Stall = { at: number; ms: number }
export type Stalls = readonly Stall[]

/** Call the result when the work is done: it says when, and how long, this process or its database was kept waiting. */
export function watchStalls(db: Pick<Database, 'ping'>): () => Promise<Stalls> {
  const stalls: Stall[] = []
  const over = new AbortController()
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const startedAt = performance.now()
      await sleep(pauseMs)
      await db.ping()
      const at = performance.now()
      const ms = at - startedAt - expectedMs
      if (ms > 0) stalls.push({ at, ms })
    }
  }
  const watching = watch()
  return async () => {
    over.abort()
    await watching
    return stalls
  }
}

/**
 * The most that was lost in stalls that ended within any `windowMs`. The sum over the whole wait would grow with the wait, and excuse whatever
 * took long enough.
 */
export function mostLostWithin(stalls: Stalls, windowMs: number): number {
  let [most, lost, first] = [0, 0, 0]
  for (const { at, ms } of stalls) {
    lost += ms
    for (let oldest = stalls[first]; oldest !== undefined && oldest.at < at - windowMs; oldest = stalls[++first]) lost -= oldest.ms
    most = Math.max(most, lost)
  }
  return most
}

/**
 * What was `lateMs` late, by the database's clock, was not early, and was less than two seconds late but for the most that the machine
 * lost within two seconds. Prints the figures: on an idle machine they are what users see.
 */
export function timelyIn(what: string, lateMs: readonly number[], stalls: Stalls): { isTimely: boolean; told: string } {
  const worst = Math.max(...lateMs)
  const lostMs = mostLostWithin(stalls, lateMsMax)
  const told = `${what}: at most ${Math.round(worst)} ms late, of which the machine lost up to ${Math.round(lostMs)} ms`
  console.log(told)
  return { isTimely: lateMs.length > 0 && Math.min(...lateMs) >= 0 && worst - lostMs < lateMsMax, told }
}
