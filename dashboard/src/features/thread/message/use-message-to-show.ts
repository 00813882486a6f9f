/** Scrolls the timeline to a message, for links to messages, and loads earlier pages until the message is there. */
import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { describeFailure, useApi } from '../../../api/api.ts'
import { useStore } from '../../../api/store.ts'
import { t } from '../../../texts/texts.ts'
import { showToast } from '../../../ui/toasts.ts'
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
  const place = useThreadOfMessage(isLoaded && index < 0 ? id : null)
  const navigate = useNavigate()
  useEffect(() => {
    if (id === null || place === null || place.threadId === threadId) return
    messageToShow.set(null)
    if (place.problem !== null) showToast({ kind: 'problem', text: place.problem })
    // A merge or a split has moved the message since the link was copied.
    else
      void navigate({
        to: '/inbox/$view/$threadId',
        params: { view: 'all', threadId: place.threadId },
        search: { message: id },
        replace: true,
      })
  }, [id, threadId, place, navigate])
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
    if (place?.threadId !== threadId) return
    if (!hasNextPage) messageToShow.set(null)
    else if (!isFetchingNextPage) void fetchNextPage()
    return undefined
  }, [id, index, threadId, place, isLoaded, hasNextPage, isFetchingNextPage, fetchNextPage, scrollToIndex])
}

type Place = { threadId: string; problem: null } | { threadId: null; problem: string }

/** Returns the thread of a message, so that a wrong link does not load all pages of its thread. Null until the service has responded. */
function useThreadOfMessage(id: string | null): Place | null {
  const { skein } = useApi()
  const { data, error } = useQuery({
    queryKey: ['message-place', id],
    queryFn: ({ signal }) => skein.getMessage({ path: { id: id ?? '' }, signal }),
    enabled: id !== null,
    staleTime: 0,
  })
  if (data) return { threadId: data.data.threadId, problem: null }
  return error ? { threadId: null, problem: t('This message can’t be shown. {reason}', { reason: describeFailure(error).text }) } : null
}
