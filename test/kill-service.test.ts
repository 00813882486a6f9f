import { expect, test } from 'vitest'
import { killService } from './torture/kill-service.ts'
import { seedOf } from './torture/random.ts'

// Two services, each killed six times, in each way: while one starts, which is most of the time, the other is killed.
test('no acknowledged write is lost or repeated, although the service is killed twelve times', { timeout: 300_000 }, async () => {
  const seed = seedOf()
  const short = { rounds: 6, loadMsMax: 250 }
  const crashTests = await Promise.allSettled([killService({ ...short, seed }), killService({ ...short, seed: seed + 1 })])
  for (const crashTest of crashTests) {
    if (crashTest.status === 'rejected') throw crashTest.reason
    expect(crashTest.value.lost()).toBeGreaterThan(0)
  }
})
