import { expect, test } from 'vitest'
import { killFiles } from './torture/kill-files.ts'
import { seedOf } from './torture/random.ts'

test('kills leave uploads whole or gone, erasures complete, and exports made once', { timeout: 300_000 }, async () => {
  const { lost } = await killFiles({ rounds: 1, seed: seedOf() })
  expect(lost, 'uploads that were cut off').toBeGreaterThan(0)
})
