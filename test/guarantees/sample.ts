/**
 * Large matrices of tests, such as operations × kinds of errors, are sampled, so that the suite's time does
 * not grow with their area. Each run tests every row and every column at least once; the rest is chosen by the run's seed.
 * `npm run torture -- guarantees` tests every cell.
 */
import { inject } from 'vitest'
import { seededRandom } from '../torture/random.ts'

/**
 * The columns that each of `rows` tests, in their own order. About `cells` of the matrix are tested, evenly: fewer columns a row when
 * there are more rows, but never fewer than `perRow`.
 */
export function sampleOf<Column>(
  matrix: string,
  columns: readonly Column[],
  { rows, cells, perRow = 1 }: { rows: number; cells: number; perRow?: number },
): (row: number) => Column[] {
  const seed = inject('sampleSeed')
  const count = Math.max(perRow, Math.ceil(Math.max(cells, columns.length) / Math.max(rows, 1)))
  if (seed === 'all' || count >= columns.length) return () => [...columns]
  const random = seededRandom(seed).fork(matrix)
  const deck = columns.map((_, place) => ({ place, at: random.next() })).toSorted((a, b) => a.at - b.at)
  // Dealt round and round, so that every column has its turn, and by the row's number, so that one test run alone draws the same.
  return (row) => {
    const hand = new Set(Array.from({ length: count }, (_, i) => deck[(row * count + i) % deck.length]?.place))
    return columns.filter((_, place) => hand.has(place))
  }
}
