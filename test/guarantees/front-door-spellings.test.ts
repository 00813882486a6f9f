/**
 * A path is parsed once. Every spelling of it either leads to the same operation, with the same limit, host check, idempotency fingerprint
 * and metrics label, or is refused like an unknown path.
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallResponse } from '../support/caller.ts'
import { inspectResponse } from '../support/inspect.ts'
import { exchange } from '../support/raw-http.ts'
import { setUpService } from '../support/service.ts'
import { propertyRuns, testsAll } from '../extent.ts'

const service = await setUpService()
const acme = await service.createTenant('acme')
const other = await service.createTenant('other')
/** A node with a rate limit of two requests a minute per IP address. The tests use many addresses. */
const node = await service.startNode({ rateLimits: { ipPerMinute: 2 }, config: { trustProxy: true } })

const path = '/api/v1/labels'

const encoded = (text: string): string => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const twice = (text: string): string => text.replaceAll('%', '%25')
const at = (i: number, write: (letter: string) => string): string => path.slice(0, i) + write(path[i] ?? '') + path.slice(i + 1)
const places = [...path].map((_, i) => i)
const slashes = places.filter((i) => path[i] === '/')

/** Known path spellings that bypass checks, at every position of the path. */
const spellings: readonly string[] = [
  path,
  ...places.flatMap((i) => [
    at(i, encoded),
    at(i, (c) => encoded(c).toUpperCase()),
    at(i, (c) => twice(encoded(c))),
    at(i, (c) => twice(twice(encoded(c)))),
  ]),
  ...places.map((i) => at(i, (c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase()))),
  ...slashes.flatMap((i) =>
    [
      '//',
      '///',
      '/./',
      '/.//',
      '/%2e/',
      '/x/../',
      '/x/%2e%2e/',
      '/x/.%2E/',
      '\\',
      '/\\',
      '%5c',
      '%2f',
      '/%2f',
      '%252f',
      '/;/',
      '/.;/',
      '/x/..;/',
      '/%00/',
      '/%20/',
      '/%09/',
      '/%0d%0a/',
    ].map((way) => at(i, () => way)),
  ),
  ...[
    '//',
    '.',
    '..',
    '/.',
    '/..',
    '/../labels',
    '%2e',
    '%00',
    '%20',
    '+',
    '%09',
    '%0a',
    ';',
    ';a=b',
    ';/',
    '%3b',
    '?',
    '?#',
    '#',
    '#x',
    '%23',
    '%3f',
    '%3flimit=1',
    '.json',
    '~',
    '*',
    '%ef%bc%8f',
    '\\',
    '|',
    '%',
  ].map((tail) => path + tail),
  ...[
    'http://x',
    'HTTP://x',
    'https://x',
    'http://x:80',
    'http://x:',
    'http://[::1]:3000',
    'http://user@x',
    'http://user:pw@x',
    'http://',
    'http:/',
    'http:',
    'ftp://x',
    'x://x',
    'http://x/.',
    'http://x\\',
    'http://x#',
  ].map((head) => head + path),
  ...[
    '%c1%a1pi',
    '%e0%81%a1pi',
    '%f0%80%81%a1pi',
    '%u0061pi',
    '%uff41pi',
    '%ef%bd%81pi',
    'api%c0%af',
    '%61%70%69',
    '%2561pi',
    '%25%36%31pi',
    '%6',
    '%61%',
    '%zzapi',
    'api%00',
    'api;',
    'api.',
    'api%2e',
    'API',
    'Api',
  ].map((first) => `/${first}/v1/labels`),
  '*',
  '',
  'api/v1/labels',
  './api/v1/labels',
  '?',
  '/%2fapi/v1/labels',
  '/%2e%2e/api/v1/labels',
  '/healthz/../api/v1/labels',
  '/healthz/..%2fapi/v1/labels',
  '/healthz%2f..%2fapi/v1/labels',
  '/healthz;/../api/v1/labels',
]

const different = [...new Set(spellings)]

let addresses = 0
/** Returns an unused IP address. */
const newAddress = (): string => `198.${51 + (++addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`

type Sent = { method?: string; host?: string; key?: string; from?: string; headers?: string; body?: string }

async function send(
  target: string,
  { method = 'GET', host = 'x', key = acme.key, from = newAddress(), headers = '', body = '' }: Sent = {},
) {
  const length = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  const head = `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nX-Forwarded-For: ${from}\r\nConnection: close\r\n${headers}${length}\r\n${body}`
  const response = await exchange(node.port, [Buffer.from(head, 'utf8')])
  if (!response) throw new Error(`${target}: no answer`)
  return response
}

