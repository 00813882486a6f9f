/** G15: keys and other secrets stand in no log, no error, no answer but the one that makes them, and nowhere in the database. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../server/kit/log.ts'
import type { CallAnswer, CallOptions } from '../../server/kit/testing/caller.ts'
import { exchange } from '../../server/kit/testing/raw-http.ts'
import { startTestService, type TestService, type TestTenant } from '../../server/kit/testing/service.ts'
import { whereIs } from '../../server/kit/testing/snapshot.ts'
import { operations, requestsOf, type Requests } from './operations.ts'

let service: TestService
let tenant: TestTenant
let requests: Requests
let logged = ''
const seen: { what: string; text: string }[] = []
const secrets = new Set<string>()

beforeAll(async () => {
  const { log } = createLog('trace', { write: (line) => void (logged += line), flushSync: () => undefined })
  service = await startTestService({ log })
  tenant = await service.createTenant()
  requests = requestsOf(tenant)
  secrets.add(service.config.secretKey)
})
afterAll(() => service.stop())

function encoded(text: string): string {
  return [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
}

async function ask(method: string, path: string, options: CallOptions, what: string): Promise<CallAnswer> {
  const answer = await service.api(method, path, options)
  seen.push({ what: `${method} ${path} ${what}`, text: JSON.stringify(answer.headers) + answer.text })
  return answer
}

it('a canary key sent to every operation, in every refusal and in every place of a request, appears nowhere', {
  timeout: 90_000,
}, async () => {
  for (const endpoint of operations) {
    const { key } = await tenant.keyFor(['admin'])
    const { key: narrow } = await tenant.keyFor(['privacy:read'])
    const idempotencyKey = `canary-${endpoint.operationId}-${key.slice(-6)}`
    for (const secret of [key, narrow, idempotencyKey]) secrets.add(secret)
    const { path, body } = await requests.prepare(endpoint)
    for (const [name, value] of Object.entries(Object(body) as Record<string, unknown>))
      if (/password|token/i.test(name)) secrets.add(String(value))
    const good = await ask(endpoint.method, path, { key, body, headers: { 'idempotency-key': idempotencyKey } }, 'as it should be')
    if (endpoint.secret) {
      seen.pop()
      for (const value of Object.values(good.body.data)) if (/^(svck_|svat_|svrt_|whsec_)/.test(String(value))) secrets.add(String(value))
    }
    const swapped = `${key.slice(0, 10)}${key[10] === 'a' ? 'b' : 'a'}${key.slice(11)}`
    secrets.add(swapped)
    await ask(endpoint.method, path, { key: narrow, body }, 'without the scope')
    await ask(endpoint.method, path, { key: swapped, body }, 'with a typo in the key')
    await ask(endpoint.method, path, { body, headers: { authorization: `Basic ${key}` } }, 'with another scheme')
    await ask(endpoint.method, path, { key, raw: `{"title": "${key}` }, 'cut off')
    await ask(endpoint.method, path, { key, body: { [key]: 1 } }, 'as a field’s name')
    await ask(endpoint.method, path, { key, body, headers: { 'if-match': `"${key}"`, 'content-type': key } }, 'as other headers')
    await ask(endpoint.method, `${path}?api_key=${key}`, { key, body }, 'in the query string')
    await ask(endpoint.method, `${path}?cursor=${key}`, { key, body }, 'as the cursor')
    await ask(endpoint.method, `/nothing/${key}`, { key, body }, 'in the path')
    for (const spelled of [encoded(key), encoded(encoded(key)), key.replace('_', '%5F'), key.replace('_', '%255f')]) {
      secrets.add(spelled)
      await ask(endpoint.method, `/nothing/${spelled}`, { key, body }, 'in the path, encoded')
      await ask(endpoint.method, `${path}/${spelled}`, { key, body }, 'behind the path, encoded')
      await ask(endpoint.method, `${path}?api_key=${spelled}`, { key, body }, 'in the query string, encoded')
      await ask(endpoint.method, `${path}?${spelled}`, { key, body }, 'in the query string, encoded, as a name')
    }
    await ask(endpoint.method, path, { key, body, headers: { 'x-request-id': key } }, 'as the request id')
    await ask(
      endpoint.method,
      path,
      { key, body, headers: { 'x-forwarded-for': key, 'user-agent': key, referer: encoded(key) } },
      'as other headers',
    )
  }
  // What a caller puts into the request itself may come back to that caller alone: a field's name is named in the error.
  const leaks = seen
    .filter(({ what }) => !/as a field’s name|in the query string|in the path/.test(what))
    .flatMap(({ what, text }) => [...secrets].filter((secret) => text.includes(secret)).map((secret) => `${what}: ${secret}`))
  expect(leaks).toEqual([])
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

it('the logs contain none of them', async () => {
  await new Promise((resolve) => setImmediate(resolve))
  expect(logged.length).toBeGreaterThan(10_000)
  expect([...secrets].filter((secret) => logged.includes(secret))).toEqual([])
  expect(logged).not.toMatch(/(svck|svat|svrt|svlt)_[0-9A-Za-z]{6}/)
})

it('the database contains none of them', async () => {
  expect(await whereIs(service.db, [tenant.slug]), 'the search itself finds what is there').toContain('tenants.slug')
  expect(await whereIs(service.db, [...secrets])).toEqual([])
})
