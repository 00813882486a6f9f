/** Outgoing requests reach allowed addresses only. Misbehaving receivers are tested in hostile-receivers.test.ts. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { ForbiddenUrlError, createSafeFetch, type SafeFetch, type SafeFetchOptions } from './safe-fetch.ts'
import { createCertificate } from '../../../test/support/self-signed.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

const publicHost = async (): Promise<string[]> => ['203.0.114.1', '2606:4700::1111']
const localHost = async (): Promise<string[]> => ['127.0.0.1']

function open(options: Partial<SafeFetchOptions> = {}): SafeFetch {
  const safeFetch = createSafeFetch({ allowedCidrs: ['127.0.0.1/32'], timeoutMs: 5_000, resolveHost: localHost, ...options })
  cleanups.push(() => safeFetch.close())
  return safeFetch
}

async function listen<Listener extends Server>(server: Listener, host = '127.0.0.1', port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  cleanups.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  )
  // Safe because a server that listens on a port has an address with one.
  return (server.address() as AddressInfo).port
}

/** A receiver that accepts everything and records what reached it. */
async function openReceiver(
  host = '127.0.0.1',
  port = 0,
  status = 200,
): Promise<{ port: number; seen: IncomingMessage[]; sockets: () => number; bodies: string[] }> {
  const seen: IncomingMessage[] = []
  const bodies: string[] = []
  let connections = 0
  const server = createServer(async (req, res) => {
    seen.push(req)
    bodies.push(Buffer.concat(await req.toArray()).toString())
    res.writeHead(status, { 'X-Seen': String(seen.length), Location: `http://127.0.0.2:${port}/` }).end('received')
  })
  server.on('connection', () => connections++)
  return { port: await listen(server, host, port), seen, bodies, sockets: () => connections }
}

const request = { headers: { 'Content-Type': 'application/json' }, body: '{"n":1}' }

describe('a URL is refused, when checked and when requested, if it', () => {
  const hosts = [
    // Every notation of an address that URL parsers accept.
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '0x7F.0X0.0.1',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '１２７。0．0.1',
    '0',
    '0x0',
    '10.0.0.1',
    '012.0.0.1',
    '167772161',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '0xc0a80101',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '4294967295',
    '168.63.129.16',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:a9fe:a9fe]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::169.254.169.254]',
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
    '[2001:db8::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[100::1]',
    '[3fff::1]',
    // Names that resolve to this machine.
    'localhost',
    'LOCALHOST',
    'localhost.',
    'app.localhost',
  ]
  test.each(hosts)('names %s', async (host) => {
    const safeFetch = createSafeFetch({ allowedCidrs: [], timeoutMs: 5_000 })
    for (const scheme of ['http', 'https']) {
      await expect(safeFetch.checkUrl(`${scheme}://${host}:8080/hook`)).rejects.toThrow(ForbiddenUrlError)
      await expect(safeFetch.post(`${scheme}://${host}:8080/hook`, request)).rejects.toThrow(/not public/)
    }
  })
  test.each([
    ['ftp://example.com/', /must begin/],
    ['file:///etc/passwd', /must begin/],
    ['gopher://example.com/', /must begin/],
    ['javascript:alert(1)', /must begin/],
    ['data:text/plain,x', /must begin/],
    ['http://user@example.com/', /user name/],
    ['https://user:secret@example.com/', /user name/],
    ['https://:secret@example.com/', /user name/],
    ['http://example.com@127.0.0.1/', /user name/],
    ['', /not valid/],
    ['/hook', /not valid/],
    ['example.com', /not valid/],
    ['http://', /not valid/],
    ['http:///', /not valid/],
    ['http://1.2.3.4.5/', /not valid/],
    ['http://256.1.1.1/', /not valid/],
    ['http://[fe80::1%25eth0]/', /not valid/],
    ['http://[::1/', /not valid/],
    ['http://exa mple.com/', /not valid/],
    ['http://example.com:99999/', /not valid/],
  ])('is %j', async (url, sentence) => {
    const safeFetch = open({ resolveHost: publicHost })
    for (const asking of [() => safeFetch.checkUrl(url), () => safeFetch.post(url, request)]) {
      await expect(asking()).rejects.toThrow(ForbiddenUrlError)
      await expect(asking()).rejects.toThrow(sentence)
    }
  })
  test('has a host with one private address among public ones', async () => {
    const safeFetch = open({ resolveHost: async () => ['203.0.114.1', '2606:4700::1111', '10.0.0.1'] })
    await expect(safeFetch.checkUrl('https://hooks.example.com/')).rejects.toThrow(ForbiddenUrlError)
    const refusal = await safeFetch.post('https://hooks.example.com/', request).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ForbiddenUrlError)
    expect(String(refusal), 'what this network calls its machines is not told').not.toContain('10.0.0.1')
  })
  test('has a host that resolves to something that is not a plain address', async () => {
    for (const address of ['fe80::1%eth0', '127.1', 'localhost', '']) {
      await expect(open({ resolveHost: async () => [address] }).checkUrl('http://hooks.example.com/')).rejects.toThrow(ForbiddenUrlError)
    }
  })
})

