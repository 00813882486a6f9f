import { expect, test } from 'vitest'
import { extent } from './extent.ts'
import { killImap } from './torture/kill-imap.ts'
import { seedOf } from './torture/random.ts'

test('kills while mails are fetched leave each of them accepted once', { timeout: 300_000 }, async () => {
  const { interrupted } = await killImap({ rounds: extent({ short: 1, all: 4 }), seed: seedOf() })
  expect(interrupted, 'kills while mails were fetched').toBeGreaterThan(0)
})
