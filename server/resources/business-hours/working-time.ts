/**
 * Arithmetic of working time. Zones, daylight saving and the calendar are Temporal's; here periods are only put in a row and added up.
 *
 * Times are milliseconds since 1970, in and out: whole ones, as Temporal takes no others; fractions are left out. A period of the week is on the clock of its zone: where the clock is put forward it is
 * shorter, where it is put back longer, and what falls into the hour that is left out begins when that hour is over.
 */
import { Temporal } from 'temporal-polyfill'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** Beginning and end on the clock, `09:00` to `18:00`. The end may be `24:00`, or not after the beginning: then it is on the next day. */
export type Period = readonly string[]
export type Weekly = Readonly<Partial<Record<Weekday, readonly Period[]>>>
export type WorkingHours = { readonly timezone: string; readonly weekly: Weekly; readonly holidays: readonly { readonly date: string }[] }
type Interval = { from: number; to: number }

/** How far ahead is looked: hours of a few minutes a week would otherwise be followed for centuries. */
const daysMax = 1500

/** When `ms` of working time have passed since `from`. Null hours are around the clock. What lies years ahead ends at `daysMax`. */
export function addWorkingTime(hours: WorkingHours | null, start: number, ms: number): number {
  const from = Math.floor(start)
  let left = Math.floor(ms)
  if (hours === null) return from + left
  let last = from
  for (const { from: begins, to } of intervalsAfter(hours, from)) {
    if (to - begins >= left) return begins + left
    left -= to - begins
    last = to
  }
  return Math.max(last, from + daysMax * dayMs)
}

/** The working time between two times; 0 when the second is not later. */
export function workingTimeBetween(hours: WorkingHours | null, start: number, end: number): number {
  const [from, to] = [Math.floor(start), Math.floor(end)]
  if (to <= from) return 0
  if (hours === null) return to - from
  let sum = 0
  for (const interval of intervalsAfter(hours, from)) {
    if (interval.from >= to) break
    sum += Math.min(interval.to, to) - interval.from
  }
  return sum
}

const dayMs = 86_400_000

/** Working intervals from a time on, in order, without overlaps. */
function* intervalsAfter({ timezone, weekly, holidays }: WorkingHours, from: number): Generator<Interval> {
  const closed = new Set(holidays.map(({ date }) => date))
  // The day before may have a period that goes on after midnight.
  const first = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timezone).toPlainDate().subtract({ days: 1 })
  let covered = from
  for (let day = 0; day < daysMax; day++) {
    const date = first.add({ days: day })
    if (closed.has(date.toString())) continue
    // In their order: those of a day may have been sent in any.
    for (const period of (weekly[weekdayOf(date)] ?? []).toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))) {
      const { from: begins, to } = intervalOf(date, period, timezone, closed)
      if (to <= Math.max(begins, covered)) continue
      yield { from: Math.max(begins, covered), to }
      covered = to
    }
  }
}

function weekdayOf(date: Temporal.PlainDate): Weekday {
  // Safe because Temporal counts from 1, Monday, to 7.
  return weekdays[date.dayOfWeek - 1] as Weekday
}

/** A period that begins on a date. A holiday on the next day ends it at midnight. */
function intervalOf(date: Temporal.PlainDate, [begins = '', ends = '']: Period, timezone: string, closed: ReadonlySet<string>): Interval {
  const next = date.add({ days: 1 })
  const isOver = ends <= begins
  const from = instantOf(date, begins, timezone)
  if (!isOver) return { from, to: instantOf(date, ends, timezone) }
  return { from, to: instantOf(next, closed.has(next.toString()) ? '00:00' : ends, timezone) }
}

/** `24:00` is the midnight that ends the date: also as a beginning, which hours of before it was refused may have. */
function instantOf(date: Temporal.PlainDate, time: string, timeZone: string): number {
  const [day, plainTime] = time === '24:00' ? [date.add({ days: 1 }), '00:00'] : [date, time]
  return day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(plainTime) }).epochMilliseconds
}
