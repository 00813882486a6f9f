/** Bytes after a request on its connection affect neither the request nor its response. */
import { describe, expect, it } from 'vitest'
import type { CallResponse } from '../support/caller.ts'
import { inspectResponse } from '../support/inspect.ts'
import { parseResponses, converse } from '../support/raw-http.ts'
import { setUpService } from '../support/service.ts'

const service = await setUpService()
const acme = await service.createTenant('acme')

let labels = 0
/** Returns a slow write, whose response is not ready when the bytes after it are parsed. */
function write(headers = ''): { name: string; bytes: string } {
  const name = `Label ${++labels}`
  const body = JSON.stringify({ name })
  const bytes = `POST /api/v1/labels HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${acme.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`
  return { name, bytes }
}
/** Makes a change that an open stream reports. */
async function makeEvent(): Promise<string> {
  const title = `Thread ${++labels}`
  const { status } = await acme.api('POST', '/threads', { body: { title, body: 'b', requester: { email: 'a@example.com' } } })
  expect(status).toBe(201)
  return title
}
const read = (path: string, headers = ''): string =>
  `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${acme.key}\r\n${headers}\r\n`

const shown = (responses: CallResponse<unknown>[]): string[] =>
  responses.map(({ status, body }) => `${status} ${body.error?.code ?? ''}`.trim())
const nameIn = (response: CallResponse<unknown> | undefined): unknown => Reflect.get(Object(response?.body.data), 'name')

