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
