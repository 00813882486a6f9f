/** G10: bad input gets a clear error: never a 5xx, never an undocumented status (each answer is held against the document). */
import { gzipSync } from 'node:zlib'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallAnswer } from '../../server/kit/testing/caller.ts'
import type { Shape } from '../../server/kit/schema.ts'
import { startTestService, type TestService, type TestTenant } from '../../server/kit/testing/service.ts'
import { bodyVariants, lists, mutations, named, operations, plain, requestsOf, unique, withValueAt, type PlainSchema, type Prepared, type Requests } from './operations.ts'

let service: TestService
let tenant: TestTenant
let requests: Requests

beforeAll(async () => {
  service = await startTestService()
  tenant = await service.createTenant()
  requests = requestsOf(tenant)
})
afterAll(() => service.stop())

const withBody = mutations.filter(({ body }) => body)
const longest = 1_048_576
/** What is refused before any shape is looked at is the same for all operations, so the largest bodies go to two of them. */
const takesLargeBodies = new Set(['createThread', 'updateLabel'])
const nested = (open: string, close: string): string => open.repeat(longest / 2) + close.repeat(longest / 2)

/** Bodies that no operation accepts. The codes are those it may answer. */
const rawBodies: [string, string | Buffer, string][] = [
  ['no JSON at all', 'hello', 'SVC-REQUEST-MALFORMED_JSON'],
  ['cut off', '{"title": "a', 'SVC-REQUEST-MALFORMED_JSON'],
  ['two values', '{} {}', 'SVC-REQUEST-MALFORMED_JSON'],
  ['a trailing comma', '{"title": "a",}', 'SVC-REQUEST-MALFORMED_JSON'],
  ['single quotes', "{'title': 'a'}", 'SVC-REQUEST-MALFORMED_JSON'],
  ['a comment', '{/* */}', 'SVC-REQUEST-MALFORMED_JSON'],
  ['NaN', '{"title": NaN}', 'SVC-REQUEST-MALFORMED_JSON'],
  ['a raw NUL', '{"title": "a\0b"}', 'SVC-REQUEST-MALFORMED_JSON'],
  ['only a NUL', '\0', 'SVC-REQUEST-MALFORMED_JSON'],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 'SVC-REQUEST-MALFORMED_JSON'],
  ['a surrogate half in UTF-8', Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]), 'SVC-REQUEST-MALFORMED_JSON'],
  ['UTF-16', Buffer.from('\ufeff{"title":"a"}', 'utf16le'), 'SVC-REQUEST-MALFORMED_JSON'],
  ['an escaped NUL', '{"title": "a\\u0000b"}', 'SVC-VALIDATION-FAILED'],
  ['an escaped NUL as a name', '{"\\u0000": 1}', 'SVC-VALIDATION-FAILED'],
  ['half a surrogate pair', '{"title": "\\ud800"}', 'SVC-VALIDATION-FAILED'],
  ['the other half', '{"title": ["\\udc00x"]}', 'SVC-VALIDATION-FAILED'],
  ['an array', '[]', 'SVC-VALIDATION-FAILED'],
  ['an array of objects', '[{}]', 'SVC-VALIDATION-FAILED'],
  ['a text', '"title"', 'SVC-VALIDATION-FAILED'],
  ['a number', '1e999', 'SVC-VALIDATION-FAILED'],
  ['true', 'true', 'SVC-VALIDATION-FAILED'],
  ['nothing but null', 'null', 'SVC-VALIDATION-FAILED'],
  ['a megabyte of brackets', nested('[', ']'), 'SVC-VALIDATION-FAILED'],
  ['a megabyte of brackets that never close', '['.repeat(longest), 'SVC-REQUEST-MALFORMED_JSON'],
  ['deep objects', `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`, 'SVC-VALIDATION-UNKNOWN_FIELD'],
  ['an unknown field', '{"a_field_that_nobody_declared": 1}', 'SVC-VALIDATION-UNKNOWN_FIELD'],
  ['__proto__', '{"__proto__": {"title": "a"}}', 'SVC-VALIDATION-UNKNOWN_FIELD'],
  ['constructor', '{"constructor": {"prototype": {}}}', 'SVC-VALIDATION-UNKNOWN_FIELD'],
  ['a hundred thousand unknown fields', `{${Array.from({ length: 100_000 }, (_, i) => `"f${i}":1`).join(',')}}`.slice(0, longest), 'SVC-VALIDATION-UNKNOWN_FIELD|SVC-REQUEST-MALFORMED_JSON'],
  ['one byte more than a mebibyte', ' '.repeat(longest + 1), 'SVC-REQUEST-BODY_TOO_LARGE'],
  ['ten mebibytes', ' '.repeat(10 * longest), 'SVC-REQUEST-BODY_TOO_LARGE'],
]

