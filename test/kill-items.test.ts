import { expect, test } from 'vitest'
import { extent, testSeed } from './extent.ts'
import { killItems } from './torture/kill-items.ts'

test('kills neither lose nor double a message of a program, and keep the order', async () => {
  const { repeated, messages } = await killItems({ rounds: extent({ short: 10, all: 50 }), seed: testSeed(), maxLoadMs: 400 })
  expect(repeated, 'messages that were cut off').toBeGreaterThan(0)
  expect(messages).toBeGreaterThan(0)
})
