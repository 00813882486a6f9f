/**
 * The tail of the outbox: tells streams of this process that a tenant has new events, and keeps the latest in memory so
 * that many streams cost one read. It is asked only while someone listens. Sequences run in commit order without gaps,
 * so "everything up to the head" is all there is to know.
 */
import type { Queryable } from '../../kit/db.ts'
import type { EventRow } from '../../kit/event-payload.ts'
import type { Uuid } from '../../kit/ids.ts'
import { eventsOfAll, headsOf } from './queries.ts'

const pollMs = 50
/** Events read at once, and kept in memory for a tenant that is listened to. */
const batchMax = 500

type Followed = { head: number; recent: EventRow[]; waiting: Set<() => void>; listeners: number }

export class EventTail {
  readonly #db: Queryable
  readonly #followed = new Map<Uuid, Followed>()
  #polling = false

  constructor(db: Queryable) {
    this.#db = db
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

  /** The next events after `after`, oldest first: empty when there are none yet. */
  async read(tenantId: Uuid, after: number): Promise<EventRow[]> {
    const followed = this.#followed.get(tenantId)
    if (followed && after >= followed.head) return []
    const first = followed?.recent[0]
    if (followed && first && first.sequence <= after + 1) return followed.recent.slice(after + 1 - first.sequence)
    return this.#db.rows(eventsOfAll, { tenantId, after, limit: batchMax })
  }

  /** Resolves when the tenant may have events after `after`, or when `signal` aborts. */
  async wait(tenantId: Uuid, after: number, signal: AbortSignal): Promise<void> {
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
      await new Promise((resolve) => { setTimeout(resolve, pauseMs) })
    }
    this.#polling = false
  }

  async #advance(tenantId: Uuid, head: number): Promise<void> {
    const followed = this.#followed.get(tenantId)
    if (!followed || head <= followed.head) return
    const fresh = head - followed.head <= batchMax ? await this.#db.rows(eventsOfAll, { tenantId, after: followed.head, limit: batchMax }) : []
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
