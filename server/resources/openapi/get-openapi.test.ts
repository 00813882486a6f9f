import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService, type TestTenant } from '../../../test/support/service.ts'

let service: TestService
let tenant: TestTenant

beforeAll(async () => {
  service = await startTestService()
  tenant = await service.createTenant()
})
afterAll(() => service.stop())

describe('GET /openapi', () => {
  it('serves openapi.json byte for byte, without the envelope', async () => {
    const answer = await tenant.api('GET', '/openapi')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.text === readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'), 'run: npm run generate').toBe(true)
  })
  it('has an entity tag that changes only with the document', async () => {
    const [first, second] = [await tenant.api('GET', '/openapi'), await tenant.api('HEAD', '/openapi')]
    expect(first.headers.etag).toMatch(/^"[\w-]{22}"$/)
    expect([second.headers.etag, second.headers['content-length'], second.text]).toEqual([
      first.headers.etag,
      String(Buffer.byteLength(first.text)),
      '',
    ])
  })
  it('is served to every key, with any scopes, and to no caller without one', async () => {
    const { key } = await tenant.keyFor(['ai:read'])
    expect((await service.api('GET', '/openapi', { key })).status).toBe(200)
    expect((await service.api('GET', '/openapi')).body.error?.code).toBe('SVC-AUTH-MISSING_CREDENTIALS')
  })
  it('refuses query parameters', async () => {
    expect((await tenant.api('GET', '/openapi?format=yaml')).body.error?.code).toBe('SVC-VALIDATION-UNKNOWN_FIELD')
  })
  it('is public when the installation allows it, and nothing else is', async () => {
    const open = await service.startNode({ config: { openapiPublic: true } })
    expect((await open.api('GET', '/openapi')).status).toBe(200)
    expect((await open.api('GET', '/labels')).status).toBe(401)
  })
})
