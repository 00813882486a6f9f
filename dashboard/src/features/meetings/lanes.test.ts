import { expect, it } from 'vitest'
import type { Meeting } from '@skein/client'
import { assignLanes } from './lanes.ts'

const meeting = (id: string, from: number, to: number): Meeting => {
  const at = (hour: number) => new Date(Date.UTC(2031, 0, 1, hour)).toISOString()
  // Safe because lanes use only the times of a meeting.
  return { id, startsAt: at(from), endsAt: at(to) } as Meeting
}

it('overlapping meetings share the width, others have the whole width', () => {
  const shown = assignLanes([meeting('d', 14, 15), meeting('a', 9, 12), meeting('b', 10, 11), meeting('c', 11, 13)])
  expect(shown.map(({ meeting: { id }, lane, lanes }) => [id, lane, lanes])).toEqual([
    ['a', 0, 2],
    ['b', 1, 2],
    ['c', 1, 2],
    ['d', 0, 1],
  ])
})
