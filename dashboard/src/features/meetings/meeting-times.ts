/** Times of meetings in the participants' time zones. */
import { Temporal } from 'temporal-polyfill'
import { formatLocale } from '../../texts/language.ts'
import { browserZone } from '../../ui/time-zones.ts'

export type Period = { startsAt: string; endsAt: string }

/** Formats a period in a time zone: `Tue, 4 Mar 2031, 10:30 – 11:00`, without the year if it is the current one. */
export function formatPeriod({ startsAt, endsAt }: Period, timeZone: string): string {
  const style = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', timeZone } as const
  const year = new Date(startsAt).getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat(formatLocale, { ...style, ...year }).formatRange(new Date(startsAt), new Date(endsAt))
}

/** Formats the hours of a period: `10:30 – 11:00`. */
export function formatHours({ startsAt, endsAt }: Period, timeZone: string): string {
  const style = { hour: 'numeric', minute: '2-digit', timeZone } as const
  return new Intl.DateTimeFormat(formatLocale, style).formatRange(new Date(startsAt), new Date(endsAt))
}

/** Formats the start of a period: `10:30`. */
export function formatStart({ startsAt }: Pick<Period, 'startsAt'>, timeZone: string): string {
  return new Intl.DateTimeFormat(formatLocale, { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(startsAt))
}

/** Shortens a time zone to its city: `New York`. */
export function getCity(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}

/** Converts an instant to the local time of a zone, in the format of a `DateTimeField`. */
export function toLocalTime(time: string, timeZone: string): string {
  return Temporal.Instant.from(time).toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/** Working hours of a proposal. A meeting of the default length also ends within them. */
const workingHours = { from: 9, to: 17 }

/** Proposes a start in local time of a zone: the next half hour on a weekday, within working hours and at least an hour away. */
export function proposeStart(now: string, timeZone: string): string {
  const soon = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).toPlainDateTime().add({ hours: 1 })
  const next = soon.round({ smallestUnit: 'minute', roundingIncrement: 30, roundingMode: 'ceil' })
  const { from, to } = workingHours
  let start = next.hour < from ? next.with({ hour: from, minute: 0 }) : next
  if (start.hour >= to) start = start.add({ days: 1 }).with({ hour: from, minute: 0 })
  while (start.dayOfWeek > 5) start = start.add({ days: 1 }).with({ hour: from, minute: 0 })
  return start.toString({ smallestUnit: 'minute' })
}

export function toInstant(wall: string, timeZone: string): string {
  return new Date(Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).epochMilliseconds).toISOString()
}

export function getMinutes({ startsAt, endsAt }: Period): number {
  return Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000)
}

export function addMinutes(startsAt: string, minutes: number): string {
  return new Date(Date.parse(startsAt) + minutes * 60_000).toISOString()
}

/** A date in the browser's time zone: `2031-03-04`. */
export type Day = string

export function today(): Day {
  return Temporal.Now.plainDateISO().toString()
}

export function getDay({ startsAt }: Period): Day {
  return Temporal.Instant.from(startsAt).toZonedDateTimeISO(browserZone).toPlainDate().toString()
}

/** Returns the days of a week, Monday to Sunday. */
export function getWeek(day: Day): Day[] {
  const date = Temporal.PlainDate.from(day)
  const monday = date.subtract({ days: date.dayOfWeek - 1 })
  return Array.from({ length: 7 }, (_, i) => monday.add({ days: i }).toString())
}

export function addDays(day: Day, days: number): Day {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** Returns the instant at which a day begins. */
export function getMidnight(day: Day): string {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(browserZone).epochMilliseconds).toISOString()
}

/** Returns the position of a meeting within its first day, in hours since midnight. A meeting that ends on a later day is cut at 24. */
export function getHoursOfDay({ startsAt, endsAt }: Period): { from: number; to: number } {
  const at = (time: string): Temporal.ZonedDateTime => Temporal.Instant.from(time).toZonedDateTimeISO(browserZone)
  const [start, end] = [at(startsAt), at(endsAt)]
  const isSameDay = start.toPlainDate().equals(end.toPlainDate())
  return { from: start.hour + start.minute / 60, to: isSameDay ? end.hour + end.minute / 60 : 24 }
}
