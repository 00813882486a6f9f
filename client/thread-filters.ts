/**
 * The filters of `GET /threads`, and which thread each of them matches. The service's automation rules and programs that keep lists current
 * use this table. The service imports this file too, so that there is one definition beside the SQL of its lists.
 */
import { guessFieldType, hasFieldValue } from './field-values.ts'

/**
 * Facts of a thread that filters compare. Null means that the thread has no value. An undefined fact is unknown, so filters that compare it
 * have no result. Ids may come with or without their prefix.
 */
export type ThreadFacts = {
  readonly status?: string
  readonly priority?: string
  readonly channel?: string
  readonly assigneeId?: string | null
  readonly teamId?: string | null
  readonly inboxId?: string | null
  /** The customer, and the customers merged into it. */
  readonly customerIds?: readonly string[]
  readonly followerIds?: readonly string[]
  readonly labelIds?: readonly string[]
  readonly customFields?: Readonly<Record<string, unknown>>
  readonly externalRef?: string | null
  readonly ticketNumber?: string
  readonly createdAt?: string
  readonly updatedAt?: string
  readonly lastMessageAt?: string
  readonly waitingSince?: string | null
  readonly slaState?: string | null
  readonly slaDueAt?: string | null
  readonly snoozed?: boolean
  readonly unread?: boolean
  /** Whether the search `q` finds the thread. */
  readonly isFound?: boolean
}

/** Facts that filters need besides the thread's own. */
export type FilterContext = {
  /** The id of the user that `me` stands for. */
  readonly me?: string
  /** The types of the custom fields of threads, by key. If they are absent, the value of a thread says the type. */
  readonly fieldTypes?: Readonly<Record<string, string>>
}

/** Tests a known fact. `wanted` is the filter's value. */
type Test = (found: unknown, wanted: unknown, context: FilterContext) => boolean
/** The fact that a filter compares, and the prefix of its value if that is an id. */
type ThreadFilterRule = { readonly fact: keyof ThreadFacts; readonly holds: Test; readonly prefix?: 'usr' | 'tea' | 'inb' | 'cst' | 'lbl' }

const stripPrefix = (id: unknown): string => String(id).slice(String(id).lastIndexOf('_') + 1)

const isWord: Test = (found, wanted) => found !== null && splitValues(wanted).includes(String(found).toLowerCase())
const isText: Test = (found, wanted) => found === wanted
const isId: Test = (found, wanted, { me }) => {
  if (wanted === 'none') return Array.isArray(found) ? found.length === 0 : found === null
  const id = stripPrefix(wanted === 'me' ? me : wanted)
  return Array.isArray(found) ? found.some((each) => stripPrefix(each) === id) : found !== null && stripPrefix(found) === id
}
/** A thread without the time is on neither side of any time. */
const isAfter: Test = (found, wanted) => found !== null && Date.parse(String(found)) > Date.parse(String(wanted))
const isBefore: Test = (found, wanted) => found !== null && Date.parse(String(found)) < Date.parse(String(wanted))
const hasFields: Test = (found, wanted, { fieldTypes }) => {
  const held = Object(found) as Readonly<Record<string, unknown>>
  return Object.entries(Object(wanted) as object).every(([key, value]) =>
    hasFieldValue(held[key], value, fieldTypes ? fieldTypes[key] : guessFieldType(held[key])),
  )
}

/** Every filter of `GET /threads`. */
export const threadFilters = {
  q: { fact: 'isFound', holds: (found) => found === true },
  status: { fact: 'status', holds: isWord },
  assigneeId: { fact: 'assigneeId', holds: isId, prefix: 'usr' },
  followerId: { fact: 'followerIds', holds: isId, prefix: 'usr' },
  teamId: { fact: 'teamId', holds: isId, prefix: 'tea' },
  inboxId: { fact: 'inboxId', holds: isId, prefix: 'inb' },
  customerId: { fact: 'customerIds', holds: isId, prefix: 'cst' },
  labelId: { fact: 'labelIds', holds: isId, prefix: 'lbl' },
  priority: { fact: 'priority', holds: isWord },
  channel: { fact: 'channel', holds: isWord },
  customFields: { fact: 'customFields', holds: hasFields },
  externalRef: { fact: 'externalRef', holds: isText },
  ticketNumber: { fact: 'ticketNumber', holds: isWord },
  createdAfter: { fact: 'createdAt', holds: isAfter },
  createdBefore: { fact: 'createdAt', holds: isBefore },
  updatedAfter: { fact: 'updatedAt', holds: isAfter },
  updatedBefore: { fact: 'updatedAt', holds: isBefore },
  lastMessageAfter: { fact: 'lastMessageAt', holds: isAfter },
  lastMessageBefore: { fact: 'lastMessageAt', holds: isBefore },
  waiting: { fact: 'waitingSince', holds: (found, wanted) => (found !== null) === wanted },
  waitingSinceAfter: { fact: 'waitingSince', holds: isAfter },
  waitingSinceBefore: { fact: 'waitingSince', holds: isBefore },
  slaState: { fact: 'slaState', holds: isWord },
  slaDueAfter: { fact: 'slaDueAt', holds: isAfter },
  slaDueBefore: { fact: 'slaDueAt', holds: isBefore },
  snoozed: { fact: 'snoozed', holds: isText },
  unread: { fact: 'unread', holds: (found) => found === true },
} as const satisfies Readonly<Record<string, ThreadFilterRule>>

export type ThreadFilterName = keyof typeof threadFilters
/** Filters with their values, as `GET /threads` takes them. */
export type ThreadFilterValues = { readonly [Name in ThreadFilterName]?: unknown }

// Safe because the keys of the table are the names of the filters.
export const threadFilterNames = Object.keys(threadFilters) as ThreadFilterName[]

/** Returns the values of a filter in lower case. Several are separated by commas. */
export function splitValues(wanted: unknown): string[] {
  return String(wanted).toLowerCase().split(',')
}

/** Whether a thread matches one filter; null when the fact that it compares is unknown. */
export function matchesFilter(name: ThreadFilterName, wanted: unknown, facts: ThreadFacts, context: FilterContext = {}): boolean | null {
  // `unread=false` does not filter.
  if (wanted === undefined || (name === 'unread' && wanted === false)) return true
  const { fact, holds }: ThreadFilterRule = threadFilters[name]
  const found = facts[fact]
  return found === undefined ? null : holds(found, wanted, context)
}

/** Whether a thread matches all filters; null when that depends on a fact that is unknown. */
export function matchesFilters(filters: ThreadFilterValues, facts: ThreadFacts, context: FilterContext = {}): boolean | null {
  let result: boolean | null = true
  for (const name of threadFilterNames) {
    const matches = matchesFilter(name, filters[name], facts, context)
    if (matches === false) return false
    result &&= matches
  }
  return result
}
