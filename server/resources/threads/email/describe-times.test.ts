import { describe, expect, it } from 'vitest'
import { describeDeadline, describeOpening } from './describe-times.ts'

/** A Wednesday, 10:30 in Berlin. */
const now = Date.parse('2026-03-04T09:30:00Z')
const clock = (locale: string) => ({ now, locale, timezone: 'Europe/Berlin' })

describe('a time in an automatic reply', () => {
  it.each([
    ['en-GB', '2026-03-04T15:00:00Z', 'by 16:00 today', 'today at 16:00'],
    ['en-GB', '2026-03-09T09:00:00Z', 'by Monday 10:00', 'on Monday at 10:00'],
    ['en-GB', '2026-03-11T09:00:00Z', 'by 11 March, 10:00', 'on 11 March at 10:00'],
    ['de-DE', '2026-03-04T15:00:00Z', 'bis heute 16:00 Uhr', 'heute um 16:00 Uhr'],
    ['de-DE', '2026-03-09T09:00:00Z', 'bis Montag, 10:00 Uhr', 'am Montag um 10:00 Uhr'],
    ['de-DE', '2026-03-11T09:00:00Z', 'bis zum 11. März, 10:00 Uhr', 'am 11. März um 10:00 Uhr'],
    ['fr-FR', '2026-03-09T09:00:00Z', 'by Monday 10:00', 'on Monday at 10:00'],
  ])('is said in %s for %s', (locale, at, deadline, opening) => {
    expect([describeDeadline(Date.parse(at), clock(locale)), describeOpening(Date.parse(at), clock(locale))]).toEqual([deadline, opening])
  })

  it('counts days in the time zone, not in UTC', () => {
    const late = { now: Date.parse('2026-03-04T22:30:00Z'), locale: 'en-GB', timezone: 'Europe/Berlin' }
    expect(describeDeadline(Date.parse('2026-03-04T23:30:00Z'), late)).toBe('by Thursday 00:30')
  })
})
