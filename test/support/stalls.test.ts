import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { mostLostWithin, checkTimeliness, takesAtMost } from './stalls.ts'

/** Simulates a machine that stalls for `ms` every `everyMs`, for a minute. */
const simulateStalls = (ms: number, everyMs: number) => Array.from({ length: 60_000 / everyMs }, (_, i) => ({ at: (i + 1) * everyMs, ms }))

it('only delays within the window count, wherever they are', () => {
  const stalls = [
    { at: 100, ms: 50 },
    { at: 5_000, ms: 300 },
    { at: 6_000, ms: 400 },
    { at: 20_000, ms: 600 },
  ]
  expect(mostLostWithin(stalls, 2_000)).toBe(700)
  expect(mostLostWithin(stalls, 500)).toBe(600)
  expect(mostLostWithin([], 2_000)).toBe(0)
})

it('a wait on a machine that is a little slow all the time does not excuse late work', () => {
  const stalls = simulateStalls(20, 100)
  expect(checkTimeliness('work', [2_300], stalls).isTimely).toBe(true)
  expect(checkTimeliness('work', [3_000], stalls).isTimely).toBe(false)
})

it('one long stop excuses its own length, and early work is never timely', () => {
  const stop = [{ at: 30_000, ms: 9_000 }]
  expect(checkTimeliness('work', [10_500], stop).isTimely).toBe(true)
  expect(checkTimeliness('work', [11_500], stop).isTimely).toBe(false)
  expect(checkTimeliness('work', [-1, 100], stop).isTimely).toBe(false)
  expect(checkTimeliness('work', [], stop).isTimely).toBe(false)
})

it('work that takes too long fails, and stops of the process do not count', async () => {
  expect(await takesAtMost(5_000, () => sleep(10, 'done'))).toBe('done')
  await expect(takesAtMost(100, () => sleep(400))).rejects.toThrow(/of which the machine lost/)
  const block = async (): Promise<void> => {
    // Blocks the process, as a busy machine does.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
    await sleep(20)
  }
  await takesAtMost(300, () => sleep(20).then(block))
})
