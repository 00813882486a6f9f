/** A sample leaves out cells of a matrix, but no row and no column. */
import { expect, inject, it } from 'vitest'
import { sampleOf } from './sample.ts'

const columns = Array.from({ length: 45 }, (_, i) => `column ${i}`)

it.each([
  { rows: 1, cells: 1, perRow: 1 },
  { rows: 7, cells: 1, perRow: 1 },
  { rows: 43, cells: 400, perRow: 1 },
  { rows: 150, cells: 400, perRow: 1 },
  { rows: 150, cells: 400, perRow: 6 },
])('asks every row and every column: $rows rows, $cells cells, at least $perRow a row', ({ rows, cells, perRow }) => {
  const columnsOf = sampleOf('a matrix', columns, { rows, cells, perRow })
  const asked = Array.from({ length: rows }, (_, row) => columnsOf(row))
  expect(new Set(asked.flat())).toEqual(new Set(columns))
  for (const row of asked) expect(row.length).toBeGreaterThanOrEqual(perRow)
  if (inject('sampleSeed') !== 'all') expect(asked.flat().length).toBeLessThanOrEqual(Math.max(cells, columns.length, rows * perRow) + rows)
  expect(asked).toEqual(Array.from({ length: rows }, (_, row) => sampleOf('a matrix', columns, { rows, cells, perRow })(row)))
})

it('asks all of a small matrix', () => {
  expect(sampleOf('a small one', columns, { rows: 4, cells: 180 })(3)).toEqual(columns)
})
