import { expect, it } from 'vitest'
import { changesFor, childrenOf, isWithin, spotAfter, type Branch, type Spot, type Step } from './tree-moves.ts'

const branch = (id: string, parentId: string | null, order: number): Branch => ({ id, name: id, parentId, order })
const tree = [branch('a', null, 1), branch('b', null, 2), branch('c', null, 3), branch('b1', 'b', 10), branch('b2', 'b', 20)]
const after = (all: readonly Branch[], id: string, spot: Spot): Branch[] => {
  const changes = new Map(changesFor(all, id, spot).map((change) => [change.id, change]))
  return all.map((each) => ({ ...each, ...changes.get(each.id) }))
}
const shown = (all: readonly Branch[], parentId: string | null): string =>
  childrenOf(all, parentId)
    .map(({ id }) => id)
    .join('')

it('what moves stands where it was put, and the others as before', () => {
  expect(shown(after(tree, 'c', { parentId: null, before: 'a' }), null)).toBe('cab')
  expect(shown(after(tree, 'a', { parentId: null, before: 'c' }), null)).toBe('bac')
  expect(shown(after(tree, 'a', { parentId: null, before: null }), null)).toBe('bca')
  const moved = after(tree, 'a', { parentId: 'b', before: 'b2' })
  expect([shown(moved, null), shown(moved, 'b')]).toEqual(['bc', 'b1ab2'])
  const first = after(tree, 'b2', { parentId: 'c', before: null })
  expect([shown(first, 'b'), shown(first, 'c')]).toEqual(['b1', 'b2'])
})

it('only what moves is changed where there is room, and only once its siblings too where there is none', () => {
  expect(changesFor(tree, 'a', { parentId: 'b', before: 'b2' })).toEqual([{ id: 'a', parentId: 'b', order: 15 }])
  const crowded = after(tree, 'c', { parentId: null, before: 'b' })
  expect(shown(crowded, null)).toBe('acb')
  expect(changesFor(crowded, 'b', { parentId: null, before: 'c' })).toHaveLength(1)
  const full = [branch('x', null, 1_000_000), branch('y', 'x', 0)]
  expect(shown(after(full, 'y', { parentId: null, before: null }), null)).toBe('xy')
  expect(changesFor(full, 'y', { parentId: null, before: null }).every(({ order }) => order <= 1_000_000)).toBe(true)
})

it('nothing is changed where it would stand as before, or within itself', () => {
  for (const spot of [
    { parentId: null, before: 'c' },
    { parentId: null, before: 'b' },
    { parentId: 'b', before: null },
    { parentId: 'b2', before: null },
  ])
    expect(changesFor(tree, 'b', spot), JSON.stringify(spot)).toEqual([])
  expect([isWithin(tree, 'b2', 'b'), isWithin(tree, 'b', 'b2'), isWithin(tree, null, 'b')]).toEqual([true, false, false])
})

it.each<[string, Step, Spot | null]>([
  ['b', 'up', { parentId: null, before: 'a' }],
  ['a', 'up', null],
  ['a', 'down', { parentId: null, before: 'c' }],
  ['b', 'down', { parentId: null, before: null }],
  ['c', 'down', null],
  ['c', 'in', { parentId: 'b', before: null }],
  ['a', 'in', null],
  ['b1', 'out', { parentId: null, before: 'c' }],
  ['c', 'out', null],
])('a step of %s %s leads to %j', (id, step, spot) => {
  expect(spotAfter(tree, id, step)).toEqual(spot)
})
