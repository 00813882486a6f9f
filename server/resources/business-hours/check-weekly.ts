/** What is wrong with the periods of a week, which no schema can say. */
import { weekdays, type Period, type Weekly } from './working-time.ts'

type Problem = { field: string; code: string; message: string }

/** Periods that begin when their day is over, that end when they begin, that overlap, also over midnight, and a week without any. */
export function weeklyProblems(weekly: Weekly | undefined): Problem[] {
  if (weekly === undefined) return []
  const periods = weekdays.flatMap((day, number) =>
    (weekly[day] ?? []).map((period, i) => minutesOf(period, number, `weekly.${day}[${i}]`)),
  )
  if (periods.length === 0) return [{ field: 'weekly', code: 'EMPTY', message: 'must have a period on at least one day' }]
  const late = periods.filter(({ from, day }) => from === (day + 1) * 1440)
  if (late.length > 0)
    return late.map(({ field }) => ({ field, code: 'INVALID', message: 'begins at 24:00, which is 00:00 of the next day' }))
  const empty = periods.filter(({ from, to }) => from === to)
  if (empty.length > 0)
    return empty.map(({ field }) => ({ field, code: 'EMPTY', message: 'ends when it begins; the whole day is ["00:00", "24:00"]' }))
  const inOrder = periods.toSorted((a, b) => a.from - b.from)
  return inOrder.flatMap(({ field, from }, i) => {
    const before = inOrder[i - 1]
    // The last of the week may go on into its first.
    const last = inOrder.at(-1)
    const overlaps = before ? before.to > from : last !== undefined && inOrder.length > 1 && last.to - weekMinutes > from
    return overlaps ? [{ field, code: 'OVERLAPS', message: 'begins before the previous period ends' }] : []
  })
}

const weekMinutes = 7 * 1440

/** Minutes since the beginning of Monday, of the period at that place of the body. */
function minutesOf([begins = '', ends = '']: Period, day: number, field: string): { field: string; day: number; from: number; to: number } {
  const from = minuteOf(begins)
  const to = minuteOf(ends)
  return { field, day, from: day * 1440 + from, to: day * 1440 + (to < from ? to + 1440 : to) }
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}
