import { endpoint, stream } from '../../kit/endpoint.ts'
import { eventPayload } from '../../kit/event-payload.ts'
import { findPosition, readTypes } from './position.ts'
import { findHead } from './queries.ts'
import { Event, StreamFilters } from './schema.ts'
import { tailOf } from './tail.ts'

export const streamEvents = endpoint({
  operationId: 'streamEvents', method: 'GET', path: '/events/stream', tag: 'events', scope: 'events:read',
  summary: 'Stream events',
  description: 'Server-sent events as they happen: each once, in order. Every event’s `id` is its `evt_…` id; reconnect with it as `Last-Event-ID` (browsers do so '
    + 'themselves) or as `after`, and nothing is missed. A position that is no longer held gets a `reset` event first: read the feed from its beginning, or go on from now. '
    + 'A comment every 15 seconds keeps the connection alive. At most 10 streams a key and 50 a tenant in one process.',
  query: StreamFilters,
  responds: { 200: stream(Event, 'Events; `data` of each is an Event') },
  streams: true,
  async *handle({ db, principal: { tenantId }, query, lastEventId, signal }) {
    const types = readTypes(query.types)
    const named = lastEventId ?? query.after ?? null
    const head = (await db.first(findHead, { tenantId }))?.sequence ?? 0
    const found = named === null ? head : await findPosition(db, tenantId, named)
    let position = found ?? head
    const tail = tailOf(db)
    const leave = tail.follow(tenantId, head)
    try {
      yield found === null ? { event: 'reset', data: { reason: 'The position is no longer held.' } } : null
      while (!signal.aborted) {
        const events = await tail.read(tenantId, position)
        for (const row of events) {
          position = row.sequence
          if (types && !types.includes(row.type)) continue
          const payload = eventPayload(row)
          yield { id: payload.id, event: payload.type, data: payload }
        }
        if (events.length === 0) await tail.wait(tenantId, position, signal)
      }
    } finally {
      leave()
    }
  },
})
