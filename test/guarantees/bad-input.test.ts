/** G10: bad input gets a clear error, never a 5xx or an undocumented status. Each response is compared with the API description. */
import { gzipSync } from 'node:zlib'
import { Compile } from 'typebox/compile'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Shape } from '#platform/schema.ts'
import { setUpTenant } from '../support/service.ts'
import { casesByKind, kindOfOperation } from '../extent.ts'
import { bodyVariants, kindOfField, mutations, named, requestsOf, withValueAt, type PlainSchema, type Prepared } from './operations.ts'
import { unique } from './unique.ts'

const { tenant } = await setUpTenant()
const requests = requestsOf(tenant)

/** Operations with a body that is not a form; uploads.test.ts tests forms. */
const withBody = mutations.filter(({ body, form }) => body && !form)
const longest = 1_048_576
/** Errors that precede validation are the same for all operations, so the largest bodies are sent to these two only. */
const takesLargeBodies = new Set(['createThread', 'updateLabel'])
const nested = (open: string, close: string): string => open.repeat(longest / 2) + close.repeat(longest / 2)

/** Bodies that no operation accepts, with the allowed error codes. */
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
  [
    'a surrogate half in UTF-8',
    Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    'SVC-REQUEST-MALFORMED_JSON',
  ],
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
  ['a megabyte of brackets that never close', '['.repeat(longest), 'SVC-VALIDATION-FAILED'],
  ['deep objects', `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`, 'SVC-VALIDATION-FAILED'],
  ['an unknown field', '{"a_field_that_nobody_declared": 1}', 'SVC-VALIDATION-UNKNOWN_FIELD'],
  ['__proto__', '{"__proto__": {"title": "a"}}', 'SVC-VALIDATION-UNKNOWN_FIELD'],
  ['constructor', '{"constructor": {"prototype": {}}}', 'SVC-VALIDATION-UNKNOWN_FIELD'],
  [
    'a hundred thousand unknown fields',
    `{${Array.from({ length: 100_000 }, (_, i) => `"f${i}":1`).join(',')}}`.slice(0, longest),
    'SVC-VALIDATION-FAILED',
  ],
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

/** One value of every JSON type. */
const ofEveryType: unknown[] = [{}, null, true, 0, 'x', []]
/** Boundary values of each type, and strings that other languages coerce. */
const peculiar: unknown[] = [
  -1,
  1.5,
  1e308,
  2 ** 60,
  '',
  ' ',
  '\u200b',
  'NULL',
  "'; drop table threads; --",
  '%00',
  '${7*7}',
  [[]],
  [null],
  { a: 1 },
  '2026-02-30T00:00:00Z',
  '0000-00-00',
  '-000001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '2026-01-01T25:00:00Z',
  '2026-01-01',
]

const isLarge = ([, raw]: (typeof rawBodies)[number]): boolean => raw.length >= 100_000
const smallBodies = rawBodies.filter((body) => !isLarge(body))
const smallBodiesOf = casesByKind(withBody, kindOfOperation, smallBodies)
const mediaOf = casesByKind(withBody, kindOfOperation, media)
const fields = withBody.flatMap((endpoint) =>
  bodyVariants(endpoint).flatMap((schema, variant) => getFields(schema).map((field) => ({ endpoint, schema, variant, field }))),
)
const valuesFor = casesByKind(fields, ({ field }) => kindOfField(field.schema), [...ofEveryType, ...peculiar])
const typeNames = ['application/json', 'Application/JSON', 'application/json; charset=utf-8', 'application/json;charset=UTF-8']
const typeNamesOf = casesByKind(withBody, kindOfOperation, typeNames)

