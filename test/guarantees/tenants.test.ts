/** G8: another tenant's objects are indistinguishable from objects that do not exist, in any request and at any position of an id. */
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import type { CallResponse } from '../support/caller.ts'
import { setUpService, randomIdSuffix } from '../support/service.ts'
import { snapshot } from '../support/snapshot.ts'
import {
  openQuery,
  fillPath,
  idPositions,
  lists,
  mutations,
  named,
  operations,
  plain,
  requestsOf,
  withValueAt,
  type IdPosition,
  type Prepared,
} from './operations.ts'
import { casesByKind, casesInTurn } from '../extent.ts'

/** One object of the other tenant for each prefix. */
const otherIds = new Map<string, string>()
/** Path of each list, for the other tenant. */
const otherPaths = new Map<string, string>()

const otherListsOf = casesInTurn(lists, 2)

const positions = operations.flatMap((endpoint) =>
  idPositions(endpoint).map(
    (position) => [`${endpoint.operationId}, ${position.in} ${position.at.join('.')}`, endpoint, position] as const,
  ),
)

const service = await setUpService()
const own = await service.createTenant()
const other = await service.createTenant()
/** The attacking tenant: its writes succeed, but must change nothing of the other tenant. */
const third = await service.createTenant()
const requests = requestsOf(own)
const others = requestsOf(other)
for (const [, , { prefix }] of positions) if (!otherIds.has(prefix)) otherIds.set(prefix, await others.make(prefix))
for (const [name, endpoint] of named(lists)) otherPaths.set(name, (await others.prepare(endpoint)).path)
const before = await snapshot(service.db, other.tenantId)

/** Sends an otherwise valid request with `id` at the position. */
async function ask(
  endpoint: Endpoint,
  position: IdPosition,
  id: string,
  base: { path: string; body: unknown },
): Promise<CallResponse<unknown>> {
  const name = position.at[0] ?? ''
  if (position.in === 'path') {
    const good = Object.fromEntries(
      Object.keys(endpoint.params).map((param, i) => [
        param,
        base.path.split('/')[endpoint.path.split('/').indexOf(`{${param}}`)] ?? String(i),
      ]),
    )
    return own.api(endpoint.method, fillPath(endpoint, { ...good, [name]: id }), { body: base.body })
  }
  if (position.in === 'query') return own.api(endpoint.method, `${base.path}?${new URLSearchParams({ [name]: id })}`, { body: base.body })
  return own.api(endpoint.method, base.path, { body: withValueAt(base.body, position.at, id) })
}

/** Returns a response without the parts that differ between requests, and without the requested id, which a batch echoes. */
function toComparable({ status, text: sent, body, headers }: CallResponse<unknown>, id = '') {
  const text = (id === '' ? sent : sent.replaceAll(id, '<id>')).replace(/"lagMs":\d+/, '"lagMs":0')
  return {
    status,
    text: body?.error ? text.replaceAll(body.error.requestId, '<request>') : text,
    type: headers['content-type'],
    etag: headers.etag,
    location: headers.location,
  }
}

/** Returns the status; for a batch of one, the status of its thread. */
function getOutcome({ status, body }: CallResponse<unknown>): number {
  // Safe because a response with results is that of a batch.
  const results = (body?.data as { results?: { error: { status: number } | null }[] } | null)?.results
  return results?.[0]?.error?.status ?? status
}

/** Values that are not ids of the prefix, derived from an id of no object. */
const wrongIds: ((prefix: string, suffix: string) => string)[] = [
  () => 'x',
  (prefix) => `${prefix}_`,
  (_, suffix) => `zzz_${suffix}`,
  (_, suffix) => suffix.slice(1),
  (_, suffix) => `${suffix}0`,
  (_, suffix) => `8${suffix.slice(1)}`,
  (_, suffix) => suffix.toUpperCase(),
  (prefix, suffix) => `${prefix}_${suffix}'--`,
  () => '00000000-0000-0000-0000-000000000000',
  (prefix) => `${prefix}_${'u'.repeat(26)}`,
]
const wrongIdsFor = casesByKind(
  positions.map(([, , position]) => position),
  (position) => `${position.in} ${position.alsoTakes ?? ''}`,
  wrongIds,
)

