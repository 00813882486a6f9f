/** Operations of callers without credentials, and the limit on tries: served over HTTP with operations that exist for this test alone. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fingerprintOf } from '../../server/kit/http/idempotency.ts'
import type { Call } from '../../server/kit/testing/caller.ts'
import { startTestService, type TestService, type TestTenant } from '../../server/kit/testing/service.ts'
import { snapshot, whereIs } from '../../server/kit/testing/snapshot.ts'
import { document, openDoorbells, seen, type Doorbells } from './doorbells.ts'

let service: TestService
let tenant: TestTenant
let doorbells: Doorbells
let call: Call
/** Each test comes from addresses of its own. */
let tests = 0
let address = ''

beforeAll(async () => {
  service = await startTestService()
  tenant = await service.createTenant()
})
afterAll(() => service.stop())

/** A service of its own for each test, with no tries used up. */
beforeEach(async () => {
  doorbells = await openDoorbells(service)
  call = doorbells.call
  seen.length = 0
  address = `192.0.2.${++tests}`
})
afterEach(() => doorbells.stop())

type Ring = { email?: string; password?: string; house?: string; from?: string; key?: string; host?: string; mayFail?: boolean }
function ring({
  email = 'ada@example.com',
  password = 'correct horse',
  house = tenant.slug,
  from = address,
  key,
  host,
  mayFail,
}: Ring = {}) {
  const headers = { 'x-forwarded-for': from, 'idempotency-key': key ?? null, ...(host ? { host } : {}) }
  return call<{ word: string }>('POST', '/doorbells/ring', { body: { house, email, password }, headers, mayFail })
}
const audits = async () =>
  (await tenant.api<{ action: string; actor: object }[]>('GET', '/audit-logs')).body.data.filter(({ action }) => action === 'doorbell.rung')

describe('an operation without credentials', () => {
  it('runs, is given no principal, and writes as whom it found', async () => {
    expect((await ring()).status).toBe(200)
    expect(seen.map((context) => ['principal' in context, Reflect.get(context, 'ip'), Reflect.get(context, 'hostTenantId')])).toEqual([
      [false, address, null],
    ])
    expect((await audits())[0]?.actor).toMatchObject({ type: 'USER', id: tenant.ownerId, keyId: null, ip: address })
  })

  it('is not helped by credentials, nor hindered by bad ones', async () => {
    const headers = { 'x-forwarded-for': address }
    const body = { house: tenant.slug, email: 'a@example.com', password: 'x' }
    expect((await call('POST', '/doorbells/ring', { key: 'svck_unknown', body, headers })).status).toBe(200)
  })

  it('answers for nobody when it finds nobody, and writes nothing', async () => {
    const before = await snapshot(service.db, tenant.tenantId)
    const answers = [await ring({ house: 'no-such-house', key: 'k-1' }), await ring({ house: 'no-such-house', key: 'k-1' })]
    expect(answers.map(({ status, body }) => [status, body.data.word])).toEqual([
      [200, 'nobody is at home'],
      [200, 'nobody is at home'],
    ])
    expect(await snapshot(service.db, tenant.tenantId)).toEqual(before)
  })

  it('cannot have effects without a tenant', async () => {
    expect((await ring({ house: 'no-such-house', password: 'careless', mayFail: true })).status).toBe(500)
  })

  it('on a tenant’s host acts in that tenant alone', async () => {
    const other = await service.createTenant()
    expect((await ring({ host: `${tenant.slug}.localhost` })).status).toBe(200)
    const refused = await ring({ host: `${other.slug}.localhost` })
    expect([refused.status, refused.body.error?.code]).toEqual([404, 'SVC-TENANT-NOT_FOUND'])
    expect((await ring({ host: 'nobody.localhost' })).status).toBe(404)
    expect(seen).toHaveLength(1)
  })

  it('a retry under the same Idempotency-Key gets the same answer and has no second effect, at once or later', async () => {
    const before = (await audits()).length
    const [first, second] = await Promise.all([ring({ key: 'k-2' }), ring({ key: 'k-2' })])
    const later = await ring({ key: 'k-2' })
    expect(new Set([first, second, later].map(({ body }) => body.data.word)).size).toBe(1)
    expect(later.headers['idempotent-replayed']).toBe('true')
    expect(await audits()).toHaveLength(before + 1)
    expect((await ring({ key: 'k-2', password: 'another' })).body.error?.code).toBe('SVC-IDEMPOTENCY-KEY_REUSED')
  })

  it('keeps neither a secret answer in clear nor a hash that passwords could be tried against', async () => {
    const { body } = await ring({ key: 'k-3', email: 'grace@example.com' })
    const plainHash = fingerprintOf('POST', '/api/v1/doorbells/ring', {
      house: tenant.slug,
      email: 'grace@example.com',
      password: 'correct horse',
    }).toString('hex')
    const places = await whereIs(service.db, [body.data.word, plainHash, 'correct horse'])
    expect(places).toEqual([])
  })

  it('keeps a refusal of its handler, but never a 401', async () => {
    const stuck = [await ring({ key: 'k-4', password: 'stuck' }), await ring({ key: 'k-4', password: 'stuck' })]
    expect(stuck.map(({ status, headers }) => [status, headers['idempotent-replayed']])).toEqual([
      [422, undefined],
      [422, 'true'],
    ])
    const refused = [await ring({ key: 'k-5', password: 'refused late' }), await ring({ key: 'k-5', password: 'refused late' })]
    expect(refused.map(({ status, headers }) => [status, headers['idempotent-replayed']])).toEqual([
      [401, undefined],
      [401, undefined],
    ])
  })

  it('refuses a malformed Idempotency-Key and a body that does not fit like any other', async () => {
    expect((await ring({ key: 'with space' })).body.error?.code).toBe('SVC-IDEMPOTENCY-INVALID_KEY')
    const unfit = await call('POST', '/doorbells/ring', { body: { password: 1 }, headers: { 'x-forwarded-for': address } })
    expect(unfit.body.error?.code).toBe('SVC-VALIDATION-FAILED')
  })

  it('is described so', () => {
    const operation = document.paths['/api/v1/doorbells/ring']?.post
    expect(operation).toMatchObject({ security: [], 'x-required-scope': 'none' })
    expect(operation?.description).toContain('Needs no credentials.')
    expect(JSON.stringify(document.components.responses)).toContain('SVC-RATE-AUTH_EXCEEDED')
  })
})

