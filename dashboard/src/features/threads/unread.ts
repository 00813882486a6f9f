/**
 * The agent's unread threads. The service returns which threads of a list are unread; this module counts messages that arrive later, and
 * marks a thread as read when the agent opens it.
 */
import { useEffect, useMemo } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Message } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { createStore, useStore } from '../../api/store.ts'
import { clearMention } from './mentioned.ts'
import { toListQuery, type ThreadFilters } from './thread-filters.ts'

/** Number of unread messages; null when at least one is unread but the number is unknown. */
export type Unread = { count: number | null }
/**
 * Time at which the agent last read a thread in this tab, the times of later messages, and whether the agent has marked it as unread since
 * then.
 */
type Activity = { readAt: number; arrivals: readonly number[]; isMarked?: boolean }

/** Activity by thread. The map is mutated, because copying it for each of a thousand messages would be slow. */
const activities = createStore<{ byThread: Map<string, Activity> }>({ byThread: new Map() })
const noActivity: Activity = { readAt: 0, arrivals: [] }

export function noteRead(threadId: string): void {
  clearMention(threadId)
  setActivity(threadId, { readAt: Date.now(), arrivals: [] })
}

/** Threads that the agent has marked as unread and that are still open: showing them does not count as reading. */
const keptUnread = new Set<string>()

/** Shows a thread as unread until the agent opens it again. */
export function noteUnread(threadId: string): void {
  keptUnread.add(threadId)
  setActivity(threadId, { ...noActivity, isMarked: true })
}

/** Whether the open thread stays unread. */
export const isKeptUnread = (threadId: string): boolean => keptUnread.has(threadId)

/** Lets the thread count as read when the agent opens it the next time. */
export function releaseUnread(threadId: string): void {
  keptUnread.delete(threadId)
}

export function noteMessage(message: Message, meId: string): void {
  const { threadId, author, silent } = message
  if (silent) return
  if (author?.id === meId) return noteRead(threadId)
  const activity = activities.get().byThread.get(threadId) ?? noActivity
  setActivity(threadId, { ...activity, arrivals: [...activity.arrivals, Date.now()] })
}

function setActivity(threadId: string, activity: Activity): void {
  activities.set({ byThread: activities.get().byThread.set(threadId, activity) })
}

/**
 * Returns a function that checks whether a thread of a list is unread. Loads pages of unread threads in list order until there are as many
 * as the list has rows: later ones cannot be among these rows.
 */
export function useUnread(filters: ThreadFilters, rowCount: number): (threadId: string) => Unread | null {
  const { skein } = useApi()
  // The order of drafts says nothing about which page of unread threads has a row.
  const isPossible = rowCount > 0 && !filters.drafts && (filters.status === undefined || /^(open|pending)$/i.test(filters.status))
  const unread = useInfiniteQuery({
    queryKey: ['unread', filters],
    enabled: isPossible,
    initialPageParam: '',
    async queryFn({ pageParam, signal }) {
      const at = Date.now()
      const page = { limit: 100, ...(pageParam ? { cursor: pageParam } : {}) }
      const { data, meta } = await skein.listThreads({ query: { ...toListQuery(filters), unread: true, ...page }, signal })
      return { ids: data.map(({ id }) => id), meta, at }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
  const ids = useMemo(() => new Set(unread.data?.pages.flatMap((page) => page.ids)), [unread.data])
  const { hasNextPage, isFetching, fetchNextPage } = unread
  useEffect(() => {
    if (hasNextPage && !isFetching && ids.size < rowCount) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage, ids.size, rowCount])
  const { byThread } = useStore(activities)
  const requestedAt = unread.data?.pages[0]?.at ?? 0
  return (threadId) => findUnread(threadId, { ids, requestedAt }, byThread)
}

type Listed = {
  /** The unread threads of the list. */
  ids: ReadonlySet<string>
  /** When they were requested. */
  requestedAt: number
}

export function findUnread(threadId: string, { ids, requestedAt }: Listed, byThread = activities.get().byThread): Unread | null {
  const { readAt, arrivals, isMarked = false } = byThread.get(threadId) ?? noActivity
  const wasUnread = isMarked || (readAt < requestedAt && ids.has(threadId))
  const count = arrivals.filter((at) => at > requestedAt).length
  if (!wasUnread && count === 0) return null
  return { count: wasUnread ? null : count }
}
