/** Cached replies that are scheduled or could not be sent, patched by events. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Message, SkeinEvent } from '@skein/client'
import { allScheduledKey, scheduledKey } from './part-keys.ts'

/** Sorts replies by their scheduled time. */
export function sortBySendTime(replies: readonly Message[]): Message[] {
  return replies.toSorted((a, b) => getSendTime(a) - getSendTime(b))
}

function getSendTime({ sendAt, createdAt }: Message): number {
  return Date.parse(sendAt ?? createdAt)
}

export function putScheduled(queries: QueryClient, reply: Message): void {
  refetchAll(queries)
  queries.setQueryData<Message[]>(scheduledKey(reply.threadId), (known) => known && [reply, ...known.filter(({ id }) => id !== reply.id)])
}

/** Fetches the open list of all scheduled replies again: a reply that is new in it needs its thread, and its place. */
function refetchAll(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: allScheduledKey })
}

export function removeScheduled(queries: QueryClient, { id, threadId }: Pick<Message, 'id' | 'threadId'>): void {
  const lists = queries.getQueriesData<InfiniteData<{ data: Message[] }>>({ queryKey: allScheduledKey })
  if (lists.some(([, list]) => list?.pages.some(({ data }) => data.some((each) => each.id === id)))) refetchAll(queries)
  queries.setQueryData<Message[]>(scheduledKey(threadId), (known) => known?.filter((each) => each.id !== id))
}

export function applyScheduledEvent(queries: QueryClient, event: SkeinEvent): void {
  if (event.type === 'message.scheduled') putScheduled(queries, event.data.object)
  // A scheduled reply keeps its id when it is sent.
  else if (event.type === 'message.created' || event.type === 'message.deleted') removeScheduled(queries, event.data.object)
  else if (event.type === 'message.delivery_changed') {
    const { sendAt, delivery } = event.data.object
    // A reply that was sent once has no `sendAt`. It stays in the timeline, whether or not it is delivered.
    if (sendAt !== null && delivery.state === 'FAILED') putScheduled(queries, event.data.object)
  }
}