describe('the auth limit', () => {
  const shown = ({ status, headers, body }: Awaited<ReturnType<typeof ring>>) => [
    status,
    body.error?.code,
    headers['x-ratelimit-policy'],
    headers['x-ratelimit-limit'],
    headers['x-ratelimit-remaining'],
  ]

  it('five tries a minute from an address: the fifth passes, the sixth does not, whatever they answer', async () => {
    for (let n = 1; n <= 5; n++) {
      const answer = await ring({ email: `somebody-${n}@example.com`, password: n % 2 ? 'wrong' : 'right' })
      expect(shown(answer)).toEqual([n % 2 ? 401 : 200, n % 2 ? 'SVC-AUTH-INVALID_CREDENTIALS' : undefined, 'auth', '5', String(5 - n)])
    }
    const refused = await ring({ email: 'somebody-6@example.com' })
    expect(shown(refused)).toEqual([429, 'SVC-RATE-AUTH_EXCEEDED', 'auth', '5', '0'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await ring({ from: '198.51.100.1', email: 'somebody-6@example.com' })).status, 'another address').toBe(200)
  })

  it('five tries a minute for an account, however it is spelt and wherever they come from', async () => {
    for (let n = 1; n <= 5; n++) {
      const answer = await ring({ from: `198.51.100.${10 + n}`, email: n % 2 ? 'Ada@Example.com' : 'ada@example.com' })
      expect(shown(answer)).toEqual([200, undefined, 'auth', '5', String(5 - n)])
    }
    expect(shown(await ring({ from: '198.51.100.20' }))).toEqual([429, 'SVC-RATE-AUTH_EXCEEDED', 'auth', '5', '0'])
    expect(seen).toHaveLength(5)
    expect((await ring({ from: '198.51.100.20', email: 'grace@example.com' })).status, 'another account').toBe(200)
  })

  it('shows the nearer of address and account', async () => {
    for (let n = 1; n <= 3; n++) await ring({ email: `somebody-${n}@example.com` })
    expect(shown(await ring({ email: 'somebody-new@example.com' }))).toEqual([200, undefined, 'auth', '5', '1'])
  })

  it('counts bodies that do not fit, for the address', async () => {
    const bad = () => call('POST', '/doorbells/ring', { body: {}, headers: { 'x-forwarded-for': address } })
    for (let n = 1; n <= 5; n++) expect((await bad()).status).toBe(400)
    expect((await bad()).status).toBe(429)
  })

  it('is one for all operations that have it, those with credentials included, which are counted for each person', async () => {
    const change = (key: string, from: string) => call('POST', '/doorbells/lock', { key, headers: { 'x-forwarded-for': from } })
    const { key } = await tenant.keyFor(['threads:read'])
    await ring()
    for (let n = 2; n <= 5; n++) expect((await change(key, address)).status, `try ${n}`).toBe(200)
    expect((await change(key, address)).body.error?.code).toBe('SVC-RATE-AUTH_EXCEEDED')
    expect((await change(tenant.key, '198.51.100.30')).status, 'the fifth of the same person, with another key').toBe(200)
    expect((await change(key, '198.51.100.31')).status).toBe(429)
    const other = await service.createTenant()
    expect((await change(other.key, '198.51.100.31')).status, 'another person').toBe(200)
  })
})
