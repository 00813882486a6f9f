import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../kit/testing/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

it('a key with any scope may call it', async () => {
  const tenant = await service.createTenant('acme')
  const { id, key } = await tenant.keyFor(['uploads:read'])
  const { status, body } = await service.api('GET', '/me', { key })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    tenant: { slug: 'acme', name: 'Tenant acme' },
    user: { id: tenant.ownerId, email: 'owner@example.com', role: 'OWNER' },
    key: { id, scopes: ['uploads:read'] },
  })
})

it('an agent sets their own availability where they are signed in, which others see and which leaves its traces; a key does not', async () => {
  const tenant = await service.createTenant()
  const person = { name: 'Grace', email: 'grace@example.com', role: 'AGENT', invite: false }
  const { id } = (await tenant.api<{ id: string }>('POST', '/users', { body: person })).body.data
  const { accessToken: key } = await tenant.sessionFor(id)
  const made = await tenant.keyFor(['admin'])
  for (const method of ['GET', 'PATCH'])
    expect(
      (await service.api(method, '/me/preferences', { key: made.key, body: method === 'PATCH' ? {} : undefined })).body.error?.code,
    ).toBe('SVC-AUTH-SESSION_REQUIRED')
  const changed = await service.api('PATCH', '/me/preferences', { key, body: { availability: 'AWAY' } })
  expect([changed.status, changed.body.data]).toEqual([200, { id, availability: 'AWAY' }])
  expect((await service.api('GET', '/me/preferences', { key })).body.data).toEqual({ id, availability: 'AWAY' })
  expect((await tenant.api('GET', `/users/${id}`)).body.data).toMatchObject({ availability: 'AWAY' })
  const told = (await tenant.api<{ type: string; data: { previous: object } }[]>('GET', '/events?types=user.updated')).body.data
  expect(told.at(-1)?.data.previous).toEqual({ availability: 'AVAILABLE' })
  expect((await service.api('PATCH', `/users/${id}`, { key, body: { availability: 'AVAILABLE' } })).status).toBe(403)
})
