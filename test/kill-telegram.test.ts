import { expect, test } from 'vitest'
import { extent, testSeed } from './extent.ts'
import { killTelegram } from './torture/kill-telegram.ts'

test('kills lose and double no message of a bot, and repeat no accepted part', async () => {
  const rounds = extent({ short: 10, all: 50 })
  const { messages, replies, unanswered } = await killTelegram({ rounds, seed: testSeed(), maxLoadMs: 400 })
  expect(messages).toBeGreaterThan(0)
  expect(replies).toBeGreaterThan(0)
  expect(unanswered, 'kills between a request and its response').toBeGreaterThanOrEqual(rounds / 4)
})
