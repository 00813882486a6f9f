/**
 * G15: API keys and other secrets appear in no log, no error, no response except the one that creates them, and nowhere in the database.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { CalendarFeedWithUrl } from '../../client/index.ts'
import { createLog } from '#platform/log.ts'
import type { CallResponse, CallOptions } from '../support/caller.ts'
import { createTextFinder } from '../support/find-texts.ts'
import { exchange } from '../support/raw-http.ts'
import { setUpTenant } from '../support/service.ts'
import { whereIs } from '../support/snapshot.ts'
import { casesByKind, kindOfOperation } from '../extent.ts'
import { openQuery, operations, requestsOf } from './operations.ts'

let logged = ''
const seen: { what: string; text: string }[] = []
const secrets = new Set<string>()

const { log } = createLog('trace', { write: (line) => void (logged += line), flushSync: () => undefined })
const { service, tenant } = await setUpTenant({ log })
const requests = requestsOf(tenant)
secrets.add(service.config.secretKey)

function encoded(text: string): string {
  return [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
}

async function ask(method: string, path: string, options: CallOptions, what: string): Promise<CallResponse> {
  const response = await service.api(method, path, options)
  seen.push({ what: `${method} ${path} ${what}`, text: JSON.stringify(response.headers) + response.text })
  return response
}

/** Encodings of a key that decode to it, once or twice. */
const getSpellings = (key: string): string[] => [encoded(key), encoded(encoded(key)), key.replace('_', '%5F'), key.replace('_', '%255f')]

type Canary = { key: string; narrow: string; swapped: string; path: string; body: unknown }
type Way = (canary: Canary) => [what: string, CallOptions & { method?: string; path?: string }]

/** Refused requests, and places in a request that can contain a key. */
const ways: readonly Way[] = [
  ({ narrow, body }) => ['without the scope', { key: narrow, body }],
  ({ swapped, body }) => ['with a typo in the key', { key: swapped, body }],
  ({ key, body }) => ['with another scheme', { body, headers: { authorization: `Basic ${key}` } }],
  ({ key }) => ['cut off', { key, raw: `{"title": "${key}` }],
  ({ key }) => ['as a field’s name', { key, body: { [key]: 1 } }],
  ({ key, body }) => ['as other headers', { key, body, headers: { 'if-match': `"${key}"`, 'content-type': key } }],
  ({ key, path, body }) => ['in the query string', { path: `${openQuery(path)}api_key=${key}`, key, body }],
  ({ key, path, body }) => ['as the cursor', { path: `${openQuery(path)}cursor=${key}`, key, body }],
  ({ key, body }) => ['in the path', { path: `/nothing/${key}`, key, body }],
  ...[0, 1, 2, 3].flatMap((n): Way[] => {
    const spelled = ({ key }: Canary): string => getSpellings(key)[n] ?? ''
    return [
      (canary) => ['in the path, encoded', { path: `/nothing/${spelled(canary)}`, key: canary.key, body: canary.body }],
      (canary) => ['in the path, encoded', { path: `${canary.path}/${spelled(canary)}`, key: canary.key, body: canary.body }],
      (canary) => [
        'in the query string, encoded',
        { path: `${openQuery(canary.path)}api_key=${spelled(canary)}`, key: canary.key, body: canary.body },
      ],
      (canary) => [
        'in the query string, encoded, as a name',
        { path: `${openQuery(canary.path)}${spelled(canary)}`, key: canary.key, body: canary.body },
      ],
    ]
  }),
  ({ key, body }) => ['as the request id', { key, body, headers: { 'x-request-id': key } }],
  ({ key, body }) => ['as other headers', { key, body, headers: { 'x-forwarded-for': key, 'user-agent': key, referer: encoded(key) } }],
]
/** Examples in the API description are public. */
const published = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')
const waysOf = casesByKind(operations, kindOfOperation, ways)

it('a canary key that is sent in all places of every request appears nowhere', async () => {
  for (const endpoint of operations) {
    const { key } = await tenant.keyFor(['admin'])
    const { key: narrow } = await tenant.keyFor(['privacy:read'])
    const idempotencyKey = `canary-${endpoint.operationId}-${key.slice(-6)}`
    for (const secret of [key, narrow, idempotencyKey]) secrets.add(secret)
    const { path, body } = await requests.prepare(endpoint)
    for (const [name, value] of Object.entries(Object(body) as Record<string, unknown>))
      if (/password|token/i.test(name) && !published.includes(String(value))) secrets.add(String(value))
    const good = await ask(endpoint.method, path, { key, body, headers: { 'idempotency-key': idempotencyKey } }, 'as it should be')
    if (endpoint.secret) {
      seen.pop()
      // A refusal shows no secret; some operations accept only sessions.
      for (const value of Object.values(good.body.data ?? {}))
        if (/^(svck_|svat_|svrt_|whsec_)/.test(String(value))) secrets.add(String(value))
    }
    const swapped = `${key.slice(0, 10)}${key[10] === 'a' ? 'b' : 'a'}${key.slice(11)}`
    secrets.add(swapped)
    for (const spelled of getSpellings(key)) secrets.add(spelled)
    for (const way of waysOf(endpoint)) {
      const [what, { method = endpoint.method, path: asked = path, ...options }] = way({ key, narrow, swapped, path, body })
      const { status } = await ask(method, asked, options, what)
      // A replayed success contains the secret like the first response.
      if (endpoint.secret && status < 300) seen.pop()
    }
  }
  // The response may echo the caller's own text, such as a field name in an error.
  const occurring = createTextFinder(secrets)
  const leaks = seen
    .filter(({ what }) => !/as a field’s name|in the query string|in the path/.test(what))
    .flatMap(({ what, text }) => occurring(text).map((secret) => `${what}: ${secret}`))
  expect(leaks).toEqual([])
})

