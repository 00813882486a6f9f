import { stream } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { Queryable } from '#platform/db.ts'
import type { StreamFrame } from '#platform/http/event-stream.ts'
import { parseTypeId, toTypeId, type Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { createWaking, findPosition, getHead, getTail } from '../../events/index.ts'
import { getPresence, getVisitorsOnline, type PresenceFrame } from '../../working-state/index.ts'
import { toWidgetMessage, toWidgetThread } from '../conversations/present-widget-message.ts'
import { findConversation, findOwnMessage, findOwnThread } from '../conversations/queries.ts'
import { readReader } from '../conversations/reader.ts'
import { toPublicPerson } from '../public-person.ts'
import type { VisitorSession } from '../sessions/session-token.ts'
import { getVisitor } from '../sessions/visitor.ts'
import { WidgetMessage } from '../conversations/schema.ts'
import { findOwnThreads, type OwnThreads } from './own-threads.ts'

/** Milliseconds between position frames while the tenant has only other events. */
const positionEveryMs = 15_000
/** Maximum number of a tenant's events that a reconnected stream reads again. Beyond it, the client reads its conversations instead. */
const maxMissedEvents = 5_000

/**
 * Events after which a message or a conversation may look different to its visitor. Every change of what a frame shows needs one of them:
 * a frame that was read before the change and arrives after its response is corrected only by the next one.
 */
const ofMessages = new Set(['message.created', 'message.updated', 'message.delivery_changed'])
const ofThreads = new Set(['thread.status_changed', 'thread.assigned', 'thread.updated'])
const ofRatings = new Set(['satisfaction.answered', 'satisfaction.changed'])
const ofMoves = new Set(['thread.merged', 'thread.unmerged', 'thread.erased'])

export const streamWidget = endpoint.stream({
  operationId: 'streamWidget',
  path: '/widget/stream',
  tag: 'widget',
  scope: 'visitor',
  summary: 'Stream the visitor’s conversations',
  description:
    'Server-sent events: `message` with a WidgetMessage that is new or has changed, `thread` with a WidgetThread that has changed or ' +
    'that the team has seen, `typing` (`threadId`, `name`, `typing`) when somebody of the team begins or ceases to type, and `reset` when ' +
    'conversations must be read again. Reconnect with the last `id` as `Last-Event-ID` (browsers do so themselves), and nothing is missed; a position that is no longer held gets a `reset` first. An `id` without data is ' +
    'your position. A comment every 15 seconds keeps the connection open. A visitor can have 2 streams. While one is open, agents see that ' +
    'the visitor is online.',
  responds: { 200: stream(WidgetMessage, 'Frames; those named `message` have a WidgetMessage as `data`') },
  async *handle({ db, principal, lastEventId, signal }) {
    const session = getVisitor(principal)
    const { tenantId } = session
    const head = await getHead(db, tenantId)
    const found = lastEventId === null ? head.sequence : await findPosition(db, tenantId, lastEventId)
    const isHeld = found !== null && head.sequence - found <= maxMissedEvents
    const waking = createWaking(signal)
    const tail = getTail(db)
    const leave = tail.follow(tenantId, head.sequence)
    const presence = getPresence(db).watch(tenantId, waking.wake, { reads: true })
    const goOffline = getVisitorsOnline(db).enter(session)
    const typing = new Set<string>()
    const seenThrough = new Map<string, string>()
    try {
      const own = await findOwnThreads(db, session)
      let position = isHeld ? found : head.sequence
      let lastSentAt = performance.now()
      if (!isHeld) yield toReset('The position is no longer held.', head.id)
      else yield lastEventId === null ? { id: head.id } : null
      while (!signal.aborted) {
        const events = await tail.next(tenantId, position, waking.untilWoken())
        waking.reset()
        for (const frame of presence.take()) {
          const shown =
            (await toTyping(db, session, { own, frame, typing })) ?? (await toSeenThread(db, session, { frame, own, seenThrough }))
          if (shown) yield shown
        }
        if (events === null) {
          const now = await getHead(db, tenantId)
          position = now.sequence
          yield toReset('The position is no longer held.', now.id)
          continue
        }
        for (const row of events) {
          position = row.sequence
          own.note(row)
          const frames = await toFrames(db, session, { row, own })
          const id = toTypeId('evt', row.id)
          // The position counts with the last frame of the event, so that a reconnected client gets all of them.
          for (const [i, frame] of frames.entries()) yield i === frames.length - 1 ? { id, ...frame } : frame
          if (frames.length === 0 && performance.now() - lastSentAt >= positionEveryMs) yield { id }
          else if (frames.length === 0) continue
          lastSentAt = performance.now()
        }
      }
    } finally {
      goOffline()
      presence.end()
      leave()
    }
  },
})

type Frame = { event: 'message' | 'thread' | 'reset'; data: unknown }

/** Returns the frames for an event of the visitor's own conversation. Reads what the visitor may see of it now. */
async function toFrames(
  db: Queryable,
  session: VisitorSession,
  { row: { type, object, previous }, own }: { row: EventRow; own: OwnThreads },
): Promise<Frame[]> {
  const isMessage = ofMessages.has(type)
  const isRating = ofRatings.has(type)
  if (!isMessage && !isRating && !ofThreads.has(type) && !ofMoves.has(type)) return []
  // Safe because the records of messages and ratings have the id of their thread, and those of threads their own.
  const threadId = (isMessage || isRating ? object.threadId : object.id) as Uuid
  if (object.internal === true || !(await own.has(threadId))) return []
  if (ofMoves.has(type) || (type === 'thread.updated' && previous !== null && 'messageCount' in previous))
    return [{ event: 'reset', data: { reason: 'Messages were moved.' } }]
  const reader = await readReader(db, session)
  // A thread can leave its customer and its inbox.
  if (!(await db.first(findOwnThread, { ...reader, threadId }))) return []
  const frames: Frame[] = []
  if (isMessage) {
    // Safe because the record of a message has its id.
    const message = await db.first(findOwnMessage, { ...reader, threadId, messageId: object.id as Uuid })
    if (message) frames.push({ event: 'message', data: toWidgetMessage(message) })
  }
  // A message that was seen changes `unread`. In the portal a new one may not: mails have no mark of what was read.
  if (isMessage && type !== 'message.delivery_changed' && !session.portal) return frames
  const thread = await db.first(findConversation, { ...reader, threadId })
  if (thread) frames.push({ event: 'thread', data: toWidgetThread(thread) })
  return frames
}

/** Returns the frame that says that somebody of the team begins or ceases to type. Never one that says who merely looks at the thread. */
async function toTyping(
  db: Queryable,
  session: VisitorSession,
  { own, frame, typing }: { own: OwnThreads; frame: PresenceFrame; typing: Set<string> },
): Promise<StreamFrame> {
  if (frame.event !== 'presence') return null
  const { threadId, user, state } = frame.data
  const key = `${threadId} ${user.id}`
  const isTyping = state === 'TYPING'
  if (isTyping === typing.has(key)) return null
  const id = parseTypeId('thr', threadId)
  if (id === null || !(await own.has(id))) return null
  if (isTyping && !(await db.first(findOwnThread, { ...(await readReader(db, session)), threadId: id }))) return null
  if (isTyping) typing.add(key)
  else typing.delete(key)
  return { event: 'typing', data: { threadId, name: toPublicPerson(user.name).name, typing: isTyping } }
}

/** Returns the conversation when an agent in it has read further. Nothing in it says who. */
async function toSeenThread(
  db: Queryable,
  session: VisitorSession,
  { frame, own, seenThrough }: { frame: PresenceFrame; own: OwnThreads; seenThrough: Map<string, string> },
): Promise<StreamFrame> {
  if (frame.event !== 'read') return null
  const { threadId, readThrough } = frame.data
  if (readThrough === null || readThrough <= (seenThrough.get(threadId) ?? '')) return null
  const id = parseTypeId('thr', threadId)
  if (id === null || !(await own.has(id))) return null
  seenThrough.set(threadId, readThrough)
  const thread = await db.first(findConversation, { ...(await readReader(db, session)), threadId: id })
  return thread && { event: 'thread', data: toWidgetThread(thread) }
}

function toReset(reason: string, id: string): StreamFrame {
  return { id, event: 'reset', data: { reason } }
}
