/** A sample leaves out cells of a matrix, but no row and no column. */
import { afterAll, describe, expect, inject, it } from 'vitest'
import { sampledTests, sampleOf, triesOf } from './sample.ts'

const columns = Array.from({ length: 45 }, (_, i) => `column ${i}`)
const isFull = inject('sampleSeed') === 'all'

it.each([
  { rows: 1, cells: 1 },
  { rows: 7, cells: 1 },
  { rows: 44, cells: 60 },
  { rows: 43, cells: 400 },
  { rows: 150, cells: 400 },
  { rows: 600, cells: 400 },
])('asks every row and every column, and no more cells than it may: $rows rows, $cells cells', ({ rows, cells }) => {
  const columnsOf = sampleOf('a matrix', columns, { rows, cells })
  const asked = Array.from({ length: rows }, (_, row) => columnsOf(row))
  expect(new Set(asked.flat())).toEqual(new Set(columns))
  for (const row of asked) expect(row.length).toBeGreaterThanOrEqual(1)
  expect(asked.flat().length).toBe(isFull ? rows * columns.length : Math.max(cells, columns.length, rows))
  expect(asked).toEqual(Array.from({ length: rows }, (_, row) => sampleOf('a matrix', columns, { rows, cells })(row)))
})

it('asks all of a small matrix', () => {
  expect(sampleOf('a small one', columns, { rows: 4, cells: 180 })(3)).toEqual(columns)
})

describe('tests that are drawn', () => {
  const ran: string[] = []
  for (let row = 0; row < 6; row++)
    sampledTests('tests', { row, rows: 6, cells: 9 }, (property) => {
      for (const name of ['a', 'b', 'c']) property(`row ${row}, ${name}`, async () => void ran.push(`${row}${name}`))
    })
  afterAll(() => {
    expect(ran.length).toBe(isFull ? 18 : 9)
    expect([new Set(ran.map((name) => name[0])).size, new Set(ran.map((name) => name[1])).size]).toEqual([6, 3])
  })
})

it('a property is tried with the seed of the run', () => {
  const seed = inject('sampleSeed')
  expect(triesOf({ runs: 3, full: 50 })).toEqual(seed === 'all' ? { numRuns: 50 } : { numRuns: 3, seed })
})
