import { useQueryClient } from '@tanstack/react-query'
import { listKey } from '../threads/thread-cache.ts'
import type { ThreadFilters } from '../threads/thread-filters.ts'
import type { ThreadList } from '../threads/thread-lists.ts'

/** Shows how many threads have arrived since the list was loaded. A click shows them, so that no row moves under the pointer. */
export function NewRows({ filters, list }: { filters: ThreadFilters; list: ThreadList | undefined }) {
  const queries = useQueryClient()
  const newRows = list?.pages[0]?.newRows ?? []
  const show = (): void => {
    queries.setQueryData<ThreadList>(listKey(filters), (now) => {
      const pages = now?.pages.map((page, i) => (i === 0 ? { ...page, data: [...(page.newRows ?? []), ...page.data], newRows: [] } : page))
      return now && pages && { ...now, pages }
    })
  }
  return (
    <div role="status" aria-live="polite">
      {newRows.length > 0 && (
        <button type="button" onClick={show} className="min-h-8 w-full border-b border-line bg-selected text-sm font-medium text-accent">
          {newRows.length.toLocaleString()} new
        </button>
      )}
    </div>
  )
}
