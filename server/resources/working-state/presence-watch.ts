/**
 * Notifies the event streams of this process when users open threads, change what they do there, and leave, and when visitors of websites do.
 * While there are streams, polls presence in the database every half second, so it works across processes and detects users who no longer
 * report.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable, Statement } from '#platform/db.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { isoTime, isoTimeOrNull } from '#platform/time.ts'
import { presentOf, type PresentReader, type PresentRow } from './queries.ts'
import { type PresentVisitorRow, visitorsPresent } from './visitor-queries.ts'

const pollMs = 500
/** Maximum number of unread changes per stream. Beyond it, the oldest are dropped. */
const maxUnreadChanges = 1000

export type PresenceChange = { threadId: string; user: { id: string; name: string }; state: PresentRow['state'] | 'LEFT'; seenAt: string }
type VisitorChange = {
  threadId: string
  visitor: { id: string; name: string | null }
  state: 'ONLINE' | 'TYPING' | 'LEFT'
  pagePath: string | null
  pageTitle: string | null
  locale: string | null
  seenAt: string
}
/** The time through which some user in a thread has read it. */
type ReadChange = { threadId: string; readThrough: string | null }
/** A frame of a stream. */
export type PresenceFrame =
  | { event: 'presence'; data: PresenceChange }
  | { event: 'visitor'; data: VisitorChange }
  | { event: 'read'; data: ReadChange }

/** What is known of somebody in a thread: `state` says whether it has changed. */
type Seen = { event: PresenceFrame['event']; state: string; toFrame: (state: 'LEFT' | null) => PresenceFrame }
type Watcher = {
  tenantId: Uuid
  events: readonly PresenceFrame['event'][]
  reported: Map<string, Seen>
  changes: PresenceFrame[]
  wake: () => void
}

class PresenceWatch {
  readonly #db: Queryable
  readonly #watchers = new Set<Watcher>()
  #polling = false

  constructor(db: Queryable) {
    this.#db = db
  }

  /**
   * Starts a watch, which calls `wake` when there are changes to take: of users, and on request of visitors and of read marks. The first
   * changes list those already present.
   */
  watch(
    tenantId: Uuid,
    wake: () => void,
    { visitors = false, reads = false }: { visitors?: boolean; reads?: boolean } = {},
  ): { take: () => PresenceFrame[]; end: () => void } {
    const events: Watcher['events'] = ['presence', ...(visitors ? ['visitor' as const] : []), ...(reads ? ['read' as const] : [])]
    const watcher: Watcher = { tenantId, events, reported: new Map(), changes: [], wake }
    this.#watchers.add(watcher)
    void this.#poll()
    return { take: () => watcher.changes.splice(0), end: () => this.#watchers.delete(watcher) }
  }

  async #poll(): Promise<void> {
    if (this.#polling) return
    this.#polling = true
    while (this.#watchers.size > 0) {
      // While the database is unavailable, assume that nobody has left.
      const users = await this.#read([...this.#watchers], presentOf, toSeenUser)
      const visitors = await this.#read(
        [...this.#watchers].filter(({ events }) => events.includes('visitor')),
        visitorsPresent,
        toSeenVisitor,
      )
      if (users && visitors)
        for (const watcher of this.#watchers) {
          const present = [...(users.get(watcher.tenantId) ?? []), ...(visitors.get(watcher.tenantId) ?? [])]
          notifyWatcher(
            watcher,
            present.filter(([, { event }]) => watcher.events.includes(event)),
          )
        }
      await sleep(pollMs)
    }
    this.#polling = false
  }

  /** Returns who is present in the watchers' tenants, by tenant; null while the database is unavailable. */
  async #read<Row extends { tenantId: Uuid }>(
    watchers: readonly Watcher[],
    present: Statement<{ tenantIds: Uuid[] }, Row>,
    toSeen: (row: Row) => [string, Seen][],
  ): Promise<Map<Uuid, [string, Seen][]> | null> {
    const tenantIds = [...new Set(watchers.map(({ tenantId }) => tenantId))]
    if (tenantIds.length === 0) return new Map()
    const rows = await this.#db.rows(present, { tenantIds }).catch(() => null)
    if (!rows) return null
    const byTenant = Map.groupBy(rows, ({ tenantId }) => tenantId)
    return new Map([...byTenant].map(([tenantId, ofTenant]) => [tenantId, ofTenant.flatMap(toSeen)]))
  }
}

function notifyWatcher(watcher: Watcher, present: readonly [string, Seen][]): void {
  const now = new Map(present)
  const changes = [...now].filter(([at, { state }]) => watcher.reported.get(at)?.state !== state).map(([, seen]) => seen.toFrame(null))
  const left = [...watcher.reported].filter(([at]) => !now.has(at)).map(([, seen]) => seen.toFrame('LEFT'))
  watcher.reported = now
  if (changes.length + left.length === 0) return
  watcher.changes = [...watcher.changes, ...left, ...changes].slice(-maxUnreadChanges)
  watcher.wake()
}

function toSeenUser({ threadId, userId, name, state, seenAt, readThrough }: PresentReader): [string, Seen][] {
  const user = { id: toTypeId('usr', userId), name }
  const toFrame: Seen['toFrame'] = (left) => ({
    event: 'presence',
    data: { threadId: toTypeId('thr', threadId), user, state: left ?? state, seenAt: isoTime(seenAt) },
  })
  const toRead: Seen['toFrame'] = () => ({
    event: 'read',
    data: { threadId: toTypeId('thr', threadId), readThrough: isoTimeOrNull(readThrough) },
  })
  return [
    [`${threadId} ${userId}`, { event: 'presence', state, toFrame }],
    [`${threadId} ${userId} read`, { event: 'read', state: String(readThrough), toFrame: toRead }],
  ]
}

function toSeenVisitor({ threadId, visitorId, name, typing, pagePath, pageTitle, locale, seenAt }: PresentVisitorRow): [string, Seen][] {
  const visitor = { id: toTypeId('vst', visitorId), name }
  const state = typing ? 'TYPING' : 'ONLINE'
  const toFrame: Seen['toFrame'] = (left) => ({
    event: 'visitor',
    data: { threadId: toTypeId('thr', threadId), visitor, state: left ?? state, pagePath, pageTitle, locale, seenAt: isoTime(seenAt) },
  })
  return [[`${threadId} ${visitorId}`, { event: 'visitor', state: `${state} ${pagePath}`, toFrame }]]
}

const watches = new WeakMap<Queryable, PresenceWatch>()

/** Returns the watch of a database, of which each process has one. */
export function getPresence(db: Queryable): PresenceWatch {
  const watch = watches.get(db) ?? new PresenceWatch(db)
  watches.set(db, watch)
  return watch
}
