/** Anonymous operations and their rate limit, over HTTP, with operations that exist only for this test. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getFingerprint } from '#platform/http/fingerprints.ts'
import type { Call } from '../support/caller.ts'
import { setUpTenant } from '../support/service.ts'
import { snapshot, whereIs } from '../support/snapshot.ts'
import { document, openAnonymousModule, seen, type AnonymousModule } from './anonymous-module.ts'

let module: AnonymousModule
let call: Call
/** Number of tests so far. Each test uses its own IP addresses. */
let tests = 0
let address = ''

const { service, tenant } = await setUpTenant()

/** Starts a service for each test, with an empty rate limit. */
beforeEach(async () => {
  module = await openAnonymousModule(service)
  call = module.call
  seen.length = 0
  address = `192.0.2.${++tests}`
})
afterEach(() => module.stop())

type SignInOptions = { email?: string; password?: string; slug?: string; from?: string; key?: string; host?: string; mayFail?: boolean }
function signIn({
  email = 'ada@example.com',
  password = 'correct horse',
  slug = tenant.slug,
  from = address,
  key,
  host,
  mayFail,
}: SignInOptions = {}) {
  const headers = { 'x-forwarded-for': from, 'idempotency-key': key ?? null, ...(host ? { host } : {}) }
  return call<{ token: string }>('POST', '/sign-ins', { body: { tenant: slug, email, password }, headers, mayFail })
}
const audits = async () => (await tenant.skein.listAuditLogs()).data.filter(({ action }) => action === 'sign_in.made')

describe('an operation without credentials', () => {
  it('runs without a principal and writes as the actor that it found', async () => {
    expect((await signIn()).status).toBe(200)
    expect(seen.map((context) => ['principal' in context, Reflect.get(context, 'ip'), Reflect.get(context, 'hostTenantId')])).toEqual([
      [false, address, null],
    ])
    expect((await audits())[0]?.actor).toMatchObject({ type: 'USER', id: tenant.ownerId, keyId: null, ip: address })
  })

  it('ignores credentials, good or bad', async () => {
    const headers = { 'x-forwarded-for': address }
    const body = { tenant: tenant.slug, email: 'a@example.com', password: 'x' }
    expect((await call('POST', '/sign-ins', { key: 'svck_unknown', body, headers })).status).toBe(200)
  })

  it('answers normally and writes nothing when there is no such account', async () => {
    const before = await snapshot(service.db, tenant.tenantId)
    const responses = [await signIn({ slug: 'no-such-tenant', key: 'k-1' }), await signIn({ slug: 'no-such-tenant', key: 'k-1' })]
    expect(responses.map(({ status, body }) => [status, body.data.token])).toEqual([
      [200, 'no account'],
      [200, 'no account'],
    ])
    expect(await snapshot(service.db, tenant.tenantId)).toEqual(before)
  })

  it('cannot have effects without a tenant', async () => {
    expect((await signIn({ slug: 'no-such-tenant', password: 'effects without tenant', mayFail: true })).status).toBe(500)
  })

  it('acts only in the tenant of the host on a tenant’s host', async () => {
    const other = await service.createTenant()
    expect((await signIn({ host: `${tenant.slug}.localhost` })).status).toBe(200)
    const refused = await signIn({ host: `${other.slug}.localhost` })
    expect([refused.status, refused.body.error?.code]).toEqual([404, 'SVC-TENANT-NOT_FOUND'])
    expect((await signIn({ host: 'nobody.localhost' })).status).toBe(404)
    expect(seen).toHaveLength(1)
  })

  it('returns the same response to a retry, and has no second effect', async () => {
    const before = (await audits()).length
    const [first, second] = await Promise.all([signIn({ key: 'k-2' }), signIn({ key: 'k-2' })])
    const later = await signIn({ key: 'k-2' })
    expect(new Set([first, second, later].map(({ body }) => body.data.token)).size).toBe(1)
    expect(later.headers['idempotent-replayed']).toBe('true')
    expect(await audits()).toHaveLength(before + 1)
    expect((await signIn({ key: 'k-2', password: 'another' })).body.error?.code).toBe('SVC-IDEMPOTENCY-KEY_REUSED')
  })

  it('stores neither a secret response in clear nor a hash for guessing passwords', async () => {
    const { body } = await signIn({ key: 'k-3', email: 'grace@example.com' })
    const plainHash = getFingerprint('POST', '/api/v1/sign-ins', {
      tenant: tenant.slug,
      email: 'grace@example.com',
      password: 'correct horse',
    }).toString('hex')
    const places = await whereIs(service.db, [body.data.token, plainHash, 'correct horse'])
    expect(places).toEqual([])
  })

  it('stores a refusal of its handler, but never a 401', async () => {
    const kept = [await signIn({ key: 'k-4', password: 'refused' }), await signIn({ key: 'k-4', password: 'refused' })]
    expect(kept.map(({ status, headers }) => [status, headers['idempotent-replayed']])).toEqual([
      [422, undefined],
      [422, 'true'],
    ])
    const refused = [
      await signIn({ key: 'k-5', password: '401 in the handler' }),
      await signIn({ key: 'k-5', password: '401 in the handler' }),
    ]
    expect(refused.map(({ status, headers }) => [status, headers['idempotent-replayed']])).toEqual([
      [401, undefined],
      [401, undefined],
    ])
  })

  it('refuses a malformed Idempotency-Key and an invalid body like any other operation', async () => {
    expect((await signIn({ key: 'with space' })).body.error?.code).toBe('SVC-IDEMPOTENCY-INVALID_KEY')
    const invalid = await call('POST', '/sign-ins', { body: { password: 1 }, headers: { 'x-forwarded-for': address } })
    expect(invalid.body.error?.code).toBe('SVC-VALIDATION-FAILED')
  })

  it('is described as needing no credentials', () => {
    const operation = document.paths['/api/v1/sign-ins']?.post
    expect(operation).toMatchObject({ security: [], 'x-required-scope': 'none' })
    expect(operation?.description).toContain('Needs no credentials.')
    expect(JSON.stringify(document.components.responses)).toContain('SVC-RATE-AUTH_EXCEEDED')
  })
})

