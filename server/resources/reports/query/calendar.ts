/**
 * Computes time buckets: hours, days, weeks, months, quarters and years of a time zone. A bucket is a range of instants, so a local day may
 * have 23, 24, 25 or any other number of hours. All times are milliseconds since 1970.
 */
import { Temporal } from 'temporal-polyfill'
import { nextChangeAfter, offsetAt, startOfDay, toDate } from './zone-offsets.ts'

export const grains = {
  none: 'The whole range as one bucket.',
  hour: 'Hours of the clock. An hour in which the clock changes has a bucket before and a bucket after the change.',
  day: 'Days.',
  week: 'Weeks, which begin on the day that the setting `reporting.weekStartsOn` names.',
  month: 'Months.',
  quarter: 'Quarters of the year.',
  year: 'Years.',
}
export type Grain = keyof typeof grains

/** First days of a week, by ISO 8601 number. */
export const weekStarts = { MONDAY: 1, TUESDAY: 2, WEDNESDAY: 3, THURSDAY: 4, FRIDAY: 5, SATURDAY: 6, SUNDAY: 7 } as const
export type WeekStart = keyof typeof weekStarts

export type Calendar = { readonly timezone: string; readonly weekStartsOn: WeekStart }

/** A half-open time range: `to` is excluded. */
export type Span = { readonly from: number; readonly to: number }

/** A bucket. `label` is the local date on which the whole bucket starts, plus the local time for an hour. */
export type Bucket = Span & { readonly label: string }

/** A date, an instant, or a number of days relative to today, as the caller sent it. */
export type Moment = { readonly at: number; readonly date: Temporal.PlainDate | null }

const hourMs = 3_600_000
const dayMs = 86_400_000

/**
 * Parses a local date (`2026-03-04`), an instant with its offset (`2026-03-04T09:30:00Z`) or a date relative to the current local date
 * (`today`, `today-30`, `today+1`). Null for any other text.
 */
export function readMoment(text: string, timezone: string, now: number): Moment | null {
  const relative = /^today(?:([+-]\d{1,4}))?$/.exec(text)
  if (relative) {
    const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate()
    return toMoment(today.add({ days: Number(relative[1] ?? 0) }), timezone)
  }
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return toMoment(Temporal.PlainDate.from(text), timezone)
    if (/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d/.test(text)) return { at: Temporal.Instant.from(text).epochMilliseconds, date: null }
  } catch {
    // The date does not exist, such as 30 February, or the instant has no offset.
  }
  return null
}

function toMoment(date: Temporal.PlainDate, timezone: string): Moment {
  return { at: startOfDay(Date.UTC(date.year, date.month - 1, date.day), timezone), date }
}

function toLocal(at: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone)
}

/** Whether an instant is the start of a local day. */
export function isStartOfDay(at: number, timezone: string): boolean {
  return startOfDay(toDate(at, timezone), timezone) === at
}

/** Returns the local date of an instant, such as `2026-03-04`. */
export function localDate(at: number, timezone: string): string {
  return formatDate(toDate(at, timezone))
}

/**
 * Lists the buckets of a range, in order and without gaps. Clips the first and the last bucket to the range. Stops after `limit` buckets.
 */
export function listBuckets({ from, to }: Span, grain: Grain, calendar: Calendar, limit = Infinity): Bucket[] {
  const { timezone } = calendar
  if (grain === 'none') return [{ from, to, label: localDate(from, timezone) }]
  const buckets: Bucket[] = []
  if (grain === 'hour') {
    for (let at = from; at < to && buckets.length < limit; ) {
      const next = Math.min(endOfHour(at, timezone), to)
      buckets.push({ from: at, to: next, label: hourLabel(at, timezone) })
      at = next
    }
    return buckets
  }
  let date = startOfPeriod(toDate(from, timezone), grain, calendar)
  for (let at = from; at < to && buckets.length < limit; ) {
    const following = nextPeriod(date, grain)
    const next = Math.min(startOfDay(following, timezone), to)
    // A day skipped by the zone has no bucket: Samoa had no 30 December 2011.
    if (next > at) buckets.push({ from: at, to: next, label: formatDate(date) })
    at = Math.max(at, next)
    date = following
  }
  return buckets
}

/** Returns the end of the hour, or the next clock change if that is earlier. */
function endOfHour(at: number, timezone: string): number {
  const local = at + offsetAt(at, timezone)
  const full = at + hourMs - (local % hourMs)
  const change = nextChangeAfter(at, timezone)
  return change !== null && change < full ? change : full
}

/** Returns the local time of an instant to the minute, with the offset, such as `2026-03-04T05:45+05:45`. */
function hourLabel(at: number, timezone: string): string {
  const offset = offsetAt(at, timezone)
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${new Date(at + offset).toISOString().slice(0, 16)}${offset < 0 ? '-' : '+'}${hours}:${rest}`
}

/** Returns the first date of a period, as midnight UTC. */
function startOfPeriod(date: number, grain: Exclude<Grain, 'none' | 'hour'>, { weekStartsOn }: Calendar): number {
  const day = new Date(date)
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()]
  if (grain === 'day') return date
  if (grain === 'week') return date - ((day.getUTCDay() - weekStarts[weekStartsOn] + 7) % 7) * dayMs
  if (grain === 'year') return Date.UTC(year, 0, 1)
  return Date.UTC(year, grain === 'month' ? month : month - (month % 3), 1)
}

/** Returns the first date of the following period. */
function nextPeriod(date: number, grain: Exclude<Grain, 'none' | 'hour'>): number {
  if (grain === 'day' || grain === 'week') return date + (grain === 'day' ? 1 : 7) * dayMs
  const day = new Date(date)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + { month: 1, quarter: 3, year: 12 }[grain], 1)
}

function formatDate(date: number): string {
  return new Date(date).toISOString().slice(0, 10)
}

export type Comparison = 'PREVIOUS' | 'YEAR'

/**
 * Returns the comparison range: the same dates a year earlier, or the preceding range. The preceding range has the same number of months if
 * the range starts and ends with a month and is divided by months, quarters or years; otherwise the same number of days, or of milliseconds
 * if the range does not start and end with local days.
 */
export function shiftBack({ from, to }: Span, comparison: Comparison, grain: Grain, timezone: string): Span {
  const [start, end] = [toLocal(from, timezone), toLocal(to, timezone)]
  if (comparison === 'YEAR')
    return { from: start.subtract({ years: 1 }).epochMilliseconds, to: end.subtract({ years: 1 }).epochMilliseconds }
  if (!isStartOfDay(from, timezone) || !isStartOfDay(to, timezone)) return { from: from - (to - from), to: from }
  const [first, last] = [start.toPlainDate(), end.toPlainDate()]
  const areMonths = first.day === 1 && last.day === 1 && ['month', 'quarter', 'year'].includes(grain)
  const { days, months } = first.until(last, { largestUnit: areMonths ? 'months' : 'days' })
  return { from: toMoment(first.subtract({ days, months }), timezone).at, to: from }
}

/** Whether a range is longer than a number of years in its time zone. */
export function isLongerThan({ from, to }: Span, duration: { years?: number; days?: number }, timezone: string): boolean {
  return toLocal(from, timezone).add(duration).epochMilliseconds < to
}
