/** The host of a request comes from its absolute target, or otherwise from its single, well-formed Host header (RFC 9112, 3.2). */
import { describe, expect, it } from 'vitest'
import { inspectResponse } from '../support/inspect.ts'
import { exchange } from '../support/raw-http.ts'
import { setUpService } from '../support/service.ts'

const service = await setUpService()
const acme = await service.createTenant('acme')
const other = await service.createTenant('other')

/** Sends `GET target` with a tenant's key and one Host header per entry of `hosts`. Returns the status and error code. */
async function getStatus(target: string, hosts: string[], { key = acme.key, version = '1.1' } = {}): Promise<string> {
  const lines = hosts.map((host) => `Host:${host}\r\n`).join('')
  const response = await exchange(service.port, [
    `GET ${target} HTTP/${version}\r\n${lines}Authorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
  ])
  if (!response) throw new Error('The service closed the connection without a response')
  if (response.status >= 400) inspectResponse('GET', '/', response, false)
  return `${response.status} ${response.body.error?.code}`
}

const path = '/api/v1/labels'
const ok = '200 undefined'
const tenantNotFound = '404 SVC-TENANT-NOT_FOUND'
const malformed = '400 SVC-REQUEST-MALFORMED_HTTP'

describe('an absolute request target', () => {
  it('takes precedence over Host, whichever of the two names a tenant', async () => {
    expect(await getStatus(`http://acme.localhost${path}`, [' localhost'])).toBe(ok)
    expect(await getStatus(`http://acme.localhost${path}`, [' localhost'], { key: other.key })).toBe(tenantNotFound)
    expect(await getStatus(`http://acme.localhost${path}`, [' other.localhost'], { key: other.key })).toBe(tenantNotFound)
    expect(await getStatus(`http://localhost${path}`, [' acme.localhost'], { key: other.key })).toBe(ok)
    for (const host of ['app', 'nobody', 'api'])
      expect(await getStatus(`http://${host}.localhost${path}`, [' localhost']), host).toBe(tenantNotFound)
    expect(await getStatus(`http://localhost${path}`, [' app.localhost'])).toBe(ok)
  })
  it.each(['http://ACME.LOCALHOST', 'HTTP://acme.localhost:80', 'https://acme.localhost.', 'https://acme.localhost.:3000'])(
    '%s selects the tenant acme',
    async (head) => {
      expect(await getStatus(head + path, [' x'])).toBe(ok)
      expect(await getStatus(head + path, [' x'], { key: other.key })).toBe(tenantNotFound)
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
  ])('%s gets a 400', async (head) => {
    expect(await getStatus(head + path, [' x'])).toMatch(/^400 SVC-REQUEST-(MALFORMED_HTTP|BAD_URL)$/)
  })
  it('still requires a single, well-formed Host header in HTTP/1.1', async () => {
    expect(await getStatus(`http://localhost${path}`, [])).toBe(malformed)
    expect(await getStatus(`http://localhost${path}`, [' a b'])).toBe(malformed)
    expect(await getStatus(`http://localhost${path}`, [' localhost', ' localhost'])).toBe(malformed)
    expect(await getStatus(`http://localhost${path}`, [], { version: '1.0' })).toBe(ok)
    expect(await getStatus(`http://acme.localhost${path}`, [], { version: '1.0', key: other.key })).toBe(tenantNotFound)
  })
})

describe('the Host header', () => {
  it.each(['1.1', '1.0'])('may appear only once in HTTP/%s', async (version) => {
    expect(await getStatus(path, [' localhost', ' localhost'], { version })).toBe(malformed)
    expect(await getStatus(path, [' localhost', ' acme.localhost'], { version })).toBe(malformed)
    expect(await getStatus(path, [' acme.localhost', ' localhost'], { version, key: other.key })).toBe(malformed)
    expect(await getStatus(path, [' acme.localhost', ' '], { version })).toBe(malformed)
  })
  it('may be missing in HTTP/1.0 only', async () => {
    expect(await getStatus(path, [], { version: '1.0' })).toBe(ok)
    expect(await getStatus(path, [])).toBe(malformed)
    expect(await getStatus('/healthz', [])).toBe(malformed)
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
    expect(await getStatus(path, [host])).toBe(malformed)
    expect(await getStatus(path, [host], { version: '1.0' })).toBe(malformed)
    expect(await getStatus('/healthz', [host]), 'also outside the API').toBe(malformed)
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
  ])('%j is accepted and selects no tenant', async (host) => {
    expect(await getStatus(path, [host])).toBe(ok)
  })
  it.each([' acme.localhost', ' ACME.Localhost', ' acme.localhost.', ' acme.localhost:1', ' acme.localhost.:1', '\tacme.localhost\t'])(
    '%j selects the tenant acme',
    async (host) => {
      expect(await getStatus(path, [host])).toBe(ok)
      expect(await getStatus(path, [host], { key: other.key })).toBe(tenantNotFound)
    },
  )
})
