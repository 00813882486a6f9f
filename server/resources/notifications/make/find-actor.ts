/** Finds the actor of an event. */
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { messageCreated, threadStatusChanged } from '../../threads/index.ts'
import { isOf, toMessageOf } from './events.ts'

export type Actor = { type: string; id: Uuid | null }

/**
 * Returns the actor of an event. For a customer's message and the status change that follows it, the actor is the customer, no matter which
 * program delivered the message. For a scheduled reply, the actor is its author.
 */
export function findActor(event: EventRow, earlier: EventRow | null): Actor {
  const cause = isOf(event, messageCreated) ? event : isOf(event, threadStatusChanged) && isCauseOf(earlier, event) ? earlier : null
  if (cause && toMessageOf(cause).authorId !== null) {
    const { authorType, authorId } = toMessageOf(cause)
    return { type: authorType === 'CUSTOMER' ? 'CUSTOMER' : (event.actor?.type ?? 'USER'), id: authorId }
  }
  return { type: event.actor?.type ?? 'SYSTEM', id: event.actor?.id ?? null }
}

function isCauseOf(earlier: EventRow | null, { sequence, object }: EventRow): earlier is EventRow {
  if (!earlier || !isOf(earlier, messageCreated)) return false
  return earlier.sequence === sequence - 1 && toMessageOf(earlier).threadId === object['id']
}

export function isOwnAct({ type, id }: Actor, userId: Uuid): boolean {
  return type !== 'CUSTOMER' && id === userId
}
