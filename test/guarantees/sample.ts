/**
 * Large matrices of tests, such as operations × kinds of errors, are sampled, so that the suite's time does
 * not grow with their area. Each run tests every row and every column at least once; the rest is chosen by the run's seed.
 * `npm run torture -- guarantees` tests every cell.
 */
import { inject, it } from 'vitest'
import { seededRandom } from '../torture/random.ts'

/**
 * The columns that each of `rows` asks, in their own order. `cells` of the matrix are asked in all, spread evenly over the rows, however
 * many rows there are; only when there are more rows or more columns than that does the number grow, by one each.
 */
export function sampleOf<Column>(
  matrix: string,
  columns: readonly Column[],
  { rows, cells }: { rows: number; cells: number },
): (row: number) => Column[] {
  const seed = inject('sampleSeed')
  const total = Math.max(cells, columns.length, rows)
  if (seed === 'all' || total >= rows * columns.length) return () => [...columns]
  const random = seededRandom(seed).fork(matrix)
  const deck = columns.map((_, place) => ({ place, at: random.next() })).toSorted((a, b) => a.at - b.at)
  // Dealt round and round, so that every column has its turn, and by the row's number, so that one test run alone draws the same.
  const beginOf = (row: number): number => Math.floor((row * total) / rows)
  return (row) => {
    const hand = new Set<number | undefined>()
    for (let i = beginOf(row); i < beginOf(row + 1); i++) hand.add(deck[i % deck.length]?.place)
    return columns.filter((_, place) => hand.has(place))
  }
}

/** Declares a test, as `it` does. */
type Property = (title: string, test: () => Promise<void>) => void

/** Declares those tests of one row, such as an operation, that this run draws; the tests are the columns of the matrix. */
export function sampledTests(
  matrix: string,
  { row, rows, cells }: { row: number; rows: number; cells: number },
  declare: (property: Property) => void,
): void {
  const tests: Parameters<Property>[] = []
  declare((...test) => void tests.push(test))
  for (const [title, test] of sampleOf(matrix, tests, { rows, cells })(row)) it(title, test)
}

/** Those `count` of `choices` that this run tests; the others are for other runs, and for the long form. */
export function drawnOf<Choice>(name: string, choices: readonly Choice[], count: number): ReadonlySet<Choice> {
  const seed = inject('sampleSeed')
  if (seed === 'all') return new Set(choices)
  const random = seededRandom(seed).fork(name)
  const inOrder = choices.map((choice) => ({ choice, at: random.next() })).toSorted((a, b) => a.at - b.at)
  return new Set(inOrder.slice(0, count).map(({ choice }) => choice))
}

/** Whether this run is the long form, for what is no matrix. */
export function testsEverything(): boolean {
  return inject('sampleSeed') === 'all'
}

/** For fast-check: a property is tried `runs` times with the run's seed, in the long form `full` times with a seed of its own. */
export function triesOf({ runs, full }: { runs: number; full: number }): { numRuns: number; seed?: number } {
  const seed = inject('sampleSeed')
  return seed === 'all' ? { numRuns: full } : { numRuns: runs, seed }
}
