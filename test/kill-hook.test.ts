import { expect, test } from 'vitest'
import { extent, testSeed } from './extent.ts'
import { killHook } from './torture/kill-hook.ts'

test('kills lose no reply to a program, and repeat one with the same id and bytes', async () => {
  const rounds = extent({ short: 10, all: 50 })
  const { replies, repeated, unanswered } = await killHook({ rounds, seed: testSeed(), maxLoadMs: 400 })
  expect(replies).toBeGreaterThan(0)
  expect(repeated, 'replies that the program got again').toBeGreaterThan(0)
  expect(unanswered, 'kills between a request and its response').toBeGreaterThanOrEqual(rounds / 4)
})
