/** The history of a delivery: the result of each attempt, limited in size. */
import { isoTime, type Static, toStorableText } from '../../kit/index.ts'
import type { DeliveryState, WebhookAttempt } from './schema.ts'

/** One attempt, as the database stores it and the API shows it. */
export type DeliveryAttempt = Static<typeof WebhookAttempt>

/** Ten attempts of a delivery, each with the first kilobyte of its answer, stay below 20 KB. */
const responseBytesMax = 1_024
const errorLengthMax = 500

type Attempted = {
  attempt: number
  attemptedAt: string
  responseStatus: number | null
  durationMs: number
  error: string | null
  responseBody: string | null
}

export function attemptOf({ attempt, attemptedAt, responseStatus, durationMs, error, responseBody }: Attempted): DeliveryAttempt {
  return {
    attempt,
    attemptedAt: isoTime(attemptedAt),
    responseStatus,
    durationMs,
    error: error === null ? null : error.slice(0, errorLengthMax),
    responseBody: responseBody === null ? null : toStorableText(Buffer.from(responseBody), responseBytesMax),
  }
}

/**
 * All attempts of a delivery with a known outcome, oldest first. Only failed ones are stored here: a successful attempt stays in the
 * delivery's own columns, so that a delivery that succeeds at once, as nearly all do, stores nothing twice.
 */
export function attemptsOf(
  delivery: Omit<Attempted, 'attemptedAt' | 'durationMs'> & {
    state: Static<typeof DeliveryState>
    attemptedAt?: string | null
    durationMs: number | null
    failedAttempts?: DeliveryAttempt[] | null
  },
): DeliveryAttempt[] {
  const { state, attemptedAt, durationMs, failedAttempts } = delivery
  // Missing in answers that an earlier version stored for retries, and in deliveries that it attempted.
  const failed = failedAttempts ?? []
  if (state !== 'SUCCEEDED' || !attemptedAt || durationMs === null) return failed
  return [...failed, attemptOf({ ...delivery, attemptedAt, durationMs })]
}
