/** No request blocks the event loop for long, whatever it contains, because all other callers of the process would wait. */
import { beforeEach, expect, it } from 'vitest'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import { maxBodyDepth, maxBodyValues } from '#platform/http/json-body.ts'
import { setUpService, type TestTenant } from '../support/service.ts'
import {
  openQuery,
  bodyVariants,
  mutations,
  named,
  operations,
  plain,
  requestsOf,
  withValueAt,
  type PlainSchema,
  type Requests,
} from './operations.ts'
import { casesByKind, firstOfEachKind, kindOfOperation, testsAll } from '../extent.ts'

let tenant: TestTenant
let requests: Requests

const service = await setUpService()
// A search reads texts that no worker has indexed yet. In a shared tenant, these would include the large texts of earlier tests.
beforeEach(async () => {
  tenant = await service.createTenant()
  requests = requestsOf(tenant)
})

/** Maximum CPU time of a request in milliseconds, including the client in this process. It is usually 2 to 40 ms. */
const maxCpuMs = 200
/** Garbage collection and JIT compilation may take longer than one request, so the cheapest of several attempts counts. */
const maxAttempts = 4

async function expectCheap(what: string, request: () => Promise<unknown>): Promise<void> {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 1; attempt <= maxAttempts && best > maxCpuMs; attempt++) {
    const before = process.cpuUsage()
    await request()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  expect(best, `milliseconds of CPU for ${what}`).toBeLessThan(maxCpuMs)
}

const mebibyte = 1_048_576
/** Size of a large text that leaves room for the rest of the body within a mebibyte. */
const large = 1_000_000
/** The maximum number of fields in a body, each with a value. */
const many = maxBodyValues / 2 - 500

function fields(count: number, nameOf = (i: number) => `field_${i}`): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [nameOf(i), 1]))
}

/** Bodies that no operation accepts. */
const hugeBodies: readonly [string, () => string][] = [
  ['80,000 unknown fields', () => JSON.stringify(fields(80_000, (i) => `f${i}`))],
  ['as many unknown fields as a body may have', () => JSON.stringify(fields(many))],
  ['as many unknown fields, with long names', () => JSON.stringify(fields(many, (i) => 'field'.repeat(18) + String(i)))],
  ['half a million arrays in each other', () => '['.repeat(mebibyte / 2) + ']'.repeat(mebibyte / 2)],
  ['150,000 objects in each other', () => `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`],
  ['half a million numbers', () => `[${'0,'.repeat(large / 2)}0]`],
  ['300,000 objects', () => `[${'{},'.repeat(300_000)}{}]`],
  ['a megabyte of quotation marks', () => '"'.repeat(mebibyte)],
  ['a megabyte of escaped halves of characters', () => `{"a":"${'\\ud83d'.repeat(large / 6)}"}`],
]

const repeated = (text: string): (() => string) => {
  return () => text.repeat(Math.floor(large / text.length))
}

/** Worst cases of parsers: Markdown, HTML, addresses, templates and words. */
const slowTexts: readonly [string, () => string][] = [
  ['letters', repeated('a')],
  ['spaces', repeated(' ')],
  ['line breaks', repeated('\n')],
  ['words', repeated('ab ')],
  ['combining marks', () => `a${'\u0301'.repeat(large / 2)}`],
  ['Chinese', () => '\u6f22'.repeat(large / 3)],
  ['at signs', repeated('@')],
  ['mail addresses', repeated('a@b.c ')],
  ['web addresses', repeated('http://a.b ')],
  ['tags', repeated('<b>')],
  ['tags without an end', repeated('<a href="')],
  ['entities', repeated('&amp;')],
  ['brackets', repeated('[')],
  ['pictures', repeated('![')],
  ['links', repeated('[a](')],
  ['emphasis', repeated('*_')],
  ['asterisks', repeated('*a ')],
  ['backticks', () => Array.from({ length: 700 }, (_, i) => '`'.repeat(i)).join(' ')],
  ['quotations', repeated('>')],
  ['lists', repeated('- a\n')],
  ['paragraphs', repeated('a\n\n')],
  ['headings', repeated('# a\n')],
  ['cells of a table', () => `${'|a'.repeat(5_000)}|\n${'|-'.repeat(5_000)}|\n${'|a|\n'.repeat(200_000)}`],
  ['variables without an end', repeated('{{a')],
  ['variables', repeated('{{a.b|c}}')],
]

type Place = { at: string[]; schema: PlainSchema }
type Costly = [string, () => unknown]

