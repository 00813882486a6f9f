/** Times of meetings on the clocks of the people in it. */
import { Temporal } from 'temporal-polyfill'

export type Period = { startsAt: string; endsAt: string }

export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** `Tue, 4 Mar 2031, 10:30 – 11:00`, on the clock of a zone; without the year where it is this one. */
export function periodIn({ startsAt, endsAt }: Period, timeZone: string): string {
  const style = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', timeZone } as const
  const year = new Date(startsAt).getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat(undefined, { ...style, ...year }).formatRange(new Date(startsAt), new Date(endsAt))
}

/** `10:30 – 11:00`. */
export function hoursIn({ startsAt, endsAt }: Period, timeZone: string): string {
  const style = { hour: 'numeric', minute: '2-digit', timeZone } as const
  return new Intl.DateTimeFormat(undefined, style).formatRange(new Date(startsAt), new Date(endsAt))
}

/** `10:30`. */
export function hourIn({ startsAt }: Pick<Period, 'startsAt'>, timeZone: string): string {
  return new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(startsAt))
}

/** Zones as people read them: `New York`. */
export function cityOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}

/** The time of a clock on a wall, as `<input type="datetime-local">` has it, and back. */
export function wallTime(time: string, timeZone: string): string {
  return Temporal.Instant.from(time).toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

export function instantOf(wall: string, timeZone: string): string {
  return new Date(Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).epochMilliseconds).toISOString()
}

export function minutesOf({ startsAt, endsAt }: Period): number {
  return Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000)
}

export function endAfter(startsAt: string, minutes: number): string {
  return new Date(Date.parse(startsAt) + minutes * 60_000).toISOString()
}

/** A day on the clock of whoever looks: `2031-03-04`. */
export type Day = string

export function today(): Day {
  return Temporal.Now.plainDateISO().toString()
}

export function dayOfMeeting({ startsAt }: Period): Day {
  return Temporal.Instant.from(startsAt).toZonedDateTimeISO(ownZone).toPlainDate().toString()
}

/** The Monday to Sunday around a day. */
export function weekOf(day: Day): Day[] {
  const date = Temporal.PlainDate.from(day)
  const monday = date.subtract({ days: date.dayOfWeek - 1 })
  return Array.from({ length: 7 }, (_, i) => monday.add({ days: i }).toString())
}

export function daysLater(day: Day, days: number): Day {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** The first moment of a day. */
export function midnight(day: Day): string {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(ownZone).epochMilliseconds).toISOString()
}

/** Hours since midnight by the clock, where a meeting stands in its day; of one that ends on a later day until midnight. */
export function hoursOfDay({ startsAt, endsAt }: Period): { from: number; to: number } {
  const at = (time: string): Temporal.ZonedDateTime => Temporal.Instant.from(time).toZonedDateTimeISO(ownZone)
  const [start, end] = [at(startsAt), at(endsAt)]
  const isSameDay = start.toPlainDate().equals(end.toPlainDate())
  return { from: start.hour + start.minute / 60, to: isSameDay ? end.hour + end.minute / 60 : 24 }
}
