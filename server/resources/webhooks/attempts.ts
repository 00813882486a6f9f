/** The history of a delivery: the results of its attempts, limited in size. */
import { toStorableText } from '#platform/outbound/response-text.ts'
import type { Static } from '#platform/schema.ts'
import { isoTime } from '#platform/time.ts'
import type { DeliveryState, WebhookAttempt } from './schema.ts'

/** An attempt, as the database stores it and the API shows it. */
export type DeliveryAttempt = Static<typeof WebhookAttempt>

/** Only the first kilobyte of each response is stored, so that the ten attempts of a delivery stay below 20 KB. */
const maxResponseBytes = 1_024
const maxErrorLength = 500
/** Older attempts are dropped. Only a delivery that was held back until its webhook was enabled again has more. */
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
 * Returns the latest attempts of a delivery with a known outcome, oldest first. `failedAttempts` has only the failed ones. A successful attempt is in
 * the delivery's own columns, so that the many deliveries that succeed at the first attempt store nothing twice.
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
  // Absent in deliveries that earlier versions attempted, and in responses that they stored for retries.
  const failed = failedAttempts ?? []
  if (state !== 'SUCCEEDED' || !attemptedAt || durationMs === null) return failed
  return [...failed, toAttempt({ ...delivery, attemptedAt, durationMs })].slice(-maxAttemptsKept)
}
