/**
 * The query cache of the catalogue screens. Responses and events patch it, so no refetch is needed. A searched, paginated list is stored
 * under `['catalogue', noun, search]`; its `meta` contains the predicate that decides whether an item matches the search. The complete list
 * of a noun is stored under the plural, such as `['labels']`.
 */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { SkeinEvent } from '@skein/client'
import { patchQueryData } from './patch-query-data.ts'

export type CataloguePage<Item> = { data: Item[]; meta: { cursor: string; hasMore: boolean; total: number } }
export type CatalogueList<Item> = InfiniteData<CataloguePage<Item>, string>

export const catalogueKey = (noun: string, search: string) => ['catalogue', noun, search] as const
/** Key of the complete list of a noun, which pickers use. */
export const allItemsKey = (noun: string) => [noun.endsWith('x') ? `${noun}es` : `${noun}s`] as const

type WithId = { id: string }

export function patchPages<Each extends WithId>(
  list: CatalogueList<Each>,
  item: Each,
  { isGone = false, isNew = false, isMatch = true } = {},
): CatalogueList<Each> {
  const isShown = list.pages.some(({ data }) => data.some(({ id }) => id === item.id))
  const isAdded = isNew && isMatch && !isShown
  const difference = Number(isAdded) - Number(isGone && isShown)
  if (!isShown && !isAdded) return list
  const pages = list.pages.map((page, i) => ({
    data: [
      // The service sorts by newest first.
      ...(isAdded && i === 0 ? [item] : []),
      ...page.data.flatMap((each) => (each.id === item.id ? (isGone ? [] : [item]) : [each])),
    ],
    meta: { ...page.meta, total: Math.max(0, page.meta.total + difference) },
  }))
  return { ...list, pages }
}

/** Adds, replaces or removes an item in all cached lists of its noun. */
export function applyItemChange<Each extends WithId>(
  queries: QueryClient,
  noun: string,
  item: Each,
  what: 'new' | 'changed' | 'gone',
): void {
  const change = { isNew: what === 'new', isGone: what === 'gone' }
  for (const query of queries.getQueryCache().findAll({ queryKey: ['catalogue', noun] })) {
    // Safe because useCatalogue creates all queries below this key and sets this rule.
    const matches = query.meta?.['matches'] as ((item: Each) => boolean) | undefined
    patchQueryData<CatalogueList<Each>>(queries, query.queryKey, (list) =>
      patchPages(list, item, { ...change, isMatch: matches?.(item) ?? true }),
    )
  }
  patchQueryData<Each[]>(queries, allItemsKey(noun), (items) => {
    const others = items.filter(({ id }) => id !== item.id)
    if (what === 'gone') return others
    return others.length === items.length ? [item, ...items] : items.map((each) => (each.id === item.id ? item : each))
  })
}

const changes: Readonly<Record<string, 'new' | 'changed' | 'gone'>> = {
  created: 'new',
  updated: 'changed',
  disabled: 'changed',
  completed: 'changed',
  paused: 'changed',
  deleted: 'gone',
  ended: 'gone',
}

/** Applies an event of any noun to the cache: `label.updated` patches the cached labels. */
export function applyCatalogueEvent(queries: QueryClient, event: SkeinEvent): void {
  const dot = event.type.lastIndexOf('.')
  const what = changes[event.type.slice(dot + 1)]
  const { object } = event.data
  // A truncated event object must not replace the complete one.
  if (what === undefined || !('id' in object) || ('truncated' in object && object.truncated)) return
  applyItemChange(queries, event.type.slice(0, dot), object, what)
}
