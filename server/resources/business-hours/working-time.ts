/**
 * Working-time arithmetic. Temporal handles time zones, daylight saving and the calendar; this file orders the periods and adds them up.
 * All times are whole milliseconds since 1970, because Temporal accepts no fractions. Periods are local times: a period is shorter when the
 * clock goes forward during it and longer when the clock goes back. A time in the skipped hour counts as the end of that hour.
 */
import { Temporal } from 'temporal-polyfill'
import { readTimezone } from '#platform/time.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** Start and end in local time, such as `09:00` and `18:00`. The end may be `24:00`. An end at or before the start is on the next day. */
export type Period = readonly string[]
export type Weekly = Readonly<Partial<Record<Weekday, readonly Period[]>>>
export type WorkingHours = { readonly timezone: string; readonly weekly: Weekly; readonly holidays: readonly { readonly date: string }[] }
type Interval = { from: number; to: number }

/** Maximum number of days to look ahead. With hours of a few minutes a week, the loop would otherwise run for centuries. */
const maxDays = 1500

/** Returns the time at which `ms` of working time have passed since `start`, at most `maxDays` ahead. Null hours mean around the clock. */
export function addWorkingTime(hours: WorkingHours | null, start: number, ms: number): number {
  const from = Math.floor(start)
  let left = Math.floor(ms)
  if (hours === null) return from + left
  let last = from
  for (const { from: begins, to } of listIntervals(hours, from)) {
    if (to - begins >= left) return begins + left
    left -= to - begins
    last = to
  }
  return Math.max(last, from + maxDays * dayMs)
}

/** Returns the working time between two times; 0 when the second is not later. */
export function workingTimeBetween(hours: WorkingHours | null, start: number, end: number): number {
  const [from, to] = [Math.floor(start), Math.floor(end)]
  if (to <= from) return 0
  if (hours === null) return to - from
  let sum = 0
  for (const interval of listIntervals(hours, from)) {
    if (interval.from >= to) break
    sum += Math.min(interval.to, to) - interval.from
  }
  return sum
}

/** Returns the next time at which the hours begin, or `now` if they have begun. Null if they do not begin within `maxDays`. */
export function findNextOpening(hours: WorkingHours, now: number): number | null {
  for (const { from } of listIntervals(hours, Math.floor(now))) return Math.max(from, now)
  return null
}

/** Hour at which a working day starts if there are no business hours. */
const defaultStartHour = 9

/**
 * Returns the start of the next working day after the local day of `now`. Without hours, or if the hours have no working day within
 * `maxDays`, returns 09:00 of the next day in `timezone`.
 */
export function findNextWorkingDay(hours: WorkingHours | null, timezone: string, now: number): number {
  const zone = readTimezone(hours?.timezone ?? timezone) ?? 'UTC'
  const toDate = (ms: number): Temporal.PlainDate => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate()
  const today = toDate(Math.floor(now))
  for (const { from } of hours === null ? [] : listIntervals(hours, Math.floor(now)))
    if (Temporal.PlainDate.compare(toDate(from), today) > 0) return from
  const tomorrow = today.add({ days: 1 }).toPlainDateTime({ hour: defaultStartHour })
  return tomorrow.toZonedDateTime(zone).epochMilliseconds
}

const dayMs = 86_400_000

/** Yields the working intervals from a time on, in order and without overlaps. Days are local days, counted from 1970. */
function* listIntervals({ timezone: storedTimezone, weekly, holidays }: WorkingHours, from: number): Generator<Interval> {
  // A stored time zone may be missing from a newer IANA database. Falling back to UTC keeps replies to threads from failing.
  const timezone = readTimezone(storedTimezone) ?? 'UTC'
  const closed = new Set(holidays.map(({ date }) => Date.parse(date) / dayMs))
  // The API accepts the periods of a day in any order.
  const periods = weekdays.map((name) => (weekly[name] ?? []).map(toMs).toSorted((a, b) => a.begins - b.begins))
  // Start on the day before, whose last period may continue past midnight.
  const first = Math.floor((from + getOffset(from, timezone)) / dayMs) - 1
  let covered = from
  for (let week = first; week < first + maxDays; week += 7) {
    const weekOffset = getConstantOffset(week, 7, timezone)
    for (let day = week; day < week + 7; day++) {
      // 1 January 1970 was a Thursday.
      const dayPeriods = closed.has(day) ? [] : (periods[(day + 3) % 7] ?? [])
      if (dayPeriods.length === 0) continue
      const offset = weekOffset ?? getConstantOffset(day, 1, timezone)
      const at = (local: number): number => (offset === null ? toInstant(local, timezone) : local - offset)
      for (const { begins, ends } of dayPeriods) {
        const endsNextDay = ends <= begins
        // If the next day is a holiday, the period ends at midnight.
        const endOfPeriod = endsNextDay ? dayMs + (closed.has(day + 1) ? 0 : ends) : ends
        const [start, to] = [at(day * dayMs + begins), at(day * dayMs + endOfPeriod)]
        if (to <= Math.max(start, covered)) continue
        yield { from: Math.max(start, covered), to }
        covered = to
      }
    }
  }
}

/** Converts a period to milliseconds since midnight. Hours stored by an earlier version may begin at `24:00`, the end of the day. */
function toMs([begins = '', ends = '']: Period): { begins: number; ends: number } {
  const ms = (time: string): number => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * 60_000
  return { begins: ms(begins), ends: ms(ends) }
}

/**
 * Returns a zone's offset if it is constant from `day` to the day after the last of `days` days, and null if it may change. Looking it up
 * once per week is an optimisation: with many periods, a look-up for each would block the process for seconds.
 */
function getConstantOffset(day: number, days: number, timezone: string): number | null {
  // Compare the offsets one day before and after, because local days differ from UTC days by less than a day. No zone changes its offset
  // twice within so few days.
  const offset = getOffset((day - 1) * dayMs, timezone)
  return getOffset((day + days + 2) * dayMs, timezone) === offset ? offset : null
}

/** Returns how many milliseconds a zone is ahead of UTC. */
function getOffset(ms: number, timezone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).offsetNanoseconds / 1_000_000
}

/** Returns the instant of a local time in a zone. `local` encodes the local time as if it were UTC. */
function toInstant(local: number, timezone: string): number {
  const localTime = Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO('UTC').toPlainDateTime()
  return localTime.toZonedDateTime(timezone).epochMilliseconds
}
