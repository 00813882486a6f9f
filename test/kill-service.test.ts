import { expect, test } from 'vitest'
import { killService } from './torture/kill-service.ts'
import { seedOf } from './torture/random.ts'

// Two services, each killed four times: while one starts, which is most of the time, the other is killed.
test('no acknowledged write is lost or repeated, although the service is killed eight times', { timeout: 300_000 }, async () => {
  const seed = seedOf()
  const crashTests = await Promise.allSettled([killService({ rounds: 4, seed }), killService({ rounds: 4, seed: seed + 1 })])
  for (const crashTest of crashTests) {
    if (crashTest.status === 'rejected') throw crashTest.reason
    expect(crashTest.value.lost()).toBeGreaterThan(0)
  }
})
