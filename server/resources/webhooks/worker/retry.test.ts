import { describe, expect, it } from 'vitest'
import { defaultRetrySeconds } from '../../../config.ts'
import { readRetryAfter, retryDelaySeconds } from './retry.ts'

describe('the wait after a failed attempt', () => {
  it('follows the schedule with up to 20 % jitter, and ends after the tenth', () => {
    const waits = (random: number) =>
      Array.from({ length: 10 }, (_, i) => retryDelaySeconds(i + 1, defaultRetrySeconds, null, () => random))
    expect(waits(0)).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, null])
    expect(waits(0.5).slice(0, 2)).toEqual([5.5, 330])
    const longest = waits(1 - Number.EPSILON)
    defaultRetrySeconds.forEach((base, i) => {
      expect(longest[i]).toBeGreaterThan(base * 1.19)
      expect(longest[i]).toBeLessThanOrEqual(base * 1.2)
    })
    expect(longest[9]).toBeNull()
  })

  it('differs from delivery to delivery', () => {
    expect(new Set(Array.from({ length: 100 }, () => retryDelaySeconds(2, defaultRetrySeconds, null))).size).toBeGreaterThan(90)
  })

  it('is as long as the endpoint requests, if that is longer, and a day at most', () => {
    expect(retryDelaySeconds(1, defaultRetrySeconds, 60, () => 0)).toBe(60)
    expect(retryDelaySeconds(2, defaultRetrySeconds, 60, () => 0)).toBe(300)
    expect(retryDelaySeconds(1, defaultRetrySeconds, 10_000_000, () => 0)).toBe(86_400)
    expect(retryDelaySeconds(10, defaultRetrySeconds, 60, () => 0)).toBeNull()
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-03-04T09:30:00Z')
  it.each([
    ['120', 120],
    [' 7 ', 7],
    ['0', 0],
    ['Wed, 04 Mar 2026 09:31:30 GMT', 90],
    ['Wed, 04 Mar 2026 09:00:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['99999999999', null],
    ['', null],
    ['1.5', null],
  ])('%j is %j seconds', (header, seconds) => {
    expect(readRetryAfter(header, now)).toBe(seconds)
  })
  it('an absent header is null', () => expect(readRetryAfter(undefined, now)).toBeNull())
})
