/** Durations as agents type and read them. A day has 24 hours, a week 7 days, a year 365 days. */
import { formatLocale } from '../texts/language.ts'
import { message, t, type Message } from '../texts/texts.ts'

/** Unit of a number without a unit. Durations are whole numbers of this unit. */
export type DurationUnit = 'seconds' | 'minutes' | 'days'

/** Limits of a duration field. */
export type DurationRange = { unit: DurationUnit; min: number; max: number }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const unitInSeconds: Readonly<Record<DurationUnit, number>> = { seconds: 1, minutes: minute, days: day }

/** Seconds for each spelling of a unit, in English and German. Months are missing because they have no fixed length. */
const unitSeconds: ReadonlyMap<string, number> = new Map(
  [
    { seconds: 1, names: ['s', 'sec', 'secs', 'second', 'seconds', 'sek', 'sekunde', 'sekunden'] },
    { seconds: minute, names: ['m', 'min', 'mins', 'minute', 'minutes', 'minuten'] },
    { seconds: hour, names: ['h', 'hr', 'hrs', 'hour', 'hours', 'std', 'stunde', 'stunden'] },
    { seconds: day, names: ['d', 'day', 'days', 'tag', 'tage', 'tagen'] },
    { seconds: 7 * day, names: ['w', 'wk', 'wks', 'week', 'weeks', 'woche', 'wochen'] },
    { seconds: 365 * day, names: ['y', 'yr', 'yrs', 'year', 'years', 'jahr', 'jahre', 'jahren'] },
  ].flatMap(({ seconds, names }) => names.map((name) => [name, seconds] as const)),
)

/**
 * Parses `2h`, `1h 30m`, `90 min`, `1.5 hours`, `1:30` (hours and minutes), or a number without a unit. Returns a whole number of the given
 * unit, or null when the text is not a duration.
 */
export function readDuration(text: string, unit: DurationUnit = 'minutes'): number | null {
  const seconds = readSeconds(text.trim().toLowerCase(), unitInSeconds[unit])
  const amount = seconds === null ? null : seconds / unitInSeconds[unit]
  return amount !== null && Number.isSafeInteger(amount) ? amount : null
}

function readSeconds(typed: string, secondsOfPlainNumber: number): number | null {
  if (/^\d+$/.test(typed)) return Number(typed) * secondsOfPlainNumber
  const [, hours, minutes] = /^(\d+):([0-5]\d)$/.exec(typed) ?? []
  if (hours !== undefined) return Number(hours) * hour + Number(minutes) * minute
  if (!/^(\d+([.,]\d+)?\s*[a-z]+[\s,]*)+$/.test(typed)) return null
  let total = 0
  let smallest = Number.POSITIVE_INFINITY
  for (const [, amount = '', name = ''] of typed.matchAll(/(\d+(?:[.,]\d+)?)\s*([a-z]+)/g)) {
    const seconds = unitSeconds.get(name)
    // Units get smaller from left to right: "4h 1d" and "2h 3h" are more likely mistakes than sums.
    if (seconds === undefined || seconds >= smallest) return null
    smallest = seconds
    total += Number(amount.replace(',', '.')) * seconds
  }
  return total
}

const notDurations: Readonly<Record<DurationUnit, Message>> = {
  seconds: message('We can’t read “{text}”. Write for example 10 s or 1 min.'),
  minutes: message('We can’t read “{text}”. Write for example 30 min, 2 h or 1 d 4 h.'),
  days: message('We can’t read “{text}”. Write for example 30 d, 6 weeks or 1 year.'),
}
const notWhole: Readonly<Record<DurationUnit, Message>> = {
  seconds: message('“{text}” isn’t a whole number of seconds.'),
  minutes: message('“{text}” isn’t a whole number of minutes.'),
  days: message('“{text}” isn’t a whole number of days.'),
}

/** Validates a typed duration. Returns an error sentence; null for a valid or empty text. */
export function explainInvalidDuration(text: string, { unit, min, max }: DurationRange): string | null {
  const typed = text.trim()
  if (typed === '') return null
  const amount = readDuration(typed, unit)
  if (amount === null) return t(readDuration(typed, 'seconds') === null ? notDurations[unit] : notWhole[unit], { text: typed })
  if (amount < min) return t('Use {duration} or more.', { duration: formatDuration(min, unit) })
  return amount > max ? t('Use {duration} or less.', { duration: formatDuration(max, unit) }) : null
}

/** Formats whole minutes exactly: `45 min`, `2 h`, `3 d 8 h 20 min`. */
export function formatMinutes(minutes: number): string {
  const words = splitDuration(minutes * minute).map(([amount, name]) => `${amount} ${name === 'minute' ? 'min' : name[0]}`)
  return words.join(' ') || '0 min'
}

/** Formats a whole number of a unit exactly and in full words: `1 hour 30 minutes`, `14 days`. */
export function formatDuration(amount: number, unit: DurationUnit): string {
  const parts = splitDuration(amount * unitInSeconds[unit])
  const shown = parts.length > 0 ? parts : [[0, unit.slice(0, -1)] as const]
  return shown.map(([count, name]) => count.toLocaleString(formatLocale, { style: 'unit', unit: name, unitDisplay: 'long' })).join(' ')
}

function splitDuration(seconds: number): readonly (readonly [amount: number, name: string])[] {
  return (
    [
      [Math.floor(seconds / day), 'day'],
      [Math.floor((seconds % day) / hour), 'hour'],
      [Math.floor((seconds % hour) / minute), 'minute'],
      [seconds % minute, 'second'],
    ] as const
  ).filter(([amount]) => amount > 0)
}
