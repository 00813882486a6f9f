import { expect, test } from 'vitest'
import { created, killReceiver } from './torture/kill-receiver.ts'
import { seedOf } from './torture/random.ts'

test('every event reaches each webhook, the feed and the streams exactly once, although workers, receiver and API are killed', {
  timeout: 180_000,
}, async () => {
  const crashTest = await killReceiver({ rounds: 2, threads: 200, seed: seedOf() })
  expect(created(crashTest)).toBeGreaterThanOrEqual(200)
})
