/** Finds the users who follow or have read a thread because of an event. */
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { isAnswer, messageCreated } from '../../threads/index.ts'
import { isOf, toMessageOf, getUser } from './events.ts'
import { isImported, mayRead } from './find-notices.ts'
import type { Surroundings } from './surroundings.ts'

type Pair = { userId: Uuid; threadId: Uuid }

/**
 * Returns the users who start to follow a thread, according to their preferences. Mentioning a team makes nobody a follower, because all
 * members would be.
 */
export function findNewFollowers(event: EventRow, { threads, people }: Surroundings): Pair[] {
  if (!isOf(event, messageCreated) || isImported(event)) return []
  const message = toMessageOf(event)
  const { threadId } = message
  if (!threads.has(threadId)) return []
  const choose = (userIds: readonly Uuid[], choice: 'followWhenIAnswer' | 'followWhenMentioned'): Pair[] =>
    userIds.flatMap((userId) => (mayRead(people.get(userId)) && people.get(userId)?.preferences[choice] ? [{ userId, threadId }] : []))
  return [
    ...choose(isAnswer(message) ? getUser(message) : [], 'followWhenIAnswer'),
    ...choose(message.mentions ?? [], 'followWhenMentioned'),
  ]
}

/** Returns the user who has read a thread because they wrote in it. */
export function findWriter(event: EventRow): (Pair & { sequence: number })[] {
  if (!isOf(event, messageCreated)) return []
  const message = toMessageOf(event)
  return getUser(message).map((userId) => ({ userId, threadId: message.threadId, sequence: event.sequence }))
}
