import { expect, test } from 'vitest'
import { killDatabase } from './torture/kill-database.ts'
import { seedOf } from './torture/random.ts'

test('while PostgreSQL is dead there are 503s and nothing else; within 5 s all is well, nothing is lost and nothing happened twice', {
  timeout: 180_000,
}, async () => {
  const crashTest = await killDatabase({ rounds: 5, seed: seedOf() })
  expect(crashTest.lost()).toBe(0)
})
