/** A fake service that returns the test's responses, under fake timers. */
import { vi } from 'vitest'
import { createSkeinClient, type SkeinClient, type SkeinClientOptions } from '../index.ts'

export type Sent = { at: number; method: string; url: string; key: string | null; headers: Headers; body: unknown }
export type Reply = Response | Error | ((init: RequestInit) => Promise<Response>)

export const response = (status: number, body: unknown = {}, headers: Record<string, string> = {}): (() => Promise<Response>) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return async () => new Response(text, { status, headers })
}
export const errorResponse = (status: number, code: string, headers: Record<string, string> = {}) =>
  response(status, { data: null, error: { code, message: 'No.', status, requestId: 'r-1', docUrl: 'http://docs/x' } }, headers)
export const createdResponse = response(
  201,
  { data: { id: 'thr_1', threadId: 'thr_1' }, error: null },
  { 'x-request-id': 'r-2', etag: '"1"' },
)

/** Creates a client whose service returns the replies one after another, and then repeats the last one. */
export function createClient(replies: Reply[], options: Partial<SkeinClientOptions> = {}): { skein: SkeinClient; sent: Sent[] } {
  const sent: Sent[] = []
  const startedAt = Date.now()
  const skein = createSkeinClient({
    baseUrl: 'https://support.example.com',
    apiKey: 'svck_test',
    async fetch(url, init) {
      const headers = new Headers(init.headers)
      sent.push({
        at: Date.now() - startedAt,
        method: init.method ?? '',
        url,
        headers,
        key: headers.get('idempotency-key'),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
      })
      const reply = replies.length > 1 ? replies.shift() : replies[0]
      if (reply instanceof Error) throw reply
      return typeof reply === 'function' ? reply(init) : (reply ?? new Response(''))
    },
    ...options,
  })
  return { skein, sent }
}

/** Advances the time until the call has ended. */
export async function settle<Result>(call: PromiseLike<Result>): Promise<Result> {
  const state = { over: false }
  const ended = Promise.resolve(call).finally(() => (state.over = true))
  ended.catch(() => undefined)
  while (!state.over) await vi.advanceTimersByTimeAsync(100)
  return ended
}
export const getFailure = async (call: PromiseLike<unknown>): Promise<Error> =>
  settle(call).then(
    () => {
      throw new Error('The call did not fail')
    },
    (error: Error) => error,
  )

export const thread = { title: 'The export is empty', body: 'Since Monday.', requester: { email: 'ada@example.com' } }
export const connectionRefused = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
