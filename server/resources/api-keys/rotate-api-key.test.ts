import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ApiKeyWithSecret, User } from '../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { secondsPerDay } from './keys.ts'

const { service, tenant } = await setUpTenant()
afterEach(() => vi.restoreAllMocks())

const create = async (body: object = {}) =>
  (await tenant.skein.createApiKey({ body: { name: 'Import', scopes: ['threads:write'], ...body } })).data
const rotate = (id: string, body?: object, key = tenant.key) =>
  service.api<ApiKeyWithSecret>('POST', `/api-keys/${id}/rotate`, { key, body })
const shown = async (id: string) => (await tenant.skein.listApiKeys({ query: { limit: 100 } })).data.find((key) => key.id === id)
const works = async (key: string) => (await service.api('GET', '/me', { key })).status === 200
const lifeSeconds = ({ createdAt, expiresAt }: ApiKeyWithSecret) => (Date.parse(expiresAt) - Date.parse(createdAt)) / 1000
const secondsUntil = (time: string | undefined) => (Date.parse(time ?? '') - Date.now()) / 1000

/** Moves the clock so that the nodes' caches, which last a second, have expired. */
function aSecondLater(): void {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 1000)
}

describe('creating a key', () => {
  it('shows the key once and stores only its hash', async () => {
    const made = await create({ name: ' Nightly ', scopes: ['THREADS:write', 'threads:write'], expiresInDays: 2 })
    expect(made).toMatchObject({
      name: 'Nightly',
      scopes: ['threads:write'],
      userId: tenant.ownerId,
      lastFour: made.key.slice(-4),
      revokedAt: null,
      rotatedTo: null,
    })
    expect(lifeSeconds(made)).toBe(2 * secondsPerDay)
    expect(await works(made.key)).toBe(true)
    const { text } = await tenant.api('GET', '/api-keys?limit=100')
    expect(text).not.toContain(made.key)
    expect((await tenant.api('GET', '/audit-logs?limit=100')).text).not.toContain(made.key)
  })

  it('gives it 365 days by default, and 3650 at most', async () => {
    expect(lifeSeconds(await create())).toBe(365 * secondsPerDay)
    for (const expiresInDays of [0, 3651, 1.5]) {
      expect((await tenant.api('POST', '/api-keys', { body: { name: 'Import', scopes: ['read'], expiresInDays } })).status).toBe(400)
    }
  })

  it('returns the same key to a retry, and stores that response encrypted', async () => {
    const request = { key: tenant.key, body: { name: 'Retried', scopes: ['read'] }, headers: { 'idempotency-key': 'make-one-key' } }
    const first = await service.api<ApiKeyWithSecret>('POST', '/api-keys', request)
    const again = await (await service.startNode()).api<ApiKeyWithSecret>('POST', '/api-keys', request)
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true'])
    const records = await service.db.rows(
      statement<{ tenantId: string }, { record: object }>('select record from idempotency_keys where tenant_id = :tenantId::uuid'),
      { tenantId: tenant.tenantId },
    )
    expect(JSON.stringify(records)).not.toContain(first.body.data.key)
  })

  it('refuses scopes that the calling key does not cover, and creates nothing', async () => {
    const { key } = await tenant.keyFor(['keys:admin', 'threads:write'])
    const attempt = (scopes: string[]) => service.api<ApiKeyWithSecret>('POST', '/api-keys', { key, body: { name: 'Wider', scopes } })
    expect((await attempt(['threads:read', 'keys:write'])).status).toBe(201)
    for (const scopes of [['threads:admin'], ['read'], ['customers:read'], ['threads:read', 'admin']]) {
      const { status, body } = await attempt(scopes)
      expect([status, body.error?.code, body.error?.details?.map(({ message }) => message)]).toEqual([
        403,
        'SVC-AUTH-SCOPE_ESCALATION',
        [scopes.at(-1)],
      ])
    }
  })
})

