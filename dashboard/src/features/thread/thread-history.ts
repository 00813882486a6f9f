/** Changes to a thread from the audit log, newest first. Loads as far back as the loaded messages. */
import { useEffect } from 'react'
import { useInfiniteQuery, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type { AuditLog } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { historyKey } from '../threads/part-keys.ts'
import { toHistoryPage, type HistoryPage } from '../threads/thread-parts.ts'
import { useThreadView } from '../threads/use-threads.ts'

/** Debounce in milliseconds, so that several change events cause a single request. */
const debounceMs = 250

/** Returns the entries since a time, or all entries when `since` is null. */
export function useThreadHistory(threadId: string, version: number | undefined, since: string | null): readonly AuditLog[] {
  const { skein, queries } = useApi()
  const view = useThreadView()
  const history = useInfiniteQuery({
    queryKey: historyKey(threadId),
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<HistoryPage> => {
      const first = pageParam === '' ? toHistoryPage(await view(threadId, signal)) : null
      if (first) return first
      const query = { targetId: threadId, limit: 100, ...(pageParam ? { cursor: pageParam } : {}) }
      const { data, meta } = await skein.listAuditLogs({ query, signal })
      return { data, meta, version: 0 }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
  const { hasNextPage, isFetching, fetchNextPage } = history
  const entries = history.data?.pages.flatMap(({ data }) => data) ?? []
  const oldest = entries.at(-1)?.createdAt
  useEffect(() => {
    if (hasNextPage && !isFetching && oldest !== undefined && (since === null || oldest > since)) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage, oldest, since])
  const loadedVersion = history.data?.pages[0]?.version
  useEffect(() => {
    // Events have brought a newer version of the thread. Only the audit log contains who made the change.
    if (loadedVersion === undefined || version === undefined || version === loadedVersion) return
    const timer = setTimeout(() => void readNewer(), debounceMs)
    const readNewer = async (): Promise<void> => {
      try {
        const { data } = await skein.listAuditLogs({ query: { targetId: threadId, limit: 20 } })
        addNewer(queries, threadId, data, version)
      } catch {
        // The next change fetches these entries, too.
      }
    }
    return () => clearTimeout(timer)
  }, [skein, queries, threadId, version, loadedVersion])
  return since === null ? entries : entries.filter(({ createdAt }) => createdAt >= since)
}

function addNewer(queries: QueryClient, threadId: string, newer: readonly AuditLog[], version: number): void {
  queries.setQueryData<InfiniteData<HistoryPage, string>>(historyKey(threadId), (list) => {
    const [first, ...rest] = list?.pages ?? []
    if (!list || !first) return list
    const known = new Set(first.data.map(({ id }) => id))
    const added = newer.filter(({ id }) => !known.has(id))
    return { ...list, pages: [{ ...first, version, data: [...added, ...first.data] }, ...rest] }
  })
}
