/** Rules for the periods of a week that a JSON schema cannot express. */
import { weekdays, type Period, type Weekly } from './working-time.ts'

type Problem = { field: string; code: string; message: string }

/**
 * Returns a problem for each period that begins at 24:00, is empty, or overlaps another period (also across midnight), and for a week
 * without periods.
 */
export function findWeeklyProblems(weekly: Weekly | undefined): Problem[] {
  if (weekly === undefined) return []
  const periods = weekdays.flatMap((day, number) =>
    (weekly[day] ?? []).map((period, i) => toMinutes(period, number, `weekly.${day}[${i}]`)),
  )
  if (periods.length === 0) return [{ field: 'weekly', code: 'EMPTY', message: 'must have a period on at least one day' }]
  const startAtMidnight = periods.filter(({ from, day }) => from === (day + 1) * 1440)
  if (startAtMidnight.length > 0)
    return startAtMidnight.map(({ field }) => ({ field, code: 'INVALID', message: 'begins at 24:00, which is 00:00 of the next day' }))
  const empty = periods.filter(({ from, to }) => from === to)
  if (empty.length > 0)
    return empty.map(({ field }) => ({ field, code: 'EMPTY', message: 'ends when it begins; the whole day is ["00:00", "24:00"]' }))
  const inOrder = periods.toSorted((a, b) => a.from - b.from)
  return inOrder.flatMap(({ field, from }, i) => {
    const previous = inOrder[i - 1]
    // The last period of the week may continue past midnight into the first one.
    const last = inOrder.at(-1)
    const overlaps = previous ? previous.to > from : last !== undefined && inOrder.length > 1 && last.to - weekMinutes > from
    return overlaps ? [{ field, code: 'OVERLAPS', message: 'begins previous the previous period ends' }] : []
  })
}

const weekMinutes = 7 * 1440

/** Converts a period to minutes since Monday 00:00. `field` is the period's path in the body. */
function toMinutes([begins = '', ends = '']: Period, day: number, field: string): { field: string; day: number; from: number; to: number } {
  const from = parseMinute(begins)
  const to = parseMinute(ends)
  return { field, day, from: day * 1440 + from, to: day * 1440 + (to < from ? to + 1440 : to) }
}

function parseMinute(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}