const garbage: [string, string | Buffer, string][] = [
  ['words', 'hello\r\n\r\n', '400 SVC-REQUEST-MALFORMED_HTTP'],
  ['zeros', Buffer.alloc(1_000), '400 SVC-REQUEST-MALFORMED_HTTP'],
  ['a TLS handshake', Buffer.from('16030100a5010000a10303', 'hex'), '400 SVC-REQUEST-MALFORMED_HTTP'],
  ['a head that is none', 'GET /api/v1/me HTTP/1.1\r\nnonsense\r\n\r\n', '400 SVC-REQUEST-MALFORMED_HTTP'],
  ['two lengths', 'POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', '400 SVC-REQUEST-MALFORMED_HTTP'],
  ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\na: ${'x'.repeat(20_000)}`, '431 SVC-REQUEST-HEADERS_TOO_LARGE'],
  ['an unknown method', 'FOO /api/v1/labels HTTP/1.1\r\nHost: x\r\n\r\n', '405 SVC-REQUEST-METHOD_NOT_ALLOWED'],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', '405 SVC-REQUEST-METHOD_NOT_ALLOWED'],
]

describe.each(garbage)('a request that is followed by %s', (_, bytes, itsAnswer) => {
  const behind = (...before: string[]) =>
    converse(service.port, Buffer.concat([...before.map((text) => Buffer.from(text)), Buffer.from(bytes)]))

  it('gets its response, and the connection ends with a response to the garbage', async () => {
    const { name, bytes: first } = write()
    const responses = parseResponses(await behind(first).closed)
    expect(shown(responses)).toEqual(['201', itsAnswer])
    expect(nameIn(responses[0])).toBe(name)
    for (const response of responses) inspectResponse('POST', '/labels', response, false)
  })
  it('is answered completely as one of three pipelined requests', async () => {
    const [one, two, three] = [write(), write(), write()]
    const responses = parseResponses(await behind(one.bytes, two.bytes, three.bytes).closed)
    expect(shown(responses)).toEqual(['201', '201', '201', itsAnswer])
    expect(responses.slice(0, 3).map(nameIn)).toEqual([one.name, two.name, three.name])
  })
  it('gets its response although the caller half-closes the connection', async () => {
    const talk = behind(write().bytes)
    talk.sendNoMore()
    expect(shown(parseResponses(await talk.closed))[0]).toBe('201')
  })
  it('is answered alone when it ends the connection', async () => {
    expect(shown(parseResponses(await behind(write('Connection: close\r\n').bytes).closed))).toEqual(['201'])
  })
  it('leaves an open stream running, which contains events and nothing else', async () => {
    const talk = converse(service.port, read('/events/stream'))
    await talk.until((received) => received.includes('retry: 1000'))
    talk.send(bytes)
    await acme.skein.getMe()
    talk.send(bytes)
    const name = await makeEvent()
    const received = await talk.until((text) => text.includes(name))
    talk.leave()
    expect(received).toContain(name)
    expect(received.match(/HTTP\/1\.1/g)).toEqual(['HTTP/1.1'])
    expect(received).not.toContain('SVC-')
  })
})

describe('a request whose own body is malformed', () => {
  const chunked = (body: string): string =>
    `POST /api/v1/labels HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${acme.key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body}`

  it('gets 400 after the responses of earlier requests, and nothing follows', async () => {
    const { name, bytes } = write()
    const responses = parseResponses(await converse(service.port, bytes + chunked('zz\r\n{}\r\n0\r\n\r\n')).closed)
    expect(shown(responses)).toEqual(['201', '400 SVC-REQUEST-MALFORMED_HTTP'])
    expect(nameIn(responses[0])).toBe(name)
    for (const response of responses) inspectResponse('POST', '/labels', response, false)
  })
  it('gets one response when it was refused before', async () => {
    const stranger = 'POST /api/v1/labels HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
    const talk = converse(service.port, stranger)
    await talk.until((received) => received.endsWith('}'))
    talk.send('zz\r\n{}\r\n')
    expect(shown(parseResponses(await talk.closed))).toEqual(['401 SVC-AUTH-MISSING_CREDENTIALS'])
  })
  it('is not parsed as another request', async () => {
    const responses = parseResponses(await converse(service.port, chunked(`5\r\n{"a":\r\nzz\r\n${read('/me')}`)).closed)
    expect(shown(responses)).toEqual(['400 SVC-REQUEST-MALFORMED_HTTP'])
  })
})

describe('a head that never ends behind an open stream', () => {
  it('writes no 408 into it', async () => {
    const node = await service.startNode({ deadlines: { bodyIdleMs: 600, arriveMs: 1_500, workMs: 15_000 } })
    const talk = converse(node.port, read('/events/stream'))
    await talk.until((received) => received.includes('retry: 1000'))
    talk.send('GET /api/v1/me HTTP/1.1\r\nHo')
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    const name = await makeEvent()
    const received = await talk.until((text) => text.includes(name))
    talk.leave()
    expect(received).toContain(name)
    expect(received.match(/HTTP\/1\.1/g)).toEqual(['HTTP/1.1'])
  })
})

describe('pipelined requests', () => {
  it('are answered in their order, a hundred at once, each counted', async () => {
    const node = await service.startNode({ rateLimits: { ipPerMinute: 90 } })
    const talk = converse(node.port, read('/me').repeat(99) + read('/me', 'Connection: close\r\n'))
    const responses = parseResponses(await talk.closed)
    expect(responses.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 90 }, () => 200),
      ...Array.from({ length: 10 }, () => 429),
    ])
    expect(responses.slice(0, 90).map(({ headers }) => Number(headers['x-ratelimit-remaining']))).toEqual(
      Array.from({ length: 90 }, (_, i) => 89 - i),
    )
  })
  it('that offer upgrades get normal responses, and the connection stays open', async () => {
    for (const protocol of ['websocket', 'h2c', 'TLS/1.0']) {
      const offer = `Connection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABk\r\n`
      const talk = converse(service.port, read('/me', offer))
      const untilAnswered = (count: number) => talk.until((received) => parseResponses(received).length === count)
      await untilAnswered(1)
      talk.send(write(offer).bytes)
      await untilAnswered(2)
      talk.send(read('/me'))
      const responses = parseResponses(await untilAnswered(3))
      talk.leave()
      expect(shown(responses), protocol).toEqual(['200', '201', '200'])
    }
  })
  it('cannot put a header into a response by a request id', async () => {
    for (const id of ['a\r\nSet-Cookie: b', 'a\nSet-Cookie: b', 'a\rSet-Cookie: b', 'a%0d%0aSet-Cookie: b', 'a\u0000b']) {
      const talk = converse(service.port, read('/me', `X-Request-Id: ${id}\r\nConnection: close\r\n`))
      const [response] = parseResponses(await talk.closed)
      expect(Object.keys(response?.headers ?? {}), id).not.toContain('set-cookie')
      expect(response?.headers['x-request-id'], id).toMatch(/^([0-9a-f-]{36}|a)$/)
    }
  })
})
