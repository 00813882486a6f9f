/** Schedules retries of mails and pauses of inboxes. */
import { backoffSeconds } from '#platform/jobs/backoff.ts'

/** Seconds of consecutive pauses. Further pauses last as long as the last one. */
const pauseSeconds = [60, 300, 900, 3_600] as const

/**
 * Returns the delay in seconds after failed attempt number `attempt` (1 for the first); null after the last. `schedule` is
 * MAIL_RETRY_SECONDS.
 */
export function getMailRetryDelay(attempt: number, schedule: readonly number[], random?: () => number): number | null {
  return backoffSeconds(attempt, schedule, random)
}

/**
 * Returns the seconds for which an inbox pauses, because its mail server throttles it or rejects its sign-in. `count` is 1 for the first
 * pause.
 */
export function getPauseSeconds(count: number): number {
  return pauseSeconds[Math.min(Math.max(count, 1), pauseSeconds.length) - 1] ?? 3_600
}
