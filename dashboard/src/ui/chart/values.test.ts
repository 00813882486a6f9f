import { expect, it } from 'vitest'
import { formatSpan, formatValue, listTicks } from './values.ts'

const minute = 60_000
const hour = 60 * minute

it('durations have one or two units', () => {
  const shown = [0, 45_000, 59.7 * minute, 42 * minute, 80 * minute, 2 * hour, 62 * minute, 24 * hour, 52 * hour, 47.7 * hour]
  expect(shown.map(formatSpan)).toEqual(['0 s', '45 s', '1 h', '42 min', '1 h 20', '2 h', '1 h 02', '1 d', '2 d 4 h', '2 d'])
})

it('a number that does not exist is a dash', () => {
  expect(formatValue('rate', null)).toBe('–')
  expect(formatValue('rate', 0.941)).toBe('94%')
  expect(formatValue('count', 1317)).toBe('1,317')
})

it('ticks have round values and reach the greatest number', () => {
  expect(listTicks('count', 0)).toEqual([0, 1, 2, 3, 4])
  expect(listTicks('count', 51)).toEqual([0, 20, 40, 60])
  expect(listTicks('duration', 3.6 * hour)).toEqual([0, hour, 2 * hour, 3 * hour, 4 * hour])
  expect(listTicks('duration', 50 * minute)).toEqual([0, 15 * minute, 30 * minute, 45 * minute, 60 * minute])
  expect(listTicks('rate', 0.2)).toEqual([0, 0.25, 0.5, 0.75, 1])
})

it.each([1, 900, 61_000, 5 * hour, 40 * 24 * hour, 3_000 * 24 * hour])('%d milliseconds have three to five ticks', (max) => {
  const ticks = listTicks('duration', max)
  expect(ticks.length).toBeGreaterThanOrEqual(3)
  expect(ticks.length).toBeLessThanOrEqual(5)
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
})
