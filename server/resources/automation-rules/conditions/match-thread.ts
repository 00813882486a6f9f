/**
 * Whether filters hold for a thread: what the list's SQL tests, as a pure function of a snapshot. Running rules, explanations and dry runs all
 * use it. match-thread.test.ts compares it with the list.
 */
import type { IdPrefix } from '#platform/ids.ts'
import { isoTime } from '#platform/time.ts'
import { hasNoValue, isBlank, readFieldValue } from '../../custom-fields/index.ts'
import { hasValue, toStanding } from '../../sla-policies/index.ts'
import type { ThreadSnapshot } from '../../threads/index.ts'
import type { RuleFilter, ThreadFilter } from '../condition-schema.ts'
import { allHold, type Evaluation } from './evaluation.ts'

/** How a filter is tested: the values that a snapshot has for it, and whether they match the wanted value. */
type Matcher<Wanted> = {
  prefix?: IdPrefix
  find: (snapshot: ThreadSnapshot, wanted: Wanted) => unknown
  matches: (snapshot: ThreadSnapshot, wanted: Wanted) => boolean
}
type Matchers = { readonly [Field in keyof Required<ThreadFilter>]: Matcher<NonNullable<ThreadFilter[Field]>> }

/** One matcher for each filter, so that a new filter of the list does not compile without one. */
const matchers: Matchers = {
  status: equals(({ thread }) => thread.status),
  assigneeId: {
    prefix: 'usr',
    find: ({ thread }) => thread.assigneeId,
    matches: ({ thread }, wanted) => thread.assigneeId === (wanted === 'none' ? null : wanted),
  },
  followerId: includes('usr', ({ followerIds }) => followerIds),
  teamId: { prefix: 'tea', ...equals(({ thread }) => thread.teamId) },
  inboxId: { prefix: 'inb', ...equals(({ thread }) => thread.inboxId) },
  customerId: {
    prefix: 'cst',
    find: ({ thread }) => thread.customerId,
    matches: ({ customerIds }, wanted) => customerIds.includes(wanted),
  },
  labelId: includes('lbl', ({ thread }) => thread.labels.map(({ id }) => id)),
  priority: equals(({ thread }) => thread.priority),
  channel: equals(({ thread }) => thread.channel),
  customFields: {
    find: ({ thread }, wanted) => pick(thread.customFields, Object.keys(wanted)),
    matches: ({ thread, fieldTypes }, wanted) =>
      Object.entries(wanted).every(([key, value]) =>
        isBlank(value) ? hasNoValue(thread.customFields[key]) : contains(thread.customFields[key], readFieldValue(fieldTypes[key], value)),
      ),
  },
  externalRef: equals(({ thread }) => thread.externalRef),
  createdAfter: isAfter(({ thread }) => toMs(thread.createdAt)),
  createdBefore: isBefore(({ thread }) => toMs(thread.createdAt)),
  updatedAfter: isAfter(({ thread }) => toMs(thread.updatedAt)),
  updatedBefore: isBefore(({ thread }) => toMs(thread.updatedAt)),
  lastMessageAfter: isAfter(({ thread }) => toMs(thread.lastMessageAt)),
  lastMessageBefore: isBefore(({ thread }) => toMs(thread.lastMessageAt)),
  waiting: equals((snapshot) => waitingSince(snapshot) !== null),
  waitingSinceAfter: isAfter(waitingSince),
  waitingSinceBefore: isBefore(waitingSince),
  slaState: equals((snapshot) => standing(snapshot)?.state ?? null),
  slaDueAfter: isAfter(slaDueAt),
  slaDueBefore: isBefore(slaDueAt),
  snoozed: equals(({ thread }) => thread.snoozedUntil !== null),
  customerFields: {
    find: ({ customerFields }, wanted) =>
      pick(
        customerFields,
        wanted.map(({ key }) => key),
      ),
    matches: ({ customerFields }, wanted) =>
      wanted.every(({ key, values }) => values.some((value) => hasValue(customerFields[key], value))),
  },
}

/** The filters on values that events do not store, so that the past values are unknown. */
export const surroundingFields = ['followerId', 'customerId', 'customerFields'] as const satisfies (keyof ThreadFilter)[]

