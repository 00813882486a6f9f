/** Converts the periods of a week to text, and to minutes of a day. */
import { formatLocale } from '../../../texts/language.ts'

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof days)[number]

const longDay = new Intl.DateTimeFormat(formatLocale, { weekday: 'long', timeZone: 'UTC' })
const shortDay = new Intl.DateTimeFormat(formatLocale, { weekday: 'short', timeZone: 'UTC' })
/** Reference date: any Monday. */
const monday = Date.UTC(2026, 10, 23)
const dayMs = 86_400_000

/** Names of the weekdays in the user's language. */
// Safe because each day is a key.
export const dayNames = Object.fromEntries(
  days.map((day, index) => [day, { long: longDay.format(monday + index * dayMs), short: shortDay.format(monday + index * dayMs) }]),
) as Readonly<Record<Day, { long: string; short: string }>>

/** Start and end as `HH:MM`, as in the API. An end before the start is on the next day. */
export type Period = [string, string]
export type Week = Partial<Record<Day, Period[]>>

export const dayMinutes = 24 * 60

/** Parses the periods of a day. Keeps invalid parts, so that the service refuses them and the error appears at this day. */
export function readPeriods(text: string): Period[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): Period => {
      const [, from, to] = /^(\d{1,2}(?::\d{2})?)\s*(?:-|–|to|bis)\s*(\d{1,2}(?::\d{2})?)$/.exec(part) ?? []
      return from === undefined || to === undefined ? [part, ''] : [completeTime(from), completeTime(to)]
    })
}

/** Completes a time: `9` becomes `09:00`. */
function completeTime(text: string): string {
  const [hours = '', minutes = '00'] = text.split(':')
  return `${hours.padStart(2, '0')}:${minutes}`
}

export function formatPeriods(periods: readonly Period[]): string {
  return periods.map(([from, to]) => (to === '' ? from : `${from}–${to}`)).join(', ')
}

/** Returns the minutes since midnight, or null for an invalid time. */
export function parseTime(clock: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(clock) ?? []
  const total = Number(hours) * 60 + Number(minutes)
  return hours === undefined || total > dayMinutes ? null : total
}

export function formatTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

export type Stretch = { from: number; to: number; isRemainder: boolean }

/** Returns the parts of a week's periods that fall on a day: its own periods, and the parts after midnight of the previous day's. */
export function listStretches(week: Week, day: Day): Stretch[] {
  const before = days[(days.indexOf(day) + 6) % 7] ?? day
  const read = (of: Day): { from: number; to: number }[] =>
    (week[of] ?? []).flatMap(([from, to]) => {
      const [start, end] = [parseTime(from), parseTime(to)]
      return start === null || end === null ? [] : [{ from: start, to: end }]
    })
  const own = read(day).map(({ from, to }) => ({ from, to: to <= from ? dayMinutes : to, isRemainder: false }))
  const rest = read(before).flatMap(({ from, to }) => (to <= from && to > 0 ? [{ from: 0, to, isRemainder: true }] : []))
  return [...rest, ...own]
}

/** Adds a period to a day and merges it with the periods that it touches. Invalid entries stay. */
export function addPeriod(periods: readonly Period[], from: number, to: number): Period[] {
  let [start, end] = [from, to]
  const others = periods.filter(([one, other]) => {
    const [first, last] = [parseTime(one), parseTime(other)]
    // Do not merge periods that end on the next day; the bar cannot draw them.
    if (first === null || last === null || last <= first || first > end || last < start) return true
    start = Math.min(start, first)
    end = Math.max(end, last)
    return false
  })
  return [...others, [formatTime(start), formatTime(end)] satisfies Period].toSorted(([one], [other]) => one.localeCompare(other))
}
