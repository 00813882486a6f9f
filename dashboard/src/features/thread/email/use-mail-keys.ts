import type { Message } from '@skein/client'
import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { getFocusedId } from '../focused-message.ts'
import { describeDelivery } from './describe-delivery.ts'
import { useRetryDelivery } from './delivery-line.tsx'
import { useShowOriginal } from './use-show-original.ts'

/** Shortcuts for mails in the timeline. They act on the focused message, or on the newest message that supports the action. */
export function useMailKeys(newestFirst: readonly Message[]): void {
  const retry = useRetryDelivery()
  const showOriginal = useShowOriginal()
  const find = (fits: (message: Message) => boolean): Message | undefined => {
    const id = getFocusedId()
    // A thread's row in the list may have the focus instead.
    const focusedId = newestFirst.some((message) => message.id === id) ? id : null
    return newestFirst.find((message) => (focusedId === null || message.id === focusedId) && fits(message))
  }
  useShortcuts({
    mailHeader() {
      const message = find(({ email }) => email !== null)
      const header = message && document.querySelector<HTMLDetailsElement>(`[data-id="${message.id}"] [data-mail-header]`)
      if (header) header.open = !header.open
    },
    original() {
      const message = find(({ email }) => email?.direction === 'IN')
      if (message) void showOriginal(message)
    },
    retryDelivery() {
      const message = find(({ delivery, sendAt }) => sendAt === null && describeDelivery(delivery)?.canRetry === true)
      if (message) void retry(message)
    },
  })
}
