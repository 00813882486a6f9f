/** Satisfaction surveys of threads and customers. Events patch the surveys of threads. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { SatisfactionRequest } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { satisfactionKey } from '../threads/part-keys.ts'
import { toSatisfaction } from '../threads/thread-parts.ts'
import { useThreadView } from '../threads/use-threads.ts'
import { ratingsKey } from './satisfaction-cache.ts'

const pageSize = 20

/** Returns the surveys of a thread, newest first. The thread view contains the first page. */
export function useThreadSatisfaction(threadId: string) {
  const { skein, queries } = useApi()
  const view = useThreadView()
  const queryKey = satisfactionKey(threadId)
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<SatisfactionRequest[]> => {
      const first = queries.getQueryData(queryKey) === undefined ? toSatisfaction(await view(threadId, signal)) : null
      return first ?? (await skein.listSatisfactionRequests({ query: { threadId, limit: 100 }, signal }).toArray())
    },
  })
}

export type RatingFilters = NonNullable<Parameters<ReturnType<typeof useApi>['skein']['listSatisfactionRequests']>[0]>['query']

/** Returns the surveys that match, newest first, in pages. */
export function useRatings(filters: RatingFilters) {
  const { skein } = useApi()
  return useInfiniteQuery({
    queryKey: [...ratingsKey, filters],
    initialPageParam: '',
    async queryFn({ pageParam, signal }) {
      const query = { ...filters, limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) }
      const { data, meta } = await skein.listSatisfactionRequests({ query, signal })
      return { data, meta }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
}
