import { expect, it } from 'vitest'
import { findNeighbour } from './list-place.ts'

const toRows = (ids: string) => [...ids].map((id) => ({ id }))
const before = toRows('abcde')
const find = (now: string, id: string, step: number) =>
  findNeighbour(toRows(now), { id, index: before.findIndex((row) => row.id === id), rows: before }, step)?.id

it('goes to the row before or after the thread', () => {
  expect([find('abcde', 'c', 1), find('abcde', 'c', -1)]).toEqual(['d', 'b'])
  // Rows that arrived above do not change what follows the thread.
  expect(find('xyabcde', 'c', 1)).toBe('d')
})

it('goes to the row on the other side at either end', () => {
  expect([find('abcde', 'e', 1), find('abcde', 'a', -1)]).toEqual(['d', 'b'])
})

it('remembers what followed a thread that has left the list', () => {
  expect([find('abde', 'c', 1), find('abde', 'c', -1)]).toEqual(['d', 'b'])
  expect(find('ab', 'c', 1), 'everything after it has left too').toBe('b')
  expect(find('xe', 'c', -1), 'everything before it has left too').toBe('e')
})

it('starts at the top when none of the rows is known', () => {
  expect([find('xy', 'c', 1), find('', 'c', 1)]).toEqual(['x', undefined])
})