describe('rotating a key', () => {
  it('creates a successor with the same rights and lifetime; both work for a while', async () => {
    const old = await create({ expiresInDays: 30 })
    const {
      status,
      body: { data: next },
    } = await rotate(old.id, { overlapSeconds: 3600 })
    expect(status).toBe(201)
    expect(next).toMatchObject({ name: old.name, scopes: old.scopes, userId: old.userId, rotatedTo: null })
    expect(lifeSeconds(next)).toBe(30 * secondsPerDay)
    expect([await works(old.key), await works(next.key)]).toEqual([true, true])
    const retired = await shown(old.id)
    expect(retired).toMatchObject({ rotatedTo: next.id, revokedAt: null })
    expect(secondsUntil(retired?.expiresAt)).toBeGreaterThan(3500)
    expect(secondsUntil(retired?.expiresAt)).toBeLessThan(3700)
  })

  it('lets both work for a day by default, and needs no body', async () => {
    const old = await create()
    expect((await rotate(old.id)).status).toBe(201)
    expect(secondsUntil((await shown(old.id))?.expiresAt) / secondsPerDay).toBeCloseTo(1, 2)
    expect((await rotate(old.id, { overlapSeconds: 604_801 })).status).toBe(400)
  })

  it('never extends the lifetime of the old key', async () => {
    const { id } = await tenant.keyFor(['read'], { lifeSeconds: 600 })
    const before = await shown(id)
    await rotate(id, { overlapSeconds: 3600 })
    expect((await shown(id))?.expiresAt).toBe(before?.expiresAt)
  })

  it('gives every successor the lifetime of the first key, even during the overlap', async () => {
    const old = await create({ expiresInDays: 30 })
    await rotate(old.id, { overlapSeconds: 60 })
    const {
      body: { data: second },
    } = await rotate(old.id, { overlapSeconds: 60 })
    expect(lifeSeconds(second)).toBe(30 * secondsPerDay)
    expect((await shown(old.id))?.rotatedTo).toBe(second.id)
  })

  it('without overlap revokes the old key, which cannot be rotated again', async () => {
    const old = await create()
    await rotate(old.id, { overlapSeconds: 0 })
    expect(await works(old.key)).toBe(false)
    const again = await rotate(old.id)
    expect([again.status, again.body.error?.code]).toEqual([404, 'SVC-KEY-NOT_FOUND'])
  })

  it('is refused when the rotated key has more rights than the calling key', async () => {
    const wide = await create({ scopes: ['admin'] })
    const { key } = await tenant.keyFor(['keys:admin', 'threads:write'])
    const { status, body } = await rotate(wide.id, { overlapSeconds: 0 }, key)
    expect([status, body.error?.code]).toEqual([403, 'SVC-AUTH-SCOPE_ESCALATION'])
    expect([await works(wide.key), (await shown(wide.id))?.rotatedTo]).toEqual([true, null])
  })

  it('of an owner’s key is refused to other roles, which could then change owners', async () => {
    const body = { name: 'Ada', email: 'ada@example.com', role: 'ADMIN', invite: false }
    const { id } = (await tenant.api<User>('POST', '/users', { body })).body.data
    const { key: ofAdmin, id: ofAdminId } = await tenant.keyFor(['admin'], { userId: id })
    const { accessToken } = await tenant.sessionFor(id)
    const ofOwner = await create({ scopes: ['threads:read'] })
    for (const key of [ofAdmin, accessToken]) {
      const { status, body: refused } = await rotate(ofOwner.id, {}, key)
      expect([status, refused.error?.code]).toEqual([403, 'SVC-AUTH-SCOPE_ESCALATION'])
    }
    expect([(await rotate(ofAdminId, {}, ofAdmin)).status, (await rotate(ofOwner.id)).status]).toEqual([201, 201])
  })

  it('by two concurrent requests leaves the last successor in rotatedTo', async () => {
    const old = await create()
    const answers = await Promise.all([rotate(old.id), rotate(old.id)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers.map(({ body }) => body.data.id)).toContain((await shown(old.id))?.rotatedTo)
  })
})

describe('revoking a key', () => {
  it('takes effect everywhere within a second, and happens once', async () => {
    const made = await create()
    const node = await service.startNode()
    const path = `/api-keys/${made.id}`
    const statuses = async () =>
      (await Promise.all([service, node].map(({ api }) => api('GET', '/me', { key: made.key })))).map(({ status }) => status)
    expect(await statuses(), 'both nodes have cached the key now').toEqual([200, 200])
    const revoked = await tenant.api<ApiKeyWithSecret>('DELETE', path)
    expect([revoked.status, typeof revoked.body.data.revokedAt]).toEqual([200, 'string'])
    aSecondLater()
    expect(await statuses()).toEqual([401, 401])
    const again = await tenant.api<ApiKeyWithSecret>('DELETE', path)
    expect(again.body.data).toEqual(revoked.body.data)
    const { body } = await tenant.api<{ action: string }[]>('GET', `/audit-logs?targetId=${made.id}`)
    expect(body.data.map(({ action }) => action)).toEqual(['api_key.revoked', 'api_key.created'])
    expect((await rotate(made.id)).status).toBe(404)
  })

  it('is allowed for the key itself', async () => {
    const made = await create({ scopes: ['keys:admin'] })
    expect((await service.api('DELETE', `/api-keys/${made.id}`, { key: made.key })).status).toBe(200)
  })
})

it('a key shows when it was last used: never at first, and each key separately', async () => {
  const { id, key, lastUsedAt } = await create({ name: 'First request' })
  expect(lastUsedAt).toBeNull()
  expect((await shown(id))?.lastUsedAt).toBeNull()
  const before = await shown(id)
  expect(await works(key)).toBe(true)
  await expect.poll(async () => secondsUntil((await shown(id))?.lastUsedAt ?? '')).toBeGreaterThan(-60)
  const used = await shown(id)
  expect({ ...used, lastUsedAt: null }, 'nothing else has changed').toEqual(before)
  const { body } = await rotate(id)
  expect([body.data.lastUsedAt, (await shown(id))?.lastUsedAt]).toEqual([null, used?.lastUsedAt])
})

it('a key is read by its id without its secret, and in no other tenant', async () => {
  const { key, ...made } = await create()
  const { body, text } = await tenant.api<ApiKeyWithSecret>('GET', `/api-keys/${made.id}`)
  expect(body.data).toEqual(made)
  expect(text).not.toContain(key)
  await tenant.skein.revokeApiKey({ path: { id: made.id } })
  expect((await tenant.skein.getApiKey({ path: { id: made.id } })).data.revokedAt).not.toBeNull()
  const other = await service.createTenant()
  expect((await other.api('GET', `/api-keys/${made.id}`)).body.error?.code).toBe('SVC-KEY-NOT_FOUND')
})