const media: [string, Record<string, string | null>][] = [
  ['no content type', { 'content-type': null }],
  ['text', { 'content-type': 'text/plain' }],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['multipart', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['nearly JSON', { 'content-type': 'application/jsonp' }],
  ['merge-patch', { 'content-type': 'application/merge-patch+json' }],
  ['empty', { 'content-type': '' }],
  ['garbage', { 'content-type': ';;;' }],
  ['an encoding', { 'content-encoding': 'gzip' }],
  ['an unknown encoding', { 'content-encoding': 'zstd' }],
]

describe.each(named(withBody))('the body of %s', (_, endpoint) => {
  /** One target for all requests that are refused before anything happens. */
  let target: Prepared
  beforeAll(async () => {
    target = await requests.prepare(endpoint)
  })

  it.each(rawBodies.filter(([, raw]) => raw.length < 100_000 || takesLargeBodies.has(endpoint.operationId)))('%s', async (what, raw, codes) => {
    const { path } = target
    const answer = await tenant.api(endpoint.method, path, { raw })
    // A body that an operation may do without is judged as an empty one where null stands for nothing.
    if (what === 'nothing but null' && answer.status < 300) return
    expect(answer.status, answer.text.slice(0, 300)).toBe(codes === 'SVC-REQUEST-BODY_TOO_LARGE' ? 413 : 400)
    expect(codes.split('|'), answer.text.slice(0, 300)).toContain(answer.body.error?.code)
    expect(answer.text.length, 'the error is short however long the body').toBeLessThan(20_000)
  })

  it.each(media)('with %s as its media type', async (_what, headers) => {
    const { path, body } = target
    const raw = headers['content-encoding'] === 'gzip' ? gzipSync(JSON.stringify(body)) : JSON.stringify(body)
    const answer = await tenant.api(endpoint.method, path, { raw, headers })
    expect([answer.status, answer.body.error?.code]).toEqual([415, 'SVC-REQUEST-UNSUPPORTED_MEDIA_TYPE'])
  })

  it('accepts JSON under its usual names', async () => {
    for (const type of ['application/json', 'Application/JSON', 'application/json; charset=utf-8', 'application/json;charset=UTF-8']) {
      const { path, body } = await requests.prepare(endpoint)
      const answer = await tenant.api(endpoint.method, path, { body, headers: { 'content-type': type, 'content-encoding': type.startsWith('A') ? 'identity' : null } })
      expect(answer.status, `${type} ${answer.text.slice(0, 200)}`).toBeLessThan(300)
    }
  })

  bodyVariants(endpoint).forEach((schema, variant) => {
    it.each(fieldsOf(schema).map((field) => [field.at.join('.'), field] as const))(`field %s, wrong in every way (${variant})`, async (_name, { at, schema: fieldSchema }) => {
      const base = await requests.prepare(endpoint, variant)
      // Safe because the member of a body's union is a shape too.
      const accepts = Compile(schema as Shape)
      for (const value of wrongValues(fieldSchema)) {
        const body = withValueAt(unique(base.body), at, value)
        const answer = await tenant.api(endpoint.method, base.path, { body })
        const what = `${JSON.stringify(value)?.slice(0, 60)} → ${answer.text.slice(0, 300)}`
        if (!accepts.Check(body)) expect(answer.status, what).toBe(400)
        if (answer.status === 400) expect(answer.body.error?.details?.length ?? 1, what).toBeGreaterThan(0)
      }
    })
  })

  it('names each missing field', async () => {
    const base = await requests.prepare(endpoint)
    const [schema] = bodyVariants(endpoint)
    for (const name of schema?.required ?? []) {
      const answer = await tenant.api(endpoint.method, base.path, { body: { ...Object(base.body), [name]: undefined } })
      expect(answer.status, name).toBe(400)
      expect(answer.body.error?.details?.map(({ field }) => field), name).toContain(name)
    }
  })

  it('takes the last of two fields of one name, as JSON parsers do, and checks it', async () => {
    const base = await requests.prepare(endpoint)
    const [name] = Object.keys(Object(base.body))
    if (!name) return
    const answer = await tenant.api(endpoint.method, base.path, { raw: JSON.stringify(base.body).replace(/\}$/, `,"${name}":{"no":{"such":"thing"}}}`) })
    expect(answer.status).toBe(400)
  })
})

