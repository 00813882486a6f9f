/**
 * Arithmetic of working time. Zones, daylight saving and the calendar are Temporal's; here periods are only put in a row and added up.
 *
 * Times are milliseconds since 1970, in and out: whole ones, as Temporal takes no others; fractions are left out. A period of the week is on the clock of its zone: where the clock is put forward it is
 * shorter, where it is put back longer, and what falls into the hour that is left out begins when that hour is over.
 */
import { Temporal } from 'temporal-polyfill'
import { readTimezone } from '../../kit/index.ts'

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

/** Working intervals from a time on, in order, without overlaps. Days are counted from 1970 on, as they are on the clock of the zone. */
function* intervalsAfter({ timezone: named, weekly, holidays }: WorkingHours, from: number): Generator<Interval> {
  // Hours, and promises made by them, outlive the database of zones that they were checked by: without a zone no thread could be answered.
  const timezone = readTimezone(named) ?? 'UTC'
  const closed = new Set(holidays.map(({ date }) => Date.parse(date) / dayMs))
  // In their order: those of a day may have been sent in any.
  const periods = weekdays.map((name) => (weekly[name] ?? []).map(minutesOf).toSorted((a, b) => a.begins - b.begins))
  // The day before may have a period that goes on after midnight.
  const first = Math.floor((from + offsetAt(from, timezone)) / dayMs) - 1
  let covered = from
  for (let week = first; week < first + daysMax; week += 7) {
    const ofWeek = steadyOffset(week, 7, timezone)
    for (let day = week; day < week + 7; day++) {
      // 1 January 1970 was a Thursday.
      const ofDay = closed.has(day) ? [] : (periods[(day + 3) % 7] ?? [])
      if (ofDay.length === 0) continue
      const offset = ofWeek ?? steadyOffset(day, 1, timezone)
      const at = (local: number): number => (offset === null ? instantOf(local, timezone) : local - offset)
      for (const { begins, ends } of ofDay) {
        const isOver = ends <= begins
        // A holiday on the next day ends it at midnight.
        const until = isOver ? dayMs + (closed.has(day + 1) ? 0 : ends) : ends
        const [start, to] = [at(day * dayMs + begins), at(day * dayMs + until)]
        if (to <= Math.max(start, covered)) continue
        yield { from: Math.max(start, covered), to }
        covered = to
      }
    }
  }
}

/** Milliseconds since midnight. `24:00` is the midnight that ends the day: also as a beginning, which hours of before it was refused may have. */
function minutesOf([begins = '', ends = '']: Period): { begins: number; ends: number } {
  const ms = (time: string): number => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * 60_000
  return { begins: ms(begins), ends: ms(ends) }
}

/**
 * The offset of a zone for whatever is on the clock on these days and the one after them; null when it may change. Hours of many periods
 * are followed for years, and asking for the zone with each of them would hold up the process for seconds.
 */
function steadyOffset(day: number, days: number, timezone: string): number | null {
  // A day more on both sides, because no zone is further from UTC. None changes its offset there and back within so few days.
  const offset = offsetAt((day - 1) * dayMs, timezone)
  return offsetAt((day + days + 2) * dayMs, timezone) === offset ? offset : null
}

/** How many milliseconds the clock of a zone is ahead of UTC. */
function offsetAt(ms: number, timezone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).offsetNanoseconds / 1_000_000
}

/** When the clock of a zone shows this, given as if it were UTC. */
function instantOf(local: number, timezone: string): number {
  const shown = Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO('UTC').toPlainDateTime()
  return shown.toZonedDateTime(timezone).epochMilliseconds
}
