import { expect, it } from 'vitest'
import { computeChanges, getChildren, isWithin, findStepTarget, type Branch, type Position, type Step } from './tree-moves.ts'

const branch = (id: string, parentId: string | null, order: number): Branch => ({ id, name: id, parentId, order })
const tree = [branch('a', null, 1), branch('b', null, 2), branch('c', null, 3), branch('b1', 'b', 10), branch('b2', 'b', 20)]
const after = (all: readonly Branch[], id: string, spot: Position): Branch[] => {
  const changes = new Map(computeChanges(all, id, spot).map((change) => [change.id, change]))
  return all.map((each) => ({ ...each, ...changes.get(each.id) }))
}
const shown = (all: readonly Branch[], parentId: string | null): string =>
  getChildren(all, parentId)
    .map(({ id }) => id)
    .join('')

it('a moved collection takes its new position, and the others keep their order', () => {
  expect(shown(after(tree, 'c', { parentId: null, before: 'a' }), null)).toBe('cab')
  expect(shown(after(tree, 'a', { parentId: null, before: 'c' }), null)).toBe('bac')
  expect(shown(after(tree, 'a', { parentId: null, before: null }), null)).toBe('bca')
  const moved = after(tree, 'a', { parentId: 'b', before: 'b2' })
  expect([shown(moved, null), shown(moved, 'b')]).toEqual(['bc', 'b1ab2'])
  const first = after(tree, 'b2', { parentId: 'c', before: null })
  expect([shown(first, 'b'), shown(first, 'c')]).toEqual(['b1', 'b2'])
})

it('a move changes one collection, or its siblings once if no order is free', () => {
  expect(computeChanges(tree, 'a', { parentId: 'b', before: 'b2' })).toEqual([{ id: 'a', parentId: 'b', order: 15 }])
  const crowded = after(tree, 'c', { parentId: null, before: 'b' })
  expect(shown(crowded, null)).toBe('acb')
  expect(computeChanges(crowded, 'b', { parentId: null, before: 'c' })).toHaveLength(1)
  const full = [branch('x', null, 1_000_000), branch('y', 'x', 0)]
  expect(shown(after(full, 'y', { parentId: null, before: null }), null)).toBe('xy')
  expect(computeChanges(full, 'y', { parentId: null, before: null }).every(({ order }) => order <= 1_000_000)).toBe(true)
})

it('a move to the same position or into itself changes nothing', () => {
  for (const spot of [
    { parentId: null, before: 'c' },
    { parentId: null, before: 'b' },
    { parentId: 'b', before: null },
    { parentId: 'b2', before: null },
  ])
    expect(computeChanges(tree, 'b', spot), JSON.stringify(spot)).toEqual([])
  expect([isWithin(tree, 'b2', 'b'), isWithin(tree, 'b', 'b2'), isWithin(tree, null, 'b')]).toEqual([true, false, false])
})

it.each<[string, Step, Position | null]>([
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
  expect(findStepTarget(tree, id, step)).toEqual(spot)
})
