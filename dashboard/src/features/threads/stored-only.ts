/** Detects inboxes that store replies but do not send them, because their channel cannot send or is not set up. */
import type { Inbox } from '@skein/client'
import { message } from '../../texts/texts.ts'
import { useInboxes } from './use-catalog.ts'

/** True for inboxes whose replies are only stored. The replies of other inboxes are sent, or read by the workspace's own programs. */
export function isStoredOnly({ capabilities }: Pick<Inbox, 'capabilities'>): boolean {
  return capabilities.delivers === 'NOBODY'
}

/** Whether an undelivered reply was only stored. */
export function useMarksUnsent(inboxId: string): boolean {
  const inbox = useInboxes().data?.find(({ id }) => id === inboxId)
  return inbox !== undefined && inbox.capabilities.delivers !== 'OWN_PROGRAM'
}

export const storedOnlyHint = message('This reply is stored here only. The customer doesn’t get it.')
