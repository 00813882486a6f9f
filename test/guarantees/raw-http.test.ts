/** G10 on the raw socket: input that is not valid HTTP also gets the envelope, a request id and the rate-limit headers. */
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { inspectResponse } from '../support/inspect.ts'
import { exchange } from '../support/raw-http.ts'
import { setUpTenant } from '../support/service.ts'

const { service, tenant } = await setUpTenant()

const post = 'POST /api/v1/threads HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const get = 'GET /api/v1/threads HTTP/1.1\r\nHost: x\r\n'

describe('refused before routing', () => {
  it.each<[string, string | Buffer, number, string]>([
    ['words', 'hello\r\n\r\n', 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a TLS handshake', Buffer.from('16030100a5010000a10303', 'hex'), 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['zeros', Buffer.alloc(100), 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a future version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n', 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a method that is no token', 'G@T /api/v1/threads HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a method of 300 letters', `${'A'.repeat(300)} /api/v1/threads HTTP/1.1\r\nHost: x\r\n\r\n`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a method of 20 KiB', `${'A'.repeat(20_480)} /api/v1/threads HTTP/1.1\r\nHost: x\r\n\r\n`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['no Host', 'GET /api/v1/threads HTTP/1.1\r\n\r\n', 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a header without a colon', `${get}nonsense\r\n\r\n`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a header name with a space', `${get}a b: c\r\n\r\n`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a space before the colon', `${get}a : c\r\n\r\n`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a NUL in a header', `${get}a: b\0c\r\n\r\n`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a control character in the URL', 'GET /api/v1/\x01 HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'SVC-REQUEST-'],
    ['a header line that goes on in the next', `${get}a: b\r\n c\r\n\r\n`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a header line before the first', 'GET /api/v1/threads HTTP/1.1\r\n Host: x\r\n\r\n', 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['lines that end in LF', 'GET /api/v1/threads HTTP/1.1\nHost: x\n\n', 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['headers that end in LF', `${get}\n`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a CR in a header', `${get}a: b\rc\r\n\r\n`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a space after the version', 'GET /api/v1/threads HTTP/1.1 \r\nHost: x\r\n\r\n', 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['the same length twice', `${post}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a list of lengths', `${post}Content-Length: 2, 2\r\n\r\n{}`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a length with a sign', `${post}Content-Length: +2\r\n\r\n{}`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a length in hexadecimal', `${post}Content-Length: 0x2\r\n\r\n{}`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    [
      'chunked twice',
      `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'SVC-REQUEST-MALFORMED_HTTP',
    ],
    ['nearly chunked', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    [
      'chunked behind a tabulator of another kind',
      `${post}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n`,
      400,
      'SVC-REQUEST-MALFORMED_HTTP',
    ],
    ['compressed in chunks', `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    [
      'chunked in HTTP/1.0',
      'POST /api/v1/threads HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'SVC-REQUEST-MALFORMED_HTTP',
    ],
    ['both lengths', `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['two lengths', `${post}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a negative length', `${post}Content-Length: -1\r\n\r\n`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a length in words', `${post}Content-Length: four\r\n\r\nabcd`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['a length beyond all numbers', `${post}Content-Length: 99999999999999999999999\r\n\r\nabcd`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['an unknown transfer encoding', `${post}Transfer-Encoding: rot13\r\n\r\nabcd`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['chunked, and then not', `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`, 400, 'SVC-REQUEST-MALFORMED_HTTP'],
    ['headers of 17 KiB', `${get}a: ${'x'.repeat(17_000)}\r\n\r\n`, 431, 'SVC-REQUEST-HEADERS_TOO_LARGE'],
    [
      'a thousand headers of 20 bytes',
      `${get}${Array.from({ length: 1000 }, (_, i) => `x-${i}: ${'x'.repeat(15)}\r\n`).join('')}\r\n`,
      431,
      'SVC-REQUEST-HEADERS_TOO_LARGE',
    ],
    ['a URL of 9 KiB', `GET /api/v1/${'x'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'SVC-REQUEST-URI_TOO_LONG'],
    ['a URL of 100 KiB', `GET /api/v1/${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'SVC-REQUEST-URI_TOO_LONG'],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 405, 'SVC-REQUEST-METHOD_NOT_ALLOWED'],
    ['TRACE', 'TRACE /api/v1/threads HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'SVC-REQUEST-METHOD_NOT_ALLOWED'],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', 404, 'SVC-REQUEST-ROUTE_NOT_FOUND'],
  ])('%s', async (what, bytes, status, code) => {
    const response = await exchange(service.port, [bytes])
    if (!response) throw new Error('The connection was closed without an answer')
    inspectResponse('GET', '/', response, false)
    expect([response.status, response.body.error?.code], what).toEqual([status, expect.stringMatching(new RegExp(`^${code}`))])
    expect(response.body).toMatchObject({ data: null, error: { status, requestId: response.headers['x-request-id'] } })
    if (status === 405) expect(response.headers.allow).toBeTruthy()
  })
})

describe('refused after routing, with a good key', () => {
  it.each<[string, string[]]>([
    ['a chunk whose size is no number', ['Transfer-Encoding: chunked\r\n\r\n', 'zz\r\nabcd\r\n0\r\n\r\n']],
    ['a chunk longer than it says', ['Transfer-Encoding: chunked\r\n\r\n', '2\r\nabcd\r\n0\r\n\r\n']],
    ['a negative chunk', ['Transfer-Encoding: chunked\r\n\r\n', '-1\r\n\r\n']],
    ['chunks of JSON that is none', ['Transfer-Encoding: chunked\r\n\r\n', '1\r\n{\r\n0\r\n\r\n']],
    [
      'more than a mebibyte in chunks',
      ['Transfer-Encoding: chunked\r\n\r\n', ...Array.from({ length: 17 }, () => `10000\r\n${' '.repeat(65_536)}\r\n`), '0\r\n\r\n'],
    ],
    ['a chunk size with a sign', ['Transfer-Encoding: chunked\r\n\r\n', '0x2\r\n{}\r\n0\r\n\r\n']],
    ['chunks that end in LF', ['Transfer-Encoding: chunked\r\n\r\n', '2\n{}\n0\n\n']],
    ['endless chunk extensions', ['Transfer-Encoding: chunked\r\n\r\n', `1;${'x'.repeat(20_000)}\r\n{\r\n0\r\n\r\n`]],
  ])('%s', async (_, [head = '', ...parts]) => {
    const response = await exchange(service.port, [`${post}Authorization: Bearer ${tenant.key}\r\n${head}`, ...parts])
    if (!response) throw new Error('The connection was closed without an answer')
    inspectResponse('POST', '/threads', response, false)
    expect([400, 413]).toContain(response.status)
  })
})

describe('accepted', () => {
  it('in HTTP/1.0 without a Host', async () => {
    expect((await exchange(service.port, ['GET /api/v1/threads HTTP/1.0\r\n\r\n']))?.status).toBe(401)
  })
  it('with Expect of any kind', async () => {
    const body = JSON.stringify({ title: 'a', body: 'b', requester: { email: 'a@example.com' } })
    for (const expectation of ['100-continue', 'the-unexpected']) {
      const response = await exchange(service.port, [
        `${post}Authorization: Bearer ${tenant.key}\r\nExpect: ${expectation}\r\nContent-Length: ${body.length}\r\n\r\n`,
        body,
      ])
      expect([100, 201], expectation).toContain(response?.status)
    }
  })
  it('with Upgrade, which gets a normal response', async () => {
    const response = await exchange(service.port, [
      `${get}Authorization: Bearer ${tenant.key}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    ])
    expect(response?.status).toBe(200)
  })
  it('with a well-formed X-Request-Id, which is kept, or another, which is replaced', async () => {
    const ask = async (id: string) => (await exchange(service.port, [`${get}X-Request-Id: ${id}\r\n\r\n`]))?.headers['x-request-id']
    expect(await ask('order-1842:retry.1')).toBe('order-1842:retry.1')
    for (const id of ['a b', '<script>', 'x'.repeat(129), '', 'é']) expect(await ask(id)).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('a caller who disconnects', () => {
  it.each([
    ['in the request line', 'GET /api'],
    ['in a header', `${get}Authorization: Bea`],
    ['before the body', `${post}Content-Length: 100\r\n\r\n`],
    ['in the body', `${post}Content-Length: 100\r\n\r\n{"title":`],
    ['without reading the answer', `${get}\r\n`],
    ['after CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['after CONNECT behind another request', `${get}\r\nCONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['after an unknown method', 'FOO /api/v1/threads HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['in the head of an unknown method', 'FOO /api/v1/threads HTTP/1.1\r\nHo'],
    [
      'in a body of an unknown method that is too large to be read',
      `FOO /api/v1/threads HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\n${'x'.repeat(12_000_000)}`,
    ],
    ['after garbage', 'hello\r\n\r\n'],
    ['after garbage behind another request', `${get}\r\nhello\r\n\r\n`],
  ])('%s leaves the service as it was', async (_, bytes) => {
    await Promise.all(
      Array.from(
        { length: 20 },
        (_nth, i) =>
          new Promise<void>((resolve) => {
            const socket = connect(service.port, '127.0.0.1', () => socket.write(bytes, () => setTimeout(leave, i % 5)))
            const leave = (): unknown => (i % 2 === 0 ? socket.destroy() : socket.resetAndDestroy())
            socket.on('close', () => resolve())
            socket.on('error', () => undefined)
          }),
      ),
    )
    expect((await tenant.api('GET', '/threads')).status).toBe(200)
  })
})
