/**
 * The tail of the outbox: notifies this process's streams that a tenant has new events, and keeps the latest in memory so that many streams
 * cost one read. The database is queried only while there are listeners. Sequences follow commit order without gaps, so the latest
 * sequence number says everything.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type EventRow, type Queryable, type Uuid } from '../../kit/index.ts'
import { eventsOfAll, headsOf } from './queries.ts'

const pollMs = 50
const retryMs = 500
/** Events read at once, and kept in memory per tenant with listeners: at 20 KB each, 4 MB at most. */
export const batchMax = 200
/**
 * Events that a stream receives at once. The stream holds them until its client has read them, which may never happen: fifty such
 * streams of a tenant would otherwise hold fifty full batches.
 */
export const givenMax = 20

type Followed = { head: number; recent: EventRow[]; waiting: Set<() => void>; listeners: number }

export class EventTail {
  readonly #db: Queryable
  readonly #followed = new Map<Uuid, Followed>()
  #polling = false

  constructor(db: Queryable) {
    this.#db = db
  }

  /** Tenants with listeners. */
  get size(): number {
    return this.#followed.size
  }

  /** Follows a tenant from now on; the returned function stops it. */
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
   * The next events after `after` of a followed tenant, oldest first, `givenMax` at most, as soon as there are any; null when
   * some of them no longer exist; empty when `signal` aborts. While the database is unavailable it waits: the stream continues
   * afterwards.
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
      return followed.recent.slice(after + 1 - first.sequence, after + 1 - first.sequence + givenMax)
    const events = await this.#db.rows(eventsOfAll, { tenantId, after, limit: givenMax })
    // Sequences have no gaps, so missing ones were deleted.
    return events[0]?.sequence === after + 1 ? events : null
  }

  /** Resolves when there are events after `after`, or when `signal` aborts. Checks before waiting, so that no event is missed. */
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
        const heads = await this.#db.rows(headsOf, { tenantIds: [...this.#followed.keys()] })
        for (const { tenantId, sequence } of heads) await this.#advance(tenantId, sequence)
        pauseMs = pollMs
      } catch {
        // The database is unavailable: streams stay open and continue from their position when it is back.
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
      head - followed.head <= batchMax ? await this.#db.rows(eventsOfAll, { tenantId, after: followed.head, limit: batchMax }) : []
    const last = fresh.at(-1)
    // A jump too long for one batch is left to the readers, each at its own pace.
    followed.recent = last && last.sequence >= head ? [...followed.recent, ...fresh].slice(-batchMax) : []
    followed.head = last ? Math.max(head, last.sequence) : head
    for (const wake of followed.waiting) wake()
  }
}

const tails = new WeakMap<Queryable, EventTail>()

/** The single tail of a database in this process. */
export function tailOf(db: Queryable): EventTail {
  const tail = tails.get(db) ?? new EventTail(db)
  tails.set(db, tail)
  return tail
}
