/** G3 and G4: one Idempotency-Key has one effect, and one external_reference_id one thread. On two nodes with one database. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { CreatedThread } from '../../client/index.ts'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import type { CallResponse } from '../support/caller.ts'
import { setUpService, randomIdSuffix, type TestNode, type TestTenant } from '../support/service.ts'
import { rowCounts, snapshot, whereIs } from '../support/snapshot.ts'
import { casesInTurn, testsByKind } from '../extent.ts'
import { bodyVariants, credentialFor, fillPath, mutations, named, refusesKeys, retriable } from './operations.ts'
import { requestsOf, withValueAt, type Prepared, type Requests } from './operations.ts'

let tenant: TestTenant
let requests: Requests
let keyCount = 0
const testsOfRetries = testsByKind(retriable)
const otherOperationsOf = casesInTurn(retriable, 1)

const service = await setUpService()
const second = await service.startNode()
beforeAll(async () => void (await renewTenant()))

/** Creates a tenant with few rows, which are fast to compare. */
async function renewTenant(): Promise<void> {
  tenant = await service.createTenant()
  const own = requestsOf(tenant)
  const prepare: Requests['prepare'] = async (endpoint, variant) => {
    const request = await own.prepare(endpoint, variant)
    if (refusesKeys(endpoint)) sessions.set(request, await credentialFor(endpoint, tenant))
    return request
  }
  requests = { ...own, prepare }
}

function newKey(): string {
  return `retry-${++keyCount}`
}

/** The credential of a request without key support: one session for all its retries, because changing the password ends the others. */
const sessions = new WeakMap<Prepared, string>()

function send(node: Pick<TestNode, 'api'>, endpoint: Endpoint, request: Prepared, idempotencyKey: string): Promise<CallResponse> {
  const { path, body } = request
  return node.api(endpoint.method, path, { key: sessions.get(request) ?? tenant.key, body, headers: { 'idempotency-key': idempotencyKey } })
}

function sameCaller(request: Prepared, other: Prepared): Prepared {
  const credential = sessions.get(request)
  if (credential) sessions.set(other, credential)
  return other
}

/** Returns the parts of a response that a client sees. */
function getClientView({ status, text, headers }: CallResponse) {
  return { status, text, etag: headers.etag, location: headers.location, type: headers['content-type'] }
}

/** Returns the number of rows that `work` inserted, for each changed table. */
async function countAddedRows(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await rowCounts(service.db, tenant.tenantId)
  await work()
  const after = await rowCounts(service.db, tenant.tenantId)
  return Object.fromEntries(Object.entries(after).flatMap(([table, n]) => (n === before[table] ? [] : [[table, n - (before[table] ?? 0)]])))
}

