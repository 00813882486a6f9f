/** Formats chart values, and computes the ticks of their axes. */
import { scaleLinear } from 'd3-scale'
import { formatLocale } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'

/** Unit of a value: a count, milliseconds, a ratio from 0 to 1, or an average with one decimal. */
export type Unit = 'count' | 'duration' | 'rate' | 'decimal'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const counts = new Intl.NumberFormat(formatLocale)
const rates = new Intl.NumberFormat(formatLocale, { style: 'percent', maximumFractionDigits: 0 })
const decimals = new Intl.NumberFormat(formatLocale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Formats a value for the screen: `1,317`, `1 h 20`, `94%`, `2.4`; a dash for null. */
export function formatValue(unit: Unit, value: number | null): string {
  if (value === null) return '–'
  if (unit === 'duration') return formatSpan(value)
  return { count: counts, rate: rates, decimal: decimals }[unit].format(value)
}

/** Formats milliseconds in one or two units: `45 s`, `42 min`, `1 h 20`, `2 d 4 h`. */
export function formatSpan(ms: number): string {
  if (ms < minute) return t('{count} s', { count: Math.round(ms / second) })
  // Round to whole minutes first, so that 59.7 minutes are an hour.
  const minutes = Math.round(ms / minute)
  if (minutes < 60) return t('{count} min', { count: minutes })
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours < 24) return rest === 0 ? t('{count} h', { count: hours }) : t('{hours} h {minutes}', { hours, minutes: pad(rest) })
  const wholeHours = Math.round(ms / hour)
  const days = Math.floor(wholeHours / 24)
  return wholeHours % 24 === 0 ? t('{count} d', { count: days }) : t('{days} d {hours} h', { days, hours: wholeHours % 24 })
}

const pad = (number: number): string => String(number).padStart(2, '0')

/** Tick steps for durations. Decimal steps would produce odd times. */
const durationSteps = [
  ...[1, 2, 5, 10, 15, 30].map((amount) => amount * second),
  ...[1, 2, 5, 10, 15, 30].map((amount) => amount * minute),
  ...[1, 2, 3, 6, 12].map((amount) => amount * hour),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000].map((amount) => amount * day),
]

/** Returns three to six ticks from 0 to at least `max`. */
export function listTicks(unit: Unit, max: number): number[] {
  if (unit === 'rate') return [0, 0.25, 0.5, 0.75, 1]
  if (unit === 'duration') {
    const step = durationSteps.find((each) => max / each <= 4) ?? max / 4
    return Array.from({ length: Math.max(2, Math.ceil(max / step)) + 1 }, (_, index) => index * step)
  }
  const least = unit === 'count' ? 4 : 1
  const ticks = scaleLinear()
    .domain([0, Math.max(max, least)])
    .nice(4)
    .ticks(4)
  return unit === 'count' ? ticks.filter(Number.isInteger) : ticks
}
