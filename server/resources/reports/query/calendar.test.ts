/** Buckets of local time, in zones whose clocks change by an hour, by half an hour, at midnight, and by a whole day. */
import { describe, expect, it } from 'vitest'
import { isLongerThan, isStartOfDay, listBuckets, readMoment, shiftBack, type Calendar, type Grain, type Span } from './calendar.ts'

const now = Date.parse('2026-03-04T23:30:00Z')
const getCalendar = (timezone: string, weekStartsOn: Calendar['weekStartsOn'] = 'MONDAY'): Calendar => ({ timezone, weekStartsOn })
const at = (text: string, timezone = 'UTC'): number => readMoment(text, timezone, now)?.at ?? Number.NaN
const span = (from: string, to: string, timezone: string): Span => ({ from: at(from, timezone), to: at(to, timezone) })
const getHours = ({ from, to }: Span): number => (to - from) / 3_600_000
const getBuckets = (timezone: string, grain: Grain, from: string, to: string) =>
  listBuckets(span(from, to, timezone), grain, getCalendar(timezone))

describe('a local day', () => {
  it.each([
    ['UTC', '2026-03-29', 24],
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Asia/Kathmandu', '2026-03-29', 24],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    // The clock skips midnight, so the day begins at one o'clock.
    ['Africa/Cairo', '2026-04-24', 23],
    ['America/Santiago', '2026-09-06', 23],
  ])('of %s on %s has %s hours', (timezone, date, hours) => {
    const { from, to } = { from: at(date, timezone), to: at(date, timezone) + 30 * 3_600_000 }
    const [day] = listBuckets({ from, to }, 'day', getCalendar(timezone))
    expect(day).toMatchObject({ label: date })
    expect(day && getHours(day)).toBe(hours)
    expect(isStartOfDay(from, timezone)).toBe(true)
    expect(isStartOfDay(from + 1, timezone)).toBe(false)
  })

  it('that a zone skipped has no bucket', () => {
    expect(getBuckets('Pacific/Apia', 'day', '2011-12-29', '2012-01-01').map(({ label }) => label)).toEqual(['2011-12-29', '2011-12-31'])
  })
})

describe('hours', () => {
  it('follow the clock where it changes', () => {
    const labels = (timezone: string, from: string, to: string) =>
      getBuckets(timezone, 'hour', from, to).map((bucket) => `${bucket.label} ${getHours(bucket)}`)
    expect(labels('Europe/Berlin', '2026-10-25T01:00:00+02:00', '2026-10-25T03:00:00+01:00')).toEqual([
      '2026-10-25T01:00+02:00 1',
      '2026-10-25T02:00+02:00 1',
      '2026-10-25T02:00+01:00 1',
    ])
    expect(labels('Europe/Berlin', '2026-03-29T01:00:00+01:00', '2026-03-29T04:00:00+02:00')).toEqual([
      '2026-03-29T01:00+01:00 1',
      '2026-03-29T03:00+02:00 1',
    ])
    expect(labels('Australia/Lord_Howe', '2026-04-05T01:00:00+11:00', '2026-04-05T03:00:00+10:30')).toEqual([
      '2026-04-05T01:00+11:00 1',
      '2026-04-05T01:30+10:30 0.5',
      '2026-04-05T02:00+10:30 1',
    ])
    expect(labels('Australia/Lord_Howe', '2026-10-04T01:00:00+10:30', '2026-10-04T04:00:00+11:00')).toEqual([
      '2026-10-04T01:00+10:30 1',
      '2026-10-04T02:30+11:00 0.5',
      '2026-10-04T03:00+11:00 1',
    ])
    expect(labels('Asia/Kathmandu', '2026-03-04T00:00:00Z', '2026-03-04T01:00:00Z')).toEqual([
      '2026-03-04T05:45+05:45 0.25',
      '2026-03-04T06:00+05:45 0.75',
    ])
  })
})

