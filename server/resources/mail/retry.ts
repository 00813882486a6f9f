/** When a mail is tried again, and how long an inbox pauses. */
import { backoffSeconds } from '#platform/jobs/backoff.ts'

/** Seconds of the first, second, … pause in a row. Further pauses are as long as the last one. */
const pauseSeconds = [60, 300, 900, 3_600] as const

/** Returns the seconds after failed attempt number `attempt`, 1 for the first; null after the last. `schedule` is MAIL_RETRY_SECONDS. */
export function getMailRetryDelay(attempt: number, schedule: readonly number[], random?: () => number): number | null {
  return backoffSeconds(attempt, schedule, random)
}

/** Returns the seconds for which an inbox sends nothing, because its mail server asked for it or refuses its sign-in. `count` is 1 for the first. */
export function getPauseSeconds(count: number): number {
  return pauseSeconds[Math.min(Math.max(count, 1), pauseSeconds.length) - 1] ?? 3_600
}
