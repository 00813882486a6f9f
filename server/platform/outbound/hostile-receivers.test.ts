/** A hostile webhook receiver can only use up the time of its own request. */
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { toStorableText } from './response-text.ts'
import { createSafeFetch, SafeFetchError, type SafeFetch, type SafeFetchOptions } from './safe-fetch.ts'
import { takesAtMost } from '../../../test/support/stalls.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

const timeoutMs = 400
/**
 * Maximum milliseconds by which a request may end late on an idle machine, and a timeout so long that something else must end the request.
 */
const [lateMs, plentyMs] = [2_000, 60_000]

function open(options: Partial<SafeFetchOptions> = {}): SafeFetch {
  const safeFetch = createSafeFetch({ allowedCidrs: ['127.0.0.1/32'], timeoutMs, ...options })
  cleanups.push(() => safeFetch.close())
  return safeFetch
}

type Receiver = { url: string; connections: () => number; closed: Promise<void> }

/** A receiver that writes raw bytes: `behave` is called for each request, with its number on that connection. */
async function openReceiver(behave: (socket: Socket, n: number) => void): Promise<Receiver> {
  let connections = 0
  const sockets = new Set<Socket>()
  const closing = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    let requests = 0
    socket.on('data', (chunk) => {
      if (chunk.includes('}')) behave(socket, ++requests)
    })
    socket.on('error', () => {})
    socket.on('close', () => closing.resolve())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(resolve)
      }),
  )
  // Safe because a server that listens on a port has an address with one.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, connections: () => connections, closed: closing.promise }
}

/** Writes repeatedly while the other side reads and the connection is open. Returns how many bytes were written. */
function pour(socket: Socket, chunk: string | Buffer): { bytes: () => number } {
  let bytes = 0
  // One chunk per event loop turn, or the receiver would block the sender, which runs in the same process.
  const write = (): void => {
    if (socket.destroyed || !socket.writable) return
    bytes += chunk.length
    if (socket.write(chunk)) setImmediate(write)
    else socket.once('drain', write)
  }
  write()
  return { bytes: () => bytes }
}

/** Returns the error of a request that must fail within `maxMs`, and the request's duration. */
async function failing(
  url: string,
  safeFetch = open(),
  maxMs = timeoutMs + lateMs,
): Promise<{ reason: string; message: string; tookMs: number }> {
  const startedAt = performance.now()
  const error = await takesAtMost(maxMs, () => safeFetch.post(url, request).then(String, (failure: unknown) => failure))
  if (!(error instanceof SafeFetchError)) throw new Error('The request should have failed', { cause: error })
  return { reason: error.reason, message: error.message, tookMs: performance.now() - startedAt }
}

const request = { headers: { 'Content-Type': 'application/json' }, body: '{}' }
const ok = 'HTTP/1.1 200 OK\r\n'

test('a receiver that never responds ends at the timeout, with a clear error', async () => {
  const { url, closed } = await openReceiver(() => {})
  const { reason, message, tookMs } = await failing(url)
  expect([reason, message]).toEqual(['timeout', 'There was no complete answer within 0.4 seconds.'])
  expect(tookMs).toBeGreaterThan(timeoutMs - 20)
  await closed
})

test.each([
  ['status line', ''],
  ['headers', `${ok}X-Slow: `],
  ['body', `${ok}Content-Length: 1000\r\n\r\n`],
  ['chunks', `${ok}Transfer-Encoding: chunked\r\n\r\n`],
])('a trickle in the %s ends at the timeout', async (part, head) => {
  const { url, closed } = await openReceiver((socket) => {
    socket.write(head)
    let i = 0
    const timer = setInterval(() => socket.write(part === 'chunks' ? '1\r\nx\r\n' : (`${ok}`[i++ % 8] ?? 'x')), 50)
    socket.on('close', () => clearInterval(timer))
  })
  const { reason } = await failing(url)
  expect(reason).toBe('timeout')
  await closed
})

