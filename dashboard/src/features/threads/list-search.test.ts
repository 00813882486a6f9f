import { expect, it } from 'vitest'
import { resolveRelativeTimes, mergeFilters, hasRelativeTime, differOnlyInTime } from './list-search.ts'

const now = Date.parse('2026-11-22T12:00:41.000Z')

it('durations become times relative to the current minute; times stay as they are', () => {
  const before = (value: string, at = now) => resolveRelativeTimes({ waitingSinceBefore: value, status: 'open' }, at)
  expect(before('1h')).toEqual({ waitingSinceBefore: '2026-11-22T11:00:00.000Z', status: 'open' })
  expect(before('15m').waitingSinceBefore).toBe('2026-11-22T11:45:00.000Z')
  expect(before('1d', now + 60_000).waitingSinceBefore).toBe('2026-11-21T12:01:00.000Z')
  for (const value of ['2026-01-01T00:00:00.000Z', '0h', '1w', 'h', '10000h', '-1h'])
    expect([before(value).waitingSinceBefore, hasRelativeTime({ waitingSinceBefore: value })], value).toEqual([value, false])
  expect(resolveRelativeTimes({ status: 'open' }, now)).toEqual({ status: 'open' })
  expect(resolveRelativeTimes({ slaDueBefore: '1h' }, now), 'deadlines are in the future').toEqual({
    slaDueBefore: '2026-11-22T13:00:00.000Z',
  })
})

it('two lists differ only in time when only the resolved times differ', () => {
  const list = mergeFilters({ status: 'open', waiting: true }, { waitingSinceBefore: '1h' })
  expect(differOnlyInTime(resolveRelativeTimes(list, now), resolveRelativeTimes(list, now + 300_000))).toBe(true)
  expect(differOnlyInTime(resolveRelativeTimes(list, now), { ...resolveRelativeTimes(list, now), status: 'pending' })).toBe(false)
  expect(differOnlyInTime({ status: 'open' }, { status: 'open' })).toBe(false)
  expect(differOnlyInTime(resolveRelativeTimes(list, now), { status: 'open', waiting: true })).toBe(false)
})
