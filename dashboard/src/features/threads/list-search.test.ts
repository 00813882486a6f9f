import { expect, it } from 'vitest'
import { atTime, filtersOf, isRelative, isSameLater } from './list-search.ts'

const now = Date.parse('2026-11-22T12:00:41.000Z')

it('a length of time in the address is before the present minute, whenever the address is opened; times are left as they are', () => {
  const before = (asked: string, at = now) => atTime({ waitingSinceBefore: asked, status: 'open' }, at)
  expect(before('1h')).toEqual({ waitingSinceBefore: '2026-11-22T11:00:00.000Z', status: 'open' })
  expect(before('15m').waitingSinceBefore).toBe('2026-11-22T11:45:00.000Z')
  expect(before('1d', now + 60_000).waitingSinceBefore).toBe('2026-11-21T12:01:00.000Z')
  for (const asked of ['2026-01-01T00:00:00.000Z', '0h', '1w', 'h', '10000h', '-1h'])
    expect([before(asked).waitingSinceBefore, isRelative({ waitingSinceBefore: asked })], asked).toEqual([asked, false])
  expect(atTime({ status: 'open' }, now)).toEqual({ status: 'open' })
  expect(atTime({ slaDueBefore: '1h' }, now), 'deadlines are ahead').toEqual({ slaDueBefore: '2026-11-22T13:00:00.000Z' })
})

it('a list is the same but later when nothing but that time differs', () => {
  const list = filtersOf({ status: 'open', waiting: true }, { waitingSinceBefore: '1h' })
  expect(isSameLater(atTime(list, now), atTime(list, now + 300_000))).toBe(true)
  expect(isSameLater(atTime(list, now), { ...atTime(list, now), status: 'pending' })).toBe(false)
  expect(isSameLater({ status: 'open' }, { status: 'open' })).toBe(false)
  expect(isSameLater(atTime(list, now), { status: 'open', waiting: true })).toBe(false)
})
