import { describe, expect, it } from 'vitest'
import { formatPeriods, readPeriods, listStretches, addPeriod } from './week-periods.ts'

describe('periods of a day', () => {
  it('are read from informal text, and invalid text stays as it is', () => {
    expect(readPeriods(' 9-12, 13:30 – 18:00,22:00 to 6 ')).toEqual([
      ['09:00', '12:00'],
      ['13:30', '18:00'],
      ['22:00', '06:00'],
    ])
    expect(readPeriods('')).toEqual([])
    expect(readPeriods('mornings')).toEqual([['mornings', '']])
    expect(formatPeriods(readPeriods('9-12, mornings'))).toBe('09:00–12:00, mornings')
  })
  it('merge with periods that they touch', () => {
    expect(addPeriod([['09:00', '12:00']], 720, 780)).toEqual([['09:00', '13:00']])
    expect(
      addPeriod(
        [
          ['09:00', '10:00'],
          ['11:00', '12:00'],
        ],
        570,
        690,
      ),
    ).toEqual([['09:00', '12:00']])
    expect(addPeriod([['14:00', '15:00']], 540, 600)).toEqual([
      ['09:00', '10:00'],
      ['14:00', '15:00'],
    ])
    expect(addPeriod([['22:00', '06:00']], 1350, 1410), 'periods that end on the next day stay').toHaveLength(2)
  })
  it('reach into the next day if they end after midnight', () => {
    const week = { mon: [['22:00', '06:00']], sun: [['20:00', '24:00']] } satisfies Parameters<typeof listStretches>[0]
    expect(listStretches(week, 'mon')).toEqual([{ from: 1320, to: 1440, isRemainder: false }])
    expect(listStretches(week, 'tue')).toEqual([{ from: 0, to: 360, isRemainder: true }])
    expect(listStretches(week, 'sun')).toEqual([{ from: 1200, to: 1440, isRemainder: false }])
  })
})