describe.each(named(retriable))('%s', (_, endpoint) => {
  const row = retriable.indexOf(endpoint)
  beforeAll(renewTenant)

  const happensOnce = (storm: number) => async () => {
    await requests.succeed(endpoint)
    const one = await requests.prepare(endpoint)
    const single = await countAddedRows(() => send(service, endpoint, one, newKey()))
    const many = await requests.prepare(endpoint)
    const key = newKey()
    let responses: CallResponse[] = []
    const stormed = await countAddedRows(async () => {
      responses = await Promise.all(Array.from({ length: storm }, (_unused, i) => send(i % 2 ? service : second, endpoint, many, key)))
    })
    expect(stormed).toEqual(single)
    expect(stormed.idempotency_keys).toBe(1)
    const settled = responses.filter(({ status, body }) => !(status === 409 && body.error?.code === 'SVC-IDEMPOTENCY-IN_PROGRESS'))
    expect(new Set(settled.map((response) => JSON.stringify(getClientView(response)))).size, 'different answers').toBe(1)
    expect(settled[0]?.status).toBeLessThan(300)
    expect(
      settled.filter(({ headers }) => headers['idempotent-replayed'] === undefined).length,
      'answers that are not replays',
    ).toBeLessThanOrEqual(1)
    for (const { status, headers } of responses) if (status === 409) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
  }

  testsOfRetries(endpoint, (property) => {
    property('returns the same bytes to a retry on any node, without a second effect', async () => {
      const request = await requests.prepare(endpoint)
      const key = newKey()
      const first = await send(service, endpoint, request, key)
      expect(Object.keys(endpoint.responds).map(Number), first.text.slice(0, 300)).toContain(first.status)
      expect(first.headers['idempotent-replayed']).toBeUndefined()
      const done = await snapshot(service.db, tenant.tenantId)
      for (const retry of [
        await send(service, endpoint, request, key),
        await send(second, endpoint, request, key),
        await send(second, endpoint, request, `"${key}"`),
      ]) {
        expect(getClientView(retry)).toEqual(getClientView(first))
        expect(retry.headers['idempotent-replayed']).toBe('true')
      }
      expect(await snapshot(service.db, tenant.tenantId)).toEqual(done)
    })

    property('refuses the key for another request', async () => {
      const request = await requests.prepare(endpoint)
      const key = newKey()
      const first = await send(service, endpoint, request, key)
      const others: [string, Endpoint, Prepared][] = []
      for (const body of otherBodies(endpoint, request.body))
        others.push(['another body', endpoint, sameCaller(request, { ...request, body })])
      for (const chosen of otherOperationsOf(row)) {
        // Always another operation: the next one if the random choice is the operation itself.
        const other = chosen === endpoint ? retriable[(row + 1) % retriable.length] : chosen
        // A visitor has Idempotency-Keys of their own.
        if (other && other !== endpoint && (other.scope === 'visitor') === (endpoint.scope === 'visitor'))
          others.push([other.operationId, other, await requests.prepare(other)])
      }
      if (Object.keys(endpoint.params).length > 0)
        others.push(['another path', endpoint, sameCaller(request, { ...request, path: (await requests.prepare(endpoint)).path })])
      const before = await snapshot(service.db, tenant.tenantId)
      for (const [what, operation, changed] of others) {
        for (const node of [service, second]) {
          const refused = await send(node, operation, changed, key)
          expect([refused.status, refused.body.error?.code], what).toEqual([422, 'SVC-IDEMPOTENCY-KEY_REUSED'])
        }
      }
      expect(await snapshot(service.db, tenant.tenantId)).toEqual(before)
      expect(getClientView(await send(second, endpoint, request, key)), 'the first answer stands').toEqual(getClientView(first))
    })

    property('refuses a malformed key before anything happens', async () => {
      const request = await requests.prepare(endpoint)
      const before = await snapshot(service.db, tenant.tenantId)
      for (const key of ['', ' ', 'a b', 'x'.repeat(256), 'clé', '""', 'a\tb']) {
        const refused = await send(service, endpoint, request, key)
        expect([refused.status, refused.body.error?.code], JSON.stringify(key)).toEqual([400, 'SVC-IDEMPOTENCY-INVALID_KEY'])
      }
      expect(await snapshot(service.db, tenant.tenantId)).toEqual(before)
      expect((await send(service, endpoint, request, newKey().padEnd(255, 'x'))).status).toBeLessThan(300)
    })

    if (Object.keys(endpoint.params).length > 0)
      property('replays a stored refusal', async () => {
        const good = await requests.prepare(endpoint)
        const ids = Object.fromEntries(Object.entries(endpoint.params).map(([name, { prefix }]) => [name, `${prefix}_${randomIdSuffix()}`]))
        const request = sameCaller(good, { path: fillPath(endpoint, ids), body: good.body })
        const key = newKey()
        const first = await send(service, endpoint, request, key)
        expect(first.status).toBe(404)
        for (const node of [service, second]) {
          const retry = await send(node, endpoint, request, key)
          expect(getClientView(retry)).toEqual(getClientView(first))
          expect(retry.headers['idempotent-replayed']).toBe('true')
        }
      })

    property('has one effect when 10 requests with one key arrive at once on two nodes', happensOnce(10))
  })
  if (['createThread', 'replyToThread'].includes(endpoint.operationId))
    it('has one effect when 200 requests with one key arrive at once on two nodes', happensOnce(200))

  if (endpoint.secret) {
    it('shows its secret again to a retry, and stores it nowhere in readable form', async () => {
      const request = await requests.prepare(endpoint)
      const key = newKey()
      const first = await send(service, endpoint, request, key)
      const fields = Object.values(first.body.data).flatMap((value) => (isPlainObject(value) ? Object.values(value) : [value]))
      const secrets = fields.filter((value) =>
        /^(svck_|svat_|svrt_|svwt_|whsec_|wsec_|[A-Z2-7]{32}$|([a-z2-7]{5}-){1}|https?:.*([&?]signature=|#token=svlt_|\/svcf_|\/s\/svcs_))/.test(
          String(value),
        ),
      )
      expect(secrets.length).toBeGreaterThan(0)
      expect((await send(second, endpoint, request, key)).text).toBe(first.text)
      expect(await whereIs(service.db, [...secrets.flat().map(String), key])).toEqual([])
    })
  }
})

const isPlainObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns valid bodies of the operation with a different meaning, or the same body with one changed text. */
function otherBodies(endpoint: Endpoint, body: unknown): unknown[] {
  // A wrong password is refused before the idempotency key is checked.
  if (endpoint.operationId === 'login') return []
  const [schema] = bodyVariants(endpoint)
  if (!schema) return []
  const text = Object.entries(typeof body === 'object' && body !== null ? body : {}).find(
    ([, value]) => typeof value === 'string' && value.includes(' '),
  )
  const number = Object.entries(typeof body === 'object' && body !== null ? body : {}).find(([, value]) => typeof value === 'number')
  if (text) return [withValueAt(body, [text[0]], `${String(text[1])}!`)]
  if (number) return [withValueAt(body, [number[0]], Number(number[1]) + 1)]
  return []
}

describe('the same request written differently', () => {
  it('is the same request, whatever its order of members, spaces and escapes', async () => {
    const headers = { 'idempotency-key': newKey() }
    const first = await tenant.api('POST', '/threads', {
      raw: '{"title":"é","body":"b","requester":{"email":"a@example.com","name":"A"}}',
      headers,
    })
    const again = await tenant.api('POST', '/threads', {
      raw: '{ "requester": {"name":"A", "email":"a@example.com"},\n "body":"b", "title":"\\u00e9" }',
      headers,
    })
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(getClientView(again)).toEqual(getClientView(first))
  })
  it('is another request with another letter case of its values', async () => {
    const headers = { 'idempotency-key': newKey() }
    const body = { title: 'a', body: 'b', requester: { email: 'a@example.com' } }
    await tenant.api('POST', '/threads', { body: { ...body, priority: 'high' }, headers })
    expect((await tenant.api('POST', '/threads', { body: { ...body, priority: 'HIGH' }, headers })).status).toBe(422)
  })
})

describe('refusals of the handler', () => {
  it('with 409 and 422 are stored, and a retry gets them although their reason is gone', async () => {
    const { path } = await requests.prepare(mutations.find(({ operationId }) => operationId === 'updateThread') as Endpoint)
    await tenant.api('PATCH', path, { body: { status: 'closed' } })
    const headers = { 'idempotency-key': newKey() }
    const refused = await tenant.api('PATCH', path, { body: { status: 'pending' }, headers })
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'SVC-THREAD-INVALID_TRANSITION'])
    await tenant.api('PATCH', path, { body: { status: 'open' } })
    expect(getClientView(await tenant.api('PATCH', path, { body: { status: 'pending' }, headers }))).toEqual(getClientView(refused))

    const unknown = { title: 'a', body: 'b', requester: { email: 'a@example.com' }, inboxId: `inb_${randomIdSuffix()}` }
    const more = { 'idempotency-key': newKey() }
    const first = await tenant.api('POST', '/threads', { body: unknown, headers: more })
    expect(first.status).toBe(422)
    const again = await tenant.api('POST', '/threads', { body: unknown, headers: more })
    expect(getClientView(again)).toEqual(getClientView(first))
    expect(again.headers['idempotent-replayed']).toBe('true')
  })
  it('with 400 are not stored, and the corrected request succeeds with the same key', async () => {
    const headers = { 'idempotency-key': newKey() }
    expect((await tenant.api('POST', '/threads', { body: { title: 'a' }, headers })).status).toBe(400)
    expect(
      (await tenant.api('POST', '/threads', { body: { title: 'a', body: 'b', requester: { email: 'a@example.com' } }, headers })).status,
    ).toBe(201)
  })
})