describe('weeks, months, quarters and years', () => {
  it.each<[Grain, Calendar['weekStartsOn'], string[]]>([
    ['week', 'MONDAY', ['2025-12-22', '2025-12-29', '2026-01-05']],
    ['week', 'SUNDAY', ['2025-12-28', '2026-01-04']],
    ['week', 'SATURDAY', ['2025-12-27', '2026-01-03']],
    ['month', 'MONDAY', ['2025-12-01', '2026-01-01']],
    ['quarter', 'MONDAY', ['2025-10-01', '2026-01-01']],
    ['year', 'MONDAY', ['2025-01-01', '2026-01-01']],
    ['none', 'MONDAY', ['2025-12-28']],
  ])('by %s from %s begin on %j', (grain, weekStartsOn, labels) => {
    const range = span('2025-12-28', '2026-01-10', 'Europe/Berlin')
    const buckets = listBuckets(range, grain, getCalendar('Europe/Berlin', weekStartsOn))
    expect(buckets.map(({ label }) => label)).toEqual(labels)
    expect([buckets[0]?.from, buckets.at(-1)?.to]).toEqual([range.from, range.to])
    for (const [i, { to }] of buckets.slice(0, -1).entries()) expect(buckets[i + 1]?.from).toBe(to)
  })

  it('of five years have one bucket for each day', () => {
    expect(getBuckets('Europe/Berlin', 'day', '2021-03-04', '2026-03-04')).toHaveLength(1826)
    expect(listBuckets(span('0001-01-01', '9999-01-01', 'UTC'), 'day', getCalendar('UTC'), 10)).toHaveLength(10)
  })
})

describe('from and to', () => {
  it.each([
    ['2026-03-04', 'Asia/Kathmandu', '2026-03-03T18:15:00.000Z'],
    ['2026-03-04T09:30:00+05:45', 'UTC', '2026-03-04T03:45:00.000Z'],
    ['today', 'Europe/Berlin', '2026-03-04T23:00:00.000Z'],
    ['today-30', 'America/New_York', '2026-02-02T05:00:00.000Z'],
    ['today+1', 'UTC', '2026-03-05T00:00:00.000Z'],
  ])('%s in %s is %s', (text, timezone, expected) => {
    expect(new Date(at(text, timezone)).toISOString()).toBe(expected)
  })

  it.each(['', '2026', '2026-02-30', '2026-3-4', '2026-03-04T09:30:00', 'yesterday', 'today-99999', '12026-01-01', '2026-03-04 09:30'])(
    '%j is refused',
    (text) => expect(readMoment(text, 'UTC', now)).toBeNull(),
  )

  it('a range of exactly five years is allowed, one day more is not', () => {
    const range = (to: string) => span('2020-02-29', to, 'Europe/Berlin')
    expect(isLongerThan(range('2025-02-28'), { years: 5 }, 'Europe/Berlin')).toBe(false)
    expect(isLongerThan(range('2025-03-01'), { years: 5 }, 'Europe/Berlin')).toBe(true)
    expect(isLongerThan(span('2026-10-01', '2026-11-01', 'Europe/Berlin'), { days: 31 }, 'Europe/Berlin')).toBe(false)
  })
})

describe('a comparison', () => {
  it.each<[Grain, 'PREVIOUS' | 'YEAR', string, string, string, string]>([
    ['day', 'PREVIOUS', '2026-03-26', '2026-04-02', '2026-03-19', '2026-03-26'],
    ['month', 'PREVIOUS', '2026-03-01', '2026-04-01', '2026-02-01', '2026-03-01'],
    ['quarter', 'PREVIOUS', '2026-01-01', '2026-07-01', '2025-07-01', '2026-01-01'],
    ['day', 'PREVIOUS', '2026-03-01', '2026-04-01', '2026-01-29', '2026-03-01'],
    ['day', 'YEAR', '2024-02-29', '2024-03-01', '2023-02-28', '2023-03-01'],
    ['week', 'YEAR', '2026-03-29', '2026-04-02', '2025-03-29', '2025-04-02'],
  ])('by %s, %s, of %s to %s is %s to %s', (grain, comparison, from, to, before, until) => {
    const zone = 'Europe/Berlin'
    expect(shiftBack(span(from, to, zone), comparison, grain, zone)).toEqual(span(before, until, zone))
  })

  it('of instants within a day has the same length', () => {
    const range = { from: 10, to: 25 }
    expect(shiftBack(range, 'PREVIOUS', 'none', 'UTC')).toEqual({ from: -5, to: 10 })
  })
})