type Field = { at: string[]; schema: PlainSchema }

/** Every place of a body that has a shape of its own. */
function fieldsOf(schema: PlainSchema, at: string[] = []): Field[] {
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => placeAndBelow(part, at.concat(name))),
    ...Object.values(schema.patternProperties ?? {}).flatMap((part) => [{ at: [...at, 'plan'], schema: part }, { at: [...at, 'Not A Key'], schema: part }]),
    ...(schema.items ? placeAndBelow(schema.items, at.concat('[]')) : []),
  ]
}

function placeAndBelow(schema: PlainSchema, at: string[]): Field[] {
  return [{ at, schema }, ...fieldsOf(schema, at)]
}

/** Values of every JSON type, and those just outside the field's own bounds. */
function wrongValues(schema: PlainSchema): unknown[] {
  const { maxLength, maxItems, maximum, minimum, items } = schema
  return [
    null, true, 0, -1, 1.5, 1e308, 2 ** 60, '', ' ', 'x', '\u200b', 'NULL', "'; drop table threads; --", '%00', '${7*7}', [], [[]], [null], {}, { a: 1 },
    '2026-02-30T00:00:00Z', '0000-00-00', '-000001-01-01T00:00:00Z', '+275760-09-13T00:00:00.001Z', '2026-01-01T25:00:00Z', '2026-01-01',
    ...(maxLength ? ['x'.repeat(maxLength + 1), ...(maxLength < 10_000 ? ['\u{1f600}'.repeat(maxLength + 1)] : [])] : []),
    ...(maxItems ? [Array.from({ length: maxItems + 1 }, (_, i) => items?.examples?.[0] ?? `w${i}`)] : []),
    ...(maximum === undefined ? [] : [maximum + 1]), ...(minimum === undefined ? [] : [minimum - 1]),
  ]
}

// --- Query strings ----------------------------------------------------------------------------------------------------

describe.each(named(operations))('the query string of %s', (_, endpoint) => {
  let target: Prepared
  beforeAll(async () => {
    target = await requests.prepare(endpoint)
  })

  it('refuses names it does not know, repeated names and what cannot be decoded', async () => {
    const { path, body } = target
    const ask = (query: string): Promise<CallAnswer> => tenant.api(endpoint.method, `${path}?${query}`, { body: endpoint.method === 'GET' ? undefined : body })
    for (const query of ['no_such=1', '__proto__=1', 'constructor=1', 'toString=1', '=1', 'status%5B%5D=open', encodeURIComponent("'--")]) {
      const { status, body: answer } = await ask(query)
      expect([status, answer.error?.code], query).toEqual([400, 'SVC-VALIDATION-UNKNOWN_FIELD'])
    }
    for (const query of ['%zz', 'no_such=%', 'no_such=%ff', 'no_such=%c0%80', 'no_such=%ed%a0%80']) {
      const { status, body: answer } = await ask(query)
      expect([status, answer.error?.code], query).toEqual([400, 'SVC-REQUEST-BAD_URL'])
    }
    expect((await ask('no_such=%00')).status).toBe(400)
  })

  it('refuses wrong values of the names it knows', async () => {
    const { path } = target
    for (const [name, schema] of Object.entries(plain(endpoint.query).properties ?? {})) {
      const ask = (value: string): Promise<CallAnswer> => tenant.api(endpoint.method, `${path}?${name}=${value}`)
      expect((await ask('a')).status, `${name} once`).toBeLessThan(500)
      expect((await tenant.api(endpoint.method, `${path}?${name}=a&${name}=b`)).status, `${name} twice`).toBe(400)
      for (const value of ['%00', 'a%00b', '%ff', '%ed%a0%80', '%zz']) expect((await ask(value)).status, `${name}=${value}`).toBe(400)
      if (schema.format === 'date-time') {
        const dates = ['0000', '0000-00-00T00:00:00Z', '2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z', '%2B275760-09-13T00:00:00.001Z', '-000001-01-01T00:00:00Z', '9'.repeat(100), 'now', 'infinity', '2026-01-01T00:00:00%2B99:99', '']
        for (const value of dates) expect((await ask(value)).status, `${name}=${value}`).toBe(400)
        for (const value of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-01-01T00:00:00.123456789Z', '2026-01-01T00:00:00%2B14:00', '2024-02-29T00:00:00-05:00']) {
          expect((await ask(value)).status, `${name}=${value}`).toBe(200)
        }
      }
      if (schema.enum) for (const value of ['nothing', '', 'open,closed', encodeURIComponent(' open')]) expect((await ask(value)).status, `${name}=${value}`).toBe(400)
      if (schema.maxLength) expect((await ask('x'.repeat(schema.maxLength + 1))).status, `${name} too long`).toBe(400)
    }
  })
})