describe.each(positions)('%s', (_, endpoint, position) => {
  /** Request for both tests, which a refusal does not change. */
  let prepared: Promise<Prepared> | undefined
  const prepare = () => (prepared ??= requests.prepare(endpoint, position.variant))

  it('returns the same bytes for another tenant’s id and for an unknown one', async () => {
    const base = await prepare()
    const ids = [otherIds.get(position.prefix) ?? '', `${position.prefix}_${randomIdSuffix()}`] as const
    const theirs = await ask(endpoint, position, ids[0], base)
    const random = await ask(endpoint, position, ids[1], base)
    expect(toComparable(theirs, ids[0])).toEqual(toComparable(random, ids[1]))
    if (position.in === 'path')
      expect([random.status, random.body.error?.code]).toEqual([404, endpoint.params[position.at[0] ?? '']?.notFound.code])
    if (position.in === 'body') expect(getOutcome(random), 'a body that names nothing is refused').toBeGreaterThanOrEqual(400)
    // As a filter, it matches nothing. As a feed position it is refused, and a stream reports the error itself.
    const found = random.body?.data ?? []
    if (position.in === 'query' && random.status === 200 && !Array.isArray(found))
      // The report's figures are those of no data.
      expect(random.text).not.toMatch(/"(count|whole)":[1-9]/)
    else if (position.in === 'query' && random.status === 200) expect(found).toEqual([])
    else if (position.in === 'query') expect(random.status).toBe(400)
  })

  it('accepts ids with and without their prefix, and no other prefix', async () => {
    const base = await prepare()
    const suffix = randomIdSuffix()
    expect(toComparable(await ask(endpoint, position, suffix, base))).toEqual(
      toComparable(await ask(endpoint, position, `${position.prefix}_${suffix}`, base)),
    )
    const wrong = wrongIdsFor(position).map((write) => write(position.prefix, suffix))
    for (const id of wrong) {
      if (position.alsoTakes?.test(id)) continue
      const response = await ask(endpoint, position, position.in === 'path' ? encodeURIComponent(id) : id, base)
      if (position.in === 'path')
        expect([response.status, response.body.error?.code], id).toEqual([404, endpoint.params[position.at[0] ?? '']?.notFound.code])
      else
        expect([response.status, response.body.error?.code], id).toEqual([
          400,
          position.alsoTakes || position.incomplete ? 'SVC-VALIDATION-FAILED' : 'SVC-VALIDATION-INVALID_ID',
        ])
    }
  })
})

describe.each(named(lists))('%s', (_, endpoint) => {
  it('accepts a cursor only for the tenant, list, filter and sort that it belongs to', async () => {
    const path = await fillList(endpoint)
    const first = await own.api('GET', `${openQuery(path)}limit=1`)
    if (!first.body.meta.hasMore) return
    const { cursor } = first.body.meta
    expect((await own.api('GET', `${openQuery(path)}limit=2&cursor=${cursor}`)).status, 'limit may change').toBe(200)
    const invalid = async (response: Promise<CallResponse<unknown>>, what: string) => {
      const { status, body } = await response
      expect([status, body.error?.code], what).toEqual([400, 'SVC-PAGINATION-INVALID_CURSOR'])
    }
    await invalid(other.api('GET', `${otherPaths.get(endpoint.operationId)}?cursor=${cursor}`), 'another tenant')
    for (const chosen of otherListsOf(lists.indexOf(endpoint))) {
      // Always another list: the next one if the random choice is the list itself.
      const list = chosen === endpoint ? lists[(lists.indexOf(endpoint) + 1) % lists.length] : chosen
      if (list) await invalid(own.api('GET', `${openQuery((await requests.prepare(list)).path)}cursor=${cursor}`), list.operationId)
    }
    const query = plain(endpoint.query).properties ?? {}
    for (const [name, value] of [
      ['sort', String(query['sort']?.enum?.[0])],
      ['createdAfter', '2020-01-01T00:00:00Z'],
    ] as const) {
      if (name in query) await invalid(own.api('GET', `${openQuery(path)}${name}=${value}&cursor=${cursor}`), name)
    }
    for (const changed of [
      `${cursor}A`,
      cursor.slice(0, -1),
      cursor.slice(1),
      `${cursor.slice(0, 8)}${cursor[8] === 'x' ? 'y' : 'x'}${cursor.slice(9)}`,
      `${cursor}=`,
      'x',
    ]) {
      await invalid(own.api('GET', `${openQuery(path)}cursor=${changed}`), changed)
    }
  })
})

/** Returns the path of a list that has at least two items, if the API can create them. */
async function fillList(endpoint: Endpoint): Promise<string> {
  const { path } = await requests.prepare(endpoint)
  const maker = operations.find((candidate) => candidate.method === 'POST' && candidate.path === endpoint.path)
  if (!maker) return path
  for (let i = 0; i < 2; i++) await own.api('POST', path, { body: (await requests.prepare(maker)).body })
  return path
}

describe.each(named(mutations))('%s', (_, endpoint) => {
  it('separates one tenant’s Idempotency-Key from another’s', async () => {
    const headers = { 'idempotency-key': `shared-${endpoint.operationId}` }
    const mine = await requests.succeed(endpoint, { headers })
    const theirs = await requestsOf(third).succeed(endpoint, { headers })
    for (const response of [mine, theirs]) {
      expect(Object.keys(endpoint.responds).map(Number), response.text.slice(0, 300)).toContain(response.status)
      expect(response.headers['idempotent-replayed']).toBeUndefined()
    }
  })
})

it('none of these requests changed anything of the other tenant', async () => {
  // The other tenant's own lists are read in its own sessions.
  const { sessions: _, ...after } = await snapshot(service.db, other.tenantId)
  expect({ ...before, ...after }).toEqual(before)
})