describe('a URL passes if it', () => {
  test.each([
    'https://hooks.example.com/a?b=c#d',
    'http://HOOKS.example.com:8080',
    'https://bücher.example/',
    'https://1.1.1.1/',
    'http://[2606:4700::1111]:81/',
    'http://16843009/',
  ])('is %s', async (url) => {
    await open({ resolveHost: publicHost }).checkUrl(url)
  })
  test('has a host that does not resolve now, because each request looks it up again', async () => {
    const safeFetch = open({ resolveHost: async () => [] })
    await safeFetch.checkUrl('https://later.example.com/')
    await expect(safeFetch.post('https://later.example.com/', request)).rejects.toMatchObject({ reason: 'unresolved' })
  })
  test('has a host whose DNS servers fail', async () => {
    const safeFetch = open({
      resolveHost: async () => {
        throw new Error('queryA ETIMEOUT')
      },
    })
    await safeFetch.checkUrl('https://later.example.com/')
    await expect(safeFetch.post('https://later.example.com/', request)).rejects.toMatchObject({ reason: 'unresolved' })
  })
  test('names an address inside an opened range, and only then', async () => {
    const safeFetch = createSafeFetch({ allowedCidrs: ['127.0.0.0/8', '10.20.0.0/16'], timeoutMs: 5_000 })
    for (const url of [
      'http://127.0.0.1/',
      'http://127.1/',
      'http://localhost:4000/',
      'http://[::1]/',
      'http://10.20.3.4/',
      'http://[::ffff:10.20.3.4]/',
    ])
      await safeFetch.checkUrl(url)
    for (const url of ['http://10.21.0.1/', 'http://169.254.169.254/', 'http://0/'])
      await expect(safeFetch.checkUrl(url)).rejects.toThrow(ForbiddenUrlError)
  })
  test('an invalid range prevents the start', () => {
    expect(() => createSafeFetch({ allowedCidrs: ['127.0.0.0/8', 'everything'], timeoutMs: 1 })).toThrow(
      '"everything" is not an address range',
    )
  })
})

test('the receiver gets body and headers, and the caller gets the response', async () => {
  const receiver = await openReceiver()
  const response = await open().post(`http://hooks.example.com:${receiver.port}/in?x=1#part`, {
    headers: { 'Webhook-Id': 'evt_1', 'Accept-Encoding': 'gzip', host: 'evil' },
    body: '{"ü":1}',
  })
  expect(response).toEqual({
    status: 200,
    headers: expect.objectContaining({ 'x-seen': '1' }),
    body: 'received',
    truncated: false,
    durationMs: expect.any(Number),
  })
  expect(receiver.bodies).toEqual(['{"ü":1}'])
  expect(receiver.seen[0]).toMatchObject({
    method: 'POST',
    url: '/in?x=1',
    headers: { 'webhook-id': 'evt_1', 'accept-encoding': 'identity', 'content-length': '8', host: `hooks.example.com:${receiver.port}` },
  })
})

