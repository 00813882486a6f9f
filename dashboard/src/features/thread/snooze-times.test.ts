import { expect, it } from 'vitest'
import { parseSnooze, snoozePresets } from './snooze-times.ts'

/** A Wednesday, 10:30. */
const now = new Date(2026, 2, 4, 10, 30)
const at = (text: string): string | undefined => {
  const time = parseSnooze(text, now)[0]?.at
  return time ? `${time.getMonth() + 1}-${time.getDate()} ${time.getHours()}:${time.getMinutes()}` : undefined
}

it.each([
  ['2h', '3-4 12:30'],
  ['30 min', '3-4 11:0'],
  ['1h 30m', '3-4 12:0'],
  ['in 1.5 hours', '3-4 12:0'],
  ['3d', '3-7 10:30'],
  ['tomorrow', '3-5 9:0'],
  ['fri 9am', '3-6 9:0'],
  ['friday 14:30', '3-6 14:30'],
  ['wed', '3-11 9:0'],
  ['12pm', '3-4 12:0'],
  ['9am', '3-5 9:0'],
  ['in an hour', '3-4 11:30'],
  ['in a week', '3-11 10:30'],
  ['next monday', '3-9 9:0'],
  ['on fri at 9 am', '3-6 9:0'],
  ['tonight', '3-4 18:0'],
  ['tomorrow afternoon', '3-5 14:0'],
  ['morgen', '3-5 9:0'],
  ['Übermorgen', '3-6 9:0'],
  ['nächsten Montag', '3-9 9:0'],
  ['in 2 Stunden', '3-4 12:30'],
  ['in einer Woche', '3-11 10:30'],
  ['heute abend', '3-4 18:0'],
  ['heute Abend um 20 Uhr', '3-4 20:0'],
  ['morgen abend 8 Uhr', '3-5 20:0'],
  ['morgen früh', '3-5 9:0'],
  ['14 Uhr', '3-4 14:0'],
  ['am Do um 14.30 Uhr', '3-5 14:30'],
  ['mi', '3-11 9:0'],
])('%s', (text, expected) => {
  expect(at(text)).toBe(expected)
})

it.each(['', 'someday', 'fri 25', '10:99', 'x 9', '99999999w', 'evening tomorrow', 'fri fri', 'am', 'uhr', 'in 2 Uhr'])(
  '%j is no time',
  (text) => {
    expect(parseSnooze(text, now)).toEqual([])
  },
)

it('every preset is in the future', () => {
  for (const time of snoozePresets(now)) expect(time.at === null || time.at > now, time.name).toBe(true)
})

it.each([0, 1, 2, 3, 4, 5, 6])('all presets differ %i days after a Wednesday', (days) => {
  const times = snoozePresets(new Date(2026, 2, 4 + days, 10, 30)).map((time) => time.at?.getTime())
  expect(new Set(times).size).toBe(times.length)
})