test('a DNS server that never responds counts as the receiver’s time', async () => {
  const { reason } = await failing('http://stuck.example.com/', open({ resolveHost: () => new Promise(() => {}) }))
  expect(reason).toBe('timeout')
})

test.each(['Content-Length: 10737418240', 'Transfer-Encoding: chunked', 'Connection: close'])(
  'of an endless body (%s), 4 KB are stored and little more is read',
  async (framing) => {
    const line = 'x'.repeat(65_536)
    let poured = { bytes: () => 0 }
    const { url, closed } = await openReceiver((socket) => {
      socket.write(`${ok}${framing}\r\n\r\n`)
      poured = pour(socket, framing.includes('chunked') ? `10000\r\n${line}\r\n` : line)
    })
    const response = await open().post(url, request)
    expect(response).toMatchObject({ status: 200, body: 'x'.repeat(4_096), truncated: true })
    await closed
    expect(poured.bytes(), 'what the kernel’s buffers hold').toBeLessThan(16_000_000)
  },
)

test('a gzip bomb is not decompressed', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const { url } = await openReceiver((socket) => {
    socket.write(`${ok}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
    socket.write(bomb)
  })
  const { status, body, truncated } = await open().post(url, request)
  expect([status, truncated]).toEqual([200, true])
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4_096)
})

test.each([
  ['many headers', ok, 'X-Flood: 1234567890\r\n'],
  ['one endless header', `${ok}X-Flood: `, 'x'.repeat(1_000)],
  ['an endless header name', ok, 'x'.repeat(1_000)],
  ['an endless status line', 'HTTP/1.1 200 ', 'x'.repeat(1_000)],
  ['trailers', `${ok}Transfer-Encoding: chunked\r\n\r\n0\r\n`, 'X-Flood: 1234567890\r\n'],
  ['interim responses', '', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
  ['a chunk’s extensions', `${ok}Transfer-Encoding: chunked\r\n\r\n1;`, 'x'.repeat(1_000)],
])('a flood of %s is cut off before the timeout', async (_, head, flood) => {
  const { url, closed } = await openReceiver((socket) => {
    socket.write(head)
    pour(socket, flood)
  })
  const { reason } = await failing(url, open({ timeoutMs: plentyMs }), plentyMs)
  expect(['headers_too_large', 'malformed', 'reset']).toContain(reason)
  await closed
})

test.each([
  [
    'closes at once',
    (socket: Socket) => {
      socket.end()
    },
    'reset',
  ],
  [
    'resets at once',
    (socket: Socket) => {
      socket.resetAndDestroy()
    },
    'reset',
  ],
  [
    'resets within the headers',
    (socket: Socket) => {
      socket.write(`${ok}X-`, () => socket.resetAndDestroy())
    },
    'reset',
  ],
  [
    'ends within the body',
    (socket: Socket) => {
      socket.end(`${ok}Content-Length: 100\r\n\r\nshort`)
    },
    'reset',
  ],
  [
    'ends within a chunk',
    (socket: Socket) => {
      socket.end(`${ok}Transfer-Encoding: chunked\r\n\r\n5\r\nab`)
    },
    'reset',
  ],
  [
    'speaks another protocol',
    (socket: Socket) => {
      socket.write('SSH-2.0-OpenSSH_9.9\r\n')
    },
    'malformed',
  ],
  [
    'speaks HTTP/2',
    (socket: Socket) => {
      socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]))
    },
    'malformed',
  ],
  [
    'sends two lengths',
    (socket: Socket) => {
      socket.write(`${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`)
    },
    'malformed',
  ],
  [
    'sends a length and chunks',
    (socket: Socket) => {
      socket.write(`${ok}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)
    },
    'malformed',
  ],
  [
    'changes the protocol uninvited',
    (socket: Socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    },
    'reset',
  ],
])('a receiver that %s is a failure with a plain sentence', async (_, behave, expected) => {
  const { url } = await openReceiver(behave)
  const { reason, message } = await failing(url, open({ timeoutMs: plentyMs }), plentyMs)
  expect(reason).toBe(expected)
  expect(message).toMatch(/^[A-Z][^{}]*\.$/)
})

