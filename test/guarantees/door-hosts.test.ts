/** The host of a request is that of its target, or else that of its single, well-formed Host header (RFC 9112, 3.2). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspectResponse } from '../support/inspect.ts'
import { exchange } from '../support/raw-http.ts'
import { startTestService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let acme: TestTenant
let other: TestTenant

beforeAll(async () => {
  service = await startTestService()
  acme = await service.createTenant('acme')
  other = await service.createTenant('other')
})
afterAll(() => service.stop())

/** Returns the status and code of `GET target` with the header lines `hosts`, sent with a tenant's key. */
async function ask(target: string, hosts: string[], { key = acme.key, version = '1.1' } = {}): Promise<string> {
  const lines = hosts.map((host) => `Host:${host}\r\n`).join('')
  const response = await exchange(service.port, [
    `GET ${target} HTTP/${version}\r\n${lines}Authorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
  ])
  if (!response) throw new Error('no response')
  if (response.status >= 400) inspectResponse('GET', '/', response, false)
  return `${response.status} ${response.body.error?.code}`
}

const path = '/api/v1/labels'
const good = '200 undefined'
const noTenant = '404 SVC-TENANT-NOT_FOUND'
const malformed = '400 SVC-REQUEST-MALFORMED_HTTP'

describe('an absolute target', () => {
  it('takes precedence over Host, whichever of the two names a tenant', async () => {
    expect(await ask(`http://acme.localhost${path}`, [' localhost'])).toBe(good)
    expect(await ask(`http://acme.localhost${path}`, [' localhost'], { key: other.key })).toBe(noTenant)
    expect(await ask(`http://acme.localhost${path}`, [' other.localhost'], { key: other.key })).toBe(noTenant)
    expect(await ask(`http://localhost${path}`, [' acme.localhost'], { key: other.key })).toBe(good)
    for (const host of ['app', 'nobody', 'api']) expect(await ask(`http://${host}.localhost${path}`, [' localhost']), host).toBe(noTenant)
    expect(await ask(`http://localhost${path}`, [' app.localhost'])).toBe(good)
  })
  it.each(['http://ACME.LOCALHOST', 'HTTP://acme.localhost:80', 'https://acme.localhost.', 'https://acme.localhost.:3000'])(
    '%s is the tenant’s host',
    async (head) => {
      expect(await ask(head + path, [' x'])).toBe(good)
      expect(await ask(head + path, [' x'], { key: other.key })).toBe(noTenant)
    },
  )
  it.each([
    'http://user@localhost',
    'http://acme.localhost@localhost',
    'http://localhost@acme.localhost',
    'http://user:password@localhost',
    'http://localhost:x',
    'http://localhost:99999',
    'http://[::1',
    'http://[1]',
    'http://.localhost',
    'http://acme..localhost',
    'http://acme%2elocalhost',
    'http://acm%65.localhost',
    'http://a,b',
  ])('%s is refused', async (head) => {
    expect(await ask(head + path, [' x'])).toMatch(/^400 SVC-REQUEST-(MALFORMED_HTTP|BAD_URL)$/)
  })
  it('does not excuse a missing Host or one that is malformed or sent twice', async () => {
    expect(await ask(`http://localhost${path}`, [])).toBe(malformed)
    expect(await ask(`http://localhost${path}`, [' a b'])).toBe(malformed)
    expect(await ask(`http://localhost${path}`, [' localhost', ' localhost'])).toBe(malformed)
    expect(await ask(`http://localhost${path}`, [], { version: '1.0' })).toBe(good)
    expect(await ask(`http://acme.localhost${path}`, [], { version: '1.0', key: other.key })).toBe(noTenant)
  })
})

describe('the Host header', () => {
  it.each(['1.1', '1.0'])('is sent once, in HTTP/%s', async (version) => {
    expect(await ask(path, [' localhost', ' localhost'], { version })).toBe(malformed)
    expect(await ask(path, [' localhost', ' acme.localhost'], { version })).toBe(malformed)
    expect(await ask(path, [' acme.localhost', ' localhost'], { version, key: other.key })).toBe(malformed)
    expect(await ask(path, [' acme.localhost', ' '], { version })).toBe(malformed)
  })
  it('may be missing in HTTP/1.0 only', async () => {
    expect(await ask(path, [], { version: '1.0' })).toBe(good)
    expect(await ask(path, [])).toBe(malformed)
    expect(await ask('/healthz', [])).toBe(malformed)
  })
  it.each([
    '',
    ' ',
    ' :80',
    ' localhost:x',
    ' localhost:-1',
    ' localhost:99999',
    ' localhost:3000:3000',
    ' user@localhost',
    ' acme.localhost, localhost',
    ' acme.localhost localhost',
    ' http://localhost',
    ' localhost/',
    ' localhost/api',
    ' localhost?',
    ' localhost#',
    ' acme.localhost\\',
    ' acme.localhost..',
    ' .localhost',
    ' .acme.localhost',
    ' acme..localhost',
    ' acme%2elocalhost',
    ' acme.localhost%00',
    ' ::1',
    ' [::1',
    ' [localhost]',
    ' [::1]x',
    ' [fe80::1%25eth0]',
    ` ${'x'.repeat(300)}`,
  ])('%j is malformed', async (host) => {
    expect(await ask(path, [host])).toBe(malformed)
    expect(await ask(path, [host], { version: '1.0' })).toBe(malformed)
    expect(await ask('/healthz', [host]), 'for the pages beside the API, too').toBe(malformed)
  })
  it.each([
    ' localhost',
    ' LOCALHOST',
    'localhost',
    '\tlocalhost ',
    ' localhost.',
    ' localhost:',
    ' localhost:65535',
    ' 127.0.0.1:3000',
    ' [::1]',
    ' [::1]:3000',
    ' [::FFFF:127.0.0.1]',
    ' my_container:3000',
    ' x',
  ])('%j is the API', async (host) => {
    expect(await ask(path, [host])).toBe(good)
  })
  it.each([' acme.localhost', ' ACME.Localhost', ' acme.localhost.', ' acme.localhost:1', ' acme.localhost.:1', '\tacme.localhost\t'])(
    '%j is the tenant’s',
    async (host) => {
      expect(await ask(path, [host])).toBe(good)
      expect(await ask(path, [host], { key: other.key })).toBe(noTenant)
    },
  )
})
