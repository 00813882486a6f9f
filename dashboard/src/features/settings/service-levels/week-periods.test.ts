/** A week is written and drawn: both lead to the same periods. */
import { describe, expect, it } from 'vitest'
import { periodsText, readPeriods, stretchesOf, withPeriod } from './week-periods.ts'

describe('periods of a day', () => {
  it('are read as people write them, and what is no time stays for the service to refuse', () => {
    expect(readPeriods(' 9-12, 13:30 – 18:00,22:00 to 6 ')).toEqual([
      ['09:00', '12:00'],
      ['13:30', '18:00'],
      ['22:00', '06:00'],
    ])
    expect(readPeriods('')).toEqual([])
    expect(readPeriods('mornings')).toEqual([['mornings', '']])
    expect(periodsText(readPeriods('9-12, mornings'))).toBe('09:00–12:00, mornings')
  })
  it('become one with those that they touch', () => {
    expect(withPeriod([['09:00', '12:00']], 720, 780)).toEqual([['09:00', '13:00']])
    expect(
      withPeriod(
        [
          ['09:00', '10:00'],
          ['11:00', '12:00'],
        ],
        570,
        690,
      ),
    ).toEqual([['09:00', '12:00']])
    expect(withPeriod([['14:00', '15:00']], 540, 600)).toEqual([
      ['09:00', '10:00'],
      ['14:00', '15:00'],
    ])
    expect(withPeriod([['22:00', '06:00']], 1350, 1410), 'those over midnight stay').toHaveLength(2)
  })
  it('lie on the next day as well when they go over midnight', () => {
    const week = { mon: [['22:00', '06:00']], sun: [['20:00', '24:00']] } satisfies Parameters<typeof stretchesOf>[0]
    expect(stretchesOf(week, 'mon')).toEqual([{ from: 1320, to: 1440, isRest: false }])
    expect(stretchesOf(week, 'tue')).toEqual([{ from: 0, to: 360, isRest: true }])
    expect(stretchesOf(week, 'sun')).toEqual([{ from: 1200, to: 1440, isRest: false }])
  })
})