/** Whether an API operation responded, and not another page. */
const isSame = ({ status, body }: CallResponse<unknown>): boolean => (status === 200 || status === 201) && Boolean(body?.data)

/** Expects a refusal with the same headers as any other refusal. */
function expectRefusal(target: string, response: CallResponse<unknown>): void {
  inspectResponse('GET', '/', response, false)
  expect([400, 404], `${target}: ${response.status} ${response.text}`).toContain(response.status)
  expect(response.body.error?.requestId, target).toBe(response.headers['x-request-id'])
}

async function countRequests(route: string): Promise<number> {
  const metrics = await (await fetch(`${node.baseUrl}/metrics`)).text()
  return Number(new RegExp(`^http_requests_total\\{route="${route}",method="GET",status="200"\\} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0)
}

describe('the path’s single reading', () => {
  it('treats some spellings as the same operation, and refuses most', async () => {
    const same: string[] = []
    for (const target of spellings) if (isSame(await send(target))) same.push(target)
    expect(same.length).toBeGreaterThan(20)
    expect(same).toContain('/%61pi/v1/labels')
    expect(
      same.every((target) => /^(https?:\/\/(x|\[::1\])(:\d*)?)?\//i.test(target)),
      'is from its first slash',
    ).toBe(true)
    for (const target of same) {
      const local = target.replace(/^https?:\/\/[^/]+/i, '').replace(/\?.*$/, '')
      expect(decodeURIComponent(local), target).toBe(path)
      expect(local.split('/').length, target).toBe(4)
    }
  })

  // The two checks alternate over the spellings.
  describe.each(different.map((target, row) => [target, row] as const))('%j', (target, row) => {
    it.runIf(testsAll || row % 2 === 0)('leads to the operation under its limit and label, or to a refusal', async () => {
      const from = newAddress()
      const before = await countRequests('listLabels')
      const responses = [await send(target, { from }), await send(target, { from }), await send(target, { from })]
      const [first] = responses
      if (first && isSame(first)) {
        expect(
          responses.map(({ status }) => status),
          'the limit of the address holds',
        ).toEqual([200, 200, 429])
        expect(responses.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['1', '0', '0'])
        expect(await countRequests('listLabels'), 'under its own name').toBe(before + 2)
      } else {
        for (const response of responses) if (response.status !== 429) expectRefusal(target, response)
        expect(responses.every(isSame)).toBe(false)
        expect(await countRequests('listLabels')).toBe(before)
      }
    })

    it.runIf(testsAll || row % 2 === 1)('cannot bypass the host check', async () => {
      for (const { host, key } of [
        { host: 'app.localhost', key: acme.key },
        { host: 'nobody.localhost', key: acme.key },
        { host: 'acme.localhost', key: other.key },
      ]) {
        const response = await send(target, { host, key })
        // An absolute target contains its own host, and X is no tenant's host.
        if (/^https?:/i.test(target) && isSame(response)) continue
        expectRefusal(`${host} ${target}`, response)
      }
      const there = await send(target, { host: 'acme.localhost' })
      if (!isSame(there)) expectRefusal(`acme.localhost ${target}`, there)
    })
  })

  it('makes a retry under another spelling a retry', async () => {
    const spelled = spellings.filter((target) => target.startsWith('/'))
    const headers = 'Idempotency-Key: spelled-differently\r\n'
    const body = JSON.stringify({ name: 'Spelled' })
    expect((await send(path, { method: 'POST', headers, body })).status).toBe(201)
    for (const target of spelled) {
      const response = await send(target, { method: 'POST', headers, body })
      if (isSame(response)) expect(response.headers['idempotent-replayed'], target).toBe('true')
      else if (response.status !== 405) expectRefusal(target, response)
    }
  })

  it('holds for random spellings, whatever the operation', async () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '/./',
      '/../',
      '%2f',
      '%5c',
      '\\',
      ';',
      '%',
      '%00',
      '%2e',
      '.',
      '%25',
      '%61',
      'a',
      'api',
      'API',
      '/api',
      '/v1',
      '/%76%31',
      '/labels',
      '/lab%65ls',
      '/threads',
      '?',
      '#',
      '%c0%af',
      '@',
      ':',
      'http://',
      'x',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), async (pieces) => {
        const target = pieces.join('')
        const response = await send(`/${target}`, { host: 'app.localhost' })
        expect(isSame(response), target).toBe(false)
        expect(response.status, target).toBeLessThan(500)
      }),
      propertyRuns({ short: 30, all: 3_000 }),
    )
  })
})