describe.each(named(withBody))('the body of %s', (_, endpoint) => {
  /** Target of all requests that are refused before they have an effect. */
  let target: Prepared
  /**
   * Valid request for each member of the body's union, in which the test replaces one field with an invalid value. A new request is created
   * after the service has accepted a value.
   */
  const bases = new Map<number, Prepared>()
  beforeAll(async () => {
    target = await requests.prepare(endpoint)
  })

  const bodies = [...smallBodiesOf(endpoint), ...(takesLargeBodies.has(endpoint.operationId) ? rawBodies.filter(isLarge) : [])]
  it.each(bodies)('%s', async (what, raw, codes) => {
    const { path } = target
    const response = await tenant.api(endpoint.method, path, { raw })
    // An optional body counts as empty where the API treats null as absent.
    if (what === 'nothing but null' && response.status < 300) return
    expect(response.status, response.text.slice(0, 300)).toBe(codes === 'SVC-REQUEST-BODY_TOO_LARGE' ? 413 : 400)
    expect(codes.split('|'), response.text.slice(0, 300)).toContain(response.body.error?.code)
    expect(response.text.length, 'the error is short however long the body').toBeLessThan(20_000)
  })

  it.each(mediaOf(endpoint))('with %s as its media type', async (_what, headers) => {
    const { path, body } = target
    const raw = headers['content-encoding'] === 'gzip' ? gzipSync(JSON.stringify(body)) : JSON.stringify(body)
    const response = await tenant.api(endpoint.method, path, { raw, headers })
    expect([response.status, response.body.error?.code]).toEqual([415, 'SVC-REQUEST-UNSUPPORTED_MEDIA_TYPE'])
  })

  it('accepts JSON under its usual names', async () => {
    for (const type of typeNamesOf(endpoint)) {
      const { path, body } = await requests.prepare(endpoint)
      const response = await tenant.api(endpoint.method, path, {
        body,
        headers: { 'content-type': type, 'content-encoding': type.startsWith('A') ? 'identity' : null },
      })
      expect(response.status, `${type} ${response.text.slice(0, 200)}`).toBeLessThan(300)
    }
  })

  it.each(
    fields
      .filter((place) => place.endpoint === endpoint)
      .map((place) => [place.field.at.join('.'), place.variant, place, valuesFor(place)] as const),
  )('field %s, wrong in many ways (%i)', async (_name, variant, { schema, field }, values) => {
    const base = bases.get(variant) ?? (await requests.prepare(endpoint, variant))
    bases.set(variant, base)
    // Safe because the member of a body's union is a shape too.
    const accepts = Compile(schema as Shape)
    for (const value of [...values, ...justOutside(field.schema)]) {
      const body = withValueAt(unique(base.body), field.at, value)
      const response = await tenant.api(endpoint.method, base.path, { body })
      const what = `${JSON.stringify(value)?.slice(0, 60)} → ${response.text.slice(0, 300)}`
      // An operation may succeed only once per object, so the next field gets another object.
      if (response.status < 300 && endpoint.method !== 'PATCH') bases.delete(variant)
      if (!accepts.Check(body)) expect(response.status, what).toBe(400)
      if (response.status === 400) expect(response.body.error?.details?.length ?? 1, what).toBeGreaterThan(0)
    }
  })

  it('names each missing field', async () => {
    const base = target
    const [schema] = bodyVariants(endpoint)
    for (const name of schema?.required ?? []) {
      const response = await tenant.api(endpoint.method, base.path, { body: { ...Object(base.body), [name]: undefined } })
      expect(response.status, name).toBe(400)
      expect(
        response.body.error?.details?.map(({ field }) => field),
        name,
      ).toContain(name)
    }
  })

  it('uses the last of two fields of one name, as JSON parsers do, and checks it', async () => {
    const base = target
    const [name] = Object.keys(Object(base.body))
    if (!name) return
    const response = await tenant.api(endpoint.method, base.path, {
      raw: JSON.stringify(base.body).replace(/\}$/, `,"${name}":{"no":{"such":"thing"}}}`),
    })
    expect(response.status).toBe(400)
  })
})

type Field = { at: string[]; schema: PlainSchema }

/** Lists every place in a body that has its own schema. */
function getFields(schema: PlainSchema, at: string[] = []): Field[] {
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => placeAndBelow(part, at.concat(name))),
    ...Object.values(schema.patternProperties ?? {}).flatMap((part) => [
      { at: [...at, 'plan'], schema: part },
      { at: [...at, 'Not A Key'], schema: part },
    ]),
    ...(schema.items ? placeAndBelow(schema.items, at.concat('[]')) : []),
  ]
}

function placeAndBelow(schema: PlainSchema, at: string[]): Field[] {
  return [{ at, schema }, ...getFields(schema, at)]
}

/** Returns values just outside the field's bounds. */
function justOutside({ maxLength, maxItems, maximum, minimum, items }: PlainSchema): unknown[] {
  return [
    ...(maxLength ? ['x'.repeat(maxLength + 1), ...(maxLength < 10_000 ? ['\u{1f600}'.repeat(maxLength + 1)] : [])] : []),
    ...(maxItems ? [Array.from({ length: maxItems + 1 }, (_, i) => items?.examples?.[0] ?? `w${i}`)] : []),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(minimum === undefined ? [] : [minimum - 1]),
  ]
}
