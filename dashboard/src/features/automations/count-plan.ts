/**
 * Plans how to count the threads that a rule's filter matches. `GET /threads` accepts only one filter, so the number is a sum of totals:
 * any of A and B is A + B − (A and B), and none of C is everything − C.
 */
import type { RequestOf, RuleFilter, ThreadFilter } from '@skein/client'

export type CountQuery = NonNullable<RequestOf<'listThreads'>['query']>
/** A total to add, or to subtract. */
export type CountTerm = { sign: 1 | -1; query: CountQuery }

const maxTerms = 24
/** No thread can match both filters. */
const nothing = 'nothing'
type Joined = ThreadFilter | typeof nothing | null

/** Fields with a single value per thread, so two different values exclude each other. */
const singleFields: ReadonlySet<string> = new Set(['assigneeId', 'teamId', 'inboxId', 'customerId', 'externalRef', 'waiting', 'snoozed'])

/** A thread has one value of each of these, and a filter several that may match. */
const severalFields: ReadonlySet<string> = new Set(['status', 'priority', 'channel'])
const listValues = (value: unknown): string[] => String(value).toLowerCase().split(',')

/** Returns the totals to fetch; null when totals cannot produce the number, as for customer fields. */
export function planCount(filter: RuleFilter): CountTerm[] | null {
  const base = (filter.all ?? []).reduce<Joined>(join, {})
  if (base === null) return null
  if (base === nothing) return []
  const alternatives = filter.any ?? []
  const included = alternatives.length === 0 ? [{ sign: 1 as const, filter: base }] : listUnion(base, alternatives)
  if (included === null) return null
  const terms: CountTerm[] = []
  for (const { sign, filter: one } of included) {
    const excluded = listUnion(one, filter.none ?? [])
    if (excluded === null) return null
    for (const each of [{ sign: -1 as const, filter: one }, ...excluded]) {
      if (each.filter.customerFields !== undefined) return null
      const { customerFields: _, ...query } = each.filter
      // The sign of what none may match is turned around. Safe because the list takes the same filters, several values too.
      terms.push({ sign: sign === each.sign ? -1 : 1, query: query as CountQuery })
    }
  }
  return terms.length > maxTerms ? null : terms
}

/** Returns the terms that count the threads that match `base` and at least one of the filters. */
function listUnion(base: ThreadFilter, filters: readonly ThreadFilter[]): { sign: 1 | -1; filter: ThreadFilter }[] | null {
  if (filters.length > 6) return null
  const terms: { sign: 1 | -1; filter: ThreadFilter }[] = []
  for (let subset = 1; subset < 2 ** filters.length; subset++) {
    const members = filters.filter((_, at) => Math.floor(subset / 2 ** at) % 2 === 1)
    const joined = members.reduce<Joined>(join, base)
    if (joined === null) return null
    if (joined !== nothing) terms.push({ sign: members.length % 2 === 1 ? 1 : -1, filter: joined })
  }
  return terms
}

/** Returns the intersection of two filters; null when one filter cannot express it, as for two labels. */
function join(one: Joined, other: ThreadFilter): Joined {
  if (one === null || one === nothing) return one
  const joined: Record<string, unknown> = { ...one }
  for (const [name, value] of Object.entries(other)) {
    const known = joined[name]
    if (known === undefined || isSame(known, value)) joined[name] = value
    else if (severalFields.has(name)) {
      const both = listValues(value).filter((each) => listValues(known).includes(each))
      if (both.length === 0) return nothing
      joined[name] = both.join(',')
    } else if (singleFields.has(name)) return nothing
    else if (name.endsWith('After') || name.endsWith('Before')) joined[name] = pickTime(name, String(known), String(value))
    else if (name === 'customFields') {
      const fields = joinFields(known, value)
      if (fields === null) return null
      joined[name] = fields
    } else return null
  }
  return joined
}

function joinFields(one: unknown, other: unknown): object | null {
  // Safe because `customFields` is an object in both.
  const [known, added] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const clashes = Object.entries(added).some(([key, value]) => key in known && !isSame(known[key], value))
  // Two different values exclude each other, unless the field can have several.
  return clashes ? null : { ...known, ...added }
}

function pickTime(name: string, one: string, other: string): string {
  const isLater = Date.parse(other) > Date.parse(one)
  return isLater === name.endsWith('After') ? other : one
}

/** Compares two values: ids with or without a prefix, text in any case. */
function isSame(one: unknown, other: unknown): boolean {
  const normalize = (value: unknown): string =>
    JSON.stringify(value)
      .toLowerCase()
      .replace(/^"[a-z]{3}_/, '"')
  return normalize(one) === normalize(other)
}
