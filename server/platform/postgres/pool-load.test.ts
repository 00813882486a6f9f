import { expect, it } from 'vitest'
import { PoolLoad } from './pool-load.ts'

it('a pool needs one connection while coincidences are short', () => {
  const load = new PoolLoad(0)
  for (let at = 0; at < 10_000; at += 100) {
    load.setBusy(3, at)
    load.setBusy(0, at + 5)
    expect(load.needed(at + 5)).toBe(1)
  }
  expect(load.takeNeeded(10_000)).toBe(1)
})

it('a pool needs more connections a second after a load begins', () => {
  const load = new PoolLoad(0)
  load.setBusy(1, 0)
  expect([500, 999, 1_000, 1_500].map((at) => load.needed(at))).toEqual([1, 1, 6, 6])
  load.setBusy(0, 1_500)
  expect([2_000, 3_000].map((at) => load.needed(at))).toEqual([3, 1])
})

it('a busy second in a calm interval keeps no connection open', () => {
  const load = new PoolLoad(0)
  load.setBusy(3, 0)
  load.setBusy(0, 1_000)
  expect(load.needed(1_000)).toBe(16)
  expect([30_000, 60_000].map((at) => load.takeNeeded(at))).toEqual([1, 1])
})

it('a load keeps the connections open that it needs', () => {
  const load = new PoolLoad(0)
  for (let at = 0; at < 60_000; at += 100) {
    load.setBusy(2, at)
    load.setBusy(0, at + 50)
  }
  expect([60_000, 60_000].map((at) => load.takeNeeded(at))).toEqual([6, 1])
})