describe.each(named(lists))('pages of %s', (_, endpoint) => {
  let target: Prepared
  beforeAll(async () => {
    target = await requests.prepare(endpoint)
  })

  it('limit: from 1, above 100 counts as 100, everything else is refused', async () => {
    const { path } = target
    for (const limit of ['1', '20', '100', '101', '1000', '99999999999999999999', '007']) expect((await tenant.api('GET', `${path}?limit=${limit}`)).status, limit).toBe(200)
    for (const limit of ['0', '-1', '1.5', 'abc', '', '1e3', '0x10', ' 1', '1%20', '%2B1', 'Infinity', 'NaN', '٣', '00']) {
      const { status, body } = await tenant.api('GET', `${path}?limit=${encodeURI(limit)}`)
      expect([status, body.error?.code], limit).toEqual([400, 'SVC-PAGINATION-INVALID_LIMIT'])
    }
    expect((await tenant.api('GET', `${path}?limit=1&limit=2`)).status).toBe(400)
  })
  it('cursor: nothing but what a page gave', async () => {
    const { path } = target
    for (const cursor of ['x', 'AAAA', 'null', '%00', '%ff', 'a'.repeat(4000), Buffer.from(JSON.stringify({ id: 1 })).toString('base64url'), '../..', '%F0%9F%98%80']) {
      const { status, body } = await tenant.api('GET', `${path}?cursor=${cursor}`)
      expect([status, body.error?.code], cursor.slice(0, 40)).toEqual([400, cursor === '%ff' ? 'SVC-REQUEST-BAD_URL' : 'SVC-PAGINATION-INVALID_CURSOR'])
    }
    expect((await tenant.api('GET', `${path}?cursor=a&cursor=b`)).status).toBe(400)
  })
})

describe('paths', () => {
  it('of any form are answered', async () => {
    for (const path of ['', '/', '//', '/threads/', '//threads', '/threads//', '/../../etc/passwd', '/threads/..%2f..%2fetc', '/threads/%2e%2e', '/THREADS', '/threads;x=1', '/threads/%00', '/nothing', '/threads/a/b/c/d']) {
      const answer = await tenant.api('GET', path)
      expect([400, 404], `${path} ${answer.status}`).toContain(answer.status)
    }
    for (const path of ['/threads/%zz', '/threads/%', '/threads/%ff', '/%c0%ae']) {
      const answer = await tenant.api('GET', path)
      expect([answer.status, answer.body.error?.code], path).toEqual([400, 'SVC-REQUEST-BAD_URL'])
    }
    const long = await tenant.api('GET', `/threads/${'x'.repeat(8200)}`)
    expect([long.status, long.body.error?.code]).toEqual([414, 'SVC-REQUEST-URI_TOO_LONG'])
    expect((await tenant.api('GET', `/threads?externalRef=${'x'.repeat(8200)}`)).status).toBe(414)
  })
})
