import { linkOptions, useParams, useSearch } from '@tanstack/react-router'
import { readListSearch } from './list-search.ts'

/**
 * Returns a function that returns a thread's location in the list on the screen, so that opening another thread does not take the agent to
 * another list. On screens without a list, the thread opens in the list of all threads.
 */
export function useThreadLocation() {
  const { view } = useParams({ strict: false })
  const search: Record<string, unknown> = useSearch({ strict: false })
  return (threadId: string) =>
    linkOptions({
      to: '/inbox/$view/$threadId',
      params: { view: view ?? 'all', threadId },
      search: view === undefined ? {} : readListSearch(search),
    })
}
