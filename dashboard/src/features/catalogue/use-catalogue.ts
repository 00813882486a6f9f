import { useMemo } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { createCatalogueCalls, type Catalogue } from './catalogue.ts'
import { allItemsKey, catalogueKey } from './catalogue-cache.ts'
import type { ChosenFilters } from './catalogue-search.ts'
import { hasWord } from '../../ui/fold-words.ts'

const pageSize = 50

/** Returns the loaded pages of a noun's list, and the mutations. */
export function useCatalogue<Item extends { id: string }>(
  catalogue: Catalogue<Item>,
  search: string,
  filters: ChosenFilters,
  isAllowed: boolean,
) {
  const { skein } = useApi()
  const calls = useMemo(() => createCatalogueCalls(skein, catalogue), [skein, catalogue])
  const wanted = search.trim()
  const list = useInfiniteQuery({
    queryKey: [...catalogueKey(catalogue.noun, wanted), ...Object.entries(filters).flat()],
    enabled: isAllowed,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      calls.list(
        { limit: pageSize, ...filters, ...(wanted ? { namePrefix: wanted } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      ),
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
    meta: {
      matches: (item: Item) =>
        // Safe because any property of an object may be read.
        Object.entries(filters).every(([name, value]) => (item as Record<string, unknown>)[name] === value) &&
        (wanted === '' || (catalogue.searchIn?.(item) ?? []).some((text) => text !== null && text !== undefined && hasWord(text, wanted))),
    },
  })
  return { calls, list }
}

/** Returns all items of a noun, for pickers and to show names. Events keep the list up to date. */
export function useAllItems<Item extends { id: string }>(
  catalogue: Pick<Catalogue<Item>, 'noun' | 'operations' | 'nameOf'>,
  isWanted = true,
) {
  const { skein } = useApi()
  const calls = useMemo(() => createCatalogueCalls(skein, catalogue), [skein, catalogue])
  return useQuery({
    queryKey: allItemsKey(catalogue.noun),
    enabled: isWanted,
    async queryFn({ signal }): Promise<Item[]> {
      const items: Item[] = []
      for (let cursor = ''; ; ) {
        const { data, meta } = await calls.list({ limit: 100, ...(cursor ? { cursor } : {}) }, signal)
        items.push(...data)
        if (!meta.hasMore) return items
        cursor = meta.cursor
      }
    },
  })
}
