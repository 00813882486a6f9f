/** Pure rules for retrying a failed delivery (contract, section 7). */
import { databaseNow } from '#platform/database-now.ts'
import { backoffSeconds } from '#platform/jobs/backoff.ts'

/** Number of consecutive failures that disables a webhook. */
export const maxConsecutiveFailures = 10

/** Maximum seconds that an endpoint can request with Retry-After. */
const maxRetryAfterSeconds = 86_400

/** Returns the delay in seconds after failed attempt number `attempt` (1 for the first); null after the last. A longer Retry-After wins. */
export function retryDelaySeconds(
  attempt: number,
  schedule: readonly number[],
  retryAfterSeconds: number | null,
  random: () => number = Math.random,
): number | null {
  const delay = backoffSeconds(attempt, schedule, random)
  return delay === null ? null : Math.max(delay, Math.min(retryAfterSeconds ?? 0, maxRetryAfterSeconds))
}

/** Parses Retry-After, a number of seconds or an HTTP date, to seconds; null when absent or invalid. */
export function readRetryAfter(header: string | undefined, now: number = databaseNow()): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  // Require a month name, because Date.parse reads `1.5` as a day in January.
  const at = /[a-z]{3}/i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}
