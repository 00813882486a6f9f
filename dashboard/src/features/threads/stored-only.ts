/** Detects inboxes that store replies but do not send them, because their channel is not available yet. */
import type { Inbox } from '@skein/client'
import { message } from '../../texts/texts.ts'
import { useInboxes } from './use-catalog.ts'

/** True for inboxes whose replies are only stored. API callers read the replies of an API inbox themselves, or receive them by webhook. */
export function isStoredOnly({ type, email }: Pick<Inbox, 'type' | 'email'>): boolean {
  return type === 'EMAIL' ? email?.send.mode === 'NONE' : type !== 'API'
}

/** Whether an undelivered reply was only stored. */
export function useMarksUnsent(inboxId: string): boolean {
  const inbox = useInboxes().data?.find(({ id }) => id === inboxId)
  return inbox !== undefined && inbox.type !== 'API'
}

export const storedOnlyHint = message('This reply is stored here only. The customer doesn’t get it.')