test('a port without a listener is a refused connection', async () => {
  const { url } = await openReceiver(() => {})
  for (const cleanup of cleanups.splice(0)) await cleanup()
  expect(await failing(url)).toMatchObject({ reason: 'unreachable', message: 'The connection was refused.' })
})

test('a request is retried on a new connection when the idle one was closed', async () => {
  const { url, connections } = await openReceiver((socket, n) => {
    if (n === 1) socket.write(`${ok}Content-Length: 2\r\n\r\nok`)
    else socket.resetAndDestroy()
  })
  const safeFetch = open()
  for (let i = 1; i <= 4; i++) expect((await safeFetch.post(url, request)).body).toBe('ok')
  expect(connections()).toBe(4)
})

test('bytes after the end of a response are not taken for the next response', async () => {
  const { url } = await openReceiver((socket, n) => {
    socket.write(`${ok}Content-Length: 2\r\n\r\n${n === 1 ? 'ok' : 'ko'}HTTP/1.1 500 Planted\r\nContent-Length: 0\r\n\r\n`)
  })
  const safeFetch = open()
  for (let i = 1; i <= 5; i++) expect((await safeFetch.post(url, request)).status).toBe(200)
})

test('a hundred receivers that never respond do not delay one that does', async () => {
  const stuck = await openReceiver(() => {})
  const good = await openReceiver((socket) => {
    socket.write(`${ok}Content-Length: 2\r\n\r\nok`)
  })
  const safeFetch = open({ timeoutMs: 8_000 })
  const waiting = Promise.allSettled(Array.from({ length: 100 }, () => safeFetch.post(stuck.url, request)))
  let isOver = false
  void waiting.then(() => (isOver = true))
  for (let i = 0; i < 20; i++) expect((await safeFetch.post(good.url, request)).status).toBe(200)
  expect(isOver, 'before the others time out').toBe(false)
  expect(stuck.connections(), 'at most 64 to one host before any of them times out').toBeLessThanOrEqual(64)
  expect((await waiting).map((result) => result.status === 'rejected' && result.reason.reason)).toEqual(
    Array.from({ length: 100 }, () => 'timeout'),
  )
})

test('the caller can abort, before and during the request', async () => {
  const { url, closed } = await openReceiver(() => {})
  const safeFetch = open()
  const stopping = new AbortController()
  const requests = Array.from({ length: 20 }, () =>
    safeFetch.post(url, { ...request, signal: stopping.signal }).catch((error: unknown) => error),
  )
  setTimeout(() => stopping.abort(), 50)
  for (const error of await Promise.all(requests)) expect(error).toMatchObject({ reason: 'aborted' })
  await closed
  await expect(safeFetch.post(url, { ...request, signal: AbortSignal.abort() })).rejects.toMatchObject({ reason: 'aborted' })
})

test('the stored part of a body has whole characters, no NUL, and the allowed length', () => {
  expect(toStorableText(Buffer.from('grüße'), 100)).toBe('grüße')
  expect(toStorableText(Buffer.from('aü'), 2)).toBe('a')
  expect(toStorableText(Buffer.from('a😀b'), 4)).toBe('a')
  expect(toStorableText(Buffer.from('a😀b'), 5)).toBe('a😀')
  expect(toStorableText(Buffer.from([97, 0, 98, 0xff, 0xc3]), 100)).toBe('a\ufffdb\ufffd\ufffd')
  expect(toStorableText(Buffer.alloc(4_096), 4_096)).toBe('\ufffd'.repeat(1_365))
  expect(toStorableText(Buffer.from([0xed, 0xa0, 0x80]), 100).isWellFormed()).toBe(true)
  expect(toStorableText(Buffer.alloc(0), 100)).toBe('')
})
