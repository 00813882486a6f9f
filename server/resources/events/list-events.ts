import { endpoint, Event, eventPayload, type EventRow, invalidCursor, list, type Position, type Static } from '../../kit/index.ts'
import { toPositionError, readPosition, readTypes } from './position.ts'
import { findEvents, findEventsOfTypes, countAllEvents, countEventsOfTypes } from './queries.ts'
import { EventFilters } from './schema.ts'

export const listEvents = endpoint({
  operationId: 'listEvents',
  method: 'GET',
  path: '/events',
  tag: 'events',
  scope: 'events:read',
  summary: 'Read the event feed',
  description:
    'Events, **oldest first**, stored for 30 days. Start without `after`, then send the last event’s id (or `meta.cursor`) to ' +
    'continue: no event is skipped, regardless of the order in which transactions commit, and none is shown twice. The newest ' +
    'page has `hasMore: false`; store its last id and poll again later. Shows only types whose objects the caller may read: a ' +
    'message, for example, also needs `threads:read`.',
  query: EventFilters,
  responds: { 200: list(Event, 'Events, oldest first') },
  errors: [invalidCursor],
  present: presentEvent,
  async handle({ db, principal: { tenantId, scopes }, page, query }) {
    const types = readTypes(query.types, scopes)
    // The cursor of a later page replaces `after`, where the first page began.
    const after = page.after ? Number(page.after.at) : await readPosition(db, tenantId, query.after)
    const span = { tenantId, after, limit: page.limit + 1 }
    const rows = types ? await db.rows(findEventsOfTypes, { ...span, types }) : await db.rows(findEvents, span)
    // Check the position after reading the events: if it still exists now, no event after it was deleted before they were read.
    const counted = types
      ? await db.first(countEventsOfTypes, { tenantId, after, types })
      : await db.first(countAllEvents, { tenantId, after })
    if (!counted?.held) throw toPositionError()
    const records = rows.slice(0, page.limit)
    const last = records.at(-1)
    const positionOf = ({ sequence, id }: EventRow): Position => ({ at: String(sequence), id })
    return { records, total: counted.total, next: last && rows.length > page.limit ? positionOf(last) : null, positionOf }
  },
})

export function presentEvent(row: EventRow): Static<typeof Event> {
  return eventPayload(row)
}
