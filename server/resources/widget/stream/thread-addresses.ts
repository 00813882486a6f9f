/**
 * Remembers which visitor a thread is with, so that all streams of this process together read it once. It never changes: a thread gets its
 * conversation with its first message.
 */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { findThreadAddress } from '../../working-state/index.ts'

const maxThreads = 20_000

class ThreadAddresses {
  readonly #db: Queryable
  readonly #known = new Map<Uuid, Promise<string | null>>()

  constructor(db: Queryable) {
    this.#db = db
  }

  /** Returns the id of the visitor, `vst_…`, or an address at a provider; null for a thread that takes place nowhere. */
  find(tenantId: Uuid, threadId: Uuid): Promise<string | null> {
    const known = this.#known.get(threadId)
    if (known) return known
    const [oldest] = this.#known.size >= maxThreads ? this.#known.keys() : []
    if (oldest !== undefined) this.#known.delete(oldest)
    const found = this.#db.first(findThreadAddress, { tenantId, threadId }).then((row) => row?.address ?? null)
    this.#known.set(threadId, found)
    found.catch(() => this.#known.delete(threadId))
    return found
  }
}

const all = new WeakMap<Queryable, ThreadAddresses>()

export function getThreadAddresses(db: Queryable): ThreadAddresses {
  const found = all.get(db) ?? new ThreadAddresses(db)
  all.set(db, found)
  return found
}
