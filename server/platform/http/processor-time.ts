/**
 * Limits the processor time of expensive requests (decision 106). Rate limits count requests regardless of cost, but one report can cost as
 * much as a hundred lists. Each process counts only its own time.
 */
import { performance } from 'node:perf_hooks'
import type { Uuid } from '../ids.ts'
import { ApiError, rateTenantExceeded } from '../errors.ts'
import { createRateLimiter, type RateLimiter } from './rate-limit.ts'
import type { RequestState } from './request-state.ts'

/** Milliseconds of each request that do not count. Nearly all requests take less, and rate limits cover those. */
const freeMs = 10
/** Milliseconds per minute beyond the free time that one tenant's requests of one operation may take: a quarter of a core. */
export const maxMsPerMinute = 15_000

export class ProcessorTime {
  readonly #limiter: RateLimiter

  constructor(maxMs = maxMsPerMinute) {
    this.#limiter = createRateLimiter('tenant', maxMs)
  }

  /** Throws 429 when the tenant's requests of an operation have used up their time in this minute. Other operations are not affected. */
  check(tenantId: Uuid, operationId: string): void {
    const { remaining, limit, leftMs } = this.#limiter.peek(`${tenantId} ${operationId}`)
    if (remaining > 0) return
    const seconds = Math.max(1, Math.ceil(leftMs / 1_000))
    throw new ApiError(rateTenantExceeded, {
      message:
        `These requests took more than ${limit / 1_000} seconds of processor time within a minute. Retry in ${seconds} seconds, ` +
        'and ask for less at once or less often.',
      headers: { 'Retry-After': String(seconds) },
    })
  }

  /** Charges the time of a finished request. */
  charge(tenantId: Uuid, operationId: string, usedMs: number): void {
    if (usedMs > freeMs) this.#limiter.take(`${tenantId} ${operationId}`, Math.round(usedMs - freeMs))
  }
}

/**
 * Runs synchronous work of a request and adds its time to the request. For an asynchronous function, that is the time up to its first
 * `await`.
 */
export function timed<Result>(state: Pick<RequestState, 'usedMs'>, work: () => Result): Result {
  const startedAt = performance.now()
  try {
    return work()
  } finally {
    state.usedMs += performance.now() - startedAt
  }
}
