/** Dates without a time, stored as `2031-03-04`, and typed in the order of the user's language. */
import { formatLocale } from '../texts/language.ts'

const numeric = new Intl.DateTimeFormat(formatLocale, { day: 'numeric', month: 'numeric', year: 'numeric' })
/** Order of day, month and year in the language. */
const order = numeric.formatToParts(new Date()).flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []))

/** Formats a date numerically: `4/3/2031`, `4.3.2031`. Empty for an empty date. */
export function formatDateFigures(date: string): string {
  const at = toLocalDate(date)
  return at === null ? date : numeric.format(at)
}

/**
 * Parses a typed date: day, month and year in the language's order with any separators, or `2031-03-04`. The year defaults to the current
 * one. Returns null if there is no such date.
 */
export function parseDate(text: string): string | null {
  const figures = text.trim().match(/\d+/g) ?? []
  if (!/^[\d\s./,-]+$/.test(text.trim()) || figures.length < 2 || figures.length > 3) return null
  const names = figures[0]?.length === 4 ? ['year', 'month', 'day'] : figures.length === 3 ? order : order.filter((name) => name !== 'year')
  const get = (name: string): number => Number(figures[names.indexOf(name)])
  const year = figures[names.indexOf('year')] ?? String(new Date().getFullYear())
  if (year.length !== 2 && year.length !== 4) return null
  const at = new Date(year.length === 2 ? 2000 + Number(year) : Number(year), get('month') - 1, get('day'))
  return at.getMonth() === get('month') - 1 && at.getDate() === get('day') ? toDateText(at) : null
}

/** Converts a date to its first instant in local time; null for an empty or invalid one. */
export function toLocalDate(date: string): Date | null {
  const [year, month, day] = date.split('-').map(Number)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || year === undefined || month === undefined || day === undefined) return null
  return new Date(year, month - 1, day)
}

/** The inverse of `toLocalDate`. */
export function toDateText(at: Date): string {
  const pad = (part: number, length: number): string => String(part).padStart(length, '0')
  return `${pad(at.getFullYear(), 4)}-${pad(at.getMonth() + 1, 2)}-${pad(at.getDate(), 2)}`
}

export function getToday(): string {
  return toDateText(new Date())
}
