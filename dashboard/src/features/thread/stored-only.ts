/** Inboxes whose channel does not exist yet: what agents write there is stored, and nobody sends it. */
import type { Inbox } from '@skein/client'
import { useInboxes } from '../threads/use-catalog.ts'

/** Programs fetch the replies of an API inbox, or get them by webhook. */
export function storesOnly({ type }: Pick<Inbox, 'type'>): boolean {
  return type !== 'API'
}

export function useStoresOnly(inboxId: string): boolean {
  const inbox = useInboxes().data?.find(({ id }) => id === inboxId)
  return inbox !== undefined && storesOnly(inbox)
}

export const storedOnlyHint = 'This inbox has no channel yet: the reply is kept in the thread, and the customer gets nothing.'
