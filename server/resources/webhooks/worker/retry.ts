/** When a failed attempt of a delivery is retried: pure rules (contract, section 7). */
import { backoffSeconds } from '../../../kit/index.ts'

/** An endpoint with this many consecutive failures is disabled. */
export const consecutiveFailuresMax = 10

/** The longest wait that an endpoint can request with Retry-After, in seconds. */
const retryAfterSecondsMax = 86_400

/**
 * Seconds to wait after failed attempt number `attempt` (1 for the first), or null when it was the last.
 * A longer Retry-After takes precedence.
 */
export function retryDelaySeconds(
  attempt: number,
  schedule: readonly number[],
  retryAfterSeconds: number | null,
  random: () => number = Math.random,
): number | null {
  const delay = backoffSeconds(attempt, schedule, random)
  return delay === null ? null : Math.max(delay, Math.min(retryAfterSeconds ?? 0, retryAfterSecondsMax))
}

/** The seconds that a Retry-After header requests (as a number or an HTTP date), or null. */
export function readRetryAfter(header: string | undefined, now: number = Date.now()): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  // Date.parse reads `1.5` as a day in January.
  const at = /[a-z]{3}/i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}
