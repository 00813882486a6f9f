import { expect, test } from 'vitest'
import { killFiles } from './torture/kill-files.ts'
import { testSeed } from './extent.ts'

test('kills leave uploads whole or gone, erasures complete, and exports made once', async () => {
  const { lost } = await killFiles({ rounds: 1, seed: testSeed() })
  expect(lost, 'uploads that were cut off').toBeGreaterThan(0)
})
