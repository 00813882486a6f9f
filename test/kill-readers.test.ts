import { expect, test } from 'vitest'
import { killReaders } from './torture/kill-readers.ts'
import { testSeed } from './extent.ts'

test('readers count and tell each event once although their services are killed', async () => {
  const { kills, duringReading } = await killReaders({ rounds: 8, seed: testSeed() })
  expect(kills).toBeGreaterThanOrEqual(8)
  expect(duringReading).toBeGreaterThan(0)
})
