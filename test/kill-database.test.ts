import { expect, test } from 'vitest'
import { killDatabase } from './torture/kill-database.ts'
import { seedOf } from './torture/random.ts'

test('while PostgreSQL is down there are only 503s; within 5 s the service has recovered, and no write is lost or repeated', {
  timeout: 180_000,
}, async () => {
  const crashTest = await killDatabase({ rounds: 3, seed: seedOf() })
  expect(crashTest.lost()).toBe(0)
})
