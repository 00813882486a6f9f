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
    // Floats over the first row, so that it moves no row under the pointer.
    <div role="status" aria-live="polite" className="relative z-10">
      {newRows.length > 0 && (
        <button
          type="button"
          onClick={showNewRows}
          className="absolute inset-x-0 top-2 mx-auto min-h-7 w-fit rounded-full bg-fill px-3 text-xs font-medium text-on-fill shadow-2 hover:bg-fill-hover max-md:min-h-11 forced-colors:border"
        >
          {plural(newRows.length, '{count} new', '{count} new')}
        </button>
      )}
    </div>
  )
}
