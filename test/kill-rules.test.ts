import { expect, test } from 'vitest'
import { killRules } from './torture/kill-rules.ts'
import { testSeed } from './extent.ts'

test('rules have one run and one effect for each event although services are killed', async () => {
  const { kills, duringRuns, events, runs, duringJobs } = await killRules({ rounds: 8, seed: testSeed() })
  expect(kills).toBeGreaterThanOrEqual(8)
  expect(duringRuns).toBeGreaterThan(2)
  expect(events).toBeGreaterThan(1_500)
  expect(runs).toBeGreaterThan(1_000)
  expect(duringJobs).toBeGreaterThan(2)
})
