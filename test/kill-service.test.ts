import { expect, test } from 'vitest'
import { killService } from './torture/kill-service.ts'
import { testSeed } from './extent.ts'

// Two services are killed ten times each, in every way. While one starts, which takes most of the time, the other is killed.
test('no acknowledged write is lost or repeated, although the service is killed often', async () => {
  const seed = testSeed()
  // Starting a process and its first requests take most of a round. A few requests are enough to be interrupted.
  const short = { rounds: 10, writers: 4, answersWanted: 10, maxLoadMs: 120 }
  const crashTests = await Promise.allSettled([killService({ ...short, seed }), killService({ ...short, seed: seed + 1 })])
  for (const crashTest of crashTests) {
    if (crashTest.status === 'rejected') throw crashTest.reason
    expect(crashTest.value.lost()).toBeGreaterThan(0)
  }
})
