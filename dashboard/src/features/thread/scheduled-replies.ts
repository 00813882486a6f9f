/** Replies that wait to be sent, and those that could not be: shown where they will stand, kept up to date by events. */
import type { QueryClient } from '@tanstack/react-query'
import type { Message, SkeinEvent } from '@skein/client'
import { scheduledKey } from '../threads/part-keys.ts'

/** In the order in which they will be sent. */
export function bySendTime(replies: readonly Message[]): Message[] {
  return replies.toSorted((a, b) => timeOf(a) - timeOf(b))
}

function timeOf({ sendAt, createdAt }: Message): number {
  return Date.parse(sendAt ?? createdAt)
}

export function putScheduled(queries: QueryClient, reply: Message): void {
  queries.setQueryData<Message[]>(scheduledKey(reply.threadId), (known) => known && [reply, ...known.filter(({ id }) => id !== reply.id)])
}

export function dropScheduled(queries: QueryClient, { id, threadId }: Pick<Message, 'id' | 'threadId'>): void {
  queries.setQueryData<Message[]>(scheduledKey(threadId), (known) => known?.filter((each) => each.id !== id))
}

export function applyScheduledEvent(queries: QueryClient, event: SkeinEvent): void {
  if (event.type === 'message.scheduled') putScheduled(queries, event.data.object)
  // Sent with the same id, or cancelled.
  else if (event.type === 'message.created' || event.type === 'message.deleted') dropScheduled(queries, event.data.object)
  else if (event.type === 'message.delivery_changed' && event.data.object.delivery.state === 'FAILED')
    putScheduled(queries, event.data.object)
}
