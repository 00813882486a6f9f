import { useQueryClient } from '@tanstack/react-query'
import { listKey } from '../threads/thread-cache.ts'
import type { ThreadFilters } from '../threads/thread-filters.ts'
import type { ThreadList } from '../threads/thread-lists.ts'

/** What has come since the list was loaded: it is shown when somebody asks for it, so that nothing moves under the pointer. */
export function FreshRows({ filters, list }: { filters: ThreadFilters; list: ThreadList | undefined }) {
  const queries = useQueryClient()
  const fresh = list?.pages[0]?.fresh ?? []
  const show = (): void => {
    queries.setQueryData<ThreadList>(listKey(filters), (now) => {
      const pages = now?.pages.map((page, i) => (i === 0 ? { ...page, data: [...(page.fresh ?? []), ...page.data], fresh: [] } : page))
      return now && pages && { ...now, pages }
    })
  }
  return (
    <div role="status" aria-live="polite">
      {fresh.length > 0 && (
        <button type="button" onClick={show} className="min-h-8 w-full border-b border-line bg-selected text-sm font-medium text-accent">
          {fresh.length.toLocaleString()} new
        </button>
      )}
    </div>
  )
}
