import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { Interrupted } from './command.ts'
import { createSeedClient } from './seed-client.ts'

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

/** A service that gives its answers one after another; the last one for ever. */
async function serviceOf(
  ...answers: ((req: IncomingMessage, res: ServerResponse) => void)[]
): Promise<{ url: string; keys: (string | undefined)[] }> {
  const keys: (string | undefined)[] = []
  server = createServer((req, res) => {
    keys.push(req.headers['idempotency-key']?.toString())
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(req, res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe because it listens on a port.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys }
}
const says =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  (_req: IncomingMessage, res: ServerResponse): void => {
    res.writeHead(status, headers).end(JSON.stringify(body))
  }
const made = says(201, { data: { id: 'thr_1' }, error: null }, { 'X-RateLimit-Limit': '600' })
const open = (url: string, stop = new AbortController().signal, onPause?: (ms: number) => void) =>
  createSeedClient({ url, key: 'svck_test', stop, ...(onPause ? { onPause } : {}) })

it('a call whose connection breaks or that fails on the other side is made again with its key', async () => {
  const { url, keys } = await serviceOf(
    (req) => void req.socket.destroy(),
    says(503, { data: null, error: { code: 'SVC-SYSTEM-UNAVAILABLE' } }),
    made,
  )
  expect(await open(url).write('POST', '/threads', 'seed-1', {})).toEqual({
    status: 201,
    data: { id: 'thr_1' },
    cursor: '',
    replayed: false,
  })
  expect(keys).toEqual(['seed-1', 'seed-1', 'seed-1'])
})

it('429 makes all calls wait for the time in Retry-After', async () => {
  const { url, keys } = await serviceOf(says(429, { data: null, error: {} }, { 'Retry-After': '2' }), made)
  const pauses: number[] = []
  const client = open(url, undefined, (ms) => pauses.push(ms))
  const startedAt = performance.now()
  const first = client.write('POST', '/threads', 'seed-1', {})
  await expect.poll(() => pauses).toEqual([2_000])
  await Promise.all([first, client.write('POST', '/threads', 'seed-2', {})])
  expect(performance.now() - startedAt).toBeGreaterThan(1_900)
  expect(keys).toHaveLength(3)
  expect(client.limitPerMinute()).toBe(600)
})

it('a refusal is final, and told with its code', async () => {
  const { url, keys } = await serviceOf(
    says(422, { data: null, error: { code: 'SVC-INBOX-NONE_AVAILABLE', message: 'This tenant has no active inbox.' } }),
  )
  await expect(open(url).write('POST', '/threads', 'seed-1', {})).rejects.toThrow(
    'POST /threads was refused: 422 SVC-INBOX-NONE_AVAILABLE This tenant has no active inbox.',
  )
  expect(keys).toHaveLength(1)
})

it('an answer given before is told apart', async () => {
  const { url } = await serviceOf(says(201, { data: {}, error: null }, { 'Idempotent-Replayed': 'true' }))
  expect(await open(url).write('POST', '/threads', 'seed-1', {})).toMatchObject({ replayed: true })
})

it('an interruption ends the waiting at once', async () => {
  const { url } = await serviceOf(says(429, {}, { 'Retry-After': '60' }))
  const stop = new AbortController()
  const call = open(url, stop.signal, () => stop.abort()).get('/threads')
  await expect(call).rejects.toThrow(Interrupted)
})