describe('external_reference_id', () => {
  it('creates one thread with 100 concurrent requests on two nodes', async () => {
    const fresh = await service.createTenant()
    const body = { title: 'One', body: 'b', requester: { email: 'a@example.com' }, tags: ['one'], external_reference_id: 'order-1' }
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        (i % 2 ? service : second).api<CreatedThread>('POST', '/threads', {
          key: fresh.key,
          body,
          headers: { 'idempotency-key': `own-${i}` },
        }),
      ),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array<number>(99).fill(200), 201])
    expect(new Set(responses.map(({ body: { data } }) => data.threadId)).size).toBe(1)
    expect(new Set(responses.map(({ body: { data } }) => data.publicNumber))).toEqual(new Set([1]))
    const counts = await rowCounts(service.db, fresh.tenantId)
    expect(counts).toMatchObject({ threads: 1, messages: 1, customers: 1, labels: 1, events: 4, audit_logs: 1, idempotency_keys: 100 })
    const next = await fresh.api<CreatedThread>('POST', '/threads', { body: { ...body, external_reference_id: 'order-2' } })
    expect(next.body.data.publicNumber, 'no number was lost').toBe(2)
  })
  it('stores its 200 like every response, even if the thread changes afterwards', async () => {
    const fresh = await service.createTenant()
    const body = { title: 'One', body: 'b', requester: { email: 'a@example.com' }, external_reference_id: 'order-1' }
    const first = await fresh.api<CreatedThread>('POST', '/threads', { body })
    const headers = { 'idempotency-key': newKey() }
    const found = await fresh.api('POST', '/threads', { body, headers })
    expect(found.status).toBe(200)
    await fresh.skein.updateThread({ path: { id: first.body.data.threadId }, body: { status: 'closed' } })
    const again = await second.api('POST', '/threads', { key: fresh.key, body, headers })
    expect(getClientView(again)).toEqual(getClientView(found))
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect((await fresh.api('POST', '/threads', { body: { ...body, title: 'Two' }, headers })).status).toBe(422)
  })
  it('changes nothing with a second create, whatever its content and key', async () => {
    const fresh = await service.createTenant()
    const body = { title: 'One', body: 'b', requester: { email: 'a@example.com', name: 'A' }, external_reference_id: 'order-1' }
    const first = await fresh.api('POST', '/threads', { body })
    const before = await snapshot(service.db, fresh.tenantId)
    const other = { ...body, title: 'Two', requester: { email: 'b@example.com', name: 'B' }, tags: ['new'], priority: 'URGENT' }
    const again = await fresh.api('POST', '/threads', { body: other })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await snapshot(service.db, fresh.tenantId)).toEqual(before)
  })
})
