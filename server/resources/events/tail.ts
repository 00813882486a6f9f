/**
 * The tail of the outbox. It notifies the streams of this process that a tenant has new events, and keeps the latest events in memory so that
 * many streams cost one read. It polls the database only while there are listeners. Polling the latest sequence is enough, because sequences
 * follow commit order without gaps.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { findEvents, findHeads } from './queries.ts'

const pollMs = 50
const retryMs = 500
/** Maximum number of events per read, and in memory per tenant with listeners: 4 MB, at 20 KB per event. */
export const maxCachedEvents = 200
/**
 * Maximum number of events per delivery to a stream. The stream keeps them in memory until its client reads them, perhaps forever, so fifty
 * streams of a tenant must not each keep a full batch.
 */
export const maxEventsPerRead = 20

type FollowedTenant = { head: number; recent: EventRow[]; waiting: Set<() => void>; listeners: number }

export class EventTail {
  readonly #db: Queryable
  readonly #followed = new Map<Uuid, FollowedTenant>()
  #polling = false

  constructor(db: Queryable) {
    this.#db = db
  }

  /** Number of tenants with listeners. */
  get size(): number {
    return this.#followed.size
  }

  /** Starts following a tenant. The returned function stops it. */
  follow(tenantId: Uuid, head: number): () => void {
    const followed = this.#followed.get(tenantId) ?? { head, recent: [], waiting: new Set(), listeners: 0 }
    followed.listeners++
    this.#followed.set(tenantId, followed)
    void this.#poll()
    return () => {
      followed.listeners--
      if (followed.listeners === 0) this.#followed.delete(tenantId)
    }
  }

  /**
   * Waits for events of a followed tenant after `after`. Returns them oldest first, at most `maxEventsPerRead`; null when some of them no
   * longer exist; empty when `signal` aborts. While the database is unavailable, waits until it is back.
   */
  async next(tenantId: Uuid, after: number, signal: AbortSignal): Promise<EventRow[] | null> {
    while (!signal.aborted) {
      try {
        const events = await this.#read(tenantId, after)
        if (events === null || events.length > 0) return events
        await this.#wait(tenantId, after, signal)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        await sleep(retryMs, undefined, { signal }).catch(() => undefined)
      }
    }
    return []
  }

  async #read(tenantId: Uuid, after: number): Promise<EventRow[] | null> {
    const followed = this.#followed.get(tenantId)
    if (!followed) throw new Error('The tenant is not followed')
    if (after >= followed.head) return []
    const first = followed.recent[0]
    if (first && first.sequence <= after + 1)
      return followed.recent.slice(after + 1 - first.sequence, after + 1 - first.sequence + maxEventsPerRead)
    const events = await this.#db.rows(findEvents, { tenantId, after, limit: maxEventsPerRead })
    // Sequences have no gaps, so a missing next event was deleted.
    return events[0]?.sequence === after + 1 ? events : null
  }

  /** Resolves when there are events after `after` or `signal` aborts. Checks before it waits, so that it misses no event. */
  async #wait(tenantId: Uuid, after: number, signal: AbortSignal): Promise<void> {
    const followed = this.#followed.get(tenantId)
    if (!followed || followed.head > after || signal.aborted) return
    await new Promise<void>((resolve) => {
      const done = (): void => {
        followed.waiting.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      followed.waiting.add(done)
      signal.addEventListener('abort', done)
    })
  }

  async #poll(): Promise<void> {
    if (this.#polling) return
    this.#polling = true
    let pauseMs = pollMs
    while (this.#followed.size > 0) {
      try {
        const heads = await this.#db.rows(findHeads, { tenantIds: [...this.#followed.keys()] })
        for (const { tenantId, sequence } of heads) await this.#advance(tenantId, sequence)
        pauseMs = pollMs
      } catch {
        // The database is unavailable. Streams stay open and continue from their position when it is back.
        pauseMs = Math.min(2_000, pauseMs * 2)
      }
      await sleep(pauseMs)
    }
    this.#polling = false
  }

  async #advance(tenantId: Uuid, head: number): Promise<void> {
    const followed = this.#followed.get(tenantId)
    if (!followed || head <= followed.head) return
    const fresh =
      head - followed.head <= maxCachedEvents
        ? await this.#db.rows(findEvents, { tenantId, after: followed.head, limit: maxCachedEvents })
        : []
    const last = fresh.at(-1)
    // If more events arrived than fit into one batch, cache none: each stream reads them from the database at its own pace.
    followed.recent = last && last.sequence >= head ? [...followed.recent, ...fresh].slice(-maxCachedEvents) : []
    followed.head = last ? Math.max(head, last.sequence) : head
    for (const wake of followed.waiting) wake()
  }
}

const tails = new WeakMap<Queryable, EventTail>()

/** Returns the tail of a database, of which this process has one. */
export function getTail(db: Queryable): EventTail {
  const tail = tails.get(db) ?? new EventTail(db)
  tails.set(db, tail)
  return tail
}
