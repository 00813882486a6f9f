/** Runs a TIME rule on one thread, if its condition has lasted for the duration. */
import type { Database, Queryable } from '#platform/db.ts'
import { isBusy } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { isoTime } from '#platform/time.ts'
import { loadSnapshot, threadCreated, type ThreadSnapshot } from '../../threads/index.ts'
import type { RuleFilter, ThreadFilter } from '../condition-schema.ts'
import { matchesThread } from '../conditions/match-thread.ts'
import { readThreadOf } from '../conditions/thread-of-event.ts'
import type { RunningRule } from '../queries.ts'
import { recordFailed, runRule, type RunServices, type RunTenant } from '../runs/run-rule.ts'
import type { RunOutcome } from '../runs/run-schema.ts'
import { type Duration, readDuration, toDueTime } from './due-time.ts'
import { findStart } from './find-start.ts'
import { findTimeRun, listTimes, type Times } from './time-queries.ts'

/** A TIME rule with its business hours, and the time from which it runs. */
export type TimeRule = { readonly rule: RunningRule; readonly duration: Duration; readonly startedAt: number }

/** Returns the TIME rules among the enabled rules. */
export async function readTimeRules(db: Queryable, tenantId: Uuid, rules: readonly RunningRule[]): Promise<TimeRule[]> {
  const own = rules.filter(({ trigger }) => trigger.type === 'TIME')
  if (own.length === 0) return []
  const times = new Map((await db.rows(listTimes, { tenantId })).map((row) => [row.ruleId, row]))
  const read: TimeRule[] = []
  for (const rule of own) {
    const row = times.get(rule.id)
    if (row) read.push(await toTimeRule(db, tenantId, rule, row))
  }
  return read
}

export async function toTimeRule(db: Queryable, tenantId: Uuid, rule: RunningRule, { startedAt }: Times): Promise<TimeRule> {
  return { rule, duration: await readDuration(db, tenantId, rule.trigger), startedAt: Date.parse(isoTime(startedAt)) }
}

/**
 * Runs the rule on a thread for which it may be due. `event` is an event that may have made the thread match: with it, the rule also runs
 * on conditions that were due before the rule was enabled, if the thread did not match before the event.
 */
export async function runWhenDue(
  services: RunServices,
  tenant: RunTenant,
  { rule, duration, startedAt }: TimeRule,
  { threadId, event, now, snapshot: given }: { threadId: Uuid; event: EventRow | null; now: number; snapshot?: ThreadSnapshot | null },
): Promise<RunOutcome | null> {
  const { db } = services
  const { tenantId } = tenant
  const { since } = rule.trigger
  const snapshot = given ?? (await loadSnapshot(db, tenantId, threadId))
  if (!since || !snapshot || !matchesThread(rule.filter, snapshot)) return null
  const began = await findStart(db, tenantId, since, snapshot)
  if (began === null) return null
  const dueAt = toDueTime(duration, began)
  if (dueAt > now || (dueAt <= startedAt && !(event && isNewlyFitting(rule.filter, event, snapshot)))) return null
  const beganAt = new Date(began).toISOString()
  if (await db.first(findTimeRun, { tenantId, ruleId: rule.id, threadId, beganAt })) return null
  return runRule(services, tenant, rule, { threadId, event, beganAt })
}

/**
 * Records that a rule failed on a thread in every attempt. `at` is the start of the condition as far as the caller knows, in case the
 * thread cannot even be read. Without it, the event is the run's key.
 */
export async function recordStuck(
  db: Database,
  tenantId: Uuid,
  { rule }: TimeRule,
  { threadId, event = null, at = null }: { threadId: Uuid; event?: EventRow | null; at?: number | null },
  error: unknown,
): Promise<void> {
  const { since } = rule.trigger
  let began = at
  try {
    const snapshot = await loadSnapshot(db, tenantId, threadId)
    const found = since && snapshot ? await findStart(db, tenantId, since, snapshot) : null
    // The condition has ended in the meantime.
    if (found === null) return
    began = found
  } catch (failure) {
    if (isBusy(failure)) throw failure
  }
  await recordFailed(db, tenantId, rule, { threadId, event, beganAt: began === null ? null : new Date(began).toISOString() }, error)
}

/** Fields of a thread that messages and clocks change. Their events do not contain the thread. */
const movedFields = [
  'lastMessageAfter',
  'lastMessageBefore',
  'updatedAfter',
  'updatedBefore',
  'waiting',
  'waitingSinceAfter',
  'waitingSinceBefore',
  'slaState',
  'slaDueAfter',
  'slaDueBefore',
] as const satisfies (keyof ThreadFilter)[]

/** Whether the thread, which matches the filter now, may not have matched before the event. */
function isNewlyFitting(filter: RuleFilter, event: EventRow, now: ThreadSnapshot): boolean {
  if (event.type === threadCreated.type) return true
  const then = readThreadOf(event)
  if (then?.id !== now.thread.id)
    return Object.values(filter)
      .flat()
      .some((each) => movedFields.some((field) => each[field] !== undefined))
  // Safe because `previous` has the old values of the object's fields.
  return !matchesThread(filter, { ...now, thread: { ...then, ...(event.previous as Partial<typeof then> | null) } })
}
