/** Filters of a thread list as search parameters, so that every state of a list can be linked. */
import { threadFilterNames, type ThreadFilterName } from '@skein/client'
import type { ThreadFilters } from './thread-filters.ts'

type PlainName = Exclude<ThreadFilterName, 'customFields'>
/** Name of the filter on a custom field: `customFields.` and the field's key. */
export type FieldName = `customFields.${string}`
export type FilterName = PlainName | FieldName
/**
 * Filters in the URL. `any` removes a filter of the view. Custom fields may have the value `any`, so the empty string removes their filter.
 */
export type ListSearch = Partial<Record<FilterName | 'sort', string | boolean>>

const names: readonly (PlainName | 'sort')[] = [...threadFilterNames.filter((name) => name !== 'customFields'), 'sort']
const isBoolean = (name: PlainName | 'sort'): boolean => name === 'waiting' || name === 'snoozed' || name === 'unread'

const fieldPrefix = 'customFields.'
export const fieldName = (key: string): FieldName => `${fieldPrefix}${key}`
export const isFieldName = (name: string): name is FieldName => name.startsWith(fieldPrefix)

/** Returns the value of a filter; undefined when it is not set. */
export function getFilter(filters: ThreadFilters, name: FilterName | 'sort'): string | number | boolean | undefined {
  return isFieldName(name) ? filters.customFields?.[name.slice(fieldPrefix.length)] : filters[name]
}

/** Parses the search parameters and drops unknown ones. The service validates the values. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const read: ListSearch = {}
  for (const name of names) {
    const value = search[name]
    if (typeof value === 'boolean' && isBoolean(name)) read[name] = value
    else if (typeof value === 'number' || (typeof value === 'string' && value !== '')) read[name] = String(value)
  }
  // TanStack Router parses numbers and booleans in the URL. The service expects strings, which it parses according to the custom field's
  // type.
  for (const [name, value] of Object.entries(search))
    if (isFieldName(name) && (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'))
      read[name] = String(value)
  return read
}

/**
 * Filters that accept a duration, relative to the time of the request: `waitingSinceBefore=1h` means an hour ago, `slaDueBefore=1h` in an
 * hour.
 */
const relative = { waitingSinceBefore: -1, slaDueBefore: 1 } as const
// Safe because the keys of the table are its names.
const relativeNames = Object.keys(relative) as (keyof typeof relative)[]
const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }
/** Round times down to the minute, so that a list is not refetched every second. */
const precisionMs = 60_000

/** True when a filter is a duration. */
export function hasRelativeTime(search: ListSearch): boolean {
  return relativeNames.some((name) => isDuration(search[name]))
}

function isDuration(value: unknown): value is string {
  return typeof value === 'string' && /^[1-9]\d{0,3}[mhd]$/.test(value)
}

/** Replaces durations such as `1h` with times. */
export function resolveRelativeTimes(filters: ThreadFilters, now: number): ThreadFilters {
  const times = relativeNames.flatMap((name) => {
    const value = filters[name]
    if (!isDuration(value)) return []
    const durationMs = Number(value.slice(0, -1)) * (unitMs[value.slice(-1)] ?? 0)
    return [[name, new Date(Math.floor(now / precisionMs) * precisionMs + relative[name] * durationMs).toISOString()]]
  })
  return times.length === 0 ? filters : { ...filters, ...Object.fromEntries(times) }
}

/** Compares the filters of two lists, ignoring times that were computed from a duration. */
export function differOnlyInTime(one: ThreadFilters, other: ThreadFilters): boolean {
  const rest = ({ waitingSinceBefore: waits, slaDueBefore: due, ...filters }: ThreadFilters): string =>
    JSON.stringify([waits !== undefined, due !== undefined, filters])
  return rest(one) === rest(other) && relativeNames.some((name) => one[name] !== undefined)
}

/** Merges the URL's filters into the view's filters. */
export function mergeFilters(view: ThreadFilters, search: ListSearch): ThreadFilters {
  const { customFields: viewFields, ...plain } = view
  const chosen = Object.entries({ ...plain, ...search })
  const merged: Record<string, unknown> = Object.fromEntries(
    chosen.filter(([name, value]) => !isFieldName(name) && value !== undefined && value !== 'any'),
  )
  const searchFields = chosen.filter(([name]) => isFieldName(name)).map(([name, value]) => [name.slice(fieldPrefix.length), value])
  const fields = Object.entries({ ...viewFields, ...Object.fromEntries(searchFields) }).filter(([, value]) => value !== '')
  if (fields.length > 0) merged.customFields = Object.fromEntries(fields)
  // Safe because the service validates the values, and the list shows its error.
  return merged as ThreadFilters
}

/** Returns the URL's filters after the agent sets a filter, or removes it with null. */
export function withFilter(view: ThreadFilters, search: ListSearch, name: FilterName | 'sort', value: string | boolean | null): ListSearch {
  const { [name]: _, ...others } = search
  const viewValue = getFilter(view, name)
  if (value === viewValue || (value === null && viewValue === undefined)) return others
  return { ...others, [name]: value ?? (isFieldName(name) ? '' : 'any') }
}

/** Counts the filters in the URL, not counting search words and sort order. */
export function countFilters({ q: _q, sort: _sort, ...filters }: ListSearch): number {
  return Object.keys(filters).length
}
