import { expect, it } from 'vitest'
import { durationWords, parseDuration } from './duration.ts'

it('a duration is read with or without units', () => {
  const read = (texts: string[]) => texts.map((text) => parseDuration(text))
  expect(read(['90', ' 90 ', '45m', '2h', '2 H', '1d 4h', '1d4h', '1 day, 4 hours', '1.5h', '1,5 h', '1w', '2 h 30 min'])).toEqual([
    90, 90, 45, 120, 120, 1680, 1680, 1680, 90, 90, 10_080, 150,
  ])
})

it('what is not a duration, or might mean two, is refused', () => {
  for (const text of ['', 'h', 'soon', '2x', '-5', '1.5', '1h 30', '4h 1d', '2h 3h', '0.3m', '2:30', '1e3']) {
    expect(parseDuration(text), text).toBeNull()
  }
})

it('every number of minutes is shown exactly, and read back as the same', () => {
  expect([0, 45, 120, 4800, 10_000].map(durationWords)).toEqual(['0 min', '45 min', '2 h', '3 d 8 h', '6 d 22 h 40 min'])
  for (let minutes = 0; minutes < 20_000; minutes += 7) expect(parseDuration(durationWords(minutes))).toBe(minutes)
})
