/**
 * This version reads everything that earlier versions have stored: the database of each is upgraded and read completely, and every write is
 * retried.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import { openEarlierState, type EarlierState } from './earlier-states/open.ts'
import { stateNames } from './earlier-states/state.ts'
import { testsAll } from './extent.ts'
import { fillPath, lists, operations } from './guarantees/operations.ts'

type Item = { id?: string }

/** The oldest and the newest state contain everything that the states between them contain. `npm run test:all` upgrades all. */
const states = stateNames()
const upgraded = testsAll ? states : states.filter((_, i) => i === 0 || i === states.length - 1)

describe.each(upgraded)('after an upgrade of a database from %s', (name) => {
  let state: EarlierState
  beforeAll(async () => {
    state = await openEarlierState(name)
  })
  afterAll(() => state.stop())
  afterEach(() => expect(state.errors).toEqual([]))

  it('retries of earlier writes get the earlier response, with fields added since', async () => {
    const faults: unknown[] = []
    for (const request of state.facts.requests) {
      const retry = await state.retry(request)
      const before = toComparable(request.text)
      const after = toComparable(retry.text)
      const replayed = retry.headers['idempotent-replayed'] === 'true'
      const isSame = JSON.stringify(withinShape(after, before)) === JSON.stringify(before)
      if (retry.status !== request.status || !replayed || !isSame) faults.push([request, retry.status, replayed, retry.text])
    }
    expect(faults).toEqual([])
  })

  it('every list of it can be read to its end, and its objects one by one', async () => {
    const read = new Set<string>()
    for (const endpoint of lists.filter(({ params, scope }) => Object.keys(params).length === 0 && !['none', 'visitor'].includes(scope))) {
      const items = await readList(endpoint, endpoint.path)
      read.add(endpoint.operationId)
      for (const { id = '' } of items.slice(0, 5))
        for (const part of partsOf(endpoint)) {
          const path = fillPath(part, Object.fromEntries(Object.keys(part.params).map((param) => [param, id])))
          if (lists.includes(part)) await readList(part, path)
          else await readOne(part, path)
          read.add(part.operationId)
        }
    }
    expect([...read]).toEqual(expect.arrayContaining(['listEvents', 'listAuditLogs', 'listThreads', 'getThread', 'listMessages']))
  })

  it('its pending webhooks, jobs and mails are delivered and done', { timeout: 300_000 }, async () => {
    const { failed, delivered } = await state.work()
    expect(failed).toEqual([])
    expect(delivered.length).toBeGreaterThan(0)
  })

  async function readList(endpoint: Endpoint, path: string): Promise<Item[]> {
    const items: Item[] = []
    for (let cursor = ''; ; ) {
      const { status, body, text } = await state.read<Item[]>(endpoint, `${path}?limit=100${cursor && `&cursor=${cursor}`}`)
      expect(status, `${endpoint.operationId} ${path} ${text}`).toBe(200)
      items.push(...body.data)
      if (!body.meta.hasMore) return items
      cursor = body.meta.cursor
    }
  }

  async function readOne(endpoint: Endpoint, path: string): Promise<void> {
    const { status, text } = await state.read(endpoint, path)
    if (status !== 404) expect(status, `${endpoint.operationId} ${path} ${text}`).toBe(200)
  }
})

/** Returns the operations that read an object of the list, or a list below that object. */
function partsOf({ path }: Endpoint): Endpoint[] {
  const own = new RegExp(`^${path}/\\{\\w+\\}(/[^{]+)?$`)
  return operations.filter((endpoint) => endpoint.method === 'GET' && own.test(endpoint.path))
}

/** Removes the signatures of links, which contain the time. */
function toComparable(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' && value.includes('signature=') ? new URL(value).pathname : value,
  )
}

/** Returns the fields of `shape`, in its order. */
function withinShape(value: unknown, shape: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(shape)) return value.map((part, i) => (i < shape.length ? withinShape(part, shape[i]) : part))
  if (typeof value !== 'object' || value === null || typeof shape !== 'object' || shape === null) return value
  // Safe because both are objects of parsed JSON.
  return Object.fromEntries(
    Object.entries(shape).map(([name, part]) => [name, withinShape((value as Record<string, unknown>)[name], part)]),
  )
}
