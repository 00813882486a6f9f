import { expect, it } from 'vitest'
import { ByteRate } from './byte-rate.ts'

it('who uses more than the burst waits until the rate allows it', () => {
  let now = 0
  const rate = new ByteRate({ perMs: 10, burst: 100, now: () => now })
  expect([rate.take('a', 60), rate.take('a', 60), rate.take('b', 60)]).toEqual([0, 2, 0])
  now = 12
  expect([rate.take('a', 100), rate.take('a', 10)]).toEqual([0, 1])
})
