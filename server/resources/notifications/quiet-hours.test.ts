import { describe, expect, it } from 'vitest'
import { findNextTime, findQuietEnd } from './quiet-hours.ts'

const end = (quiet: { from: string; to: string; timezone: string }, now: string): string | null => {
  const at = findQuietEnd(quiet, Date.parse(now))
  return at === null ? null : new Date(at).toISOString()
}

describe('quiet hours', () => {
  const berlin = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' }
  it.each([
    // Winter: one hour ahead of UTC.
    ['2026-01-10T20:59:59Z', null],
    ['2026-01-10T21:00:00Z', '2026-01-11T06:00:00.000Z'],
    ['2026-01-11T05:59:59Z', '2026-01-11T06:00:00.000Z'],
    ['2026-01-11T06:00:00Z', null],
    // The night on which daylight saving time begins is an hour shorter.
    ['2026-03-28T21:30:00Z', '2026-03-29T05:00:00.000Z'],
    ['2026-03-29T05:00:00Z', null],
    ['2026-03-29T20:00:00Z', '2026-03-30T05:00:00.000Z'],
    // The night on which it ends is an hour longer.
    ['2026-10-24T20:00:00Z', '2026-10-25T06:00:00.000Z'],
    ['2026-10-25T05:30:00Z', '2026-10-25T06:00:00.000Z'],
    ['2026-10-25T06:00:00Z', null],
  ])('over midnight in Berlin, at %s, end at %s', (now, expected) => {
    expect(end(berlin, now)).toBe(expected)
  })

  it.each([
    // The end, 02:30, is skipped: clocks go from 02:00 to 03:00.
    ['2026-03-29T00:30:00Z', '02:30', '2026-03-29T01:30:00.000Z'],
    // 02:30 occurs twice. The first one ends the quiet hours.
    ['2026-10-25T00:15:00Z', '02:30', '2026-10-25T00:30:00.000Z'],
    // Between the two, the clock shows an earlier time again.
    ['2026-10-25T01:10:00Z', '02:30', '2026-10-25T01:30:00.000Z'],
  ])('that end while clocks change, at %s, end at %s once: %s', (now, to, expected) => {
    expect(end({ from: '22:00', to, timezone: 'Europe/Berlin' }, now)).toBe(expected)
  })

  it('follow each zone, also those that change by half an hour', () => {
    const quiet = { from: '01:00', to: '03:00', timezone: 'Australia/Lord_Howe' }
    // Summer time ends on 5 April 2026: from UTC+11 to UTC+10:30 at 02:00.
    expect(end(quiet, '2026-04-04T14:30:00Z')).toBe('2026-04-04T16:30:00.000Z')
    expect(end({ ...quiet, timezone: 'Asia/Kathmandu' }, '2026-04-04T19:20:00Z')).toBe('2026-04-04T21:15:00.000Z')
    expect(end({ ...quiet, timezone: 'Asia/Kathmandu' }, '2026-04-04T21:15:00Z')).toBeNull()
  })
})

it('a digest is sent once a day, also on days on which clocks change', () => {
  let now = Date.parse('2026-03-26T12:00:00Z')
  const days: string[] = []
  for (let i = 0; i < 5; i++) {
    now = findNextTime('02:30', 'Europe/Berlin', now)
    days.push(new Date(now).toISOString())
  }
  expect(days).toEqual([
    '2026-03-27T01:30:00.000Z',
    '2026-03-28T01:30:00.000Z',
    '2026-03-29T01:30:00.000Z',
    '2026-03-30T00:30:00.000Z',
    '2026-03-31T00:30:00.000Z',
  ])
})
