/** Describes times for automatic replies, in the tenant's language. */
import { readTimezone } from '#platform/time.ts'

/** `timezone` is an IANA name, `locale` a language tag, `now` in milliseconds since 1970. */
export type Clock = { readonly now: number; readonly timezone: string; readonly locale: string }

type Words = {
  /** Formats of a deadline. Each gets a time, such as `10:00`, and a day: a weekday, or a day and month. */
  deadline: { today: (time: string) => string; weekday: (day: string, time: string) => string; date: (day: string, time: string) => string }
  opening: Words['deadline']
}

const english: Words = {
  deadline: { today: (time) => `by ${time} today`, weekday: (day, time) => `by ${day} ${time}`, date: (day, time) => `by ${day}, ${time}` },
  opening: {
    today: (time) => `today at ${time}`,
    weekday: (day, time) => `on ${day} at ${time}`,
    date: (day, time) => `on ${day} at ${time}`,
  },
}
const words: Readonly<Record<string, Words>> = {
  en: english,
  de: {
    deadline: {
      today: (time) => `bis heute ${time} Uhr`,
      weekday: (day, time) => `bis ${day}, ${time} Uhr`,
      date: (day, time) => `bis zum ${day}, ${time} Uhr`,
    },
    opening: {
      today: (time) => `heute um ${time} Uhr`,
      weekday: (day, time) => `am ${day} um ${time} Uhr`,
      date: (day, time) => `am ${day} um ${time} Uhr`,
    },
  },
}

/** Describes a deadline: `by Monday 10:00`. */
export function describeDeadline(at: number, clock: Clock): string {
  return describe(at, clock, 'deadline')
}

/** Describes when business hours begin: `on Monday at 09:00`. */
export function describeOpening(at: number, clock: Clock): string {
  return describe(at, clock, 'opening')
}

/** Number of days within which a weekday alone is unambiguous. */
const daysByWeekday = 6

function describe(at: number, { now, timezone: given, locale }: Clock, kind: keyof Words): string {
  // A stored time zone may be missing from a newer IANA database.
  const timeZone = readTimezone(given) ?? 'UTC'
  const language = locale.split('-')[0] ?? ''
  const [used, { [kind]: phrases }] = words[language] ? [locale, words[language]] : ['en-GB', english]
  const format = (time: number, options: Intl.DateTimeFormatOptions, tag = used): string =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone }).format(time)
  const toDay = (time: number): number => Date.parse(format(time, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA'))
  const days = Math.round((toDay(at) - toDay(now)) / 86_400_000)
  const time = format(at, { hour: '2-digit', minute: '2-digit' })
  if (days === 0) return phrases.today(time)
  return days <= daysByWeekday
    ? phrases.weekday(format(at, { weekday: 'long' }), time)
    : phrases.date(format(at, { day: 'numeric', month: 'long' }), time)
}