it('an operation for signed-in users is refused to API keys of any scope', async () => {
  const refused = await call('DELETE', '/sign-ins', { key: tenant.key })
  expect([refused.status, refused.body.error?.code]).toEqual([403, 'SVC-AUTH-SESSION_REQUIRED'])
  expect((await call('DELETE', '/sign-ins', { key: 'x' })).status).toBe(401)
  const operation = document.paths['/api/v1/sign-ins']?.delete
  expect(operation).toMatchObject({ security: [{ bearer: [] }], 'x-required-scope': 'session' })
})

describe('the auth limit', () => {
  const shown = ({ status, headers, body }: Awaited<ReturnType<typeof signIn>>) => [
    status,
    body.error?.code,
    headers['x-ratelimit-policy'],
    headers['x-ratelimit-limit'],
    headers['x-ratelimit-remaining'],
  ]

  it('allows five attempts a minute from an address, whatever their responses are', async () => {
    for (let n = 1; n <= 5; n++) {
      const response = await signIn({ email: `user-${n}@example.com`, password: n % 2 ? 'wrong' : 'right' })
      expect(shown(response)).toEqual([n % 2 ? 401 : 200, n % 2 ? 'SVC-AUTH-INVALID_CREDENTIALS' : undefined, 'auth', '5', String(5 - n)])
    }
    const refused = await signIn({ email: 'user-6@example.com' })
    expect(shown(refused)).toEqual([429, 'SVC-RATE-AUTH_EXCEEDED', 'auth', '5', '0'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await signIn({ from: '198.51.100.1', email: 'user-6@example.com' })).status, 'another address').toBe(200)
  })

  it('allows five attempts a minute for an account in any spelling from any address', async () => {
    for (let n = 1; n <= 5; n++) {
      const response = await signIn({ from: `198.51.100.${10 + n}`, email: n % 2 ? 'Ada@Example.com' : 'ada@example.com' })
      expect(shown(response)).toEqual([200, undefined, 'auth', '5', String(5 - n)])
    }
    expect(shown(await signIn({ from: '198.51.100.20' }))).toEqual([429, 'SVC-RATE-AUTH_EXCEEDED', 'auth', '5', '0'])
    expect(seen).toHaveLength(5)
    expect((await signIn({ from: '198.51.100.20', email: 'grace@example.com' })).status, 'another account').toBe(200)
  })

  it('shows the lower remainder of address and account', async () => {
    for (let n = 1; n <= 3; n++) await signIn({ email: `user-${n}@example.com` })
    expect(shown(await signIn({ email: 'user-new@example.com' }))).toEqual([200, undefined, 'auth', '5', '1'])
  })

  it('counts invalid bodies, per address', async () => {
    const bad = () => call('POST', '/sign-ins', { body: {}, headers: { 'x-forwarded-for': address } })
    for (let n = 1; n <= 5; n++) expect((await bad()).status).toBe(400)
    expect((await bad()).status).toBe(429)
  })

  it('is shared by all operations that have it, or counted per user with credentials', async () => {
    const change = (key: string, from: string) => call('POST', '/sign-ins/password', { key, headers: { 'x-forwarded-for': from } })
    const { key } = await tenant.keyFor(['threads:read'])
    await signIn()
    for (let n = 2; n <= 5; n++) expect((await change(key, address)).status, `try ${n}`).toBe(200)
    expect((await change(key, address)).body.error?.code).toBe('SVC-RATE-AUTH_EXCEEDED')
    expect((await change(tenant.key, '198.51.100.30')).status, 'the fifth of the same person, with another key').toBe(200)
    expect((await change(key, '198.51.100.31')).status).toBe(429)
    const other = await service.createTenant()
    expect((await change(other.key, '198.51.100.31')).status, 'another person').toBe(200)
  })
})
