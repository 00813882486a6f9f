/** Limits the history of a delivery: the results of its attempts. */
import { toStorableText } from '#platform/outbound/response-text.ts'
import type { Static } from '#platform/schema.ts'
import { isoTime } from '#platform/time.ts'
import type { DeliveryState, WebhookAttempt } from './schema.ts'

/** An attempt, both stored and in the API. */
export type DeliveryAttempt = Static<typeof WebhookAttempt>

/** Maximum bytes of each response to store, so that a delivery's ten attempts stay below 20 KB. */
const maxResponseBytes = 1_024
const maxErrorLength = 500
/** Maximum number of attempts to store; older ones are dropped. Only a delivery held until its webhook was re-enabled has more. */
export const maxAttemptsKept = 10

type Attempted = {
  attempt: number
  attemptedAt: string
  responseStatus: number | null
  durationMs: number
  error: string | null
  responseBody: string | null
}

export function toAttempt({ attempt, attemptedAt, responseStatus, durationMs, error, responseBody }: Attempted): DeliveryAttempt {
  return {
    attempt,
    attemptedAt: isoTime(attemptedAt),
    responseStatus,
    durationMs,
    error: error === null ? null : error.slice(0, maxErrorLength),
    responseBody: responseBody === null ? null : toStorableText(Buffer.from(responseBody), maxResponseBytes),
  }
}

/**
 * Returns the latest attempts of a delivery with a known outcome, oldest first. `failedAttempts` has only failed ones. A successful attempt
 * is in the delivery's own columns, so that the many deliveries that succeed at once store nothing twice.
 */
export function listAttempts(
  delivery: Omit<Attempted, 'attemptedAt' | 'durationMs'> & {
    state: Static<typeof DeliveryState>
    attemptedAt?: string | null
    durationMs: number | null
    failedAttempts?: DeliveryAttempt[] | null
  },
): DeliveryAttempt[] {
  const { state, attemptedAt, durationMs, failedAttempts } = delivery
  // Absent in deliveries attempted by earlier versions, and in their stored responses for retries.
  const failed = failedAttempts ?? []
  if (state !== 'SUCCEEDED' || !attemptedAt || durationMs === null) return failed
  return [...failed, toAttempt({ ...delivery, attemptedAt, durationMs })].slice(-maxAttemptsKept)
}