function getPlaces(schema: PlainSchema, at: string[] = []): Place[] {
  return [
    { at, schema },
    ...(schema.anyOf ?? []).flatMap((member) => getPlaces(member, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => getPlaces(part, [...at, name])),
    ...(schema.items ? getPlaces(schema.items, [...at, '[]']) : []),
  ]
}

function costlyValues({ schema }: Place): Costly[] {
  if (schema.items) {
    const own = exampleOf(schema.items)
    return [
      ['many wrong entries', () => Array.from({ length: many }, () => 0)],
      ['many empty entries', () => Array.from({ length: many }, () => ({}))],
      ['many entries of its own', () => Array.from({ length: many / 2 }, () => own)],
      ['entries with many fields', () => Array.from({ length: 90 }, () => fields(90))],
    ]
  }
  if (schema.type === 'object')
    return [
      ['many unknown fields', () => fields(many)],
      ['many texts', () => Object.fromEntries(Object.keys(fields(many)).map((name) => [name, 'a']))],
      ['many lists', () => Object.fromEntries(Object.keys(fields(many / 2)).map((name) => [name, ['a']]))],
    ]
  if (schema.type !== 'string' || schema.enum) return []
  const { maxLength = large } = schema
  const whole = slowTexts.map(([what, text]): Costly => [`a long text of ${what}`, () => text().slice(0, maxLength)])
  return maxLength < large ? whole.concat(slowTexts.map(([what, text]): Costly => [`a text of ${what} that is far too long`, text])) : whole
}

function exampleOf({ examples, type, anyOf }: PlainSchema): unknown {
  return examples?.[0] ?? (type === 'string' ? 'a' : anyOf ? exampleOf(anyOf[0] ?? {}) : {})
}

const withBody = mutations.filter(({ body, form }) => body && !form)
const hugeBodiesOf = casesByKind(withBody, kindOfOperation, hugeBodies)

type Case = { endpoint: Endpoint; variant: number; at: string[]; what: string; value: () => unknown }
const cases: readonly Case[] = withBody.flatMap((endpoint) =>
  bodyVariants(endpoint).flatMap((schema, variant) =>
    getPlaces(schema).flatMap((place) => costlyValues(place).map(([what, value]) => ({ endpoint, variant, at: place.at, what, value }))),
  ),
)
/** Whether a case always runs: texts that are rendered, and places where slow input was found. */
const alwaysTested = ({ endpoint: { operationId }, at, what }: Case): boolean =>
  (operationId === 'createKbArticle' && at.join('.') === 'body' && !what.includes('far too long')) ||
  (operationId === 'createThread' && at.join('.') === 'customFields')
const chosenCases = new Set(testsAll ? cases : firstOfEachKind(cases, ({ what }) => what))

it.each(named(withBody))('%s refuses huge bodies cheaply', async (_, endpoint) => {
  const { path } = await requests.prepare(endpoint)
  for (const [what, text] of hugeBodiesOf(endpoint)) {
    const raw = text().slice(0, mebibyte)
    await expectCheap(what, async () => expect((await tenant.api(endpoint.method, path, { raw })).status, what).toBe(400))
  }
})

const withCases = withBody.flatMap((endpoint) => {
  const own = cases.filter((one) => one.endpoint === endpoint && (chosenCases.has(one) || alwaysTested(one)))
  return own.length > 0 ? [[endpoint.operationId, endpoint, own] as const] : []
})

it.each(withCases)('%s reads values cheaply that are expensive to parse', async (_, endpoint, own) => {
  for (const variant of new Set(own.map((one) => one.variant))) {
    const { path, body } = await requests.prepare(endpoint, variant)
    for (const { at, what, value } of own.filter((one) => one.variant === variant)) {
      const raw = JSON.stringify(withValueAt(body, at, value()))
      if (Buffer.byteLength(raw) > mebibyte) continue
      await expectCheap(`${what} as ${at.join('.') || 'the body'}`, () => tenant.api(endpoint.method, path, { raw }))
    }
  }
})

const hugeQueries: readonly [string, string][] = [
  ['unknown parameters', Array.from({ length: 1_300 }, (_, i) => `a${i.toString(36)}`).join('&')],
  ['long unknown parameters', Array.from({ length: 75 }, (_, i) => `${'q'.repeat(98)}${i}=1`).join('&')],
  ['a parameter that is repeated', 'a&'.repeat(4_000)],
]
const slowQueries = ['a', 'a%20', '-a%20', '%22', '(', 'a%20OR%20', '*a', 'a*%20', '%E6%BC%A2']
const queries = operations.flatMap((endpoint) => [
  ...hugeQueries.map(([what, query]) => ({ endpoint, kind: what, what, query })),
  ...Object.entries(plain(endpoint.query).properties ?? {})
    .filter(([, { type }]) => type === 'string')
    .flatMap(([name, { maxLength = 7_000 }]) =>
      slowQueries.map((text) => ({
        endpoint,
        kind: text,
        what: `${name} of ${text}`,
        query: `${name}=${text.repeat(Math.min(maxLength, 7_000 / text.length))}`,
      })),
    ),
])
const chosenQueries = testsAll ? queries : firstOfEachKind(queries, ({ kind }) => kind)

it.each(chosenQueries.map((one) => [one.endpoint.operationId, one.what, one] as const))(
  'the query of %s is read cheaply: %s',
  async (_operation, what, { endpoint, query }) => {
    const { path, body } = await requests.prepare(endpoint)
    await expectCheap(what, () =>
      tenant.api(endpoint.method, `${openQuery(path)}${query}`, { body: endpoint.method === 'GET' ? undefined : body }),
    )
  },
)

it('accepts a body with as many values and levels as are allowed', async () => {
  const { path } = await requests.prepare(operations.find(({ operationId }) => operationId === 'createLabel') as Endpoint)
  const codeOf = async (raw: string): Promise<string | undefined> => {
    const { body } = await tenant.api('POST', path, { raw: raw.padEnd(100_000) })
    return body.error?.details?.map(({ code }) => code).join()
  }
  const nested = (depth: number): string => `{"name":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
  const listed = (count: number): string => `{"name":[${Array.from({ length: count }, () => 0).join()}]}`
  expect(await codeOf(nested(maxBodyDepth))).toBe('WRONG_TYPE')
  expect(await codeOf(nested(maxBodyDepth + 1))).toBe('TOO_LARGE')
  // The other values are the object, its key, and the array with its first entry.
  expect(await codeOf(listed(maxBodyValues - 3))).toBe('WRONG_TYPE')
  expect(await codeOf(listed(maxBodyValues - 2))).toBe('TOO_LARGE')
})
