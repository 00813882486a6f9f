/**
 * Chooses the subset of a test matrix for a run. `npm test` contains the same tests in every run, chosen by the two rules below; `npm run
 * test:all` (SKEIN_TEST_ALL=1) contains all of them.
 */
import { it } from 'vitest'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import { getSeed } from './torture/random.ts'

export const testsAll = process.env['SKEIN_TEST_ALL'] === '1'

/** Returns a size that depends on the extent of the run, such as the number of rounds of a test. */
export function extent({ short, all }: { short: number; all: number }): number {
  return testsAll ? all : short
}

/**
 * Returns the seed of random choices. `npm test` always uses the same seed; `npm run test:all` uses a new one. SKEIN_TEST_SEED reproduces
 * an earlier run.
 */
export function testSeed(): number {
  return testsAll ? getSeed() : getSeed(process.env['SKEIN_TEST_SEED'] || '1')
}

/** Returns options for fast-check, which prints the seed when a property fails. */
export function propertyRuns(runs: { short: number; all: number }): { numRuns: number; seed: number } {
  return { numRuns: extent(runs), seed: testSeed() }
}

/**
 * Rule 1, for rows of different kinds: the first row of each kind is tested with all cases, every other row with the first case. Put the
 * most important case first.
 */
export function casesByKind<Row, Case>(
  rows: readonly Row[],
  kindOf: (row: Row) => string,
  cases: readonly Case[],
): (row: Row) => readonly Case[] {
  const representatives = new Set(firstOfEachKind(rows, kindOf))
  return (row) => (testsAll || representatives.has(row) ? cases : cases.slice(0, 1))
}

/** Rule 2, for rows of the same kind: row n is tested with the next `count` cases, starting where row n - 1 stopped. */
export function casesInTurn<Case>(cases: readonly Case[], count: number): (row: number) => readonly Case[] {
  if (testsAll || count >= cases.length) return () => cases
  return (row) => Array.from({ length: count }, (_, i) => cases[(row * count + i) % cases.length] as Case)
}

/** Returns the first row of each kind. */
export function firstOfEachKind<Row>(rows: readonly Row[], kindOf: (row: Row) => string): Row[] {
  const firsts = new Map<string, Row>()
  for (const row of rows) if (!firsts.has(kindOf(row))) firsts.set(kindOf(row), row)
  return [...firsts.values()]
}

/** Returns the kind of an operation. The kit handles operations of one kind alike; they differ only in their tables and rules. */
export function kindOfOperation({
  method,
  params,
  body,
  form,
  scope,
  responds,
  etag,
  deletion,
  kind: kindOfEndpoint,
  personal,
}: Endpoint): string {
  return [
    method,
    Object.keys(params).length,
    form ? 'form' : body ? 'body' : 'no body',
    ['none', 'any', 'session', 'visitor'].includes(scope) ? scope : 'scope',
    [...new Set(Object.values(responds).map(({ kind }) => kind))].join(),
    etag === true,
    deletion,
    kindOfEndpoint,
    personal === true,
  ].join(' ')
}

/** Declares a test, as `it` does. */
type DeclareTest = (title: string, test: () => Promise<void>) => void

/** Declares the tests of one operation that this run contains, by rule 1. */
export function testsByKind(endpoints: readonly Endpoint[]): (endpoint: Endpoint, declare: (property: DeclareTest) => void) => void {
  const representatives = new Set(firstOfEachKind(endpoints, kindOfOperation))
  return (endpoint, declare) => {
    const tests: Parameters<DeclareTest>[] = []
    declare((...test) => void tests.push(test))
    for (const [title, test] of testsAll || representatives.has(endpoint) ? tests : tests.slice(0, 1)) it(title, test)
  }
}
