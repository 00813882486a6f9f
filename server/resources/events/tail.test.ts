import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Queryable } from '#platform/db.ts'
import { ApiError, systemUnavailable } from '#platform/errors.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { findEvents } from './queries.ts'
import { maxCachedEvents, EventTail, maxEventsPerRead } from './tail.ts'

/** Creates an outbox in memory, with the events of one tenant up to `head`. Queries take a random time, or fail while it is unavailable. */
function openOutbox(tenantId: Uuid) {
  const outbox = { head: 0, oldest: 1, away: false, asked: 0 }
  const row = (sequence: number): EventRow => ({
    tenantId,
    id: newId(),
    sequence,
    type: 'thread.created',
    object: {},
    previous: null,
    actor: null,
    cause: null,
    createdAt: '',
  })
  const rows = async (statement: object, { after = 0, limit = 0 }: { after?: number; limit?: number }): Promise<unknown[]> => {
    outbox.asked++
    await sleep(Math.random() * 5)
    if (outbox.away) throw new ApiError(systemUnavailable)
    const { head, oldest } = outbox
    await sleep(Math.random() * 5)
    if (statement !== findEvents) return [{ tenantId, sequence: head }]
    const first = Math.max(after + 1, oldest)
    return Array.from({ length: Math.max(0, Math.min(limit, head - first + 1)) }, (_, i) => row(first + i))
  }
  // Safe because the tail runs only the two statements that are implemented here, by `rows`.
  return { outbox, db: { rows } as unknown as Queryable }
}

/** Follows the tenant from `position` to `last` and returns the sequences that it received. */
async function followTo(tail: EventTail, tenantId: Uuid, position: number, last: number): Promise<number[]> {
  const { signal } = new AbortController()
  const leave = tail.follow(tenantId, position)
  const seen: number[] = []
  try {
    for (let after = position; after < last; after = seen.at(-1) ?? after) {
      const events = await tail.next(tenantId, after, signal)
      if (events === null) throw new Error(`Nothing was deleted, but the events after ${after} are missing`)
      seen.push(...events.map(({ sequence }) => sequence))
      // Sometimes read more slowly than events arrive.
      if (Math.random() < 0.3) await sleep(Math.random() * 120)
    }
    return seen
  } finally {
    leave()
  }
}
const upTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1)

it('every event is delivered once and in order, even while the database is down', async () => {
  const tenantId = newId()
  const { outbox, db } = openOutbox(tenantId)
  const tail = new EventTail(db)
  const last = 3 * maxCachedEvents + 50
  const readers = Promise.all([1, 2, 3, 4].map(() => followTo(tail, tenantId, 0, last)))
  while (outbox.head < last) {
    outbox.head = Math.min(last, outbox.head + (outbox.head === 20 ? 2 * maxCachedEvents : Math.ceil(Math.random() * 20)))
    outbox.away = Math.random() < 0.1
    await sleep(Math.random() * 40)
  }
  outbox.away = false
  for (const seen of await readers) expect(seen).toEqual(upTo(last))
})

it('a reader gets a few events at a time, from memory and from the database', async () => {
  const tenantId = newId()
  const { outbox, db } = openOutbox(tenantId)
  const tail = new EventTail(db)
  const leave = tail.follow(tenantId, 0)
  outbox.head = 2 * maxEventsPerRead
  const { signal } = new AbortController()
  expect((await tail.next(tenantId, 0, signal))?.map(({ sequence }) => sequence)).toEqual(upTo(maxEventsPerRead))
  const { asked } = outbox
  const later = await tail.next(tenantId, maxEventsPerRead, signal)
  expect(later?.map(({ sequence }) => sequence)).toEqual(upTo(2 * maxEventsPerRead).slice(maxEventsPerRead))
  expect(outbox.asked, 'it was in memory').toBe(asked)
  outbox.head += maxCachedEvents + 1
  await expect
    .poll(async () => (await tail.next(tenantId, 2 * maxEventsPerRead, signal))?.map(({ sequence }) => sequence))
    .toEqual(upTo(3 * maxEventsPerRead).slice(2 * maxEventsPerRead))
  leave()
})

it('an event that arrives before the wait begins is returned immediately', async () => {
  const tenantId = newId()
  const { outbox, db } = openOutbox(tenantId)
  const tail = new EventTail(db)
  const leave = tail.follow(tenantId, 0)
  // A busy machine delays some attempts, so one of many must be fast. Without the cache, each would wait for the next poll.
  const tookMs: number[] = []
  for (let sequence = 1; sequence <= 5 || (Math.min(...tookMs) >= 20 && sequence <= 100); sequence++) {
    outbox.head = sequence
    await sleep(120)
    const startedAt = performance.now()
    const events = await tail.next(tenantId, sequence - 1, new AbortController().signal)
    tookMs.push(performance.now() - startedAt)
    expect(events?.map((event) => event.sequence)).toEqual([sequence])
  }
  expect(Math.min(...tookMs), 'it was in memory').toBeLessThan(20)
  leave()
})

it('deleted events are reported, never skipped', async () => {
  const tenantId = newId()
  const { outbox, db } = openOutbox(tenantId)
  Object.assign(outbox, { head: 10, oldest: 5 })
  const tail = new EventTail(db)
  const leave = tail.follow(tenantId, 10)
  const { signal } = new AbortController()
  expect(await tail.next(tenantId, 2, signal)).toBeNull()
  expect((await tail.next(tenantId, 4, signal))?.length).toBe(6)
  outbox.oldest = 11
  expect(await tail.next(tenantId, 9, signal), 'all deleted').toBeNull()
  leave()
})

it('an aborted wait ends, and a tenant without listeners is no longer queried', async () => {
  const tenantId = newId()
  const { outbox, db } = openOutbox(tenantId)
  const tail = new EventTail(db)
  const stop = new AbortController()
  const leaves = [tail.follow(tenantId, 0), tail.follow(tenantId, 0)]
  const waiting = tail.next(tenantId, 0, stop.signal)
  leaves[0]?.()
  expect(tail.size).toBe(1)
  stop.abort()
  expect(await waiting).toEqual([])
  leaves[1]?.()
  expect(tail.size).toBe(0)
  await sleep(100)
  const { asked } = outbox
  await sleep(200)
  expect(outbox.asked).toBe(asked)
})
