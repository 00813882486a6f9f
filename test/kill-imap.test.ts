import { expect, test } from 'vitest'
import { extent, testSeed } from './extent.ts'
import { killImap } from './torture/kill-imap.ts'

test('kills while mails are fetched leave each of them accepted once', async () => {
  const { interrupted } = await killImap({ rounds: extent({ short: 1, all: 4 }), seed: testSeed() })
  expect(interrupted, 'kills while mails were fetched').toBeGreaterThan(0)
})
