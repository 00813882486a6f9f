/**
 * The tail of the outbox: tells streams of this process that a tenant has new events, and keeps the latest in memory so that many streams
 * cost one read. The database is queried only while there are listeners. Sequences run in commit order without gaps, so "everything up to
 * the head" is all there is to know.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '../../kit/db.ts'
import { ApiError } from '../../kit/errors.ts'
import type { EventRow } from '../../kit/outbox/event-payload.ts'
import type { Uuid } from '../../kit/ids.ts'
import { eventsOfAll, headsOf } from './queries.ts'

const pollMs = 50
const retryMs = 500
/** Events read at once, and kept in memory for a tenant that is listened to: at 20 KB each 4 MB at most. */
export const batchMax = 200
/**
 * Events that one stream is given at once. It holds them until its reader has taken them, which a reader that does not read
 * never does: a tenant's fifty of those would otherwise hold fifty batches of their own.
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

  /** Follows a tenant from now on; the answer ends it. */
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
   * some of them are no longer held; empty when `signal` aborts. While the database is away it waits: a stream goes on when it
   * is back.
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
    // Sequences have no gaps, so a gap is what has been deleted.
    return events[0]?.sequence === after + 1 ? events : null
  }

  /** Resolves when there are events after `after`, or when `signal` aborts. Looks before it waits, so nothing comes in between. */
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
        // The database is away: streams stay open and go on where they are when it is back.
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

/** The one tail of a database in this process. */
export function tailOf(db: Queryable): EventTail {
  const tail = tails.get(db) ?? new EventTail(db)
  tails.set(db, tail)
  return tail
}
