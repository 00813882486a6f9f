/** Durations as agents type and read them. A day has 24 hours, a week 7 days, a year 365 days. */

/** The unit of a number that is typed without one. Durations are whole numbers of this unit. */
export type DurationUnit = 'seconds' | 'minutes' | 'days'

/** The durations that a field accepts. */
export type DurationRange = { unit: DurationUnit; min: number; max: number }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const unitInSeconds: Readonly<Record<DurationUnit, number>> = { seconds: 1, minutes: minute, days: day }

/** Seconds for each way to write a unit. Months are missing because they have no fixed length. */
const unitSeconds: ReadonlyMap<string, number> = new Map(
  [
    { seconds: 1, names: ['s', 'sec', 'secs', 'second', 'seconds'] },
    { seconds: minute, names: ['m', 'min', 'mins', 'minute', 'minutes'] },
    { seconds: hour, names: ['h', 'hr', 'hrs', 'hour', 'hours'] },
    { seconds: day, names: ['d', 'day', 'days'] },
    { seconds: 7 * day, names: ['w', 'wk', 'wks', 'week', 'weeks'] },
    { seconds: 365 * day, names: ['y', 'yr', 'yrs', 'year', 'years'] },
  ].flatMap(({ seconds, names }) => names.map((name) => [name, seconds] as const)),
)

/**
 * Reads `2h`, `1h 30m`, `90 min`, `1.5 hours`, `1:30` (hours and minutes), or a number alone, which counts the given unit. Returns a whole
 * number of that unit, or null when the text is not a duration of that form.
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

const examples: Readonly<Record<DurationUnit, string>> = {
  seconds: '10 s or 1 min',
  minutes: '30 min, 2 h or 1 d 4 h',
  days: '30 d, 6 weeks or 1 year',
}

/** Returns what is wrong with a typed duration; null for a valid or an empty one. */
export function explainInvalidDuration(text: string, { unit, min, max }: DurationRange): string | null {
  if (text.trim() === '') return null
  const amount = readDuration(text, unit)
  if (amount === null && readDuration(text, 'seconds') !== null) return `“${text.trim()}” is not a whole number of ${unit}.`
  if (amount === null) return `“${text.trim()}” is not a duration. Write for example ${examples[unit]}.`
  if (amount < min) return `The least is ${formatDuration(min, unit)}.`
  return amount > max ? `The most is ${formatDuration(max, unit)}.` : null
}

/** Formats whole minutes exactly: `45 min`, `2 h`, `3 d 8 h 20 min`. */
export function formatMinutes(minutes: number): string {
  const words = splitDuration(minutes * minute).map(([amount, name]) => `${amount} ${name === 'minute' ? 'min' : name[0]}`)
  return words.join(' ') || '0 min'
}

/** Formats a whole number of a unit exactly and in full words: `1 hour 30 minutes`, `14 days`. */
export function formatDuration(amount: number, unit: DurationUnit): string {
  const words = splitDuration(amount * unitInSeconds[unit]).map(
    ([count, name]) => `${count.toLocaleString()} ${name}${count === 1 ? '' : 's'}`,
  )
  return words.join(' ') || `0 ${unit}`
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
