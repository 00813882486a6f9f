/** A request is routed before its body is read. A body that never arrives costs only its socket. */
import { describe, expect, it } from 'vitest'
import { inspectResponse } from '../support/inspect.ts'
import { parseResponses, converse, exchange } from '../support/raw-http.ts'
import { setUpService } from '../support/service.ts'
import { mutations, named, operations } from './operations.ts'
import { takesAtMost } from '../support/stalls.ts'

const service = await setUpService()
const acme = await service.createTenant('acme')
/** A node with a rate limit of two requests a minute per IP address. Each method uses its own address. */
const limited = await service.startNode({ rateLimits: { ipPerMinute: 2 }, config: { trustProxy: true } })

const allowOfThreads = 'GET, HEAD, POST'
const head = (method: string, path: string, headers = ''): string =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${acme.key}\r\nContent-Type: application/json\r\n${headers}`

describe('before the body is read', () => {
  it('an unknown method of a known path is 405 with Allow, whatever the body is', async () => {
    for (const [raw, headers] of [
      ['{"title": ', {}],
      ['not json', { 'content-type': 'text/plain' }],
      ['x'.repeat(2_000_000), {}],
      ['', { 'content-length': '5000000' }],
    ] as const) {
      const response = await service.api('PUT', '/threads', { key: acme.key, raw, headers: raw === '' ? {} : headers })
      expect([response.status, response.body.error?.code, response.headers.allow]).toEqual([
        405,
        'SVC-REQUEST-METHOD_NOT_ALLOWED',
        allowOfThreads,
      ])
    }
  })
  it('an unknown route is 404 with any body, and the connection stays open', async () => {
    const talk = converse(service.port, head('POST', '/api/v1/nothing', 'Content-Length: 2000000\r\n\r\n'))
    const early = await talk.until((received) => received.endsWith('}'))
    expect(parseResponses(early).map(({ status, body }) => [status, body.error?.code])).toEqual([[404, 'SVC-REQUEST-ROUTE_NOT_FOUND']])
    talk.send(Buffer.alloc(2_000_000, 'x'))
    talk.send(`${head('GET', '/api/v1/me')}\r\n`)
    const both = parseResponses(await talk.until((received) => parseResponses(received).length === 2))
    talk.leave()
    expect(both.map(({ status }) => status)).toEqual([404, 200])
    expect((await service.api('POST', '/nothing', { key: acme.key, raw: '{' })).status).toBe(404)
  })
  it('only an admitted request gets 100 Continue and sends its body', async () => {
    const expecting = 'Expect: 100-continue\r\nContent-Length: 100\r\n'
    const first = async (bytes: string) => (await exchange(service.port, [bytes]))?.status
    expect(await first(`${head('PUT', '/api/v1/threads', expecting)}\r\n`)).toBe(405)
    expect(await first(`${head('POST', '/api/v1/nothing', expecting)}\r\n`)).toBe(404)
    expect(await first(`POST /api/v1/threads HTTP/1.1\r\nHost: x\r\n${expecting}\r\n`)).toBe(401)
    expect(await first(`${head('POST', '/api/v1/threads', `Expect: 100-continue\r\nContent-Length: 2000000\r\n`)}\r\n`)).toBe(413)
    expect(await first(`${head('POST', '/api/v1/threads', expecting)}\r\n`)).toBe(100)
  })
  it.each(named(mutations))('%s refuses strangers without waiting for their body', async (_, endpoint) => {
    const path = `/api/v1${endpoint.path.replaceAll(/\{\w+\}/g, 'x')}`
    const response = await exchange(service.port, [`${endpoint.method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n`])
    expect(response?.status).toBe(endpoint.scope === 'none' ? 415 : 401)
  })
})

/**
 * Tokens that HTTP allows as methods. Node's parser rejects most of them, and accepts two from other protocols. (PRI starts an HTTP/2
 * connection, which the service does not support.)
 */
const tokens = [
  'FOO',
  'PROPFIND',
  'get',
  'Post',
  'GETS',
  'POS',
  'X',
  'M-SEARCH',
  'DESCRIBE',
  'SOURCE',
  'UNBIND',
  "A!#$%&'*+-.^_`|~9",
  '%47ET',
  'A'.repeat(255),
]

