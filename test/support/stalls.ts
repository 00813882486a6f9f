/**
 * Measures how long the machine stalls this process and its database, so that a test can distinguish late work from a busy machine. A
 * test's workers run in the test's own process.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Database } from '#platform/db.ts'

const pauseMs = 10
/** Milliseconds that a sleep of `pauseMs` and a ping of the database take on an idle machine. Anything longer counts as a stall. */
const expectedMs = 20
/** Maximum delay of work on an idle machine. */
const maxLatenessMs = 2_000

/** One measurement: its end by performance.now(), and how much longer it took than expected. */
type Stall = { at: number; ms: number }
export type Stalls = readonly Stall[]

/** Starts the measurement. Call the result when the work is done: it returns when and how long this process or its database was stalled. */
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

/** For work without a database, where only this process can stall. */
const noDatabase = { ping: () => Promise.resolve() }

/** Runs work, checks that it takes less than `maxMs` plus the longest stalls of the machine within that time, and returns its result. */
export async function takesAtMost<Result>(
  maxMs: number,
  work: () => Promise<Result>,
  db: Pick<Database, 'ping'> = noDatabase,
): Promise<Result> {
  const stopWatching = watchStalls(db)
  const startedAt = performance.now()
  try {
    const result = await work()
    const tookMs = performance.now() - startedAt
    const lostMs = mostLostWithin(await stopWatching(), maxMs)
    expect(tookMs - lostMs, `${Math.round(tookMs)} ms, of which the machine lost ${Math.round(lostMs)} ms`).toBeLessThan(maxMs)
    return result
  } finally {
    await stopWatching()
  }
}

/**
 * Returns the maximum stalled time within any `windowMs`. The sum over the whole wait would grow with the wait, and would excuse everything
 * that took long enough.
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
 * Checks work that was `lateMs` late by the database's clock. It must not be early, and must be less than two seconds late, plus the most
 * that the machine stalled within two seconds. Prints the figures: on an idle machine they are what users see.
 */
export function checkTimeliness(what: string, lateMs: readonly number[], stalls: Stalls): { isTimely: boolean; told: string } {
  const worst = Math.max(...lateMs)
  const lostMs = mostLostWithin(stalls, maxLatenessMs)
  const told = `${what}: at most ${Math.round(worst)} ms late, of which the machine lost up to ${Math.round(lostMs)} ms`
  console.log(told)
  return { isTimely: lateMs.length > 0 && Math.min(...lateMs) >= 0 && worst - lostMs < maxLatenessMs, told }
}
