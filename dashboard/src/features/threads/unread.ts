/**
 * What somebody has not read. The service tells which threads of a list these are; how many messages have come since is counted here, and
 * opening a thread reads it.
 */
import { useEffect, useMemo } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Message } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { createStore, useStore } from '../../api/store.ts'
import { forgetMention } from './mentioned.ts'
import type { ThreadFilters } from './thread-filters.ts'

/** `count` is null while it is not known how many: at least one. */
export type Unread = { count: number | null }
/** What has happened to a thread in this tab, and when: a list knows what was before it was read. */
type Since = { readAt: number; arrivals: readonly number[] }

/** One map for good: copied with each message, a thousand of them would take as many copies. */
const since = createStore<{ of: Map<string, Since> }>({ of: new Map() })
const nothing: Since = { readAt: 0, arrivals: [] }

export function noteRead(threadId: string): void {
  forgetMention(threadId)
  noteSince(threadId, { readAt: Date.now(), arrivals: [] })
}

export function noteMessage({ threadId, author }: Message, meId: string): void {
  if (author?.id === meId) return noteRead(threadId)
  const { readAt, arrivals } = since.get().of.get(threadId) ?? nothing
  noteSince(threadId, { readAt, arrivals: [...arrivals, Date.now()] })
}

function noteSince(threadId: string, news: Since): void {
  since.set({ of: since.get().of.set(threadId, news) })
}

/** Which threads of a list are unread. As many pages of them are read as there are rows: in the same order, no more can be among these. */
export function useUnread(filters: ThreadFilters, rowCount: number): (threadId: string) => Unread | null {
  const { skein } = useApi()
  const isPossible = rowCount > 0 && (filters.status === undefined || /^(open|pending)$/i.test(filters.status))
  const unread = useInfiniteQuery({
    queryKey: ['unread', filters],
    enabled: isPossible,
    initialPageParam: '',
    async queryFn({ pageParam, signal }) {
      const at = Date.now()
      const page = { limit: 100, ...(pageParam ? { cursor: pageParam } : {}) }
      const { data, meta } = await skein.listThreads({ query: { ...filters, unread: true, ...page }, signal })
      return { ids: data.map(({ id }) => id), meta, at }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
  const ids = useMemo(() => new Set(unread.data?.pages.flatMap((page) => page.ids)), [unread.data])
  const { hasNextPage, isFetching, fetchNextPage } = unread
  useEffect(() => {
    if (hasNextPage && !isFetching && ids.size < rowCount) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage, ids.size, rowCount])
  const changes = useStore(since)
  const askedAt = unread.data?.pages[0]?.at ?? 0
  return (threadId) => {
    const { readAt, arrivals } = changes.of.get(threadId) ?? nothing
    const isOld = readAt < askedAt && ids.has(threadId)
    const count = arrivals.filter((at) => at > askedAt).length
    if (!isOld && count === 0) return null
    return { count: isOld ? null : count }
  }
}
