import { expect, it } from 'vitest'
import { formatDuration, formatMinutes, readDuration, explainInvalidDuration, type DurationUnit } from './duration.ts'

it.each([
  ['90', 90],
  [' 90 ', 90],
  ['45m', 45],
  ['2h', 120],
  ['2 H', 120],
  ['1h 30m', 90],
  ['1h30', null],
  ['90 min', 90],
  ['1d 4h', 1680],
  ['1d4h', 1680],
  ['1 day, 4 hours', 1680],
  ['3 d', 4320],
  ['1.5h', 90],
  ['1,5 h', 90],
  ['1w', 10_080],
  ['1:30', 90],
  ['0:05', 5],
  ['26:00', 1560],
  ['120 s', 2],
])('%j is %j minutes', (text, minutes) => {
  expect(readDuration(text)).toBe(minutes)
})

it('a number without a unit counts the unit of the field', () => {
  const read = (unit: DurationUnit, texts: string[]) => texts.map((text) => readDuration(text, unit))
  expect(read('days', ['14', '2w', '3 d', '48h', '1 year', '1y 1d'])).toEqual([14, 14, 3, 2, 365, 366])
  expect(read('seconds', ['14', '14s', '2 min', '1:30'])).toEqual([14, 14, 120, 5400])
})

it.each(['', 'h', 'soon', '2x', '-5', '1.5', '1h 30', '4h 1d', '2h 3h', '0.3m', '2:60', '2:3', ':30', '1e3', '2 months', '9'.repeat(30)])(
  '%j is not a duration',
  (text) => {
    expect(readDuration(text)).toBeNull()
  },
)

it('a refusal says what is wrong and what to write', () => {
  const days = { unit: 'days', min: 8, max: 3650 } as const
  const why = (text: string) => explainInvalidDuration(text, days)
  expect([why('2 moons'), why('36h'), why('1 week'), why('11 years'), why('2 weeks'), why('')]).toEqual([
    'We can’t read “2 moons”. Write for example 30 d, 6 weeks or 1 year.',
    '“36h” isn’t a whole number of days.',
    'Use 8 days or more.',
    'Use 3,650 days or less.',
    null,
    null,
  ])
})

it('formatted minutes are exact, and reading them returns the same number', () => {
  expect([0, 45, 120, 4800, 10_000].map(formatMinutes)).toEqual(['0 min', '45 min', '2 h', '3 d 8 h', '6 d 22 h 40 min'])
  expect([0, 1, 60, 90, 1440].map((minutes) => formatDuration(minutes, 'minutes'))).toEqual([
    '0 minutes',
    '1 minute',
    '1 hour',
    '1 hour 30 minutes',
    '1 day',
  ])
  for (let minutes = 0; minutes < 20_000; minutes += 7) {
    expect(readDuration(formatMinutes(minutes))).toBe(minutes)
    expect(readDuration(formatDuration(minutes, 'minutes').replaceAll(',', ''))).toBe(minutes)
  }
})
