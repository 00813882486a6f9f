/**
 * Buckets of time: hours, days, weeks, months, quarters and years of a time zone.
 *
 * A bucket is a range of instants, so a local day has 23, 24, 25 or any other number of hours. All times are milliseconds since 1970.
 */
import { Temporal } from 'temporal-polyfill'

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

/** The days on which a week can begin, by their number in ISO 8601. */
export const weekStarts = { MONDAY: 1, TUESDAY: 2, WEDNESDAY: 3, THURSDAY: 4, FRIDAY: 5, SATURDAY: 6, SUNDAY: 7 } as const
export type WeekStart = keyof typeof weekStarts

export type Calendar = { readonly timezone: string; readonly weekStartsOn: WeekStart }

/** A time range without its end. */
export type Span = { readonly from: number; readonly to: number }

/** `label` is the local date on which the whole bucket begins, for an hour with its local time. */
export type Bucket = Span & { readonly label: string }

/** A date, an instant, or a number of days before or after today, as the caller sent it. */
export type Moment = { readonly at: number; readonly date: Temporal.PlainDate | null }

const hourMs = 3_600_000

/**
 * Reads a local date (`2026-03-04`), an instant with its offset (`2026-03-04T09:30:00Z`) or a date relative to the current local date
 * (`today`, `today-30`, `today+1`). Returns null for any other text.
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
  return { at: startOfDay(date, timezone), date }
}

/** Returns the first instant of a local day, also when the clock skips midnight. */
function startOfDay(date: Temporal.PlainDate, timezone: string): number {
  return date.toZonedDateTime({ timeZone: timezone }).epochMilliseconds
}

function toLocal(at: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone)
}

/** Whether an instant is the beginning of a local day. */
export function isStartOfDay(at: number, timezone: string): boolean {
  return startOfDay(toLocal(at, timezone).toPlainDate(), timezone) === at
}

/** Returns the local date of an instant, such as `2026-03-04`. */
export function localDate(at: number, timezone: string): string {
  return toLocal(at, timezone).toPlainDate().toString()
}

/**
 * Lists the buckets of a range, in order and without gaps. The first and the last one are cut off at the ends of the range. Stops after
 * `limit` buckets.
 */
export function listBuckets({ from, to }: Span, grain: Grain, calendar: Calendar, limit = Infinity): Bucket[] {
  const { timezone } = calendar
  if (grain === 'none') return [{ from, to, label: localDate(from, timezone) }]
  const buckets: Bucket[] = []
  if (grain === 'hour') {
    for (let at = from; at < to && buckets.length < limit; ) {
      const local = toLocal(at, timezone)
      const next = Math.min(endOfHour(local), to)
      buckets.push({ from: at, to: next, label: local.toString({ smallestUnit: 'minute', timeZoneName: 'never' }) })
      at = next
    }
    return buckets
  }
  let date = startOfPeriod(toLocal(from, timezone).toPlainDate(), grain, calendar)
  for (let at = from; at < to && buckets.length < limit; ) {
    const following = date.add(lengths[grain])
    const next = Math.min(startOfDay(following, timezone), to)
    // A day that the zone skipped as a whole has no bucket: Samoa had no 30 December 2011.
    if (next > at) buckets.push({ from: at, to: next, label: date.toString() })
    at = Math.max(at, next)
    date = following
  }
  return buckets
}

const lengths = { day: { days: 1 }, week: { days: 7 }, month: { months: 1 }, quarter: { months: 3 }, year: { years: 1 } } as const

/** Returns the end of the clock's hour, or of the time before the clock changes, if that is earlier. */
function endOfHour(local: Temporal.ZonedDateTime): number {
  const msOfHour = (local.minute * 60 + local.second) * 1_000 + local.millisecond
  const full = local.epochMilliseconds + hourMs - msOfHour
  const change = local.getTimeZoneTransition('next')
  return change && change.epochMilliseconds < full ? change.epochMilliseconds : full
}

function startOfPeriod(date: Temporal.PlainDate, grain: Exclude<Grain, 'none' | 'hour'>, { weekStartsOn }: Calendar): Temporal.PlainDate {
  if (grain === 'day') return date
  if (grain === 'week') return date.subtract({ days: (date.dayOfWeek - weekStarts[weekStartsOn] + 7) % 7 })
  if (grain === 'year') return date.with({ month: 1, day: 1 })
  return date.with({ day: 1, month: grain === 'month' ? date.month : date.month - ((date.month - 1) % 3) })
}

export type Comparison = 'PREVIOUS' | 'YEAR'

/**
 * Returns the range that a range is compared with: the same dates a year earlier, or the range before it. That range has as many months as
 * the range itself when the range begins and ends with a month and is divided by months, quarters or years; otherwise as many days, or as
 * many milliseconds when the range does not begin and end with local days.
 */
export function shiftBack({ from, to }: Span, comparison: Comparison, grain: Grain, timezone: string): Span {
  const [start, end] = [toLocal(from, timezone), toLocal(to, timezone)]
  if (comparison === 'YEAR')
    return { from: start.subtract({ years: 1 }).epochMilliseconds, to: end.subtract({ years: 1 }).epochMilliseconds }
  if (!isStartOfDay(from, timezone) || !isStartOfDay(to, timezone)) return { from: from - (to - from), to: from }
  const [first, last] = [start.toPlainDate(), end.toPlainDate()]
  const areMonths = first.day === 1 && last.day === 1 && ['month', 'quarter', 'year'].includes(grain)
  const { days, months } = first.until(last, { largestUnit: areMonths ? 'months' : 'days' })
  return { from: startOfDay(first.subtract({ days, months }), timezone), to: from }
}

/** Whether a range is longer than a number of years in its time zone. */
export function isLongerThan({ from, to }: Span, duration: { years?: number; days?: number }, timezone: string): boolean {
  return toLocal(from, timezone).add(duration).epochMilliseconds < to
}
