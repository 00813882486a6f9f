/**
 * What catalogue screens show, kept up to date by answers and events instead of by asking again. A list is kept below
 * `['catalogue', noun, …]` with a rule in its `meta` that says what belongs to it; whole short lists are below their plural, `['labels']`.
 */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { SkeinEvent } from '@skein/client'
import { patchAlsoLate } from './late-patches.ts'

export type CataloguePage<Item> = { data: Item[]; meta: { cursor: string; hasMore: boolean; total: number } }
export type CatalogueList<Item> = InfiniteData<CataloguePage<Item>, string>

export const catalogueKey = (noun: string, search: string) => ['catalogue', noun, search] as const
/** The whole list of a noun, as pickers have it. */
export const allKey = (noun: string) => [noun.endsWith('x') ? `${noun}es` : `${noun}s`] as const

type Named = { id: string }

export function patchPages<Each extends Named>(
  list: CatalogueList<Each>,
  item: Each,
  { isGone = false, isNew = false, belongs = true } = {},
): CatalogueList<Each> {
  const isShown = list.pages.some(({ data }) => data.some(({ id }) => id === item.id))
  const isAdded = isNew && belongs && !isShown
  const difference = Number(isAdded) - Number(isGone && isShown)
  if (!isShown && !isAdded) return list
  const pages = list.pages.map((page, i) => ({
    data: [
      // Newest first, as the service lists them.
      ...(isAdded && i === 0 ? [item] : []),
      ...page.data.flatMap((each) => (each.id === item.id ? (isGone ? [] : [item]) : [each])),
    ],
    meta: { ...page.meta, total: Math.max(0, page.meta.total + difference) },
  }))
  return { ...list, pages }
}

/** Shows an item as it is now, wherever it is shown. */
export function putItem<Each extends Named>(queries: QueryClient, noun: string, item: Each, what: 'new' | 'changed' | 'gone'): void {
  const change = { isNew: what === 'new', isGone: what === 'gone' }
  for (const query of queries.getQueryCache().findAll({ queryKey: ['catalogue', noun] })) {
    // Safe because the queries below this key are made by useCatalogue, with this rule.
    const belongs = query.meta?.['belongs'] as ((item: Each) => boolean) | undefined
    patchAlsoLate<CatalogueList<Each>>(queries, query.queryKey, (list) =>
      patchPages(list, item, { ...change, belongs: belongs?.(item) ?? true }),
    )
  }
  patchAlsoLate<Each[]>(queries, allKey(noun), (items) => {
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
  deleted: 'gone',
  ended: 'gone',
}

/** Applies an event of any noun: `label.updated` to the labels. */
export function applyCatalogueEvent(queries: QueryClient, event: SkeinEvent): void {
  const dot = event.type.lastIndexOf('.')
  const what = changes[event.type.slice(dot + 1)]
  const { object } = event.data
  // A cut copy of an object must not replace the whole one.
  if (what === undefined || !('id' in object) || ('truncated' in object && object.truncated)) return
  putItem(queries, event.type.slice(0, dot), object, what)
}
