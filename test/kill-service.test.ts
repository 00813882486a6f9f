import { expect, test } from 'vitest'
import { killService } from './torture/kill-service.ts'
import { seedOf } from './torture/random.ts'

// Two services, each killed ten times, in each way: while one starts, which is most of the time, the other is killed.
test('no acknowledged write is lost or repeated, although the service is killed often', { timeout: 300_000 }, async () => {
  const seed = seedOf()
  // Most of what a round costs is its start, then what a new process takes for its first requests: few of them are enough to be cut off.
  const short = { rounds: 10, writers: 4, answersWanted: 10, loadMsMax: 120 }
  const crashTests = await Promise.allSettled([killService({ ...short, seed }), killService({ ...short, seed: seed + 1 })])
  for (const crashTest of crashTests) {
    if (crashTest.status === 'rejected') throw crashTest.reason
    expect(crashTest.value.lost()).toBeGreaterThan(0)
  }
})
