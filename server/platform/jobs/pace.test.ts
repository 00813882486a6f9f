import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Pace, type PaceOptions } from './pace.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const limits = { slowest: 100, first: 1_000, fastest: 2_000 } as const

/** Acquires as many slots as possible for `seconds`, from `takers` concurrent queues; returns how many each got. */
async function takeFor(
  pace: Pace,
  seconds: number,
  { takers = 1, wanted = 16 }: { takers?: number; wanted?: number } = {},
): Promise<number[]> {
  const got = Array.from({ length: takers }, () => 0)
  const done = got.map(async (_, taker) => {
    for (let slots = -1; slots !== 0; got[taker] = (got[taker] ?? 0) + slots) slots = await pace.take(wanted)
  })
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  pace.stop()
  await Promise.all(done)
  return got
}

const sum = (counts: number[]): number => counts.reduce((total, n) => total + n, 0)

it('occasional work starts immediately', async () => {
  const pace = new Pace(limits)
  for (let n = 0; n < 5; n++) {
    expect(await pace.take(3)).toBe(3)
    await vi.advanceTimersByTimeAsync(5_000)
  }
})

it('a backlog speeds up to the maximum while the process keeps up', async () => {
  expect(sum(await takeFor(new Pace(limits), 1))).toBeGreaterThan(1_100)
  expect(sum(await takeFor(new Pace({ ...limits, fastest: 1_000 }), 3))).toBeLessThanOrEqual(3_030)
})

it.each<[string, PaceOptions]>([
  ['requests wait for the database', { requestsWaiting: () => 8 }],
  ['the event loop is late', { requestsWaiting: () => 0, now: () => performance.now() * 4 }],
])('a backlog goes at the slowest pace, and no slower, while %s', async (_, options) => {
  const pace = new Pace({ ...limits, ...options })
  const seconds = 10
  const slots = sum(await takeFor(pace, seconds))
  // The fast clock advances four seconds per real second.
  const clock = (options.now?.() ?? performance.now()) / performance.now()
  expect(slots / clock).toBeGreaterThan(0.95 * 100 * seconds)
  expect(slots / clock).toBeLessThan(1.2 * 100 * seconds)
})

it('a late event loop slows nothing down in a process without requests', async () => {
  const late = { now: () => performance.now() * 4 }
  expect(sum(await takeFor(new Pace({ ...limits, ...late }), 2))).toBeGreaterThan(
    1.5 * sum(await takeFor(new Pace({ ...limits, ...late, requestsWaiting: () => 0 }), 2)),
  )
})

it('the pace recovers after the requests', async () => {
  let waiting = 8
  const pace = new Pace({ ...limits, requestsWaiting: () => waiting })
  let got = 0
  const take = async (): Promise<void> => {
    for (let slots = -1; slots !== 0; got += slots) slots = await pace.take(16)
  }
  void take()
  await vi.advanceTimersByTimeAsync(3_000)
  waiting = 0
  await vi.advanceTimersByTimeAsync(3_000)
  const before = got
  await vi.advanceTimersByTimeAsync(1_000)
  expect(got - before).toBeGreaterThan(1_900)
  pace.stop()
})

it('waiting callers take turns, however many slots each wants', async () => {
  const got = await takeFor(new Pace({ ...limits, requestsWaiting: () => 8 }), 10, { takers: 40 })
  expect(Math.min(...got)).toBeGreaterThan(0)
  expect(Math.max(...got) - Math.min(...got)).toBeLessThanOrEqual(20)
})

it('a returned slot can be taken by the next caller', async () => {
  const pace = new Pace({ ...limits, first: 500 })
  expect(await pace.take(10)).toBe(10)
  const next = pace.take(4)
  pace.returnSlots(4)
  expect(await next).toBe(4)
  pace.stop()
})

it('stop ends all waits', async () => {
  const pace = new Pace({ ...limits, first: 100 })
  while ((await Promise.race([pace.take(16), vi.advanceTimersByTimeAsync(0).then(() => null)])) !== null);
  const waiting = pace.take(16)
  pace.stop()
  expect([await waiting, await pace.take(1)]).toEqual([0, 0])
})
