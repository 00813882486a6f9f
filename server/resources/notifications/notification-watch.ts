/**
 * Wakes the event streams of this process when their users' notifications change. While there are such streams, polls the versions of the
 * counts every half second, so it works across processes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '#platform/db.ts'
import type { Static } from '#platform/schema.ts'
import { toCounts } from './notification.ts'
import { findVersions, type Owner } from './queries.ts'
import type { NotificationCounts } from './schema.ts'

const pollMs = 500

type Counts = Static<typeof NotificationCounts>
type Watcher = Owner & { version: number; change: Counts | null; wake: () => void }

class NotificationWatch {
  readonly #db: Queryable
  readonly #watchers = new Set<Watcher>()
  #polling = false

  constructor(db: Queryable) {
    this.#db = db
  }

  /** Starts a watch, which calls `wake` when the user's notifications have changed. `take` returns the counts after a change. */
  async watch(owner: Owner, wake: () => void): Promise<{ take: () => Counts[]; end: () => void }> {
    const [known] = await this.#read([owner])
    const watcher: Watcher = { ...owner, version: known?.version ?? 0, change: null, wake }
    this.#watchers.add(watcher)
    void this.#poll()
    return {
      take() {
        const { change } = watcher
        watcher.change = null
        return change ? [change] : []
      },
      end: () => this.#watchers.delete(watcher),
    }
  }

  async #poll(): Promise<void> {
    if (this.#polling) return
    this.#polling = true
    while (this.#watchers.size > 0) {
      await sleep(pollMs)
      const watchers = [...this.#watchers]
      // While the database is unavailable, assume no change.
      const rows = await this.#read(watchers).catch(() => [])
      const found = new Map(rows.map((row) => [`${row.tenantId} ${row.userId}`, row]))
      for (const watcher of watchers) {
        const row = found.get(`${watcher.tenantId} ${watcher.userId}`)
        if (!row || row.version === watcher.version) continue
        watcher.version = row.version
        watcher.change = toCounts(row.counts)
        watcher.wake()
      }
    }
    this.#polling = false
  }

  #read(owners: readonly Owner[]) {
    const [tenantIds, userIds] = [owners.map(({ tenantId }) => tenantId), owners.map(({ userId }) => userId)]
    return this.#db.rows(findVersions, { tenantIds: [...new Set(tenantIds)], userIds: [...new Set(userIds)] })
  }
}

const watches = new WeakMap<Queryable, NotificationWatch>()

/** Returns the watch of a database, of which each process has one. */
export function getNotifications(db: Queryable): NotificationWatch {
  const watch = watches.get(db) ?? new NotificationWatch(db)
  watches.set(db, watch)
  return watch
}
