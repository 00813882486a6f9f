/**
 * Notifies the event streams of this process when users open threads, change what they do there, and leave. While there are streams, polls
 * presence in the database every half second, so it works across processes and detects users who no longer report.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '#platform/db.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { isoTime } from '#platform/time.ts'
import { presentOf, type PresentRow } from './queries.ts'

const pollMs = 500
/** Maximum number of unread changes per stream. Beyond it, the oldest are dropped. */
const maxUnreadChanges = 1000

export type PresenceChange = { threadId: string; user: { id: string; name: string }; state: PresentRow['state'] | 'LEFT'; seenAt: string }
type Watcher = { tenantId: Uuid; reported: Map<string, PresentRow>; changes: PresenceChange[]; wake: () => void }

class PresenceWatch {
  readonly #db: Queryable
  readonly #watchers = new Set<Watcher>()
  #polling = false

  constructor(db: Queryable) {
    this.#db = db
  }

  /** Starts a watch, which calls `wake` when there are changes to take. The first changes list the users already present. */
  watch(tenantId: Uuid, wake: () => void): { take: () => PresenceChange[]; end: () => void } {
    const watcher: Watcher = { tenantId, reported: new Map(), changes: [], wake }
    this.#watchers.add(watcher)
    void this.#poll()
    return { take: () => watcher.changes.splice(0), end: () => this.#watchers.delete(watcher) }
  }

  async #poll(): Promise<void> {
    if (this.#polling) return
    this.#polling = true
    while (this.#watchers.size > 0) {
      const tenantIds = [...new Set([...this.#watchers].map(({ tenantId }) => tenantId))]
      // While the database is unavailable, assume that nobody has left.
      const rows = await this.#db.rows(presentOf, { tenantIds }).catch(() => null)
      if (rows) for (const watcher of this.#watchers) notifyWatcher(watcher, rows)
      await sleep(pollMs)
    }
    this.#polling = false
  }
}

function notifyWatcher(watcher: Watcher, rows: readonly PresentRow[]): void {
  const now = new Map(rows.filter(({ tenantId }) => tenantId === watcher.tenantId).map((row) => [`${row.threadId} ${row.userId}`, row]))
  const changes = [...now].filter(([at, { state }]) => watcher.reported.get(at)?.state !== state).map(([, row]) => toChange(row, row.state))
  const left = [...watcher.reported].filter(([at]) => !now.has(at)).map(([, row]) => toChange(row, 'LEFT'))
  watcher.reported = now
  if (changes.length + left.length === 0) return
  watcher.changes = [...watcher.changes, ...left, ...changes].slice(-maxUnreadChanges)
  watcher.wake()
}

function toChange({ threadId, userId, name, seenAt }: PresentRow, state: PresenceChange['state']): PresenceChange {
  return { threadId: toTypeId('thr', threadId), user: { id: toTypeId('usr', userId), name }, state, seenAt: isoTime(seenAt) }
}

const watches = new WeakMap<Queryable, PresenceWatch>()

/** Returns the watch of a database, of which each process has one. */
export function getPresence(db: Queryable): PresenceWatch {
  const watch = watches.get(db) ?? new PresenceWatch(db)
  watches.set(db, watch)
  return watch
}
