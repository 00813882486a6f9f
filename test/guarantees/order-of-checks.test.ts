/**
 * Order of checks (contract, section 1): HTTP parsing, host, IP rate limit, route and method, credentials, tenant rate limit, scope, media
 * type and size, schema, idempotency, object lookup, state. Each test violates two adjacent checks at once and expects the error of the
 * earlier one.
 */
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import type { CallResponse } from '../support/caller.ts'
import { setUpTenant, randomIdSuffix, type TestTenant } from '../support/service.ts'
import { casesInTurn, testsByKind } from '../extent.ts'
import { fillPath, invalidCodeOf, lackingRefusalOf, mutations, named, operations, requestsOf, type Prepared } from './operations.ts'

const { service, tenant } = await setUpTenant()
const requests = requestsOf(tenant)
/** A key whose scopes cover no operation of a resource. */
const narrow = (await tenant.keyFor(['privacy:read'])).key

const prepared = new Map<Endpoint, Promise<Prepared>>()
/** Returns the same request each time, for requests that are refused or only read. */
function prepareOnce(endpoint: Endpoint): Promise<Prepared> {
  const made = prepared.get(endpoint) ?? requests.prepare(endpoint)
  prepared.set(endpoint, made)
  return made
}

async function code(answer: Promise<CallResponse<unknown>>): Promise<string> {
  const { status, body } = await answer
  return `${status} ${body?.error?.code}`
}

describe('before an operation is known', () => {
  it('host, IP limit, route, credentials, tenant limit and scope are checked in order', async () => {
    const node = await service.startNode({ rateLimits: { ipPerMinute: 3, tenantPerMinute: 1 }, config: { trustProxy: true } })
    const key = tenant.key
    const from = (n: number) => ({ 'x-forwarded-for': `192.0.2.${n}` })
    for (let i = 0; i < 3; i++) await node.api('GET', '/nothing', { headers: from(1) })
    expect(
      await code(node.api('GET', '/threads', { key, headers: { ...from(1), host: 'nobody.localhost' } })),
      'host before IP limit',
    ).toBe('404 SVC-TENANT-NOT_FOUND')
    expect(await code(node.api('GET', '/nothing', { headers: from(1) })), 'IP limit before route').toBe('429 SVC-RATE-IP_EXCEEDED')
    expect(await code(node.api('GET', '/nothing', { headers: from(2) })), 'route before credentials').toBe(
      '404 SVC-REQUEST-ROUTE_NOT_FOUND',
    )
    expect(await code(node.api('DELETE', '/threads', { headers: from(2) })), 'method before credentials').toBe(
      '405 SVC-REQUEST-METHOD_NOT_ALLOWED',
    )
    expect((await node.api('GET', '/threads', { key, headers: from(3) })).status).toBe(200)
    expect(await code(node.api('GET', '/threads', { key: 'x', headers: from(3) })), 'credentials before tenant limit').toBe(
      '401 SVC-AUTH-INVALID_CREDENTIALS',
    )
    expect(await code(node.api('GET', '/threads', { key: narrow, headers: from(4) })), 'tenant limit before scope').toBe(
      '429 SVC-RATE-TENANT_EXCEEDED',
    )
  })
})

