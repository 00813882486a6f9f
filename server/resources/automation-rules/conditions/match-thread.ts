/**
 * Decides whether a rule's filters match a thread, using the client's table of filters. Running rules, explanations and dry runs all use
 * it. match-thread.test.ts compares it with the list.
 */
import { matchesFilter, threadFilters, type ThreadFacts } from '../../../../client/thread-filters.ts'
import { isoTime, isoTimeOrNull } from '#platform/time.ts'
import { hasValue, toStanding } from '../../sla-policies/index.ts'
import type { ThreadSnapshot } from '../../threads/index.ts'
import type { RuleFilter, ThreadFilter } from '../condition-schema.ts'
import { allHold, type Evaluation } from './evaluation.ts'

/** Facts for every filter that rules have. */
type RuleFacts = Required<Omit<ThreadFacts, 'isFound' | 'ticketNumber' | 'unread'>>

/** Filters on values that events do not store, so that their past values are unknown. */
export const surroundingFields = ['followerId', 'customerId', 'customerFields'] as const satisfies (keyof ThreadFilter)[]

export type FilterEvaluation = { holds: boolean; conditions: Evaluation[] }
export type RuleFilterEvaluation = { holds: boolean; all: FilterEvaluation[]; any: FilterEvaluation[]; none: FilterEvaluation[] }

/** Evaluates each condition of a rule's filter, even after one is false. */
export function evaluateThread(filter: RuleFilter, snapshot: ThreadSnapshot): RuleFilterEvaluation {
  const facts = toFacts(snapshot)
  const evaluate = (filters: readonly ThreadFilter[] = []) => filters.map((each) => evaluateFilter(each, snapshot, facts))
  const [all, some, none] = [evaluate(filter.all), evaluate(filter.any), evaluate(filter.none)]
  const holds =
    all.every((each) => each.holds) && (some.length === 0 || some.some((each) => each.holds)) && !none.some((each) => each.holds)
  return { any: some, holds, all, none }
}

export function matchesThread(filter: RuleFilter, snapshot: ThreadSnapshot): boolean {
  return evaluateThread(filter, snapshot).holds
}

function evaluateFilter(filter: ThreadFilter, snapshot: ThreadSnapshot, facts: RuleFacts): FilterEvaluation {
  // Safe because the schema of filters allows no other fields.
  const fields = Object.keys(filter) as (keyof ThreadFilter)[]
  const conditions = fields.flatMap((field) => evaluateField(field, filter[field], snapshot, facts))
  return { holds: allHold(conditions), conditions }
}

function evaluateField(field: keyof ThreadFilter, wanted: unknown, snapshot: ThreadSnapshot, facts: RuleFacts): Evaluation[] {
  if (wanted === undefined) return []
  if (field === 'customerFields') return [evaluateCustomerFields(wanted, snapshot)]
  const rule = threadFilters[field]
  const evaluation = {
    field,
    wanted,
    found: findShown(field, wanted, snapshot, facts),
    holds: matchesFilter(field, wanted, facts, snapshot) === true,
  }
  return ['prefix' in rule ? { ...evaluation, prefix: rule.prefix } : evaluation]
}

/** Returns the value that explanations show for a filter. */
function findShown(
  field: keyof ThreadFilter & keyof typeof threadFilters,
  wanted: unknown,
  { thread }: ThreadSnapshot,
  facts: RuleFacts,
): unknown {
  if (field === 'customerId') return thread.customerId
  if (field === 'waiting') return thread.waitingSince !== null
  // Safe because the schema of filters has checked it.
  if (field === 'customFields') return pick(thread.customFields, Object.keys(wanted as object))
  return facts[threadFilters[field].fact]
}

function evaluateCustomerFields(wanted: unknown, { customerFields }: ThreadSnapshot): Evaluation {
  // Safe because the schema of filters has checked it.
  const conditions = wanted as NonNullable<ThreadFilter['customerFields']>
  return {
    field: 'customerFields',
    wanted,
    found: pick(
      customerFields,
      conditions.map(({ key }) => key),
    ),
    holds: conditions.every(({ key, values }) => values.some((value) => hasValue(customerFields[key], value))),
  }
}

/** Returns the values that filters compare. Times have whole milliseconds, as in columns and filters. */
function toFacts({ thread, followerIds, customerIds }: ThreadSnapshot): RuleFacts {
  const { status, sla, snoozedUntil, labels } = thread
  const { state, dueAt } = sla ? toStanding(sla.clocks, { status, merged: thread.mergedInto !== null }) : { state: null, dueAt: null }
  return {
    ...thread,
    followerIds,
    customerIds,
    labelIds: labels.map(({ id }) => id),
    createdAt: isoTime(thread.createdAt),
    updatedAt: isoTime(thread.updatedAt),
    lastMessageAt: isoTime(thread.lastMessageAt),
    waitingSince: isoTimeOrNull(thread.waitingSince),
    slaState: state,
    slaDueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
    snoozed: snoozedUntil !== null,
  }
}

function pick(values: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))
}