it('tokens that are sent as the request id or the name of a program are not stored', async () => {
  const own = await service.createTenant()
  const { accessToken, refreshToken } = await own.sessionFor()
  const link = await own.linkFor(own.ownerId, 'PASSWORD')
  const { url } = (await own.api<CalendarFeedWithUrl>('POST', '/me/calendar')).body.data
  const calendar = /svcf_[\w-]+/.exec(url)?.[0] ?? ''
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExIn0.c2lnbmF0dXJlLW9mLWl0LWFsbA'
  const other = 'ghp_9aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY0OMx7Qe'
  const kept = ['4bf92f3577b34da6a3ce929d0e0e4736', '0198c0de-4711-7abc-8def-0123456789ab', 'deploy-2026.03.04:7']
  for (const id of kept) {
    const response = await service.api('POST', '/labels', { key: own.key, body: { name: `Kept ${id}` }, headers: { 'x-request-id': id } })
    expect(response.headers['x-request-id']).toBe(id)
  }
  for (const token of [accessToken, refreshToken, link, calendar, jwt, other]) {
    expect(token.length).toBeGreaterThan(30)
    const headers = { 'x-request-id': token }
    const body = { name: `Label of ${token.slice(-8)}` }
    await ask('POST', '/labels', { key: own.key, body, headers }, 'as the request id')
    const credentials = { tenant: own.slug, email: 'owner@example.com', password: 'not the password at all' }
    await ask('POST', '/auth/login', { body: credentials, headers: { ...headers, 'user-agent': `Program/1 ${token}` } }, 'as a program')
    secrets.add(token)
  }
  const password = 'salty otters read maps'
  await own.setPassword(own.ownerId, password)
  for (const token of [accessToken, refreshToken, link, calendar, jwt]) {
    const body = { tenant: own.slug, email: 'owner@example.com', password }
    expect((await service.api('POST', '/auth/login', { body, headers: { 'user-agent': `Program/1 ${token}` } })).status).toBe(200)
  }
})

it('failures do not reveal it either: an unavailable database, a failing handler', async () => {
  const { key } = await tenant.keyFor(['admin'])
  secrets.add(key)
  const headers = { 'idempotency-key': `canary-crash-${key.slice(-6)}` }
  secrets.add(headers['idempotency-key'])
  await service.db.script('alter table messages rename to messages_away')
  const failed = await ask(
    'POST',
    '/threads',
    { key, body: { title: 'a', body: `my key is ${key}`, requester: { email: 'a@example.com' } }, headers, mayFail: true },
    'with its table away',
  )
  await service.db.script('alter table messages_away rename to messages')
  expect([failed.status, failed.body.error?.code]).toEqual([500, 'SVC-INTERNAL-ERROR'])
  expect(Object.keys(failed.body.error ?? {}).toSorted(), 'a request id and nothing else').toEqual([
    'code',
    'docUrl',
    'message',
    'requestId',
    'status',
  ])
  expect(failed.text).not.toContain('messages')
  expect(failed.text).not.toContain(key)
  expect(logged, 'the log tells the cause').toContain('messages')
  await exchange(service.port, [`GET /api/v1/threads HTTP/1.1\r\nAuthorization: Bearer ${key}\r\nbroken\r\n\r\n`])
  await exchange(service.port, [`${key}\r\n\r\n`])
  await exchange(service.port, [`${key} /api/v1/threads HTTP/1.1\r\nHost: x\r\n\r\n`])
  await exchange(service.port, [`GET http://${encoded(key)}@x/${encoded(key)} HTTP/1.1\r\nHost: ${key}\r\n\r\n`])
  await exchange(service.port, [`GET /api/v1/%zz${encoded(key)} HTTP/1.1\r\nHost: x\r\n\r\n`])
})

it('the logs contain no secret', async () => {
  await new Promise((resolve) => setImmediate(resolve))
  expect(logged.length).toBeGreaterThan(10_000)
  expect(createTextFinder(['level'])(logged), 'the search itself finds what is there').toEqual(['level'])
  expect(createTextFinder(secrets)(logged)).toEqual([])
  expect(logged).not.toMatch(/(svck|svat|svrt|svlt|svcf|svcn|svcs)_[0-9A-Za-z]{6}/)
})

it('the database contains no secret', async () => {
  expect(await whereIs(service.db, [tenant.slug]), 'the search itself finds what is there').toContain('tenants.slug')
  expect(await whereIs(service.db, secrets)).toEqual([])
})
