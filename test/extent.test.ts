/** The sampling rules of `npm test` omit no row and no case of a matrix. */
import { expect, it } from 'vitest'
import { casesByKind, casesInTurn, firstOfEachKind, kindOfOperation, testsAll } from './extent.ts'
import { operations } from './guarantees/operations.ts'

const rows = ['a1', 'a2', 'b1', 'a3', 'b2']
const cases = ['x', 'y', 'z']

it('a kind’s first row is tested with all cases, and every other with the first case', () => {
  const casesFor = casesByKind(rows, (row) => row.charAt(0), cases)
  expect(rows.map((row) => casesFor(row).length)).toEqual(testsAll ? [3, 3, 3, 3, 3] : [3, 1, 3, 1, 1])
})

it('cases are dealt to rows in turn, so that every case has its row', () => {
  const casesFor = casesInTurn(cases, 2)
  expect(rows.map((_, row) => casesFor(row).join(''))).toEqual(testsAll ? rows.map(() => 'xyz') : ['xy', 'zx', 'yz', 'xy', 'zx'])
})

it('operations have few kinds, each with several members on average', () => {
  const kinds = firstOfEachKind(operations, kindOfOperation)
  expect(kinds.length).toBeGreaterThan(10)
  expect(kinds.length).toBeLessThan(operations.length / 3)
})
