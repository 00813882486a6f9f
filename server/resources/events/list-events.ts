import { list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { Queryable } from '#platform/db.ts'
import { invalidCursor } from '#platform/errors.ts'
import type { Page, Position } from '#platform/http/declared-endpoint.ts'
import type { Uuid } from '#platform/ids.ts'
import { eventPayload, type EventRow } from '#platform/outbox/event-payload.ts'
import { Event } from '#platform/outbox/event-shape.ts'
import type { Static } from '#platform/schema.ts'
import { latest, readPosition, readTypes, toPositionError } from './position.ts'
import { countAllEvents, countEventsOfTypes, findEvents, findEventsBefore, findEventsOfTypes, findEventsOfTypesBefore } from './queries.ts'
import { EventFilters } from './schema.ts'

export const listEvents = endpoint.read({
  operationId: 'listEvents',
  path: '/events',
  tag: 'events',
  scope: 'events:read',
  summary: 'Read the event feed',
  description:
    'Events, **oldest first**, stored for 30 days. Start without `after`, then send the last event’s id (or `meta.cursor`) to ' +
    'continue: no event is skipped, regardless of the order in which transactions commit, and none is shown twice. The newest ' +
    'page has `hasMore: false`; store its last id and poll again later. To begin with what happens from now on, send `after=latest`: the ' +
    'page is empty, and polling with its `meta.cursor`, which every page with `after=latest` has, shows what came since. `sort=-sequence` ' +
    'shows the newest events first. Shows only types whose objects the caller may read: a message, for example, also needs `threads:read`.',
  query: EventFilters,
  responds: { 200: list(Event, 'Events, oldest first unless `sort` says otherwise') },
  errors: [invalidCursor],
  present: presentEvent,
  handle({ db, principal: { tenantId, scopes }, page, query }) {
    const feed = { db, tenantId, page, after: query.after, types: readTypes(query.types, scopes) }
    return query.sort === '-sequence' ? listNewest(feed) : listOldest(feed)
  },
})

type Feed = { db: Queryable; tenantId: Uuid; page: Page; after: string | undefined; types: string[] | null }

const positionOf = ({ sequence, id }: EventRow): Position => ({ at: String(sequence), id })

async function listOldest({ db, tenantId, page, after: given, types }: Feed) {
  // The cursor of a later page replaces `after`, which set the start of the first page.
  const after = page.after ? Number(page.after.at) : await readPosition(db, tenantId, given)
  const span = { tenantId, after, limit: page.limit + 1 }
  const rows = types ? await db.rows(findEventsOfTypes, { ...span, types }) : await db.rows(findEvents, span)
  // Check the position after reading the events: if it still exists now, no later event was deleted before the read.
  const counted = types
    ? await db.first(countEventsOfTypes, { tenantId, after, types })
    : await db.first(countAllEvents, { tenantId, after })
  // Nothing after the latest event can have been deleted.
  const isHeld = counted?.held || (given === latest && !page.after)
  if (!counted || !isHeld) throw toPositionError()
  const reply = toReply(rows, page.limit, counted.total)
  if (given !== latest) return reply
  const last = reply.records.at(-1)
  return { ...reply, resume: last ? positionOf(last) : (page.after ?? { at: String(after), id: tenantId }) }
}

async function listNewest({ db, tenantId, page, after: given, types }: Feed) {
  const isFromTip = given === undefined || given === latest
  const before = page.after ? Number(page.after.at) : isFromTip ? Number.MAX_SAFE_INTEGER : await readPosition(db, tenantId, given)
  const span = { tenantId, before, limit: page.limit + 1 }
  const rows = types ? await db.rows(findEventsOfTypesBefore, { ...span, types }) : await db.rows(findEventsBefore, span)
  const beginning = { tenantId, after: 0 }
  const counted = types ? await db.first(countEventsOfTypes, { ...beginning, types }) : await db.first(countAllEvents, beginning)
  return toReply(rows, page.limit, counted?.total ?? 0)
}

function toReply(rows: EventRow[], limit: number, total: number) {
  const records = rows.slice(0, limit)
  const last = records.at(-1)
  return { records, total, next: last && rows.length > limit ? positionOf(last) : null, positionOf }
}

export function presentEvent(row: EventRow): Static<typeof Event> {
  return eventPayload(row)
}
