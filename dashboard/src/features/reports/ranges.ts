/** Time ranges of reports: names, dates, and a suitable bucket length. */
import { formatLocale } from '../../texts/language.ts'
import { message, t, type Message } from '../../texts/texts.ts'
import { rangeIds, type RangeId } from './range-ids.ts'
import type { Grain, ReportQuery, ReportsSearch } from './reports-search.ts'

export const defaultRange: RangeId = 'last-30'

export const rangeNames: Readonly<Record<RangeId, Message>> = {
  today: message('Today'),
  yesterday: message('Yesterday'),
  'last-7': message('Last 7 days'),
  'last-30': message('Last 30 days'),
  'last-90': message('Last 90 days'),
  'this-month': message('This month'),
  'last-month': message('Last month'),
  'this-quarter': message('This quarter'),
  'last-quarter': message('Last quarter'),
  'this-year': message('This year'),
  'last-year': message('Last year'),
}

export type Span = { from: string; to: string }

/** Relative ranges, by their names in the API. */
const moving: Readonly<Partial<Record<RangeId, Span>>> = {
  today: { from: 'today', to: 'today+1' },
  yesterday: { from: 'today-1', to: 'today' },
  'last-7': { from: 'today-6', to: 'today+1' },
  'last-30': { from: 'today-29', to: 'today+1' },
  'last-90': { from: 'today-89', to: 'today+1' },
}

/** Returns the range as API parameters. `to` is exclusive. */
export function getSpan({ range = defaultRange, from, to }: ReportsSearch, today: string): Span {
  if (from !== undefined && to !== undefined) return { from, to }
  const relative = moving[range]
  if (relative) return relative
  const [year = 0, month = 1] = today.split('-').map(Number)
  const unit = range.endsWith('year') ? 12 : range.endsWith('quarter') ? 3 : 1
  const first = month - 1 - ((month - 1) % unit) - (range.startsWith('last') ? unit : 0)
  const toFirstDay = (monthIndex: number): string => new Date(Date.UTC(year, monthIndex, 1)).toISOString().slice(0, 10)
  return { from: toFirstDay(first), to: toFirstDay(first + unit) }
}

/** Returns the named range that equals a span; null for other dates. */
export function findRange(span: Span): RangeId | null {
  return rangeIds.find((id) => moving[id]?.from === span.from && moving[id].to === span.to) ?? null
}

/** Returns true for a span relative to today. */
export function isMoving({ from, to }: Span): boolean {
  return from.startsWith('today') && to.startsWith('today')
}

const dayMs = 86_400_000

/** Converts `today-3`, a date or an instant to a date. */
export function toDate(text: string, today: string): string {
  const relative = /^today([+-]\d+)?$/.exec(text)
  return relative ? shiftDay(today, Number(relative[1] ?? 0)) : text.slice(0, 10)
}

export function shiftDay(date: string, days: number): string {
  const at = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(at) ? date : new Date(at + days * dayMs).toISOString().slice(0, 10)
}

/** Returns the number of days of a span. */
export function countDays({ from, to }: Span, today: string): number {
  return Math.round((Date.parse(toDate(to, today)) - Date.parse(toDate(from, today))) / dayMs)
}

/** Chooses a bucket length that gives a chart about ten to a hundred points. */
export function chooseGrain(span: Span, today: string): Grain {
  const days = countDays(span, today)
  if (days <= 2) return 'hour'
  if (days <= 92) return 'day'
  return days <= 400 ? 'week' : 'month'
}

const dates = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'medium', timeZone: 'UTC' })

/** Formats a span: its name, or its dates. */
export function nameSpan(search: ReportsSearch, today: string): string {
  if (search.from === undefined) return t(rangeNames[search.range ?? defaultRange])
  const span = getSpan(search, today)
  const known = findRange(span)
  if (known) return t(rangeNames[known])
  const [first, last] = [Date.parse(toDate(span.from, today)), Date.parse(shiftDay(toDate(span.to, today), -1))]
  return Number.isNaN(first) || Number.isNaN(last) || last < first ? `${span.from} – ${span.to}` : dates.formatRange(first, last)
}

export const grainNames: Readonly<Record<Grain, Message>> = {
  hour: message('By hour'),
  day: message('By day'),
  week: message('By week'),
  month: message('By month'),
  quarter: message('By quarter'),
  year: message('By year'),
}

const formats = {
  day: new Intl.DateTimeFormat(formatLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat(formatLocale, { month: 'short', year: '2-digit', timeZone: 'UTC' }),
  fullDay: new Intl.DateTimeFormat(formatLocale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
  fullMonth: new Intl.DateTimeFormat(formatLocale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
}

/** Formats a bucket's label from the service: a local date, or a local time for hours. */
export function nameBucket(label: string, grain: Grain): { short: string; full: string } {
  const at = Date.parse(`${label.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(at)) return { short: label, full: label }
  const clock = label.slice(11, 16)
  if (grain === 'hour') return { short: clock, full: `${formats.fullDay.format(at)}, ${clock}` }
  if (grain === 'day') return { short: formats.day.format(at), full: formats.fullDay.format(at) }
  if (grain === 'week') return { short: formats.day.format(at), full: t('Week of {day}', { day: formats.fullDay.format(at) }) }
  if (grain === 'month') return { short: formats.month.format(at), full: formats.fullMonth.format(at) }
  const year = label.slice(0, 4)
  if (grain === 'year') return { short: year, full: year }
  const quarter = t('Q{quarter} {year}', { quarter: String(Math.ceil(Number(label.slice(5, 7)) / 3)), year })
  return { short: quarter, full: quarter }
}

export type SharedQuery = Omit<ReportQuery, 'metrics' | keyof Span> & Span

/** Returns the API parameters that all parts of a report share. */
export function toSharedQuery(search: ReportsSearch, today: string): SharedQuery {
  const { channel, teamId, inboxId, labelId, assigneeId, time } = search
  const filters = { channel, teamId, inboxId, labelId, assigneeId, time }
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
  // Safe because the service validates the values.
  return { ...getSpan(search, today), ...given } as SharedQuery
}
