import { expect, test } from 'vitest'
import { stopService } from './torture/stop-service.ts'
import { testSeed } from './extent.ts'

test('a stop under load completes every request, exits with 0, and stops PostgreSQL', async () => {
  const crashTest = await stopService({ rounds: 2, writers: 8, seed: testSeed() })
  expect(crashTest.ledger.operations.length).toBeGreaterThan(0)
})