describe.each(tokens)('the method %s', (method) => {
  const ask = async (target: string, headers = '', rest: string[] = []) => {
    const response = await exchange(service.port, [
      `${method} ${target} HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine\r\nConnection: close\r\n${headers}\r\n`,
      ...rest,
    ])
    if (!response) throw new Error('no response')
    inspectResponse('GET', '/', response, false)
    return response
  }
  it('is 405 with Allow where the path exists, else 404', async () => {
    for (const { path, ...rest } of operations.slice(0, 12)) {
      const known = operations.filter((endpoint) => endpoint.path === path).map((endpoint) => endpoint.method)
      const response = await ask(`/api/v1${path.replaceAll(/\{\w+\}/g, 'x')}`)
      expect([response.status, response.body.error?.code], rest.operationId).toEqual([405, 'SVC-REQUEST-METHOD_NOT_ALLOWED'])
      for (const one of known) expect(response.headers.allow?.split(', ')).toContain(one)
      expect(response.headers['x-request-id']).toBe('mine')
    }
    expect((await ask('/api/v1/nothing')).body.error?.code).toBe('SVC-REQUEST-ROUTE_NOT_FOUND')
    expect((await ask('/%61pi/v1/threads')).headers.allow).toBe(allowOfThreads)
    expect((await ask('/healthz')).headers.allow).toBe('GET, HEAD')
  })
  it('goes through the same checks, counts towards limits, and has its body ignored', async () => {
    expect((await ask('http://nobody.localhost/api/v1/threads')).body.error?.code).toBe('SVC-TENANT-NOT_FOUND')
    expect((await ask('/api/v1/threads', 'Host: y\r\n')).body.error?.code).toBe('SVC-REQUEST-MALFORMED_HTTP')
    expect((await ask('/api/v1/%zz')).body.error?.code).toBe('SVC-REQUEST-BAD_URL')
    expect((await ask('/api/v1/threads', 'Content-Length: 10\r\n', ['0123456789'])).status).toBe(405)
    expect((await ask('/api/v1/threads', 'Content-Length: 10\r\nTransfer-Encoding: chunked\r\n')).status).toBe(400)
    const from = `X-Forwarded-For: 192.0.2.${tokens.indexOf(method)}`
    const codes = []
    for (let i = 0; i < 3; i++)
      codes.push((await exchange(limited.port, [`${method} /api/v1/threads HTTP/1.1\r\nHost: x\r\n${from}\r\n\r\n`]))?.body.error?.code)
    expect(codes).toEqual(['SVC-REQUEST-METHOD_NOT_ALLOWED', 'SVC-REQUEST-METHOD_NOT_ALLOWED', 'SVC-RATE-IP_EXCEEDED'])
  })
})

it('may arrive in pieces after its name, and behind another request', async () => {
  const pieces = converse(service.port, 'FOO /api/v1/thr')
  for (const piece of ['eads HTTP/1.1\r\nHo', 'st: x\r\n', '\r\n']) {
    await new Promise((resolve) => setImmediate(resolve))
    pieces.send(piece)
  }
  expect(parseResponses(await pieces.closed).map(({ status, headers }) => [status, headers.allow])).toEqual([[405, allowOfThreads]])
  const behind = converse(
    service.port,
    `${head('GET', '/api/v1/me')}\r\n${head('FOO', '/api/v1/threads')}\r\n${head('GET', '/api/v1/me')}\r\n`,
  )
  expect(parseResponses(await behind.closed).map(({ status }) => status)).toEqual([200, 405])
})

it('is one of many that share one series of metrics', async () => {
  for (const method of ['INVENTED', 'INVENTED2']) await exchange(service.port, [`${method} /api/v1/threads HTTP/1.1\r\nHost: x\r\n\r\n`])
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text()
  expect(metrics).not.toContain('INVENTED')
  expect(metrics).toMatch(/^http_requests_total\{route="none",method="OTHER",status="405"\} \d+$/m)
})

