/**
 * Returns the time of the database's clock without a round trip. This way, all processes and machines of an installation agree on what has
 * expired, what is due and which day it is, even if one machine's clock is wrong. postgres/keep-clock.ts reads the clock.
 */

/** The difference between the database's clock and performance.now(), in milliseconds. Null until the clock has been read. */
let offsetMs: number | null = null

/**
 * Returns milliseconds since 1970 by the database's clock. Never earlier than a time that the database has returned, and ahead of the
 * database by at most the round trip that read the clock. Before the first reading, and in worker threads, returns this machine's time.
 */
export function databaseNow(): number {
  return offsetMs === null ? Date.now() : Math.ceil(performance.now() + offsetMs)
}

/** Returns `databaseNow` in the API's format: `2026-03-04T09:30:00.120Z`. */
export function databaseNowIso(): string {
  return new Date(databaseNow()).toISOString()
}

/** Sets the difference between the database's clock and performance.now(). */
export function setClockOffset(ms: number): void {
  offsetMs = ms
}
