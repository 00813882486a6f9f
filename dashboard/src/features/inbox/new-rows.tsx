import { useQueryClient } from '@tanstack/react-query'
import { listKey } from '../threads/thread-cache.ts'
import type { ThreadFilters } from '../threads/thread-filters.ts'
import type { ThreadList } from '../threads/thread-lists.ts'
import { plural } from '../../texts/texts.ts'

/** Button with the number of new threads since the list was loaded. A click adds them, so that no row moves by itself. */
export function NewRows({ filters, list }: { filters: ThreadFilters; list: ThreadList | undefined }) {
  const queries = useQueryClient()
  const newRows = list?.pages[0]?.newRows ?? []
  const showNewRows = (): void => {
    queries.setQueryData<ThreadList>(listKey(filters), (now) => {
      const pages = now?.pages.map((page, i) => (i === 0 ? { ...page, data: [...(page.newRows ?? []), ...page.data], newRows: [] } : page))
      return now && pages && { ...now, pages }
    })
  }
  return (
    <div role="status" aria-live="polite">
      {newRows.length > 0 && (
        <button
          type="button"
          onClick={showNewRows}
          className="min-h-8 w-full border-b border-line bg-tint font-medium text-accent hover:underline max-md:min-h-11"
        >
          {plural(newRows.length, '{count} new', '{count} new')}
        </button>
      )}
    </div>
  )
}
