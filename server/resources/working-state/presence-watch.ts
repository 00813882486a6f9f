/**
 * Notifies the streams of this process when people open threads, change what they do there, and leave. While there are such streams,
 * presence is read from the database every half a second, so that it works across processes, and so that people who no longer report are
 * noticed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isoTime, type Queryable, toTypeId, type Uuid } from '../../kit/index.ts'
import { presentOf, type PresentRow } from './queries.ts'

const pollMs = 500
/** The maximum of unread changes per stream; beyond it the oldest are dropped. */
const behindMax = 1000

export type PresenceChange = { threadId: string; user: { id: string; name: string }; state: PresentRow['state'] | 'LEFT'; seenAt: string }
type Watcher = { tenantId: Uuid; told: Map<string, PresentRow>; changes: PresenceChange[]; wake: () => void }

class PresenceWatch {
  readonly #db: Queryable
  readonly #watchers = new Set<Watcher>()
  #polling = false

  constructor(db: Queryable) {
    this.#db = db
  }

  /** `wake` is called when there are changes to take; the first are all people who are already present. */
  watch(tenantId: Uuid, wake: () => void): { take: () => PresenceChange[]; end: () => void } {
    const watcher: Watcher = { tenantId, told: new Map(), changes: [], wake }
    this.#watchers.add(watcher)
    void this.#poll()
    return { take: () => watcher.changes.splice(0), end: () => this.#watchers.delete(watcher) }
  }

  async #poll(): Promise<void> {
    if (this.#polling) return
    this.#polling = true
    while (this.#watchers.size > 0) {
      const tenantIds = [...new Set([...this.#watchers].map(({ tenantId }) => tenantId))]
      // While the database is unavailable nobody is reported as having left.
      const rows = await this.#db.rows(presentOf, { tenantIds }).catch(() => null)
      if (rows) for (const watcher of this.#watchers) notifyWatcher(watcher, rows)
      await sleep(pollMs)
    }
    this.#polling = false
  }
}

function notifyWatcher(watcher: Watcher, rows: readonly PresentRow[]): void {
  const now = new Map(rows.filter(({ tenantId }) => tenantId === watcher.tenantId).map((row) => [`${row.threadId} ${row.userId}`, row]))
  const changes = [...now].filter(([at, { state }]) => watcher.told.get(at)?.state !== state).map(([, row]) => changeOf(row, row.state))
  const gone = [...watcher.told].filter(([at]) => !now.has(at)).map(([, row]) => changeOf(row, 'LEFT'))
  watcher.told = now
  if (changes.length + gone.length === 0) return
  watcher.changes = [...watcher.changes, ...gone, ...changes].slice(-behindMax)
  watcher.wake()
}

function changeOf({ threadId, userId, name, seenAt }: PresentRow, state: PresenceChange['state']): PresenceChange {
  return { threadId: toTypeId('thr', threadId), user: { id: toTypeId('usr', userId), name }, state, seenAt: isoTime(seenAt) }
}

const watches = new WeakMap<Queryable, PresenceWatch>()

/** The single watch of a database in this process. */
export function presenceOf(db: Queryable): PresenceWatch {
  const watch = watches.get(db) ?? new PresenceWatch(db)
  watches.set(db, watch)
  return watch
}
