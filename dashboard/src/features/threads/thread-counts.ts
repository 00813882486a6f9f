/** The number of threads in each view: fetched once, then patched by events. */
import type { QueryClient } from '@tanstack/react-query'
import type { AnswerOf, View } from '@skein/client'
import { matches, type ThreadFilters } from './thread-filters.ts'
import { setTotal, type ThreadChange, type ThreadList } from './thread-lists.ts'

export type ViewCounts = AnswerOf<'countViews'>['data']

export const countKey = (filters: ThreadFilters) => ['thread-count', filters] as const
export const savedViewsKey = ['views'] as const
export const viewCountsKey = ['view-counts'] as const

/** Updates the counts after a thread has changed. Returns false when only the service can compute one of them. */
export function patchCounts(queries: QueryClient, { now, before, meId }: ThreadChange): boolean {
  let isCertain = true
  const getDifference = (filters: ThreadFilters): number => {
    const [is, was] = [matches(now, filters, meId), before !== null && matches(before, filters, meId)]
    if (is !== null && was !== null) return Number(is) - Number(was)
    isCertain = false
    return 0
  }
  for (const [key, count] of queries.getQueriesData<number>({ queryKey: ['thread-count'] })) {
    if (count === undefined) continue
    const [, filters] = key
    // Safe because `countKey` makes these keys.
    const difference = getDifference(filters as ThreadFilters)
    if (difference !== 0) queries.setQueryData<number>(key, Math.max(0, count + difference))
  }
  const views = new Map(queries.getQueryData<View[]>(savedViewsKey)?.map((view) => [view.id, view]))
  const counts = queries.getQueryData<ViewCounts>(viewCountsKey)
  const patched = counts?.map((count) => {
    const difference = getDifference(views.get(count.viewId)?.filters ?? {})
    return difference === 0 || count.total === null ? count : { ...count, total: Math.max(0, count.total + difference) }
  })
  if (patched?.some((count, i) => count !== counts?.[i])) queries.setQueryData<ViewCounts>(viewCountsKey, patched)
  return isCertain
}

/** Copies the total of a response to the cached lists with the same filters. */
export function putTotal(queries: QueryClient, filters: ThreadFilters, total: number): void {
  const wanted = JSON.stringify(filters)
  for (const [key, list] of queries.getQueriesData<ThreadList>({ queryKey: ['threads'] })) {
    if (!list || JSON.stringify(key[1]) !== wanted) continue
    queries.setQueryData<ThreadList>(key, setTotal(list, total))
  }
}

export function putSavedView(queries: QueryClient, view: View): void {
  queries.setQueryData<View[]>(savedViewsKey, (views) => [...(views ?? []).filter(({ id }) => id !== view.id), view])
  void queries.invalidateQueries({ queryKey: viewCountsKey })
}

export function removeSavedView(queries: QueryClient, viewId: string): void {
  queries.setQueryData<View[]>(savedViewsKey, (views) => views?.filter(({ id }) => id !== viewId))
}
