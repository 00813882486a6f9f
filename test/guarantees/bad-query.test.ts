/** G10 without bodies: invalid query strings, pages and paths get a clear error. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { CallResponse } from '../support/caller.ts'
import { setUpTenant } from '../support/service.ts'
import { casesByKind, kindOfOperation } from '../extent.ts'
import { openQuery, kindOfField, lists, named, operations, plain, requestsOf, type Prepared } from './operations.ts'

const { tenant } = await setUpTenant()
const requests = requestsOf(tenant)

const unknownNames = ['no_such=1', '__proto__=1', 'constructor=1', 'toString=1', '=1', 'status%5B%5D=open', encodeURIComponent("'--")]
const undecodable = ['%zz', 'no_such=%', 'no_such=%ff', 'no_such=%c0%80', 'no_such=%ed%a0%80']
const queries = [
  ...unknownNames.map((query) => [query, 'SVC-VALIDATION-UNKNOWN_FIELD'] as const),
  ...undecodable.map((query) => [query, 'SVC-REQUEST-BAD_URL'] as const),
  // The name is unknown as well; the order of the two errors is not guaranteed.
  ['no_such=%00', null] as const,
]
const queriesOf = casesByKind(operations, kindOfOperation, queries)

const parameters = operations.flatMap((endpoint) => Object.values(plain(endpoint.query).properties ?? {}))
const undecodableValuesOf = casesByKind(parameters, kindOfField, ['%00', 'a%00b', '%ff', '%ed%a0%80', '%zz'])

describe.each(named(operations))('the query string of %s', (_, endpoint) => {
  let target: Prepared
  beforeAll(async () => {
    target = await requests.prepare(endpoint)
  })

  it('refuses unknown parameters, repeated ones and undecodable text', async () => {
    const { path, body } = target
    const ask = (query: string): Promise<CallResponse> =>
      tenant.api(endpoint.method, `${openQuery(path)}${query}`, { body: endpoint.method === 'GET' ? undefined : body })
    for (const [query, code] of queriesOf(endpoint)) {
      const { status, body: response } = await ask(query)
      expect([status, code === null ? null : response.error?.code], query).toEqual([400, code])
    }
  })

  it('refuses wrong values of its parameters', async () => {
    const { path } = target
    for (const [name, schema] of Object.entries(plain(endpoint.query).properties ?? {})) {
      const ask = (value: string): Promise<CallResponse> => tenant.api(endpoint.method, `${openQuery(path)}${name}=${value}`)
      expect((await ask('a')).status, `${name} once`).toBeLessThan(500)
      expect((await tenant.api(endpoint.method, `${openQuery(path)}${name}=a&${name}=b`)).status, `${name} twice`).toBe(400)
      for (const value of undecodableValuesOf(schema)) expect((await ask(value)).status, `${name}=${value}`).toBe(400)
      if (schema.format === 'date-time') {
        const dates = [
          '0000',
          '0000-00-00T00:00:00Z',
          '2026-02-30T00:00:00Z',
          '2026-13-01T00:00:00Z',
          '%2B275760-09-13T00:00:00.001Z',
          '-000001-01-01T00:00:00Z',
          '9'.repeat(100),
          'now',
          'infinity',
          '2026-01-01T00:00:00%2B99:99',
          '',
        ]
        for (const value of dates) expect((await ask(value)).status, `${name}=${value}`).toBe(400)
        for (const value of [
          '0001-01-01T00:00:00Z',
          '9999-12-31T23:59:59.999Z',
          '2026-01-01T00:00:00.123456789Z',
          '2026-01-01T00:00:00%2B14:00',
          '2024-02-29T00:00:00-05:00',
        ]) {
          expect((await ask(value)).status, `${name}=${value}`).toBe(200)
        }
      }
      if (schema.enum)
        for (const value of ['nothing', '', ...('x-several' in schema ? ['open,'] : ['open,closed']), encodeURIComponent(' open')])
          expect((await ask(value)).status, `${name}=${value}`).toBe(400)
      if (schema.maxLength) expect((await ask('x'.repeat(schema.maxLength + 1))).status, `${name} too long`).toBe(400)
    }
  })
})

const limitsOf = casesByKind(lists, kindOfOperation, ['101', '1', '20', '100', '1000', '99999999999999999999', '007'])
const wrongLimits = ['0', '-1', '1.5', 'abc', '', '1e3', '0x10', ' 1', '1%20', '%2B1', 'Infinity', 'NaN', '٣', '00']
const wrongLimitsOf = casesByKind(lists, kindOfOperation, wrongLimits)
const forged = Buffer.from(JSON.stringify({ id: 1 })).toString('base64url')
const cursors = [forged, 'x', 'AAAA', 'null', '%00', '%ff', 'a'.repeat(4000), '../..', '%F0%9F%98%80']
const cursorsOf = casesByKind(lists, kindOfOperation, cursors)

describe.each(named(lists))('pages of %s', (_, endpoint) => {
  let target: Prepared
  beforeAll(async () => {
    target = await requests.prepare(endpoint)
  })

  it('accept a limit from 1, reduce it to 100, and refuse everything else', async () => {
    const { path } = target
    for (const limit of limitsOf(endpoint)) expect((await tenant.api('GET', `${openQuery(path)}limit=${limit}`)).status, limit).toBe(200)
    for (const limit of wrongLimitsOf(endpoint)) {
      const { status, body } = await tenant.api('GET', `${openQuery(path)}limit=${encodeURI(limit)}`)
      expect([status, body.error?.code], limit).toEqual([400, 'SVC-PAGINATION-INVALID_LIMIT'])
    }
    expect((await tenant.api('GET', `${openQuery(path)}limit=1&limit=2`)).status).toBe(400)
  })
  it('accept only a cursor that a page returned', async () => {
    const { path } = target
    for (const cursor of cursorsOf(endpoint)) {
      const { status, body } = await tenant.api('GET', `${openQuery(path)}cursor=${cursor}`)
      expect([status, body.error?.code], cursor.slice(0, 40)).toEqual([
        400,
        cursor === '%ff' ? 'SVC-REQUEST-BAD_URL' : 'SVC-PAGINATION-INVALID_CURSOR',
      ])
    }
    expect((await tenant.api('GET', `${openQuery(path)}cursor=a&cursor=b`)).status).toBe(400)
  })
})

describe('paths', () => {
  it('of any form get a response', async () => {
    for (const path of [
      '',
      '/',
      '//',
      '/threads/',
      '//threads',
      '/threads//',
      '/../../etc/passwd',
      '/threads/..%2f..%2fetc',
      '/threads/%2e%2e',
      '/THREADS',
      '/threads;x=1',
      '/threads/%00',
      '/nothing',
      '/threads/a/b/c/d',
    ]) {
      const response = await tenant.api('GET', path)
      expect([400, 404], `${path} ${response.status}`).toContain(response.status)
    }
    for (const path of ['/threads/%zz', '/threads/%', '/threads/%ff', '/%c0%ae']) {
      const response = await tenant.api('GET', path)
      expect([response.status, response.body.error?.code], path).toEqual([400, 'SVC-REQUEST-BAD_URL'])
    }
    const long = await tenant.api('GET', `/threads/${'x'.repeat(8200)}`)
    expect([long.status, long.body.error?.code]).toEqual([414, 'SVC-REQUEST-URI_TOO_LONG'])
    expect((await tenant.api('GET', `/threads?externalRef=${'x'.repeat(8200)}`)).status).toBe(414)
  })
})
