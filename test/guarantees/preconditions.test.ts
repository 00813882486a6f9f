/** ETag and If-Match: a write that names a version applies to that version or not at all. */
import { describe, expect, it } from 'vitest'
import { takesIfMatch } from '#platform/openapi/operation-errors.ts'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import { setUpTenant } from '../support/service.ts'
import { snapshot } from '../support/snapshot.ts'
import { casesByKind, kindOfOperation, testsByKind } from '../extent.ts'
import { named, operations, requestsOf, type Prepared } from './operations.ts'

const { service, tenant } = await setUpTenant()
const requests = requestsOf(tenant)

const conditional = operations.filter(takesIfMatch)
/** Returns the operation that reads the object in a write's path: `GET /webhooks/{id}` for `POST /webhooks/{id}/enable`. */
const getTwin = ({ path }: Endpoint) =>
  operations.find(
    (endpoint) =>
      endpoint.method === 'GET' &&
      endpoint.etag === true &&
      path.startsWith(endpoint.path) &&
      (endpoint.path.endsWith('}') || endpoint.path === path),
  )
/** Operations that return the object itself, with the same ETag as the read. */
const changing = conditional.filter((endpoint) => endpoint.etag && getTwin(endpoint)?.path === endpoint.path)

it('the list of these operations is not empty', () => {
  expect(changing.length).toBeGreaterThan(2)
  expect(conditional.filter(({ method }) => method === 'POST').length).toBeGreaterThan(2)
})

/** Returns a request for an existing object. For an upsert, returns a request for the object that it has created. */
async function prepareExisting(endpoint: Endpoint): Promise<Prepared> {
  const prepared = await requests.prepare(endpoint)
  if (endpoint.upserts) await tenant.api(endpoint.method, prepared.path, { body: prepared.body })
  return prepared
}

/** Returns the current ETag of the object in the request; null when no operation reads it. */
async function findTag(endpoint: Endpoint, { path }: Prepared): Promise<string | null> {
  const twin = getTwin(endpoint)
  return twin ? ((await tenant.api('GET', path.split('/').slice(0, twin.path.split('/').length).join('/'))).headers.etag ?? '') : null
}

/** Spellings of an ETag that does not match. */
const outdated: ((current: string) => string)[] = [
  ...['"0"', '"999"', 'W/"999"', '"x"', '""', '0', '"998", "999"'].map((tag) => () => tag),
  (current) => `W/${current}`,
  (current) => current.replaceAll('"', ''),
  (current) => current.replace('"', '"0'),
  (current) => `${current}, garbage`,
]
const outdatedOf = casesByKind(conditional, kindOfOperation, outdated)
/** Spellings of an ETag that matches. */
const holding: ((current: string) => string)[] = [(tag) => tag, (tag) => `"999", ${tag}`, (tag) => `W/"999" , ${tag}`, () => '*']
const holdingOf = casesByKind(conditional, kindOfOperation, holding)

describe.each(named(conditional))('%s', (_, endpoint) => {
  it('refuses an outdated version without effect, and accepts the current one or *', async () => {
    const { path, body } = await prepareExisting(endpoint)
    const before = await snapshot(service.db, tenant.tenantId)
    const current = (await findTag(endpoint, { path, body })) ?? '"1"'
    for (const tag of outdatedOf(endpoint).map((write) => write(current))) {
      const refused = await tenant.api(endpoint.method, path, { body, headers: { 'if-match': tag } })
      expect([refused.status, refused.body.error?.code], tag).toEqual([412, 'SVC-REQUEST-PRECONDITION_FAILED'])
    }
    expect(await snapshot(service.db, tenant.tenantId)).toEqual(before)
    for (const form of holdingOf(endpoint)) {
      const fresh = await prepareExisting(endpoint)
      const tag = await findTag(endpoint, fresh)
      const sent = tag === null ? '*' : form(tag)
      const { status } = await tenant.api(endpoint.method, fresh.path, { body: fresh.body, headers: { 'if-match': sent } })
      expect([Object.keys(endpoint.responds).includes(String(status)), status], sent).toEqual([true, status])
    }
  })

  it('does not store the refusal: a retry with the current version succeeds', async () => {
    const { path, body } = await prepareExisting(endpoint)
    const send = (tag: string) =>
      tenant.api(endpoint.method, path, { body, headers: { 'if-match': tag, 'idempotency-key': `${endpoint.operationId}-once-more` } })
    expect((await send('"999"')).status).toBe(412)
    const answered = await send('*')
    expect([answered.status < 300, answered.headers['idempotent-replayed']]).toEqual([true, undefined])
  })
})

describe.each(named(conditional.filter(({ upserts }) => upserts)))('%s of what does not exist', (_, endpoint) => {
  it.each(['*', '"1"', '"0"', ''])('creates nothing when If-Match is %j, because nothing exists that could match', async (tag) => {
    const { path, body } = await requests.prepare(endpoint)
    const before = await snapshot(service.db, tenant.tenantId)
    const refused = await tenant.api(endpoint.method, path, { body, headers: { 'if-match': tag } })
    expect([refused.status, refused.body.error?.code]).toEqual([412, 'SVC-REQUEST-PRECONDITION_FAILED'])
    expect(await snapshot(service.db, tenant.tenantId)).toEqual(before)
    expect((await tenant.api(endpoint.method, path, { body })).status).toBe(201)
  })
})

const lasting = changing.filter(({ deletion }) => deletion !== 'final')
const testsOfVersions = testsByKind(lasting)

describe.each(named(lasting))('%s', (_, endpoint) => {
  testsOfVersions(endpoint, (property) => {
    property('returns the ETag of the new version, and the old version is then outdated', async () => {
      const { path, body } = await requests.prepare(endpoint)
      const old = (await tenant.api('GET', path)).headers.etag ?? ''
      const written = await tenant.api(endpoint.method, path, { body, headers: { 'if-match': old } })
      expect(written.status).toBe(200)
      expect(written.headers.etag).not.toBe(old)
      expect((await tenant.api('GET', path)).headers.etag).toBe(written.headers.etag)
      expect((await tenant.api(endpoint.method, path, { body, headers: { 'if-match': old } })).status).toBe(412)
    })

    property('accepts one of ten concurrent writes that name the same version', async () => {
      const { path, body } = await requests.prepare(endpoint)
      const tag = (await tenant.api('GET', path)).headers.etag ?? ''
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => tenant.api(endpoint.method, path, { body, headers: { 'if-match': tag } })),
      )
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(412)])
    })
  })
})

describe.each(named(operations.filter(({ method }) => method === 'DELETE')))('%s', (_, endpoint) => {
  it(`leaves ${endpoint.deletion === 'final' ? 'nothing' : 'what it says it leaves'}`, async () => {
    const prepared = await requests.prepare(endpoint)
    const tag = await findTag(endpoint, prepared)
    const deleted = await tenant.api('DELETE', prepared.path, { body: prepared.body })
    expect([deleted.status, deleted.headers.etag !== undefined]).toEqual([202 in endpoint.responds ? 202 : 200, endpoint.etag === true])
    // The object in the path outlives the deleted part, which cannot be read alone.
    if (tag === null || (endpoint.deletion === 'final' && Object.keys(endpoint.params).length > 1)) return
    const isRead = operations.some(({ method, path }) => method === 'GET' && path === endpoint.path)
    const read = await tenant.api('GET', isRead ? prepared.path : prepared.path.split('/').slice(0, 3).join('/'))
    expect([read.status, read.headers.etag]).toEqual(endpoint.deletion === 'final' ? [404, undefined] : [200, deleted.headers.etag])
  })
})