const testsOfMutations = testsByKind(mutations)
describe.each(named(mutations))('%s', (_, endpoint) => {
  const wrongType = { 'content-type': 'text/plain' }
  const badKey = { 'idempotency-key': 'not a key' }
  const ids = () => Object.fromEntries(Object.entries(endpoint.params).map(([name, { prefix }]) => [name, `${prefix}_${randomIdSuffix()}`]))
  const nowhere = () => fillPath(endpoint, ids())
  const request = (path: string, options: Parameters<TestTenant['api']>[2]) => code(tenant.api(endpoint.method, path, options))

  testsOfMutations(endpoint, (property) => {
    if (endpoint.scope !== 'none')
      property('checks credentials and scope before media type and the existence of objects', async () => {
        expect(await request(nowhere(), { key: 'x', raw: 'a', headers: wrongType })).toBe(`401 ${invalidCodeOf(endpoint)}`)
        if (endpoint.scope === 'any') return
        const lacking = lackingRefusalOf(endpoint)
        const good = await prepareOnce(endpoint)
        for (const path of [good.path, nowhere()]) {
          expect(await request(path, { key: narrow, body: good.body })).toBe(lacking)
          expect(await request(path, { key: narrow, raw: 'a', headers: wrongType })).toBe(lacking)
        }
      })
    property('checks media type and size before the schema', async () => {
      expect(await request(nowhere(), { raw: '{"no_such_field":1}', headers: wrongType })).toBe('415 SVC-REQUEST-UNSUPPORTED_MEDIA_TYPE')
      // Forms have their own size limit: see uploads.test.ts.
      if (!endpoint.form)
        expect(await request(nowhere(), { raw: `{"no_such_field":"${'x'.repeat(1_048_576)}"}` })).toBe('413 SVC-REQUEST-BODY_TOO_LARGE')
    })
    property('checks the schema before idempotency and before the lookup', async () => {
      // A file as the body has no fields, so such an operation gets an unknown parameter.
      const { body } = endpoint.form?.media ? await prepareOnce(endpoint) : { body: { no_such_field: 1 } }
      const wrong = endpoint.form?.media ? `${nowhere()}?no_such_field=1` : nowhere()
      expect(await request(wrong, { body, headers: badKey })).toBe('400 SVC-VALIDATION-UNKNOWN_FIELD')
      const key = { 'idempotency-key': `used by ${endpoint.operationId}`.replaceAll(' ', '-') }
      await requests.succeed(endpoint, { headers: key })
      expect(await request(wrong, { body, headers: key })).toBe('400 SVC-VALIDATION-UNKNOWN_FIELD')
    })
    property('checks idempotency before the lookup, and the lookup before the version', async () => {
      const { body } = await prepareOnce(endpoint)
      expect(await request(nowhere(), { body, headers: badKey })).toBe('400 SVC-IDEMPOTENCY-INVALID_KEY')
      const used = { 'idempotency-key': `used-twice-by-${endpoint.operationId}` }
      await requests.succeed(endpoint, { headers: used })
      const [again, once] = [(await requests.prepare(endpoint)).body, (await requests.prepare(endpoint)).body]
      // Some operations always have the same body, such as the caller's password. Without ids in the path, the request is a retry.
      const isRetry = Object.keys(endpoint.params).length === 0 && JSON.stringify(again) === JSON.stringify(once)
      expect(await request(nowhere(), { body: again, headers: used })).toBe(
        // Without the token, the service cannot find the tenant whose idempotency keys to look up.
        endpoint.token
          ? `404 ${endpoint.token.notFound.code}`
          : isRetry
            ? `${Object.keys(endpoint.responds)[0]} undefined`
            : '422 SVC-IDEMPOTENCY-KEY_REUSED',
      )
      const [param] = Object.values(endpoint.params)
      if (param) expect(await request(nowhere(), { body, headers: { 'if-match': '"999"' } })).toBe(`404 ${param.notFound.code}`)
    })
  })
})

