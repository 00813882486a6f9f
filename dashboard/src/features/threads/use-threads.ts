/** What screens read: lists of threads, one thread, its messages. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { useStore } from '../../api/store.ts'
import { knownThread, listKey, messagesKey, threadKey, type MessagePage, type ThreadPage } from './thread-cache.ts'
import type { ThreadFilters } from './views.ts'

const pageSize = 50

export function useThreadList(filters: ThreadFilters) {
  const { skein } = useApi()
  return useInfiniteQuery({
    queryKey: listKey(filters),
    initialPageParam: '',
    async queryFn({ pageParam, signal }): Promise<ThreadPage> {
      const { data, meta } = await skein.listThreads({
        query: { ...filters, limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      })
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
    queryFn: async ({ signal }) => (await skein.getThread({ path: { id }, signal })).data,
  })
}

/** Newest first, as the service gives them. */
export function useMessages(threadId: string) {
  const { skein } = useApi()
  return useInfiniteQuery({
    queryKey: messagesKey(threadId),
    initialPageParam: '',
    async queryFn({ pageParam, signal }): Promise<MessagePage> {
      const query = { limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) }
      const { data, meta } = await skein.listMessages({ path: { id: threadId }, query, signal })
      return { data, meta }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
}

/** The signed-in person. Screens inside the gate have one, also behind the dialog of a session that has ended. */
export function useMeId(): string {
  const state = useStore(useApi().session.store)
  return state.state === 'in' ? state.user.id : ''
}
