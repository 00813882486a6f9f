/** What a list shows: a view that everybody has, a saved one, or a search, with the filters of the address. */
import { useEffect, useMemo, useState } from 'react'
import { resolveRelativeTimes, mergeFilters, hasRelativeTime, type ListSearch } from '../threads/list-search.ts'
import type { ThreadFilters } from '../threads/thread-filters.ts'
import { useSavedViews } from '../threads/use-counts.ts'
import { isViewId, views } from '../threads/views.ts'
import type { View } from '@skein/client'

export type ListSource = {
  /** As it stands in the address. */
  view: string
  name: string
  /** The view's own filters. */
  base: ThreadFilters
  search: ListSearch
  /** All that apply, as they were chosen (`1h`). */
  asked: ThreadFilters
  /** The same with the times of now. */
  filters: ThreadFilters
  saved: View | null
  /** Nothing to ask for: words are still to be typed, or the saved view is being read. */
  isWaiting: boolean
  isMissing: boolean
}

export const searchView = 'search'

export function useListSource(view: string, search: ListSearch): ListSource {
  const saved = useSavedViews()
  const now = useSteps(hasRelativeTime(search))
  return useMemo(() => {
    const own = saved.data?.find(({ id }) => id === view) ?? null
    const builtIn = isViewId(view) ? views[view] : null
    const base: ThreadFilters = builtIn?.filters ?? (own ? { ...own.filters, sort: own.sort } : {})
    const asked = mergeFilters(base, search)
    const filters = resolveRelativeTimes(asked, now)
    const isSearch = view === searchView
    const isKnown = builtIn !== null || own !== null || isSearch
    return {
      view,
      name: builtIn?.name ?? own?.name ?? (isSearch ? 'Search' : 'View'),
      base,
      search,
      asked,
      filters,
      saved: own,
      isWaiting: isSearch ? Object.keys(filters).length === 0 : !isKnown && saved.isPending,
      isMissing: !isKnown && !saved.isPending,
    }
  }, [view, search, now, saved.data, saved.isPending])
}

/** How long a list of who waits for more than an hour is shown before those are added who have come to. */
const stepMs = 5 * 60_000

/** The time, in steps; it stands still while nothing depends on it. */
function useSteps(isOn: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isOn) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), stepMs)
    return () => clearInterval(timer)
  }, [isOn])
  return now
}