describe('methods', () => {
  const paths = [...new Set(operations.map(({ path }) => path))]
  const asked = (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'] as const).flatMap((method) =>
    (['nobody', 'stranger', 'tenant'] as const).map((caller) => [method, caller] as const),
  )
  const methodsOf = casesInTurn(asked, 3)
  it.each(paths)('of %s other than its own are 405 with Allow, whoever the caller is', async (path) => {
    const known = operations.filter((endpoint) => endpoint.path === path)
    const allowed = known.flatMap((endpoint): string[] =>
      endpoint.method === 'GET' && !isStream(endpoint) ? ['GET', 'HEAD'] : [endpoint.method],
    )
    const url = path.replaceAll(/\{\w+\}/g, randomIdSuffix())
    for (const [method, caller] of methodsOf(paths.indexOf(path))) {
      if (allowed.includes(method)) continue
      const answer = await service.api(method, url, { key: { nobody: undefined, stranger: 'x', tenant: tenant.key }[caller] })
      expect(answer.status, method).toBe(405)
      expect(answer.headers.allow?.split(', ').toSorted(), method).toEqual(allowed.toSorted())
      if (method !== 'HEAD') expect(answer.body.error?.code).toBe('SVC-REQUEST-METHOD_NOT_ALLOWED')
    }
  })

  it('of a path are named by OPTIONS, which is 204 without a body, for everybody', async () => {
    for (const key of [undefined, 'x', tenant.key]) {
      const { status, headers, text } = await service.api('OPTIONS', '/threads', { key })
      expect([status, text, headers.allow]).toEqual([204, '', 'GET, HEAD, POST, OPTIONS'])
      expect(headers).toMatchObject({ 'x-request-id': expect.any(String), 'x-ratelimit-limit': expect.any(String) })
    }
    expect((await service.api('OPTIONS', '/nothing', {})).body.error).toMatchObject({ code: 'SVC-REQUEST-ROUTE_NOT_FOUND' })
  })
})

/** Whether a response is streamed. It then has neither Content-Length nor ETag, and HEAD is not supported. */
function isStream({ responds }: Endpoint): boolean {
  return Object.values(responds).some(({ kind }) => kind === 'stream' || kind === 'lines' || kind === 'csv')
}

describe.each(named(operations.filter((endpoint) => endpoint.method === 'GET' && !isStream(endpoint))))('%s', (_, endpoint) => {
  it('answers HEAD like GET, without the body', async () => {
    const { path } = await prepareOnce(endpoint)
    const [get, again] = [await tenant.api('GET', path), await tenant.api('GET', path)]
    const head = await tenant.api('HEAD', path)
    const shown = ({ status, headers }: CallResponse) => ({
      status,
      etag: headers.etag,
      type: headers['content-type'],
      length: get.text === again.text ? headers['content-length'] : 'changes with the moment',
    })
    expect(shown(head)).toEqual(shown(get))
    expect(head.text).toBe('')
    expect((await service.api('HEAD', path)).status).toBe(endpoint.scope === 'none' ? 200 : 401)
  })
})

const testsOfAccept = testsByKind(operations)
describe.each(named(operations))('%s and Accept', (_, endpoint) => {
  testsOfAccept(endpoint, (property) => {
    property('returns 406 to callers who accept no JSON, after the check of their scope', async () => {
      const { path, body } = await prepareOnce(endpoint)
      for (const accept of ['text/html', 'application/xml', 'image/*']) {
        expect(await code(tenant.api(endpoint.method, path, { body, headers: { accept } })), accept).toBe('406 SVC-REQUEST-NOT_ACCEPTABLE')
      }
      if (!['any', 'none'].includes(endpoint.scope))
        expect(await code(tenant.api(endpoint.method, path, { key: narrow, body, headers: { accept: 'text/html' } }))).toBe(
          lackingRefusalOf(endpoint),
        )
    })
    property('returns errors in their one form, whatever the caller prefers', async () => {
      const { path, body } = await prepareOnce(endpoint)
      for (const accept of ['application/problem+json', 'application/problem+json, application/json;q=0.5', 'text/html', '*/*']) {
        // An anonymous operation also refuses a body without its fields, and an unknown token.
        const wrong = endpoint.scope === 'none' ? { body: endpoint.method === 'GET' ? undefined : {} } : { key: 'x', body }
        // Without the key in the query, or with an unknown token.
        const at = endpoint.token ? fillPath(endpoint, {}) : endpoint.scope === 'none' ? path.replace(/\?.*/, '') : path
        const answer = await service.api(endpoint.method, at, { ...wrong, headers: { accept } })
        expect([accept, answer.headers['content-type']]).toEqual([accept, 'application/json; charset=utf-8'])
        expect(answer.body).toMatchObject({ data: null, error: { code: expect.stringMatching(/^SVC-/) } })
      }
    })
  })
})
