/** Hosts (contract, section 2): the base host and unrelated hosts serve the API; subdomains of the base host belong to tenants. */
import { describe, expect, it } from 'vitest'
import { reservedSlugs } from '#platform/http/hosts.ts'
import { setUpService } from '../support/service.ts'
import { named, operations, requestsOf } from './operations.ts'

const service = await setUpService({ config: { baseUrl: new URL('https://help.example.com') } })
const acme = await service.createTenant('acme')
const other = await service.createTenant('other')

const notFound = [404, 'SVC-TENANT-NOT_FOUND']

async function ask(host: string, key?: string): Promise<[number, string | undefined]> {
  const { status, body } = await service.api('GET', '/threads', { key, headers: { host } })
  return [status, body.error?.code]
}

describe('the API host', () => {
  it.each([
    'help.example.com',
    'help.example.com:443',
    'HELP.Example.COM',
    'help.example.com.',
    '127.0.0.1',
    '127.0.0.1:3000',
    '[::1]:3000',
    'localhost',
    'skein',
    'app.elsewhere.com',
    'example.com',
    'xhelp.example.com',
    'app.help.example.com.evil.com',
  ])('serves %s', async (host) => {
    expect(await ask(host, acme.key)).toEqual([200, undefined])
  })
})

describe('a host below the base host', () => {
  it('that is reserved is no tenant, even before the route and credentials are checked', async () => {
    for (const slug of [...reservedSlugs, 'nobody', 'nobody.acme', '-', 'xn--e1a']) {
      const host = `${slug}.help.example.com`
      expect(await ask(host, acme.key), host).toEqual(notFound)
      expect(await ask(host), host).toEqual(notFound)
      expect(await ask(host, 'garbage'), host).toEqual(notFound)
      const nowhere = await service.api('DELETE', '/nothing', { headers: { host } })
      expect([nowhere.status, nowhere.body.error?.code], host).toEqual(notFound)
    }
  })
  it('of a tenant serves the API for that tenant’s keys, however it is written', async () => {
    for (const host of ['acme.help.example.com', 'ACME.help.example.com:8443', 'acme.help.example.com.']) {
      expect(await ask(host, acme.key), host).toEqual([200, undefined])
      expect(await ask(host), host).toEqual([401, 'SVC-AUTH-MISSING_CREDENTIALS'])
      expect(await ask(host, 'garbage'), host).toEqual([401, 'SVC-AUTH-INVALID_CREDENTIALS'])
    }
  })
  it('works at once for a new tenant', async () => {
    const fresh = await service.createTenant('fresh')
    expect(await ask('fresh.help.example.com', fresh.key)).toEqual([200, undefined])
  })
  it('passes health checks, whatever it is', async () => {
    for (const host of ['app.help.example.com', 'nobody.help.example.com']) {
      const response = await fetch(`${service.baseUrl}/healthz`, { headers: { host } })
      expect(response.status).toBe(200)
    }
  })
})

// A token in the path identifies the tenant, so no key is needed.
describe.each(named(operations.filter(({ token }) => !token)))('%s', (_, endpoint) => {
  it('answers another tenant’s key on a tenant’s host like an unknown host', async () => {
    const { path, body } = await requestsOf(other).prepare(endpoint)
    const headers = { host: 'acme.help.example.com', 'x-request-id': 'same' }
    const refused = await service.api(endpoint.method, path, { key: other.key, body, headers })
    const nobody = await service.api(endpoint.method, path, {
      key: other.key,
      body,
      headers: { ...headers, host: 'nobody.help.example.com' },
    })
    expect([refused.status, refused.body.error?.code]).toEqual(notFound)
    expect(refused.text).toBe(nobody.text)
  })
})
