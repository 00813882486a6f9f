import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { Found } from './find-everything.tsx'

/** Minimum letters of a search: fewer have too many results. */
const minLetters = 2

/** Returns the objects whose names match, after two letters and a pause in typing. */
export function useFound(typed: string): readonly Found[] {
  const { skein } = useApi()
  const rights = useRights()
  const words = useDebounced(typed)
  const isSearched = typed.length >= minLetters && words.length >= minLetters
  const { data } = useQuery({
    queryKey: ['found', words, rights.role],
    enabled: isSearched,
    staleTime: 10_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { findEverything } = await import('./find-everything.tsx')
      return findEverything({ skein, rights, words, signal })
    },
  })
  return isSearched ? (data ?? []) : []
}
