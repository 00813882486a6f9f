import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { SkeinEvent } from '@skein/client'
import { allItemsKey, applyCatalogueEvent, catalogueKey, patchPages, applyItemChange, type CatalogueList } from './catalogue-cache.ts'

type Item = { id: string; name: string }

const listOf = (...pages: Item[][]): CatalogueList<Item> => ({
  pages: pages.map((data) => ({ data, meta: { cursor: '', hasMore: false, total: 3 } })),
  pageParams: pages.map(() => ''),
})
const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, name: id.toUpperCase() })) as [Item, Item, Item]
const idsOf = (list: CatalogueList<Item> | undefined): string[] => list?.pages.flatMap(({ data }) => data.map(({ id }) => id)) ?? []
const event = (type: string, object: object): SkeinEvent =>
  // Safe because the cache reads only the type and the object.
  ({ type, data: { object } }) as unknown as SkeinEvent

it('a new item comes first and is counted once, although its event follows', () => {
  const once = patchPages(listOf([a], [b]), c, { isNew: true })
  const twice = patchPages(once, c, { isNew: true })
  expect([idsOf(twice), twice.pages.at(-1)?.meta.total]).toEqual([['c', 'a', 'b'], 4])
  expect(idsOf(patchPages(listOf([a], [b]), c, { isNew: true, isMatch: false }))).toEqual(['a', 'b'])
})

it('a changed item keeps its row; a deleted item is counted out once', () => {
  const changed = patchPages(listOf([a], [b]), { ...b, name: 'Other' })
  expect(changed.pages[1]?.data[0]?.name).toBe('Other')
  const gone = patchPages(patchPages(changed, b, { isGone: true }), b, { isGone: true })
  expect([idsOf(gone), gone.pages[0]?.meta.total]).toEqual([['a'], 2])
  expect(patchPages(changed, c), 'an item that is not loaded changes nothing').toBe(changed)
})

it('an event changes the lists of its noun that the item matches, no others', () => {
  const queries = new QueryClient()
  for (const [search, matches] of [
    ['', () => true],
    ['x', () => false],
  ] as const)
    queries
      .getQueryCache()
      .build(queries, { queryKey: catalogueKey('label', search), meta: { matches } })
      .setData(listOf([a]))
  queries.setQueryData(allItemsKey('label'), [a])
  queries.setQueryData(catalogueKey('team', ''), listOf([a]))
  applyCatalogueEvent(queries, event('label.created', b))
  applyCatalogueEvent(queries, event('label.updated', { ...a, name: 'Cut', truncated: true }))
  applyCatalogueEvent(queries, event('label.moved', c))
  const read = (noun: string, search: string) => queries.getQueryData<CatalogueList<Item>>(catalogueKey(noun, search))
  expect([idsOf(read('label', '')), idsOf(read('label', 'x')), idsOf(read('team', ''))]).toEqual([['b', 'a'], ['a'], ['a']])
  expect(read('label', '')?.pages[0]?.data[1]?.name, 'a truncated copy replaces nothing').toBe('A')
  applyItemChange(queries, 'label', a, 'gone')
  expect([idsOf(read('label', '')), queries.getQueryData(allItemsKey('label'))]).toEqual([['b'], [b]])
})

it('the keys of complete lists are the plurals that other screens use', () => {
  expect(['label', 'team', 'inbox', 'user'].map((noun) => allItemsKey(noun)[0])).toEqual(['labels', 'teams', 'inboxes', 'users'])
})

it('an older response does not undo an event that arrived during the fetch', async () => {
  const queries = new QueryClient()
  const response = Promise.withResolvers<Item[]>()
  const pages = Promise.withResolvers<CatalogueList<Item>['pages'][number]>()
  queries.setQueryData(allItemsKey('label'), [a, b])
  const all = queries.fetchQuery({ queryKey: allItemsKey('label'), staleTime: 0, queryFn: () => response.promise })
  const first = queries.fetchInfiniteQuery({ queryKey: catalogueKey('label', ''), initialPageParam: '', queryFn: () => pages.promise })
  applyCatalogueEvent(queries, event('label.created', c))
  applyCatalogueEvent(queries, event('label.updated', { ...a, name: 'Other' }))
  applyCatalogueEvent(queries, event('label.deleted', b))
  response.resolve([a, b])
  pages.resolve({ data: [a, b], meta: { cursor: '', hasMore: false, total: 2 } })
  await Promise.all([all, first])
  await new Promise((resolve) => setTimeout(resolve))
  const now = [c, { ...a, name: 'Other' }]
  expect(queries.getQueryData(allItemsKey('label'))).toEqual(now)
  const list = queries.getQueryData<CatalogueList<Item>>(catalogueKey('label', ''))
  expect(list?.pages).toEqual([{ data: now, meta: { cursor: '', hasMore: false, total: 2 } }])
  // A patch is applied once: the next response is stored unchanged.
  await queries.fetchQuery({ queryKey: allItemsKey('label'), staleTime: 0, queryFn: () => [a] })
  await new Promise((resolve) => setTimeout(resolve))
  expect(queries.getQueryData(allItemsKey('label'))).toEqual([a])
})
