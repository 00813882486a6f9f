/** Formats times in the browser's language and time zone. */
import { formatLocale } from '../texts/language.ts'
import { t } from '../texts/texts.ts'
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Formats the age of a time in one unit: `42 min`, `4 h`, `3 d`. `now` comes from `useNow`, in milliseconds. */
export function formatAge(time: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(time))
  if (ms < minute) return t('now')
  const [amount, format] =
    ms < hour ? [ms / minute, ageFormats.minute] : ms < day ? [ms / hour, ageFormats.hour] : [ms / day, ageFormats.day]
  return format.format(Math.floor(amount))
}

/** Formats how long a customer has waited: `waiting`, `waits 42 min`. */
export function formatWait(since: string, now: number): string {
  return now - Date.parse(since) < minute ? t('waiting') : t('waiting {age}', { age: formatAge(since, now) })
}

/** Formats an age as a phrase: `just now`, `42 min ago`. */
export function formatAgo(time: string, now: number): string {
  return now - Date.parse(time) < minute ? t('just now') : t('{age} ago', { age: formatAge(time, now) })
}

/** Created once, because a list shows an age in every row, and creating a formatter takes longer than rendering the row. */
const ageFormats = { minute: createAgeFormat('minute'), hour: createAgeFormat('hour'), day: createAgeFormat('day') }

function createAgeFormat(unit: string): Intl.NumberFormat {
  return new Intl.NumberFormat(formatLocale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 })
}

const clock = new Intl.DateTimeFormat(formatLocale, { timeStyle: 'short' })
const dateAndTime = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'medium', timeStyle: 'short' })

/** Formats a time: only the clock time if it is today, otherwise with the date. */
export function formatMoment(time: string): string {
  const at = new Date(time)
  return at.toDateString() === new Date().toDateString() ? clock.format(at) : dateAndTime.format(at)
}

const exact = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'full', timeStyle: 'short' })

/** Formats a time with its date, for the tooltip of a short form. */
export function formatExact(time: string): string {
  return exact.format(new Date(time))
}

const dayAndTime = new Intl.DateTimeFormat(formatLocale, { weekday: 'short', hour: 'numeric', minute: '2-digit' })
const dayAndMonth = new Intl.DateTimeFormat(formatLocale, { day: 'numeric', month: 'short' })

/** Formats a future time briefly: `17:30` today, `Tue 09:00` within six days, otherwise `28 Nov`. */
export function formatShortMoment(time: string, now: number): string {
  const at = new Date(time)
  if (at.toDateString() === new Date(now).toDateString()) return clock.format(at)
  return (at.getTime() - now < 6 * day ? dayAndTime : dayAndMonth).format(at)
}

const dateOnly = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'medium' })

export function formatDay(time: string): string {
  return dateOnly.format(new Date(time))
}

const dayOfYear = new Intl.DateTimeFormat(formatLocale, { weekday: 'long', day: 'numeric', month: 'long' })
const dayWithYear = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'full' })

/** Formats the day of a time: `Today`, `Yesterday`, `Monday 23 November`, with the year unless it is the current one. */
export function formatDayName(time: string): string {
  const at = new Date(time)
  const now = new Date()
  if (at.toDateString() === now.toDateString()) return t('Today')
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (at.toDateString() === yesterday.toDateString()) return t('Yesterday')
  return (at.getFullYear() === now.getFullYear() ? dayOfYear : dayWithYear).format(at)
}
