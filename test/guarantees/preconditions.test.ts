/** ETag and If-Match: a write that names a version happens to that version or not at all. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService, type TestTenant } from '../../server/kit/testing/service.ts'
import { snapshot } from '../../server/kit/testing/snapshot.ts'
import { named, operations, requestsOf, type Requests } from './operations.ts'

let service: TestService
let tenant: TestTenant
let requests: Requests

beforeAll(async () => {
  service = await startTestService()
  tenant = await service.createTenant()
  requests = requestsOf(tenant)
})
afterAll(() => service.stop())

const changing = operations.filter(({ method, etag }) => etag && ['PATCH', 'PUT', 'DELETE'].includes(method))
const twinOf = (path: string) => operations.find((endpoint) => endpoint.method === 'GET' && endpoint.etag && endpoint.path === path)

it('there are such operations', () => {
  expect(changing.length).toBeGreaterThan(2)
})

describe.each(named(changing))('%s', (_, endpoint) => {
  it('refuses an outdated version and changes nothing; takes the current one, any of several, and *', async () => {
    const { path, body } = await requests.prepare(endpoint)
    const before = await snapshot(service.db, tenant.tenantId)
    for (const tag of ['"0"', '"999"', 'W/"999"', '"x"', '""', '0', '"998", "999"']) {
      const refused = await tenant.api(endpoint.method, path, { body, headers: { 'if-match': tag } })
      expect([refused.status, refused.body.error?.code], tag).toEqual([412, 'SVC-REQUEST-PRECONDITION_FAILED'])
    }
    expect(await snapshot(service.db, tenant.tenantId)).toEqual(before)
    const read = twinOf(endpoint.path) ? await tenant.api('GET', path) : null
    const tags = read ? [read.headers.etag ?? '', `"999", ${read.headers.etag}`, `W/${read.headers.etag}`] : []
    for (const tag of [...tags, '*']) {
      const fresh = await requests.prepare(endpoint)
      expect((await tenant.api(endpoint.method, fresh.path, { body: fresh.body, headers: { 'if-match': tag } })).status, tag).toBe(200)
    }
  })

  if (twinOf(endpoint.path)) {
    it('answers the new version’s tag, which reading answers too; the old one is outdated then', async () => {
      const { path, body } = await requests.prepare(endpoint)
      const old = (await tenant.api('GET', path)).headers.etag ?? ''
      const written = await tenant.api(endpoint.method, path, { body, headers: { 'if-match': old } })
      expect(written.status).toBe(200)
      expect(written.headers.etag).not.toBe(old)
      expect((await tenant.api('GET', path)).headers.etag).toBe(written.headers.etag)
      expect((await tenant.api(endpoint.method, path, { body, headers: { 'if-match': old } })).status).toBe(412)
    })

    it('of ten writers who all read one version, one succeeds', async () => {
      const { path, body } = await requests.prepare(endpoint)
      const tag = (await tenant.api('GET', path)).headers.etag ?? ''
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => tenant.api(endpoint.method, path, { body, headers: { 'if-match': tag } })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(412)])
    })
  }
})
