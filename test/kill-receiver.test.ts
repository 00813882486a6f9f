import { expect, test } from 'vitest'
import { countCreated, killReceiver } from './torture/kill-receiver.ts'
import { testSeed } from './extent.ts'

// The API is killed in each third round, which `npm run torture -- webhooks` has, and in `kill-service.test.ts`.
test('every event reaches each webhook and stream once although both ends are killed', async () => {
  // The writers continue until the killed processes are back, so a few writers write enough.
  const crashTest = await killReceiver({ rounds: 2, threads: 60, writers: 3, seed: testSeed() })
  expect(countCreated(crashTest)).toBeGreaterThanOrEqual(60)
})