test.each([301, 302, 303, 307, 308])('a redirect (%i) to another machine is returned, not followed', async (status) => {
  const receiver = await openReceiver('127.0.0.1', 0, status)
  const inside = await openReceiver('127.0.0.2', receiver.port)
  const response = await open({ allowedCidrs: ['127.0.0.0/8'] }).post(`http://hooks.example.com:${receiver.port}/`, request)
  expect(response.status).toBe(status)
  expect([receiver.seen.length, inside.seen.length]).toEqual([1, 0])
})

test('a host that changes its address after the check is never connected to', async () => {
  const outside = await openReceiver('127.0.0.1')
  const inside = await openReceiver('127.0.0.2', outside.port)
  const resolved = [['127.0.0.1'], ['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1']]
  let asked = 0
  const safeFetch = open({ resolveHost: async () => resolved[asked++] ?? [] })
  const url = `http://rebind.example.com:${outside.port}/`
  await safeFetch.checkUrl(url)
  expect((await safeFetch.post(url, request)).status).toBe(200)
  await expect(safeFetch.post(url, request)).rejects.toThrow(ForbiddenUrlError)
  expect((await safeFetch.post(url, request)).status).toBe(200)
  expect(asked, 'each request asks once, and what it was told is what it opens').toBe(4)
  expect([outside.seen.length, inside.sockets()]).toEqual([2, 0])
})

test('a host that moved to another allowed machine gets a new connection', async () => {
  const old = await openReceiver('127.0.0.1')
  const moved = await openReceiver('127.0.0.2', old.port)
  let address = '127.0.0.1'
  const safeFetch = open({ allowedCidrs: ['127.0.0.0/8'], resolveHost: async () => [address] })
  await safeFetch.post(`http://hooks.example.com:${old.port}/`, request)
  address = '127.0.0.2'
  await safeFetch.post(`http://hooks.example.com:${old.port}/`, request)
  expect([old.seen.length, moved.seen.length]).toEqual([1, 1])
})

test('the next address is tried when one does not respond', async () => {
  const receiver = await openReceiver('127.0.0.3')
  const safeFetch = open({ allowedCidrs: ['127.0.0.0/8'], resolveHost: async () => ['127.0.0.4', '127.0.0.3'] })
  expect((await safeFetch.post(`http://hooks.example.com:${receiver.port}/`, request)).status).toBe(200)
})

test('connections are reused, and never exceed the limit', async () => {
  const receiver = await openReceiver()
  const safeFetch = open({ maxSocketsPerHost: 3 })
  for (let i = 0; i < 10; i++) await safeFetch.post(`http://hooks.example.com:${receiver.port}/`, request)
  expect(receiver.sockets()).toBe(1)
  await Promise.all(Array.from({ length: 30 }, () => safeFetch.post(`http://hooks.example.com:${receiver.port}/`, request)))
  expect(receiver.sockets()).toBeLessThanOrEqual(3)
  expect(receiver.seen).toHaveLength(40)
})

describe('TLS', () => {
  const { key, cert } = createCertificate('hooks.example.com')
  const before = getCACertificates('default')
  const openTlsReceiver = (): Promise<number> =>
    listen(
      createTlsServer({ key, cert }, (_req, res) => {
        res.end('secret place')
      }),
    )

  test('checks the name in the URL, not the address that it is pinned to', async () => {
    setDefaultCACertificates([cert])
    cleanups.push(() => setDefaultCACertificates(before))
    const port = await openTlsReceiver()
    const safeFetch = open()
    expect((await safeFetch.post(`https://hooks.example.com:${port}/`, request)).body).toBe('secret place')
    for (const host of ['other.example.com', '127.0.0.1']) {
      await expect(safeFetch.post(`https://${host}:${port}/`, request)).rejects.toMatchObject({
        reason: 'tls',
        message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
      })
    }
  })
  test('refuses a certificate without a trusted issuer, whatever the environment says', async () => {
    const port = await openTlsReceiver()
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    cleanups.push(() => {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    })
    await expect(open().post(`https://hooks.example.com:${port}/`, request)).rejects.toMatchObject({ reason: 'tls' })
  })
  test('fails against a server that speaks plain HTTP', async () => {
    const { port } = await openReceiver()
    await expect(open().post(`https://hooks.example.com:${port}/`, request)).rejects.toMatchObject({ reason: 'tls' })
  })
})
