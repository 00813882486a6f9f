/** What screens read: lists of threads, one thread, its messages. */
import { useCallback, useEffect, useRef } from 'react'
import { infiniteQueryOptions, useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query'
import type { Message, SkeinClient, ThreadView } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { getSessionUser } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { knownThread, listKey, messagesKey, threadKey, type MessageList, type MessagePage } from './thread-cache.ts'
import { isSameLater } from './list-search.ts'
import { draftsKey, scheduledKey } from './part-keys.ts'
import { storeThreadView } from './thread-parts.ts'
import { readThreadView } from './thread-view.ts'
import { countKey } from './thread-counts.ts'
import type { ThreadFilters } from './thread-filters.ts'
import type { ThreadList, ThreadPage } from './thread-lists.ts'

const pageSize = 50

type ListOptions = { filters: ThreadFilters; enabled?: boolean /** A saved view as it is. */; viewId?: string | null }

export function useThreadList({ filters, enabled = true, viewId = null }: ListOptions) {
  const { skein, queries } = useApi()
  return useInfiniteQuery<ThreadPage, Error, ThreadList, ReturnType<typeof listKey>, string>({
    queryKey: listKey(filters),
    enabled,
    // Time that has passed empties no list.
    placeholderData: (before, query) => (query && isSameLater(query.queryKey[1], filters) ? before : undefined),
    initialPageParam: '',
    async queryFn({ pageParam, signal }): Promise<ThreadPage> {
      const page = { limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) }
      const { data, meta } =
        viewId === null
          ? await skein.listThreads({ query: { ...filters, ...page }, signal })
          : await skein.listViewThreads({ path: { id: viewId }, query: page, signal })
      if (queries.getQueryData(countKey(filters)) !== undefined) queries.setQueryData(countKey(filters), meta.total)
      return { data, meta, ...(pageParam === '' ? { fresh: [] } : {}) }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
}

export function useThread(id: string) {
  const { skein, queries } = useApi()
  return useQuery({
    queryKey: threadKey(id),
    enabled: id !== '',
    // What a list shows is up to date, so that a thread opens at once.
    initialData: () => knownThread(queries, id) ?? undefined,
    queryFn: async ({ signal }) => (await viewOf(skein, queries, id, signal)).thread,
  })
}

function viewOf(skein: SkeinClient, queries: QueryClient, threadId: string, signal: AbortSignal | undefined): Promise<ThreadView> {
  return readThreadView({ skein, queries, store: storeThreadView }, threadId, signal)
}

/** Returns a function that reads the view of a thread, for the queries of its parts. */
export function useThreadView(): (threadId: string, signal: AbortSignal | undefined) => Promise<ThreadView> {
  const { skein, queries } = useApi()
  return (threadId, signal) => viewOf(skein, queries, threadId, signal)
}

/** Newest first, as the service gives them. */
function messagesOf(skein: SkeinClient, queries: QueryClient, threadId: string) {
  return infiniteQueryOptions({
    queryKey: messagesKey(threadId),
    initialPageParam: '',
    async queryFn({ pageParam, signal }): Promise<MessagePage> {
      if (pageParam === '') return (await viewOf(skein, queries, threadId, signal)).messages
      const query = { limit: pageSize, cursor: pageParam }
      const { data, meta } = await skein.listMessages({ path: { id: threadId }, query, signal })
      return { data, meta }
    },
    getNextPageParam: ({ meta }: MessagePage) => (meta.hasMore ? meta.cursor : undefined),
  })
}

export function useMessages(threadId: string) {
  const { skein, queries } = useApi()
  return useInfiniteQuery(messagesOf(skein, queries, threadId))
}

export function useScheduledReplies(threadId: string) {
  const view = useThreadView()
  return useQuery({
    queryKey: scheduledKey(threadId),
    queryFn: async ({ signal }) => (await view(threadId, signal)).scheduledMessages.data,
  })
}

/** The drafts on the service, which another machine may have changed since the thread was last opened. Null when the caller may not write. */
export function useSavedDrafts(threadId: string) {
  const view = useThreadView()
  return useQuery({
    queryKey: draftsKey(threadId),
    staleTime: draftsFreshMs,
    queryFn: async ({ signal }) => (await view(threadId, signal)).drafts,
  })
}

const draftsFreshMs = 30_000

/** How long a row has the focus, or the pointer, before its messages are fetched. */
const nearMs = 60

/** The messages of the thread that somebody is about to open, so that it opens at once. */
export function useNearThread(): (id: string | null) => void {
  const { skein, queries } = useApi()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (id) => {
      clearTimeout(timer.current)
      // What is there is kept up to date by events. A failure is told when the thread is opened.
      if (id !== null && queries.getQueryData(messagesKey(id)) === undefined)
        timer.current = setTimeout(() => void queries.prefetchInfiniteQuery(messagesOf(skein, queries, id)), nearMs)
    },
    [skein, queries],
  )
}

/** The signed-in person. Screens inside the gate have one, also behind the dialog of a session that has ended. */
export function useMeId(): string {
  return getSessionUser(useStore(useApi().session.store))?.id ?? ''
}

/** Reads the page of a known message again, for links of files that have ended. */
export async function freshMessages(skein: SkeinClient, queries: QueryClient, threadId: string, messageId: string): Promise<Message[]> {
  const list = queries.getQueryData<MessageList>(messagesKey(threadId))
  const at = list?.pages.findIndex(({ data }) => data.some(({ id }) => id === messageId)) ?? -1
  const cursor = list?.pageParams[at] ?? ''
  const { data } = await skein.listMessages({ path: { id: threadId }, query: { limit: 100, ...(cursor ? { cursor } : {}) } })
  return data
}
