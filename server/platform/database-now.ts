/**
 * The time by the database's clock, without a round trip. All processes and machines of an installation so agree on what has expired, what is
 * due and which day it is, even if the clock of one of them is wrong. postgres/keep-clock.ts reads the clock.
 */

/** The difference between the database's clock and performance.now(), in milliseconds. Null until the clock has been read. */
let offsetMs: number | null = null

/**
 * Returns the milliseconds since 1970 by the database's clock: at least any time that the database has returned before, and ahead of the
 * database by at most the duration of the round trip that read the clock. Before that, and in worker threads, returns the time of this machine.
 */
export function databaseNow(): number {
  return offsetMs === null ? Date.now() : Math.ceil(performance.now() + offsetMs)
}

/** As `databaseNow`, in the API's format: `2026-03-04T09:30:00.120Z`. */
export function databaseNowIso(): string {
  return new Date(databaseNow()).toISOString()
}

/** Sets the difference between the database's clock and performance.now(). */
export function setClockOffset(ms: number): void {
  offsetMs = ms
}
