/**
 * Measures how long the machine keeps this process and its database waiting, so that a test can tell work that is late from work on a machine
 * that is busy with something else. Workers of a test run in the test's own process.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db.ts'

const pauseMs = 10
/** A pause and a round trip on an idle machine. */
const expectedMs = 20

/** Call the result when the work is done: it says how many milliseconds were lost meanwhile. */
export function watchStalls(db: Pick<Database, 'ping'>): () => Promise<number> {
  let lostMs = 0
  const over = new AbortController()
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const startedAt = performance.now()
      await sleep(pauseMs)
      await db.ping()
      lostMs += Math.max(0, performance.now() - startedAt - expectedMs)
    }
  }
  const watching = watch()
  return async () => {
    over.abort()
    await watching
    return lostMs
  }
}

/**
 * What was `lateMs` late, by the database's clock, was not early, and was less than two seconds late but for what the machine lost. Prints the
 * figures: on an idle machine they are what users see.
 */
export function timelyIn(what: string, lateMs: readonly number[], lostMs: number): { isTimely: boolean; told: string } {
  const worst = Math.max(...lateMs)
  const told = `${what}: at most ${Math.round(worst)} ms late, of which the machine lost up to ${Math.round(lostMs)} ms`
  console.log(told)
  return { isTimely: lateMs.length > 0 && Math.min(...lateMs) >= 0 && worst - lostMs < 2_000, told }
}