// Concurrent, because each test waits for timeouts.
describe.concurrent('deadlines', () => {
  describe.concurrent('a body that never comes', () => {
    const deadlines = { bodyIdleMs: 700, arriveMs: 2_500, workMs: 15_000 }
    const unfinished = (length = 100): string =>
      `${head('POST', '/api/v1/threads', `Content-Length: ${length}\r\nIdempotency-Key: never\r\n`)}\r\n`

    it.each([
      ['at all', ''],
      ['to its end', '{"title": '],
    ])('of %s is 408, never 504', async (_, begun) => {
      const node = await service.startNode({ deadlines })
      const talk = converse(node.port, unfinished() + begun)
      const [response, ...more] = parseResponses(await talk.closed)
      if (!response) throw new Error('no response')
      inspectResponse('POST', '/threads', response, false)
      expect([response.status, response.body.error?.code, response.headers.connection, more.length]).toEqual([
        408,
        'SVC-REQUEST-TIMEOUT',
        'close',
        0,
      ])
    })
    it('cannot be extended for ever by a byte now and then', async () => {
      const node = await service.startNode({ deadlines })
      const talk = converse(node.port, unfinished(100_000))
      const drip = setInterval(() => talk.send(' '), 100)
      const responses = parseResponses(await takesAtMost(6_000, () => talk.closed))
      clearInterval(drip)
      expect(responses.map(({ status }) => status)).toEqual([408])
    })
    it('costs only its socket: no connection, no Idempotency-Key, no delay of others', async () => {
      const node = await service.startNode({ deadlines: { ...deadlines, bodyIdleMs: 2_000, arriveMs: 4_000 } })
      const waiting = Array.from({ length: 100 }, () => converse(node.port, unfinished()))
      const body = { title: 'a', body: 'b', requester: { email: 'a@example.com' } }
      const made = await node.api('POST', '/threads', { key: acme.key, body, headers: { 'idempotency-key': 'never' } })
      expect(made.status).toBe(201)
      const metrics = await (await fetch(`${node.baseUrl}/metrics`)).text()
      expect(metrics).toMatch(/^db_pool_statements_waiting 0$/m)
      const responses = await Promise.all(waiting.map(({ closed }) => closed))
      expect(new Set(responses.flatMap((text) => parseResponses(text).map(({ status }) => status)))).toEqual(new Set([408]))
    })
    it('of a refused request ends without a second response', async () => {
      const node = await service.startNode({ deadlines })
      const talk = converse(node.port, 'POST /api/v1/threads HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n')
      expect(parseResponses(await talk.closed).map(({ status }) => status)).toEqual([401])
    })
    it('the head that never arrives is 408 too', async () => {
      const node = await service.startNode({ deadlines })
      const [response] = parseResponses(await converse(node.port, 'GET /api/v1/threads HTTP/1.1\r\nHost: x\r\n').closed)
      expect([response?.status, response?.body.error?.code]).toEqual([408, 'SVC-REQUEST-TIMEOUT'])
    })
  })

  it('a complete request that takes too long is 504, however long its body took', async () => {
    const node = await service.startNode({ deadlines: { bodyIdleMs: 9_000, arriveMs: 20_000, workMs: 1_000 } })
    const body = JSON.stringify({ name: 'slow' })
    const talk = converse(node.port, `${head('POST', '/api/v1/labels', `Content-Length: ${body.length}\r\n`)}\r\n`)
    await new Promise((resolve) => setTimeout(resolve, 1_600))
    const locked = service.db.transaction(async (tx) => {
      await tx.script('lock table labels')
      talk.send(body)
      return talk.until((received) => received.endsWith('}'))
    })
    const [response] = parseResponses(await locked)
    talk.leave()
    expect([response?.status, response?.body.error?.code]).toEqual([504, 'SVC-SYSTEM-TIMEOUT'])
  })
})
