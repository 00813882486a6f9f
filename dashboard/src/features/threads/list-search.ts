/** The filters of a list as they stand in its address: every state of a list is a link. */
import { filterNames, type ThreadFilters } from './thread-filters.ts'

type PlainName = (typeof filterNames)[number]
/** A filter by the custom field with this key. */
export type FieldName = `customFields.${string}`
export type FilterName = PlainName | FieldName
/** `any` takes a filter of the view away; of a custom field, which may have that value, an empty text does. */
export type ListSearch = Partial<Record<FilterName | 'sort', string | boolean>>

const names: readonly (PlainName | 'sort')[] = [...filterNames, 'sort']
const isFlag = (name: PlainName | 'sort'): boolean => name === 'waiting' || name === 'snoozed' || name === 'unread'

const fieldPrefix = 'customFields.'
export const fieldName = (key: string): FieldName => `${fieldPrefix}${key}`
export const isFieldName = (name: string): name is FieldName => name.startsWith(fieldPrefix)

/** The value of a filter; undefined for one that is not set. */
export function askedOf(filters: ThreadFilters, name: FilterName | 'sort'): string | number | boolean | undefined {
  return isFieldName(name) ? filters.customFields?.[name.slice(fieldPrefix.length)] : filters[name]
}

/** Other parts of an address are not ours. Words that there are not are refused by the service, which says which there are. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const read: ListSearch = {}
  for (const name of names) {
    const given = search[name]
    if (typeof given === 'boolean' && isFlag(name)) read[name] = given
    else if (typeof given === 'number' || (typeof given === 'string' && given !== '')) read[name] = String(given)
  }
  // The router reads numbers and booleans out of an address; the service reads text in the type of the field.
  for (const [name, given] of Object.entries(search))
    if (isFieldName(name) && (typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean'))
      read[name] = String(given)
  return read
}

/** `waitingSinceBefore=1h` in an address is an hour ago whenever the address is opened, `slaDueBefore=1h` is in an hour. */
const relative = { waitingSinceBefore: -1, slaDueBefore: 1 } as const
// Safe because the keys of the table are its names.
const relativeNames = Object.keys(relative) as (keyof typeof relative)[]
const lengths: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }
/** How exact that is: a list is not asked for anew every second. */
const stepMs = 60_000

export function isRelative(asked: ListSearch): boolean {
  return relativeNames.some((name) => isLength(asked[name]))
}

function isLength(asked: unknown): asked is string {
  return typeof asked === 'string' && /^[1-9]\d{0,3}[mhd]$/.test(asked)
}

/** The filters with times in place of `1h`. */
export function atTime(filters: ThreadFilters, now: number): ThreadFilters {
  const times = relativeNames.flatMap((name) => {
    const asked = filters[name]
    if (!isLength(asked)) return []
    const length = Number(asked.slice(0, -1)) * (lengths[asked.slice(-1)] ?? 0)
    return [[name, new Date(Math.floor(now / stepMs) * stepMs + relative[name] * length).toISOString()]]
  })
  return times.length === 0 ? filters : { ...filters, ...Object.fromEntries(times) }
}

/** Whether two lists differ by nothing but the time that has passed. */
export function isSameLater(one: ThreadFilters, other: ThreadFilters): boolean {
  const rest = ({ waitingSinceBefore: waits, slaDueBefore: due, ...filters }: ThreadFilters): string =>
    JSON.stringify([waits !== undefined, due !== undefined, filters])
  return rest(one) === rest(other) && relativeNames.some((name) => one[name] !== undefined)
}

/** What is asked for: the view's filters, with those of the address in their place. */
export function filtersOf(view: ThreadFilters, search: ListSearch): ThreadFilters {
  const { customFields: ofView, ...plain } = view
  const chosen = Object.entries({ ...plain, ...search })
  const asked: Record<string, unknown> = Object.fromEntries(
    chosen.filter(([name, value]) => !isFieldName(name) && value !== undefined && value !== 'any'),
  )
  const ofSearch = chosen.filter(([name]) => isFieldName(name)).map(([name, value]) => [name.slice(fieldPrefix.length), value])
  const fields = Object.entries({ ...ofView, ...Object.fromEntries(ofSearch) }).filter(([, value]) => value !== '')
  if (fields.length > 0) asked.customFields = Object.fromEntries(fields)
  // Safe because the service checks the words, and the list shows what it says.
  return asked as ThreadFilters
}

/** The address after a filter was chosen; null takes it away. */
export function withFilter(view: ThreadFilters, search: ListSearch, name: FilterName | 'sort', value: string | boolean | null): ListSearch {
  const { [name]: _, ...others } = search
  const ofView = askedOf(view, name)
  if (value === ofView || (value === null && ofView === undefined)) return others
  return { ...others, [name]: value ?? (isFieldName(name) ? '' : 'any') }
}

/** How many filters somebody has set, beyond those of the view: words that are searched for and the order are none. */
export function filterCount({ q: _q, sort: _sort, ...filters }: ListSearch): number {
  return Object.keys(filters).length
}
