/** Recognises inboxes that store replies but do not send them, because their channel is not available yet. */
import type { Inbox } from '@skein/client'
import { useInboxes } from '../threads/use-catalog.ts'

/** True for every inbox type except API: programs read the replies of an API inbox themselves, or receive them by webhook. */
export function isStoredOnly({ type }: Pick<Inbox, 'type'>): boolean {
  return type !== 'API'
}

export function useIsStoredOnly(inboxId: string): boolean {
  const inbox = useInboxes().data?.find(({ id }) => id === inboxId)
  return inbox !== undefined && isStoredOnly(inbox)
}

export const storedOnlyHint = 'This inbox has no channel yet: the reply is kept in the thread, and the customer gets nothing.'
