import { expect, test } from 'vitest'
import { seedOf } from './torture/random.ts'
import { stopService } from './torture/stop-service.ts'

test('a stop under load answers every request in progress, exits with code 0 and leaves no PostgreSQL behind', {
  timeout: 120_000,
}, async () => {
  const crashTest = await stopService({ rounds: 2, writers: 8, seed: seedOf() })
  expect(crashTest.ledger.operations.length).toBeGreaterThan(0)
})
