import { endpoint, Event, eventPayload, type EventRow, invalidCursor, list, type Position, type Static } from '../../kit/index.ts'
import { positionLost, readPosition, readTypes } from './position.ts'
import { eventsOfAll, eventsOfTypes, totalOfAll, totalOfTypes } from './queries.ts'
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
    // A cursor is a later position than the `after` that its first page began with.
    const after = page.after ? Number(page.after.at) : await readPosition(db, tenantId, query.after)
    const span = { tenantId, after, limit: page.limit + 1 }
    const rows = types ? await db.rows(eventsOfTypes, { ...span, types }) : await db.rows(eventsOfAll, span)
    // Checked after reading: a position that is still retained now was retained when the rows were read.
    const counted = types ? await db.first(totalOfTypes, { tenantId, after, types }) : await db.first(totalOfAll, { tenantId, after })
    if (!counted?.held) throw positionLost()
    const records = rows.slice(0, page.limit)
    const last = records.at(-1)
    const positionOf = ({ sequence, id }: EventRow): Position => ({ at: String(sequence), id })
    return { records, total: counted.total, next: last && rows.length > page.limit ? positionOf(last) : null, positionOf }
  },
})

export function presentEvent(row: EventRow): Static<typeof Event> {
  return eventPayload(row)
}
