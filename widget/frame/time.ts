/** Times in the visitor's language. They count from the service's clock, because the visitor's may be wrong by days. */
import { signal } from '@preact/signals'
import { locale, plural, t } from './texts.ts'

/** Milliseconds that the service's clock is ahead of the visitor's. */
let aheadMs = 0

/** The time on the service's clock, in Unix milliseconds; changes twice a minute. */
export const now = signal(Date.now())

export function setServiceTime(header: string | null): void {
  const time = Date.parse(header ?? '')
  // The header has whole seconds.
  if (Number.isNaN(time)) return
  aheadMs = Math.abs(time - Date.now()) < 2_000 ? 0 : time - Date.now()
  now.value = Date.now() + aheadMs
}

setInterval(() => (now.value = Date.now() + aheadMs), 30_000)

const format = (options: Intl.DateTimeFormatOptions, date: Date): string => new Intl.DateTimeFormat(locale.value, options).format(date)
/** The year, for dates of other years. */
const getYear = (date: Date): Intl.DateTimeFormatOptions =>
  date.getFullYear() === new Date(now.value).getFullYear() ? {} : { year: 'numeric' }
const getDay = (time: number): string => new Date(time).toDateString()

/** The age of something in a list: *now*, *2 min*, *14:05*, *Mon*, *3 Mar*, *3 Mar 2025*. */
export function formatAge(iso: string): string {
  const date = new Date(iso)
  const minutes = Math.floor((now.value - date.getTime()) / 60_000)
  if (minutes < 1) return t('now')
  if (minutes < 60) return t('{count} min', { count: minutes })
  if (getDay(date.getTime()) === getDay(now.value)) return format({ timeStyle: 'short' }, date)
  return minutes < 6 * 1_440 ? format({ weekday: 'short' }, date) : format({ day: 'numeric', month: 'short', ...getYear(date) }, date)
}

/** The heading of a group of messages: *Today 10:02*. */
export function formatHeading(iso: string): string {
  const date = new Date(iso)
  const clock = format({ timeStyle: 'short' }, date)
  if (getDay(date.getTime()) === getDay(now.value)) return `${t('Today')} ${clock}`
  if (getDay(date.getTime()) === getDay(now.value - 86_400_000)) return `${t('Yesterday')} ${clock}`
  return format({ weekday: 'short', day: 'numeric', month: 'short', ...getYear(date), hour: 'numeric', minute: 'numeric' }, date)
}

/** When the team is back: *at 14:00*, *tomorrow at 9:00*, *on Monday at 9:00*. */
export function formatOpening(iso: string): string {
  const date = new Date(iso)
  const time = format({ timeStyle: 'short' }, date)
  if (getDay(date.getTime()) === getDay(now.value)) return t('at {time}', { time })
  if (getDay(date.getTime()) === getDay(now.value + 86_400_000)) return t('tomorrow at {time}', { time })
  const day = format({ weekday: 'long' }, date)
  return t('on {day} at {time}', { day, time })
}

/** A rounded duration: *15 minutes*, *2 hours*. */
export function formatDuration(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  if (minutes <= 55) return plural(minutes > 5 ? Math.ceil(minutes / 5) * 5 : minutes, '{count} minute', '{count} minutes')
  const hours = Math.ceil(minutes / 60)
  return hours <= 24 ? plural(hours, '{count} hour', '{count} hours') : plural(Math.ceil(hours / 24), '{count} day', '{count} days')
}
