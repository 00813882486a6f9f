import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { StreamSlots, writeEventStream, type StreamFrame, type StreamOptions } from './event-stream.ts'
import { newId } from '../ids.ts'
import { readEventStream, type ReceivedFrame } from '../../../client/read-event-stream.ts'
import type { Principal } from '../principal.ts'
import { takesAtMost } from '../../../test/support/stalls.ts'

const cleanups: (() => unknown)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

type Frames = (signal: AbortSignal) => AsyncGenerator<StreamFrame>
type Stream = { port: number; controller: AbortController; ended: Promise<{ ms: number; error: unknown }>; left: () => boolean }

/** Starts a server that sends one stream to one client. */
async function serve(frames: Frames, options: Partial<StreamOptions> = {}): Promise<Stream> {
  const controller = new AbortController()
  const ended = Promise.withResolvers<{ ms: number; error: unknown }>()
  let left = false
  async function* watched(): AsyncGenerator<StreamFrame> {
    try {
      yield* frames(controller.signal)
    } finally {
      left = true
    }
  }
  const server = createServer(async (_req: IncomingMessage, res: ServerResponse) => {
    const startedAt = performance.now()
    const error = await writeEventStream(res, watched(), { controller, stillAllowed: () => true, ...options }).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    ended.resolve({ ms: performance.now() - startedAt, error })
    if (error) res.writeHead(500).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  // Safe because the server listens on a port.
  return { port: (server.address() as AddressInfo).port, controller, ended: ended.promise, left: () => left }
}

async function open({ port }: Stream): Promise<IncomingMessage> {
  const request = get({ host: '127.0.0.1', port })
  cleanups.push(() => request.destroy())
  // Safe because the 'response' event passes an IncomingMessage.
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

const forEver = (signal: AbortSignal): Promise<void> => new Promise((resolve) => signal.addEventListener('abort', () => resolve()))

describe('a stream', () => {
  test('writes its frames, also bare ids, and ends when they end', async () => {
    const stream = await serve(async function* () {
      yield null
      yield { id: 'a' }
      yield { id: 'b', event: 'thread.created', data: { text: 'line\nline' } }
      yield { event: 'reset', data: {} }
    })
    const response = await open(stream)
    const text = Buffer.concat(await response.toArray()).toString()
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
    })
    expect(text).toBe('retry: 1000\n\nid: a\n\nid: b\nevent: thread.created\ndata: {"text":"line\\nline"}\n\nevent: reset\ndata: {}\n\n')
    const frames: ReceivedFrame[] = []
    // A network may deliver chunks of a single byte.
    for await (const frame of readEventStream(
      (async function* () {
        for (const byte of Buffer.from(text)) yield Uint8Array.of(byte)
      })(),
    ))
      frames.push(frame)
    expect(frames).toEqual([
      { id: 'a', event: 'message', data: '' },
      { id: 'b', event: 'thread.created', data: '{"text":"line\\nline"}' },
      { id: 'b', event: 'reset', data: '{}' },
    ])
  })

  test('throws the error of the first frame before it sends anything', async () => {
    const stream = await serve(async function* () {
      yield await Promise.reject(new Error('no'))
    })
    expect((await open(stream)).statusCode).toBe(500)
    expect((await stream.ended).error).toEqual(new Error('no'))
  })

  test('sends a heartbeat while nothing happens', async () => {
    const stream = await serve(
      async function* (signal) {
        yield null
        await forEver(signal)
      },
      { timing: { heartbeatMs: 20 } },
    )
    const response = await open(stream)
    let text = ''
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    await expect.poll(() => text).toMatch(/^retry: 1000\n\n(: keep-alive\n\n){3}/)
  })

  test('ends when its credential is revoked, but not when the check fails', async () => {
    const checks = [Promise.resolve(true), Promise.reject(new Error('the database is away')), Promise.resolve(true), Promise.resolve(false)]
    checks[1]?.catch(() => undefined)
    const stream = await serve(
      async function* (signal) {
        yield null
        await forEver(signal)
      },
      { timing: { allowedCheckMs: 20 }, stillAllowed: () => checks.shift() ?? false },
    )
    const response = await open(stream)
    expect(Buffer.concat(await response.toArray()).toString()).toBe('retry: 1000\n\n')
    expect(checks).toEqual([])
  })

  test('ends when the client disconnects, even before the first frame', async () => {
    for (const early of [true, false]) {
      const stream = await serve(async function* (signal) {
        if (early) await sleep(200)
        yield null
        await forEver(signal)
      })
      const request = get({ host: '127.0.0.1', port: stream.port }).on('error', () => undefined)
      await (early ? sleep(50) : once(request, 'response'))
      request.destroy()
      expect((await stream.ended).error).toBeNull()
      expect(stream.left()).toBe(true)
    }
  })
})

describe('a client that reads nothing', () => {
  /** Returns endless frames, and the number of frames read so far. */
  function endless(): { frames: Frames; asked: () => number } {
    let asked = 0
    return {
      asked: () => asked,
      frames: async function* (signal) {
        while (!signal.aborted) yield { id: String(++asked), event: 'e', data: 'x'.repeat(20_000) }
      },
    }
  }
  async function openSilently(stream: Stream): Promise<Socket> {
    const socket = connect(stream.port, '127.0.0.1').pause()
    socket.on('error', () => undefined)
    cleanups.push(() => socket.destroy())
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    return socket
  }

  test('gets no more than the sockets can hold, and is disconnected after a while', async () => {
    const { frames, asked } = endless()
    const stream = await serve(frames, { timing: { stallMs: 300 } })
    await openSilently(stream)
    expect((await stream.ended).ms).toBeGreaterThan(299)
    expect(asked() * 20_000, 'a few megabytes of kernel buffers').toBeLessThan(16_000_000)
  })

  test('does not keep the service from closing', async () => {
    const { frames, asked } = endless()
    const stream = await serve(frames)
    const socket = await openSilently(stream)
    await expect.poll(asked).toBeGreaterThan(10)
    await sleep(100)
    stream.controller.abort()
    await takesAtMost(2_000, () => stream.ended)
    socket.resume()
    await once(socket, 'close')
  })
})

describe('stream slots', () => {
  const principal = (tenantId: string, keyId: string): Principal => ({
    tenantId,
    tenant: { slug: 'a', name: 'A', suspended: false, settings: {} },
    user: { id: tenantId, name: '', email: '', role: 'OWNER', kind: 'PERSON' },
    scopes: [],
    credential: { type: 'API_KEY', id: keyId, name: '', expiresAt: '' },
    ip: '',
  })

  test('are ten per key and fifty per tenant, and a stream that ends frees one', () => {
    const slots = new StreamSlots()
    const tenantId = newId()
    const keys = Array.from({ length: 6 }, () => newId())
    const entered = keys.slice(0, 5).flatMap((key) => Array.from({ length: 10 }, () => slots.enter(principal(tenantId, key))))
    const refused = expect.objectContaining({ declaration: expect.objectContaining({ status: 429 }), headers: { 'Retry-After': '5' } })
    expect(() => slots.enter(principal(tenantId, keys[0] ?? ''))).toThrow(refused)
    expect(() => slots.enter(principal(tenantId, keys[5] ?? ''))).toThrow(refused)
    slots.enter(principal(newId(), newId())).leave()
    const [first] = entered
    first?.leave()
    first?.leave()
    slots.enter(principal(tenantId, keys[5] ?? ''))
    expect(() => slots.enter(principal(tenantId, keys[5] ?? '')), 'leaving twice frees one place').toThrow(refused)
  })

  test('end all streams when the service closes, also those that open afterwards', () => {
    const slots = new StreamSlots()
    const { controller } = slots.enter(principal(newId(), newId()))
    slots.endAll()
    expect([controller, slots.enter(principal(newId(), newId())).controller].map(({ signal }) => signal.aborted)).toEqual([true, true])
  })
})
