import { endpoint, stream } from '../../kit/endpoint.ts'
import { Event } from '../../kit/outbox/event-shape.ts'
import { eventPayload } from '../../kit/outbox/event-payload.ts'
import type { StreamFrame } from '../../kit/http/event-stream.ts'
import type { Queryable } from '../../kit/db.ts'
import { toTypeId, type Uuid } from '../../kit/ids.ts'
import { covers } from '../../kit/principal.ts'
import { presenceOf } from '../working-state/index.ts'
import { findPosition, getHead, readTypes } from './position.ts'
import { StreamFilters } from './schema.ts'
import { tailOf } from './tail.ts'

/** How often a reader is told how far it has come although nothing of what it wants has happened. */
const positionEveryMs = 15_000

export const streamEvents = endpoint({
  operationId: 'streamEvents',
  method: 'GET',
  path: '/events/stream',
  tag: 'events',
  scope: 'events:read',
  summary: 'Stream events',
  description:
    'Server-sent events as they happen: each once, in order. Every event’s `id` is its `evt_…` id; reconnect with the last one as `Last-Event-ID` (browsers do so ' +
    'themselves) or as `after`, and nothing is missed. An `id` without data says how far you have come while nothing of what you asked for happens: keep it like any other. ' +
    'With `presence=true`, events named `presence` without an id tell who comes to threads, begins to write, and goes (`state: LEFT`): they are not stored and never repeated. ' +
    'A position that is no longer held gets a `reset` event first: read the feed from its beginning, or go on from now. ' +
    'Shown are the types whose objects the key may read, as in the feed. A comment every 15 seconds keeps the connection alive. At most 10 streams a key and 50 a tenant in one process.',
  query: StreamFilters,
  responds: { 200: stream(Event, 'Events; `data` of each is an Event') },
  streams: true,
  async *handle({ db, principal: { tenantId, scopes }, query, lastEventId, signal }) {
    const types = readTypes(query.types, scopes)
    const named = lastEventId ?? query.after ?? null
    const head = await getHead(db, tenantId)
    const found = named === null ? head.sequence : await findPosition(db, tenantId, named)
    const tail = tailOf(db)
    const leave = tail.follow(tenantId, head.sequence)
    const presence = query.presence && covers(scopes, 'threads:read') ? presenceFrames(db, tenantId, signal) : null
    try {
      let position = found ?? head.sequence
      let toldAt = -Infinity
      // A client that disconnects before the first event must also be able to resume from here.
      if (found === null) yield reset(head.id)
      else yield named === null ? { id: head.id } : null
      while (!signal.aborted) {
        const events = await tail.next(tenantId, position, presence?.untilChanged() ?? signal)
        for (const data of presence?.take() ?? []) yield { event: 'presence', data }
        if (events === null) {
          const now = await getHead(db, tenantId)
          position = now.sequence
          yield reset(now.id)
          continue
        }
        let skipped: string | null = null
        for (const row of events) {
          position = row.sequence
          skipped = types && !types.includes(row.type) ? toTypeId('evt', row.id) : null
          if (skipped !== null) continue
          const payload = eventPayload(row)
          yield { id: payload.id, event: payload.type, data: payload }
          toldAt = performance.now()
        }
        // Otherwise a client of a rare type keeps an old position; once that event is deleted, the client would be reset on reconnecting
        // without need.
        if (skipped !== null && performance.now() - toldAt >= positionEveryMs) {
          yield { id: skipped }
          toldAt = performance.now()
        }
      }
    } finally {
      presence?.end()
      leave()
    }
  },
})

/** Changes of presence, and a signal that aborts as soon as there are some. */
function presenceFrames(db: Queryable, tenantId: Uuid, signal: AbortSignal) {
  let changed = new AbortController()
  const watch = presenceOf(db).watch(tenantId, () => changed.abort())
  return {
    ...watch,
    untilChanged: () => AbortSignal.any([signal, changed.signal]),
    take: () => {
      changed = new AbortController()
      return watch.take()
    },
  }
}

/** Its id is where the stream goes on: without it the reader would come back with the lost position again and again. */
function reset(id: string): StreamFrame {
  return { id, event: 'reset', data: { reason: 'The position is no longer held.' } }
}
