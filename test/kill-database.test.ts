import { expect, test } from 'vitest'
import { killDatabase } from './torture/kill-database.ts'
import { testSeed } from './extent.ts'

test('a killed PostgreSQL causes only 503s for 5 s, and no write is lost or repeated', async () => {
  const crashTest = await killDatabase({ rounds: 3, seed: testSeed() })
  expect(crashTest.lost()).toBe(0)
})
