import { expect, test } from 'vitest'
import { countCreated, killReceiver } from './torture/kill-receiver.ts'
import { testSeed } from './extent.ts'

// `npm run torture -- webhooks` kills the API in each third round; here, `kill-service.test.ts` covers it.
test('every event reaches each webhook and stream once although both ends are killed', async () => {
  // The writers continue until the killed processes have restarted, so a few writers write enough.
  const crashTest = await killReceiver({ rounds: 2, threads: 60, writers: 3, seed: testSeed() })
  expect(countCreated(crashTest)).toBeGreaterThanOrEqual(60)
})
