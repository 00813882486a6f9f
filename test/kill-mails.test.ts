import { expect, test } from 'vitest'
import { extent, testSeed } from './extent.ts'
import { killMails } from './torture/kill-mails.ts'

test('kills neither lose nor double a mail, and send a reply twice only if unsure', async () => {
  const rounds = extent({ short: 3, all: 40 })
  const { repeated, replies, unanswered } = await killMails({ rounds, seed: testSeed(), maxLoadMs: 400 })
  expect(repeated, 'mails that were cut off').toBeGreaterThan(0)
  expect(replies).toBeGreaterThan(0)
  expect(unanswered, 'kills between the final dot and 250').toBeGreaterThan(rounds / 4)
})