export type FilterEvaluation = { holds: boolean; conditions: Evaluation[] }
export type RuleFilterEvaluation = { holds: boolean; all: FilterEvaluation[]; any: FilterEvaluation[]; none: FilterEvaluation[] }

/** Evaluates each condition of a rule's filter, also those that no longer matter to the result. */
export function evaluateThread(filter: RuleFilter, snapshot: ThreadSnapshot): RuleFilterEvaluation {
  const evaluate = (filters: readonly ThreadFilter[] = []) => filters.map((each) => evaluateFilter(each, snapshot))
  const [all, some, none] = [evaluate(filter.all), evaluate(filter.any), evaluate(filter.none)]
  const holds =
    all.every((each) => each.holds) && (some.length === 0 || some.some((each) => each.holds)) && !none.some((each) => each.holds)
  return { any: some, holds, all, none }
}

export function matchesThread(filter: RuleFilter, snapshot: ThreadSnapshot): boolean {
  return evaluateThread(filter, snapshot).holds
}

export function evaluateFilter(filter: ThreadFilter, snapshot: ThreadSnapshot): FilterEvaluation {
  // Safe because the schema of filters allows no other fields.
  const fields = Object.keys(filter) as (keyof ThreadFilter)[]
  const conditions = fields.flatMap((field) => evaluateField(field, filter[field], snapshot))
  return { holds: allHold(conditions), conditions }
}

function evaluateField<Field extends keyof ThreadFilter>(
  field: Field,
  wanted: ThreadFilter[Field],
  snapshot: ThreadSnapshot,
): Evaluation[] {
  if (wanted === undefined) return []
  const { find, matches, prefix }: Matcher<NonNullable<ThreadFilter[Field]>> = matchers[field]
  const evaluation = { field, wanted, found: find(snapshot, wanted), holds: matches(snapshot, wanted) }
  return [prefix ? { ...evaluation, prefix } : evaluation]
}

function equals<Value>(find: (snapshot: ThreadSnapshot) => Value | null): Matcher<NoInfer<Value> & {}> {
  return { find, matches: (snapshot, wanted) => find(snapshot) === wanted }
}

function includes(prefix: IdPrefix, find: (snapshot: ThreadSnapshot) => readonly string[]): Matcher<string> {
  return { prefix, find, matches: (snapshot, wanted) => find(snapshot).includes(wanted) }
}

/** A thread without the time is on neither side of any time. */
function isAfter(find: (snapshot: ThreadSnapshot) => number | null): Matcher<string> {
  return compareTime(find, (found, wanted) => found > wanted)
}
function isBefore(find: (snapshot: ThreadSnapshot) => number | null): Matcher<string> {
  return compareTime(find, (found, wanted) => found < wanted)
}
function compareTime(
  find: (snapshot: ThreadSnapshot) => number | null,
  compare: (found: number, wanted: number) => boolean,
): Matcher<string> {
  return {
    find: (snapshot) => {
      const found = find(snapshot)
      return found === null ? null : new Date(found).toISOString()
    },
    matches: (snapshot, wanted) => {
      const found = find(snapshot)
      return found !== null && compare(found, Date.parse(wanted))
    },
  }
}

/** Columns and filters of times have whole milliseconds. */
function toMs(time: string): number {
  return Date.parse(isoTime(time))
}

function waitingSince({ thread }: ThreadSnapshot): number | null {
  return thread.waitingSince === null ? null : toMs(thread.waitingSince)
}

function standing({ thread }: ThreadSnapshot) {
  return thread.sla ? toStanding(thread.sla.clocks, { status: thread.status, merged: thread.mergedInto !== null }) : null
}

function slaDueAt(snapshot: ThreadSnapshot): number | null {
  return standing(snapshot)?.dueAt ?? null
}

/** Compares as PostgreSQL's `@>` does: a list contains the entries of another, and a value only itself. */
function contains(held: unknown, wanted: unknown): boolean {
  if (!Array.isArray(wanted)) return held === wanted
  return Array.isArray(held) && wanted.every((entry) => held.includes(entry))
}

function pick(values: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))
}
