import { expect, test } from 'vitest'
import { extent } from './extent.ts'
import { killMail } from './torture/kill-mail.ts'
import { seedOf } from './torture/random.ts'

test('kills leave each mail that got 250 accepted once', { timeout: 300_000 }, async () => {
  const { repeated } = await killMail({ rounds: extent({ short: 2, all: 4 }), seed: seedOf() })
  expect(repeated, 'mails that were cut off').toBeGreaterThan(0)
})
