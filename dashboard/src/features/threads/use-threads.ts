/** Queries of thread lists, threads, messages and drafts. */
import { useCallback, useEffect, useRef } from 'react'
import { infiniteQueryOptions, useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query'
import type { Message, SkeinClient, ThreadView } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { getSessionUser } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { findThread, listKey, messagesKey, threadKey, type MessageList, type MessagePage } from './thread-cache.ts'
import { differOnlyInTime } from './list-search.ts'
import { draftsKey, scheduledKey } from './part-keys.ts'
import { takePreviews } from './previews.ts'
import { noteSavedDrafts } from './saved-drafts.ts'
import { storeThreadView } from './thread-parts.ts'
import { readThreadView } from './thread-view.ts'
import { countKey } from './thread-counts.ts'
import { toListQuery, type ThreadFilters } from './thread-filters.ts'
import type { ThreadList, ThreadPage } from './thread-lists.ts'

const pageSize = 50

type ListOptions = {
  filters: ThreadFilters
  enabled?: boolean
  /** The saved view that `filters` come from; null when the agent has changed them. */
  viewId?: string | null
}

export function useThreadList({ filters, enabled = true, viewId = null }: ListOptions) {
  const { skein, queries } = useApi()
  return useInfiniteQuery<ThreadPage, Error, ThreadList, ReturnType<typeof listKey>, string>({
    queryKey: listKey(filters),
    enabled,
    // No event says that a draft was saved on another device.
    ...(filters.drafts ? { staleTime: 0 } : {}),
    // Keep showing the rows while a filter with a relative time refetches the list.
    placeholderData: (before, query) => (query && differOnlyInTime(query.queryKey[1], filters) ? before : undefined),
    initialPageParam: '',
    async queryFn({ pageParam, signal }): Promise<ThreadPage> {
      if (filters.drafts) return readDraftPage(skein, queries, pageParam, signal)
      const page = { limit: pageSize, include: 'preview', ...(pageParam ? { cursor: pageParam } : {}) } as const
      const { data, meta } =
        viewId === null
          ? await skein.listThreads({ query: { ...toListQuery(filters), ...page }, signal })
          : await skein.listViewThreads({ path: { id: viewId }, query: page, signal })
      if (queries.getQueryData(countKey(filters)) !== undefined) queries.setQueryData(countKey(filters), meta.total)
      return { data: takePreviews(queries, data), meta, ...(pageParam === '' ? { newRows: [] } : {}) }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
}

/** Reads a page of the threads in which the agent has a draft. A thread with a reply and a note is listed once, by `listRows`. */
async function readDraftPage(skein: SkeinClient, queries: QueryClient, cursor: string, signal: AbortSignal): Promise<ThreadPage> {
  const query = { limit: pageSize, include: 'thread', ...(cursor ? { cursor } : {}) } as const
  const { data, meta } = await skein.listDrafts({ query, signal })
  noteSavedDrafts(queries, data, cursor === '' && !meta.hasMore)
  return {
    data: takePreviews(
      queries,
      data.flatMap(({ thread }) => thread ?? []),
    ),
    meta,
  }
}

export function useThread(id: string) {
  const { skein, queries } = useApi()
  return useQuery({
    queryKey: threadKey(id),
    enabled: id !== '',
    // Events keep cached lists current, so a listed thread opens without waiting for a request.
    initialData: () => findThread(queries, id) ?? undefined,
    queryFn: async ({ signal }) => (await readView(skein, queries, id, signal)).thread,
  })
}

function readView(skein: SkeinClient, queries: QueryClient, threadId: string, signal: AbortSignal | undefined): Promise<ThreadView> {
  return readThreadView({ skein, queries, store: storeThreadView }, threadId, signal)
}

/** Returns a function that reads a thread view, which the queries of its parts share. */
export function useThreadView(): (threadId: string, signal: AbortSignal | undefined) => Promise<ThreadView> {
  const { skein, queries } = useApi()
  return (threadId, signal) => readView(skein, queries, threadId, signal)
}

/** Builds the query of a thread's messages, newest first. */
export function messagesQuery(skein: SkeinClient, queries: QueryClient, threadId: string) {
  return infiniteQueryOptions({
    queryKey: messagesKey(threadId),
    initialPageParam: '',
    async queryFn({ pageParam, signal }): Promise<MessagePage> {
      if (pageParam === '') return (await readView(skein, queries, threadId, signal)).messages
      const query = { limit: pageSize, cursor: pageParam }
      const { data, meta } = await skein.listMessages({ path: { id: threadId }, query, signal })
      return { data, meta }
    },
    getNextPageParam: ({ meta }: MessagePage) => (meta.hasMore ? meta.cursor : undefined),
  })
}

export function useMessages(threadId: string) {
  const { skein, queries } = useApi()
  return useInfiniteQuery(messagesQuery(skein, queries, threadId))
}

export function useScheduledReplies(threadId: string) {
  const { skein } = useApi()
  const view = useThreadView()
  return useQuery({
    queryKey: scheduledKey(threadId),
    async queryFn({ signal }) {
      const { data, meta } = (await view(threadId, signal)).scheduledMessages
      return meta.hasMore ? skein.listScheduledMessages({ path: { id: threadId }, query: { limit: 100 }, signal }).toArray() : data
    },
  })
}

/** Returns the agent's drafts from the service, possibly saved on another device. Null when their role may not write. */
export function useSavedDrafts(threadId: string) {
  const view = useThreadView()
  return useQuery({
    queryKey: draftsKey(threadId),
    staleTime: draftsFreshMs,
    queryFn: async ({ signal }) => (await view(threadId, signal)).drafts,
  })
}

const draftsFreshMs = 30_000

/** Milliseconds that a row must have the focus or the pointer before its messages are prefetched. */
const prefetchDelayMs = 60

/** Returns a function that prefetches the messages of the thread that the agent is about to open; null cancels. */
export function usePrefetchThread(): (id: string | null) => void {
  const { skein, queries } = useApi()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (id) => {
      clearTimeout(timer.current)
      // Events keep cached messages current. Ignore a failed prefetch: opening the thread requests them again.
      if (id !== null && queries.getQueryData(messagesKey(id)) === undefined)
        timer.current = setTimeout(() => void queries.prefetchInfiniteQuery(messagesQuery(skein, queries, id)), prefetchDelayMs)
    },
    [skein, queries],
  )
}

/** Returns the user's id, even after their session has expired and until they sign in again. Returns '' only before the first sign-in. */
export function useMeId(): string {
  return getSessionUser(useStore(useApi().session.store))?.id ?? ''
}

/** Refetches the page of a loaded message, for new file URLs after the old ones have expired. */
export async function refetchMessages(skein: SkeinClient, queries: QueryClient, threadId: string, messageId: string): Promise<Message[]> {
  const list = queries.getQueryData<MessageList>(messagesKey(threadId))
  const at = list?.pages.findIndex(({ data }) => data.some(({ id }) => id === messageId)) ?? -1
  const cursor = list?.pageParams[at] ?? ''
  const { data } = await skein.listMessages({ path: { id: threadId }, query: { limit: 100, ...(cursor ? { cursor } : {}) } })
  return data
}
