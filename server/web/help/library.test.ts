import { expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { leavesIn, listPopular, getPlaces, shelvesIn } from './library.ts'

const shelfIn = (parentId: ReturnType<typeof newId> | null) => {
  const id = newId()
  return { id, name: id, slug: id, description: null, parentId, order: 0, visibility: 'PUBLIC' as const }
}
const leafIn = (collectionId: ReturnType<typeof newId> | null, locale = 'en') => {
  const id = newId()
  return { id, collectionId, slug: id, title: id, locale, original: id, publishedAt: '2026-03-04T09:30:00Z', views: 0 }
}

it('collections list their contents in order and by language, with totals', () => {
  const [top, other] = [shelfIn(null), shelfIn(null)]
  const below = shelfIn(top.id)
  const leaves = [leafIn(below.id), leafIn(top.id), leafIn(below.id), leafIn(below.id, 'de'), leafIn(null)]
  const places = getPlaces([top, other, below], leaves)
  expect(shelvesIn(places, 'en', null)).toEqual([{ shelf: top, count: 3 }])
  expect(shelvesIn(places, 'de', null)).toEqual([{ shelf: top, count: 1 }])
  expect(leavesIn(places, 'en', below.id)).toEqual([leaves[0], leaves[2]])
  expect(leavesIn(places, 'en', null)).toEqual([leaves[4]])
})

it('the popular articles are the six of a language that were read most', () => {
  const leaves = Array.from({ length: 9 }, (_, views) => ({ ...leafIn(null), views })).concat({ ...leafIn(null, 'de'), views: 100 })
  const byId = new Map(leaves.map((leaf) => [leaf.id, leaf]))
  expect(listPopular({ leaves: byId }, 'en').map(({ views }) => views)).toEqual([8, 7, 6, 5, 4, 3])
  expect(listPopular({ leaves: byId }, 'de').map(({ views }) => views)).toEqual([100])
  expect(listPopular({ leaves: new Map() }, 'en')).toEqual([])
})

it('the work grows with the sum of collections and articles, not with their product', () => {
  // Counts reads of fields, because the time depends on the load of the machine.
  let reads = 0
  const counted = <Row extends object>(row: Row): Row =>
    new Proxy(row, {
      get(target, name) {
        reads++
        return Reflect.get(target, name) as unknown
      },
    })
  const size = 2_000
  const shelves = Array.from({ length: size }, () => shelfIn(null))
  const leaves = shelves.map(({ id }) => counted(leafIn(id)))
  expect(shelvesIn(getPlaces(shelves.map(counted), leaves), 'en', null)).toHaveLength(size)
  expect(reads).toBeGreaterThan(size)
  expect(reads).toBeLessThan(20 * size)
})
