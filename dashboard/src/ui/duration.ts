/** Durations as people write and read them. A day has 24 hours, a week 7 days. */

/** Minutes for each way to write a unit. */
const unitMinutes: Readonly<Record<string, number>> = Object.fromEntries(
  [
    { minutes: 1, names: ['m', 'min', 'mins', 'minute', 'minutes'] },
    { minutes: 60, names: ['h', 'hr', 'hrs', 'hour', 'hours'] },
    { minutes: 1440, names: ['d', 'day', 'days'] },
    { minutes: 10_080, names: ['w', 'week', 'weeks'] },
  ].flatMap(({ minutes, names }) => names.map((name) => [name, minutes])),
)

/** Parses `2h`, `1d 4h`, `1.5 hours`, or `90`, which means minutes. Returns whole minutes, or null when the text is not a duration. */
export function parseDuration(text: string): number | null {
  const typed = text.trim().toLowerCase()
  if (/^\d+$/.test(typed)) return Number(typed)
  if (!/^(\d+([.,]\d+)?\s*[a-z]+[\s,]*)+$/.test(typed)) return null
  let total = 0
  let smallest = Number.POSITIVE_INFINITY
  for (const [, amount = '', unit = ''] of typed.matchAll(/(\d+(?:[.,]\d+)?)\s*([a-z]+)/g)) {
    const minutes = unitMinutes[unit]
    // Units get smaller from left to right: "4h 1d" and "2h 3h" are more likely mistakes than sums.
    if (minutes === undefined || minutes >= smallest) return null
    smallest = minutes
    total += Number(amount.replace(',', '.')) * minutes
  }
  return Number.isInteger(total) ? total : null
}

/** Formats whole minutes exactly: `45 min`, `2 h`, `3 d 8 h 20 min`. */
export function durationWords(minutes: number): string {
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor((minutes % 1440) / 60), 'h'],
    [minutes % 60, 'min'],
  ] as const
  const words = parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount} ${unit}`)
  return words.join(' ') || '0 min'
}
