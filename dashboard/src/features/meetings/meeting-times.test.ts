import { expect, test } from 'vitest'
import { proposeStart } from './meeting-times.ts'

test.each([
  ['the next half hour that is an hour away', '2031-03-04T09:10:00Z', '2031-03-04T11:30'],
  ['the first hour of the day before work', '2031-03-04T00:10:00Z', '2031-03-04T09:00'],
  ['the next day after work', '2031-03-04T15:10:00Z', '2031-03-05T09:00'],
  ['Monday on a Friday evening', '2031-03-07T18:00:00Z', '2031-03-10T09:00'],
  ['Monday on a weekend', '2031-03-08T09:00:00Z', '2031-03-10T09:00'],
])('a new meeting is proposed for %s', (_, now, start) => {
  expect(proposeStart(now, 'Europe/Berlin')).toBe(start)
})
