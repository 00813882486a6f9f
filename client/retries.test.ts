/** Retries of a call: when, how often, and how they end. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NoAnswerError } from './index.ts'
import {
  response,
  connectionRefused,
  createClient,
  getFailure,
  createdResponse,
  errorResponse,
  settle,
  thread,
  type Reply,
} from './testing/scripted-service.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a retry', () => {
  it.each([
    ['429', errorResponse(429, 'SVC-RATE-IP_EXCEEDED', { 'Retry-After': '7' })],
    ['503', errorResponse(503, 'SVC-SYSTEM-UNAVAILABLE', { 'Retry-After': '7' })],
    ['409 of a request that is still in progress', errorResponse(409, 'SVC-IDEMPOTENCY-IN_PROGRESS', { 'Retry-After': '7' })],
    ['503 with a time', () => response(503, '', { 'Retry-After': new Date(Date.now() + 8_000).toUTCString() })()],
  ])('after %s waits as long as the service asks', async (_, reply: Reply) => {
    const { skein, sent } = createClient([reply, createdResponse])
    await settle(skein.getMe())
    expect(sent).toHaveLength(2)
    expect(sent[1]?.at).toBeGreaterThanOrEqual(6_900)
    expect(sent[1]?.at).toBeLessThan(9_500)
  })
  it('after a rate limit is sent on time even if the system clock moves back', async () => {
    const { skein, sent } = createClient([errorResponse(429, 'SVC-RATE-IP_EXCEEDED', { 'Retry-After': '7' }), createdResponse])
    const call = skein.getMe()
    await vi.advanceTimersByTimeAsync(1_000)
    vi.setSystemTime(Date.now() - 3_600_000)
    await vi.advanceTimersByTimeAsync(9_000)
    expect(sent).toHaveLength(2)
    await call
  })
  it('uses exponential backoff with jitter and a maximum', async () => {
    const { skein, sent } = createClient([connectionRefused])
    const failure = await getFailure(skein.getMe())
    expect(failure).toBeInstanceOf(NoAnswerError)
    expect(failure).toMatchObject({
      attempts: 5,
      cause: connectionRefused,
      message: 'GET https://support.example.com/api/v1/me got no response in 5 attempts: connect ECONNREFUSED',
    })
    const waits = sent.slice(1).map(({ at }, i) => at - (sent[i]?.at ?? 0))
    for (const [i, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(500 * 2 ** i)
      expect(wait).toBeLessThanOrEqual(750 * 2 ** i + 1)
    }
    expect(waits.some((wait, i) => wait !== 500 * 2 ** i)).toBe(true)
  })
  it.each([400, 401, 403, 404, 405, 409, 412, 413, 422, 501])(
    'does not follow a %i, because the same request gets the same response',
    async (status) => {
      const { skein, sent } = createClient([errorResponse(status, 'SVC-SOME-REASON')])
      expect(await getFailure(skein.createThread({ body: thread }))).toMatchObject({ status, code: 'SVC-SOME-REASON' })
      expect(sent).toHaveLength(1)
    },
  )
  it('is reported to onRetry, and limited by the options of the client or the call', async () => {
    const told: [string, number, string][] = []
    const { skein, sent } = createClient([errorResponse(500, 'SVC-INTERNAL-ERROR')], {
      attemptsMax: 3,
      onRetry: ({ operationId, attempt, failure }) => told.push([operationId, attempt, failure.name]),
    })
    await getFailure(skein.getMe())
    expect(told).toEqual([
      ['getMe', 1, 'ApiError'],
      ['getMe', 2, 'ApiError'],
    ])
    await getFailure(skein.getMe({ attemptsMax: 1 }))
    expect(sent).toHaveLength(4)
  })
  it('after a rate limit has its own maximum', async () => {
    const limited = errorResponse(429, 'SVC-RATE-TENANT_EXCEEDED')
    const { skein, sent } = createClient([...Array.from({ length: 9 }, () => limited), createdResponse], {
      attemptsMax: 1,
      rateLimitedAttemptsMax: Infinity,
    })
    await settle(skein.getMe())
    expect(sent).toHaveLength(10)
  })
  it('does not happen when the wait would be longer than allowed', async () => {
    const { skein, sent } = createClient([errorResponse(503, 'SVC-SYSTEM-UNAVAILABLE', { 'Retry-After': '3600' })])
    expect(await getFailure(skein.getMe())).toMatchObject({ status: 503, retryAfterSeconds: 3600 })
    expect(sent).toHaveLength(1)
  })
  it('of one rate-limited call makes all calls of the client wait', async () => {
    const { skein, sent } = createClient([errorResponse(429, 'SVC-RATE-IP_EXCEEDED', { 'Retry-After': '30' }), createdResponse])
    const first = skein.getMe()
    await vi.advanceTimersByTimeAsync(10)
    await settle(Promise.all([first, skein.createThread({ body: thread })]))
    expect(sent.map(({ at }) => at >= 30_000)).toEqual([false, true, true])
  })
})

describe('a call that is cancelled', () => {
  const hangs = (init: RequestInit): Promise<Response> =>
    new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))))

  it.each([
    ['while it waits for a response', hangs],
    ['between two attempts', connectionRefused],
  ])('%s ends immediately with the caller’s reason', async (_, reply: Reply) => {
    const { skein, sent } = createClient([reply])
    const stop = new AbortController()
    const call = skein.createThread({ body: thread, signal: stop.signal })
    call.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(10)
    const reason = new Error('The page was left')
    stop.abort(reason)
    await expect(call).rejects.toBe(reason)
    expect(sent).toHaveLength(1)
    await expect(skein.getMe({ signal: stop.signal })).rejects.toBe(reason)
  })
  it('takes no longer than the time limit of each attempt', async () => {
    const { skein, sent } = createClient([hangs], { attemptsMax: 2 })
    const failure = await getFailure(skein.getMe({ timeoutMs: 2_000 }))
    expect(failure.message).toBe('GET https://support.example.com/api/v1/me got no response in 2 attempts: nothing arrived within 2000 ms')
    expect(sent.map(({ at }) => Math.floor(at / 1000))).toEqual([0, 2])
    expect(vi.getTimerCount(), 'no timer is left').toBe(0)
  })
})
