/** The counts next to the views' names. Fetched once, then patched by events. */
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { countKey, putTotal, savedViewsKey, viewCountsKey } from './thread-counts.ts'
import { toListQuery, type ThreadFilters } from './thread-filters.ts'
import { useMeId } from './use-threads.ts'

export function useThreadCount(filters: ThreadFilters): number | null {
  const { skein, queries } = useApi()
  const { data } = useQuery({
    queryKey: countKey(filters),
    async queryFn({ signal }) {
      const { meta } = await skein.listThreads({ query: { ...toListQuery(filters), limit: 1 }, signal })
      putTotal(queries, filters, meta.total)
      return meta.total
    },
  })
  return data ?? null
}

/** Returns the shared views and the agent's own views, sorted by name. */
export function useSavedViews() {
  const { skein } = useApi()
  const meId = useMeId()
  return useQuery({
    queryKey: savedViewsKey,
    queryFn: ({ signal }) => skein.listViews({ query: { limit: 100 }, signal }).toArray(),
    // Administrators also receive other users' personal views, which the sidebar does not show.
    select: (views) => views.filter(({ shared, ownerId }) => shared || ownerId === meId).toSorted((a, b) => a.name.localeCompare(b.name)),
  })
}

export function useViewCounts() {
  const { skein } = useApi()
  const views = useSavedViews()
  return useQuery({
    queryKey: viewCountsKey,
    enabled: (views.data?.length ?? 0) > 0,
    queryFn: async ({ signal }) => (await skein.countViews({ signal })).data,
  })
}
