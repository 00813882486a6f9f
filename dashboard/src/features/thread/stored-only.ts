/** Finds inboxes whose channel is not available yet. Replies in them are stored but not sent. */
import type { Inbox } from '@skein/client'
import { useInboxes } from '../threads/use-catalog.ts'

/** True for all inboxes except API inboxes, whose replies programs fetch or receive by webhook. */
export function isStoredOnly({ type }: Pick<Inbox, 'type'>): boolean {
  return type !== 'API'
}

export function useIsStoredOnly(inboxId: string): boolean {
  const inbox = useInboxes().data?.find(({ id }) => id === inboxId)
  return inbox !== undefined && isStoredOnly(inbox)
}

export const storedOnlyHint = 'This inbox has no channel yet: the reply is kept in the thread, and the customer gets nothing.'
