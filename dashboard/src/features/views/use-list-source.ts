/** Source of a list: a built-in view, a saved view, or a search, with the URL's filters. */
import { useEffect, useMemo, useState } from 'react'
import { resolveRelativeTimes, mergeFilters, hasRelativeTime, type ListSearch } from '../threads/list-search.ts'
import type { ThreadFilters } from '../threads/thread-filters.ts'
import { useSavedViews } from '../threads/use-counts.ts'
import { isViewId, views } from '../threads/views.ts'
import { t } from '../../texts/texts.ts'
import type { View } from '@skein/client'

export type ListSource = {
  /** Name of the view in the URL. */
  view: string
  name: string
  /** The view's own filters. */
  base: ThreadFilters
  search: ListSearch
  /** Filters of the view and the URL as the agent chose them, with relative times such as `1h`. */
  chosenFilters: ThreadFilters
  /** The same filters with absolute times. */
  filters: ThreadFilters
  saved: View | null
  /** Whether there is nothing to fetch: no search text yet, or the saved view is loading. */
  isWaiting: boolean
  isMissing: boolean
}

export const searchView = 'search'

export function useListSource(view: string, search: ListSearch): ListSource {
  const saved = useSavedViews()
  const now = useSteppedTime(hasRelativeTime(search))
  return useMemo(() => {
    const own = saved.data?.find(({ id }) => id === view) ?? null
    const builtIn = isViewId(view) ? views[view] : null
    const base: ThreadFilters = builtIn?.filters ?? (own ? { ...own.filters, sort: own.sort } : {})
    const chosenFilters = base.drafts ? base : mergeFilters(base, search)
    const filters = resolveRelativeTimes(chosenFilters, now)
    const isSearch = view === searchView
    const isKnown = builtIn !== null || own !== null || isSearch
    return {
      view,
      name: (builtIn && t(builtIn.name)) ?? own?.name ?? (isSearch ? t('Search') : t('View')),
      base,
      search,
      chosenFilters,
      filters,
      saved: own,
      isWaiting: isSearch ? Object.keys(filters).length === 0 : !isKnown && saved.isPending,
      isMissing: !isKnown && !saved.isPending,
    }
  }, [view, search, now, saved.data, saved.isPending])
}

/** Refetch interval of a list with a relative time, such as customers who have waited for an hour. */
const stepMs = 5 * 60_000

/** Returns the current time, updated every `stepMs` while `isOn`. */
function useSteppedTime(isOn: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isOn) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), stepMs)
    return () => clearInterval(timer)
  }, [isOn])
  return now
}
