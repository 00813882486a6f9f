import { stream } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { StreamFrame } from '#platform/http/event-stream.ts'
import { toTypeId } from '#platform/ids.ts'
import { eventPayload } from '#platform/outbox/event-payload.ts'
import { Event } from '#platform/outbox/event-shape.ts'
import { covers } from '#platform/principal.ts'
import { getNotifications } from '../notifications/index.ts'
import { getPresence } from '../working-state/index.ts'
import { findPosition, getHead, readTypes } from './position.ts'
import { StreamFilters } from './schema.ts'
import { getTail } from './tail.ts'
import { createWaking } from './waking.ts'

/** Milliseconds between position frames for a client whose filter matches no event. */
const positionEveryMs = 15_000

export const streamEvents = endpoint.stream({
  operationId: 'streamEvents',
  path: '/events/stream',
  tag: 'events',
  scope: 'events:read',
  summary: 'Stream events',
  description:
    'Server-sent events, each once, in order, named by their types unless `names=false`. Every event’s `id` is its `evt_…` id; reconnect with the last one as ' +
    '`Last-Event-ID` (browsers do so themselves) or as `after`, and no event is missed. An `id` without data is your current ' +
    'position: store it like any other. With `presence=true`, events named `presence` without an id report users who open ' +
    'threads, start typing, or leave (`state: LEFT`), and with `visitors=true` also events named `visitor` websites’ visitors; neither is stored. With a session, events named `notification.changed` without ' +
    'an id have your NotificationCounts whenever your notifications change; they are in no other feed. A deleted position gets a `reset` event first: read ' +
    'the feed from its beginning, or continue from now. Shows only types whose objects the caller may read. A comment every 15 ' +
    'seconds keeps the connection open. At most 10 streams per key and 50 per tenant in one process.',
  query: StreamFilters,
  responds: { 200: stream(Event, 'Events, each with an Event as `data`') },
  async *handle({ db, principal: { tenantId, scopes, credential, user }, query, lastEventId, signal }) {
    const types = readTypes(query.types, scopes)
    const named = lastEventId ?? query.after ?? null
    const head = await getHead(db, tenantId)
    const found = named === null ? head.sequence : await findPosition(db, tenantId, named)
    const waking = createWaking(signal)
    const own = credential.type === 'SESSION' ? await getNotifications(db).watch({ tenantId, userId: user.id }, waking.wake) : null
    const tail = getTail(db)
    const leave = tail.follow(tenantId, head.sequence)
    const presence =
      query.presence && covers(scopes, 'threads:read')
        ? getPresence(db).watch(tenantId, waking.wake, { visitors: query.visitors === true })
        : null
    try {
      let position = found ?? head.sequence
      let lastSentAt = -Infinity
      // Send the position first, so that a client that disconnects before the first event can resume from here.
      if (found === null) yield createResetFrame(head.id)
      else yield named === null ? { id: head.id } : null
      while (!signal.aborted) {
        const events = await tail.next(tenantId, position, waking.untilWoken())
        waking.reset()
        for (const frame of presence?.take() ?? []) yield frame
        for (const data of own?.take() ?? []) yield { event: 'notification.changed', data }
        if (events === null) {
          const now = await getHead(db, tenantId)
          position = now.sequence
          yield createResetFrame(now.id)
          continue
        }
        let skipped: string | null = null
        for (const row of events) {
          position = row.sequence
          skipped = types && !types.includes(row.type) ? toTypeId('evt', row.id) : null
          if (skipped !== null) continue
          const payload = eventPayload(row)
          yield { id: payload.id, ...(query.names === false ? {} : { event: payload.type }), data: payload }
          lastSentAt = performance.now()
        }
        // Otherwise a client that filters by a rare type would keep an old position. Once that event is deleted, a reconnect would reset
        // the client although it has missed nothing.
        if (skipped !== null && performance.now() - lastSentAt >= positionEveryMs) {
          yield { id: skipped }
          lastSentAt = performance.now()
        }
      }
    } finally {
      presence?.end()
      own?.end()
      leave()
    }
  },
})

/**
 * Creates a reset frame. Its id is the position from which the stream continues; without the id, the client would reconnect with the lost
 * position.
 */
function createResetFrame(id: string): StreamFrame {
  return { id, event: 'reset', data: { reason: 'The position is no longer held.' } }
}
