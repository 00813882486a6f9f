import type { Message } from '@skein/client'
import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { getFocusedId } from '../focused-message.ts'
import { describeDelivery } from '../email/describe-delivery.ts'
import { useRetryDelivery } from '../email/delivery-line.tsx'
import { useMarkUnread } from './use-mark-unread.ts'
import { shownAsSent } from '../mail/shown-as-sent.ts'

/** Shortcuts for messages of the timeline. They act on the focused message, or on the newest message that supports the action. */
export function useMessageKeys(threadId: string, newestFirst: readonly Message[]): void {
  const retry = useRetryDelivery()
  const markUnread = useMarkUnread(threadId)
  const find = (fits: (message: Message) => boolean): Message | undefined => {
    const id = getFocusedId()
    // A thread's row in the list may have the focus instead.
    const focusedId = newestFirst.some((message) => message.id === id) ? id : null
    return newestFirst.find((message) => (focusedId === null || message.id === focusedId) && fits(message))
  }
  useShortcuts({
    markUnread() {
      const id = getFocusedId()
      // Without a focused message, the whole thread becomes unread.
      void markUnread(newestFirst.some((message) => message.id === id) ? id : null)
    },
    mailHeader() {
      const message = find(({ email }) => email !== null)
      if (message) document.querySelector<HTMLButtonElement>(`[data-id="${message.id}"] [data-mail-header]`)?.click()
    },
    original() {
      const message = find(({ email }) => email?.direction === 'IN')
      if (message) shownAsSent.set(message)
    },
    retryDelivery() {
      const message = find(({ delivery, sendAt }) => sendAt === null && describeDelivery(delivery)?.canRetry === true)
      if (message) void retry(message)
    },
  })
}
