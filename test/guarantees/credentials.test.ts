/** Rights of an API key over other keys, over responses with secrets, and over events. */
import { describe, expect, it } from 'vitest'
import type { ApiKeyWithSecret } from '../../client/index.ts'
import { setUpTenant } from '../support/service.ts'

const { service, tenant } = await setUpTenant()

const create = (key: string, body: object, headers: Record<string, string> = {}) =>
  service.api<ApiKeyWithSecret>('POST', '/api-keys', { key, body: { name: 'Made', scopes: ['read'], ...body }, headers })

describe('a response that shows a secret', () => {
  it('is replayed to the key that got it, and to no other key of the tenant', async () => {
    const headers = { 'idempotency-key': 'once' }
    const first = await create(tenant.key, {}, headers)
    expect((await create(tenant.key, {}, headers)).body.data.key).toBe(first.body.data.key)
    const { key: other } = await tenant.keyFor(['admin'], { lifeSeconds: 4000 * 86_400 })
    const refused = await create(other, {}, headers)
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'SVC-IDEMPOTENCY-KEY_REUSED'])
    expect(refused.text).not.toContain(first.body.data.key)
  })
})

describe('an API key', () => {
  it('cannot create a key that expires later', async () => {
    const { key } = await tenant.keyFor(['admin'], { lifeSeconds: 3 * 86_400 })
    const longer = await create(key, { expiresInDays: 4 })
    expect([longer.status, longer.body.error?.code, longer.body.error?.details?.[0]?.field]).toEqual([
      403,
      'SVC-AUTH-SCOPE_ESCALATION',
      'expiresInDays',
    ])
    const usual = await create(key, {})
    expect(Date.parse(usual.body.data.expiresAt)).toBeLessThanOrEqual(Date.now() + 3 * 86_400_000)
    expect((await create(key, { expiresInDays: 2 })).status).toBe(201)
  })

  it('does not revoke a key with more rights', async () => {
    const wide = await create(tenant.key, { scopes: ['admin'] })
    const { key } = await tenant.keyFor(['keys:admin'])
    const refused = await service.api('DELETE', `/api-keys/${wide.body.data.id}`, { key })
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'SVC-AUTH-SCOPE_ESCALATION'])
    expect((await service.api('GET', '/me', { key: wide.body.data.key })).status).toBe(200)
  })

  it('stops working at once in the process that revoked it', async () => {
    const made = await create(tenant.key, {})
    expect((await service.api('GET', '/me', { key: made.body.data.key })).status).toBe(200)
    await tenant.skein.revokeApiKey({ path: { id: made.body.data.id } })
    expect((await service.api('GET', '/me', { key: made.body.data.key })).status).toBe(401)
  })
})

describe('the scope events:read alone', () => {
  it('shows no thread and no message, in the feed or by a webhook', async () => {
    await tenant.skein.createThread({ body: { title: 'Secret', body: 'Hidden words', requester: { email: 'ada@example.com' } } })
    const { key } = await tenant.keyFor(['events:read', 'webhooks:admin'])
    const feed = await service.api('GET', '/events', { key })
    expect([feed.status, feed.text.includes('Hidden words'), feed.text.includes('ada@example.com')]).toEqual([200, false, false])
    expect((await service.api<unknown[]>('GET', '/events?types=thread.created', { key })).body.data).toEqual([])
    for (const events of [['*'], ['message.created']]) {
      const refused = await service.api('POST', '/webhooks', { key, body: { url: 'http://127.0.0.1:9/', events } })
      expect([refused.status, refused.body.error?.code], String(events)).toEqual([403, 'SVC-AUTH-SCOPE_ESCALATION'])
    }
    const { key: reader } = await tenant.keyFor(['events:read', 'threads:read'])
    const read = await service.api<{ type: string }[]>('GET', '/events', { key: reader })
    expect(read.body.data.map(({ type }) => type)).toContain('message.created')
    expect(read.body.data.map(({ type }) => type)).not.toContain('customer.created')
  })
})

it('a filter that takes an id or a keyword refuses everything else as an invalid id', async () => {
  const { status, body } = await tenant.api('GET', '/threads?assigneeId=x')
  expect([status, body.error?.code]).toEqual([400, 'SVC-VALIDATION-INVALID_ID'])
  expect((await tenant.api('GET', '/threads?assigneeId=none')).status).toBe(200)
})

it('an unknown thread is 404 even if the request names an unknown upload', async () => {
  const body = { body: 'Hello', attachments: [{ uploadId: 'upl_01k2w3t5q7e0r9vbx4m6n8h2dz' }] }
  for (const path of ['reply', 'messages']) {
    expect((await tenant.api('POST', `/threads/thr_01k2w3t5q7e0r9vbx4m6n8h2dz/${path}`, { body })).status).toBe(404)
  }
})
