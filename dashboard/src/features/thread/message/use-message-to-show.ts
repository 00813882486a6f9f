/** Scrolls the timeline to a message, for links to messages, and loads earlier pages until the message is there. */
import { useEffect } from 'react'
import { useSearch } from '@tanstack/react-router'
import { useStore } from '../../../api/store.ts'
import { focusMessage, highlightedMessage, messageToShow } from '../focused-message.ts'

type TimelineState = {
  threadId: string
  isLoaded: boolean
  /** Index of the row of a message; -1 while the message is not loaded. */
  findIndex: (messageId: string) => number
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
  scrollToIndex: (index: number) => void
}

/** Frames in which the rows around the message are measured and move. */
const settlingFrames = 12

export function useMessageToShow(timeline: TimelineState): void {
  const { threadId, isLoaded, hasNextPage, isFetchingNextPage, fetchNextPage, findIndex, scrollToIndex } = timeline
  const { message: linked } = useSearch({ strict: false })
  useEffect(() => {
    if (linked !== undefined) messageToShow.set({ threadId, id: linked })
  }, [threadId, linked])
  const wanted = useStore(messageToShow)
  const id = wanted?.threadId === threadId ? wanted.id : null
  const index = id === null ? -1 : findIndex(id)
  useEffect(() => {
    if (id === null || !isLoaded) return
    if (index >= 0) {
      let frame = 0
      let request = 0
      const settle = (): void => {
        scrollToIndex(index)
        focusMessage(id)
        if (++frame < settlingFrames) request = requestAnimationFrame(settle)
        else {
          messageToShow.set(null)
          // The next element with the focus.
          addEventListener('focusin', () => highlightedMessage.set(null), { once: true })
        }
      }
      highlightedMessage.set(id)
      settle()
      return () => cancelAnimationFrame(request)
    }
    if (!hasNextPage) messageToShow.set(null)
    else if (!isFetchingNextPage) void fetchNextPage()
    return undefined
  }, [id, index, isLoaded, hasNextPage, isFetchingNextPage, fetchNextPage, scrollToIndex])
}
