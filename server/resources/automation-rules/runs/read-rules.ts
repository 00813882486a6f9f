/** Runs rules on events: a reader of the outbox. */
import { databaseNow } from '#platform/database-now.ts'
import { isBusy } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { declaredEvents } from '#platform/outbox/events.ts'
import { type ApartContext, reader, type ReadContext as ReaderContext } from '#platform/outbox/readers.ts'
import { readSettings } from '../../tenants/index.ts'
import { loadSnapshot, type MessageRecord, type ThreadSnapshot } from '../../threads/index.ts'
import type { RuleAction } from '../action-schema.ts'
import { triggerTypes } from '../condition-schema.ts'
import { allHold } from '../conditions/evaluation.ts'
import { evaluateEvent, needsMessageFacts, type MessageFacts } from '../conditions/match-event.ts'
import { matchesThread } from '../conditions/match-thread.ts'
import { loadMessageFacts } from '../conditions/message-facts.ts'
import { findThreadToChange, readThreadOf } from '../conditions/thread-of-event.ts'
import { findAnyEnabled, listEnabled, rulesReader, type RunningRule } from '../queries.ts'
import { readTimeRules, recordStuck, runWhenDue, type TimeRule } from '../times/run-when-due.ts'
import { countFailure } from './pause-rule.ts'
import { findRunsOfEvent, insertRun } from './run-queries.ts'
import { createRun, recordFailed, recordStopped, runRule, type RunServices, type RunTenant } from './run-rule.ts'

export const readRules = reader({
  ...rulesReader,
  description: 'Runs automation rules on events.',
  types: declaredEvents().filter(({ type }) => triggerTypes.has(type)),
  batch: 100,
  isWanted: async (tx, tenantId) => (await tx.first(findAnyEnabled, { tenantId })) !== null,
  runApart,
  onStuck,
})

async function runApart({ db, tenantId, services, events, ...attempt }: ApartContext): Promise<number> {
  const { config, secrets } = services
  const rules = await db.rows(listEnabled, { tenantId })
  const settings = await readSettings(db, tenantId)
  if (!settings || rules.length === 0) return events.at(-1)?.sequence ?? 0
  const tenant = { tenantId, name: settings.name, mailsPerDay: settings.automations.mailsPerDay }
  const timeRules = await readTimeRules(db, tenantId, rules)
  let reached = (events[0]?.sequence ?? 1) - 1
  for (const event of events) {
    if (attempt.isLate() || !(await runEvent({ db, config, secrets }, tenant, rules, event, attempt))) return reached
    if (!(await runDueRules({ db, config, secrets }, tenant, timeRules, event, attempt))) return reached
    reached = event.sequence
  }
  return reached
}

type Attempt = Pick<ApartContext, 'isLate' | 'isLastAttempt'>

/** True when a failed rule is recorded as failed, so that the next rules and events are not held up. */
function isStuck({ isLastAttempt }: Attempt, error: unknown): boolean {
  return isLastAttempt && !isBusy(error)
}

/**
 * Runs the rules on an event, in order. Returns false when it stopped before the last rule: the remaining rules run when the event is read
 * again.
 */
async function runEvent(
  services: RunServices,
  tenant: RunTenant,
  rules: readonly RunningRule[],
  event: EventRow,
  attempt: Attempt,
): Promise<boolean> {
  const { db } = services
  const { tenantId } = tenant
  const possible = rules.filter((rule) => mayFit(rule, event))
  const threadId = findThreadToChange(event)
  if (possible.length === 0 || threadId === null) return true
  // Most rules do not match most events, and only conditions on messages need more than the event.
  let snapshot = possible.some((rule) => needsMessageFacts(rule, event)) ? await loadSnapshot(db, tenantId, threadId) : null
  const facts = snapshot && (await loadFacts(services, tenantId, event, snapshot))
  const fitting = possible.filter((rule) => allHold(evaluateEvent(rule, event, facts)))
  if (fitting.length === 0) return true
  const ran = new Map(
    (await db.rows(findRunsOfEvent, { tenantId, ruleIds: fitting.map(({ id }) => id), eventId: event.id })).map((run) => [
      run.ruleId,
      run.outcome,
    ]),
  )
  let before = snapshot
  const wasInterrupted = ran.size > 0
  const applied: RunningRule[] = []
  for (const rule of fitting) {
    let outcome = ran.get(rule.id) ?? null
    if (outcome === null) {
      if (attempt.isLate()) return false
      snapshot ??= await loadSnapshot(db, tenantId, threadId)
      if (!snapshot) return true
      before ??= snapshot
      // After an interruption, the snapshot already contains the changes of earlier rules.
      const isMadeFit = wasInterrupted || !matchesThread(rule.filter, before)
      const buildsOn = applied.filter((earlier) => isMadeFit || writeSameField(rule, earlier)).map(({ id }) => id)
      const triggerContext = { threadId, event, beganAt: null, buildsOn }
      try {
        if (matchesThread(rule.filter, snapshot)) outcome = await runRule(services, tenant, rule, triggerContext)
        else if (fittedThen(rule, event, snapshot))
          await recordStopped(db, rule, { ...createRun(tenantId, rule, triggerContext), outcome: 'STALE' })
      } catch (error) {
        if (!isStuck(attempt, error)) throw error
        outcome = await recordFailed(db, tenantId, rule, triggerContext, error)
      }
      // Later rules see this rule's changes.
      if (outcome === 'APPLIED') snapshot = null
    }
    if (outcome === 'APPLIED') applied.push(rule)
    if (outcome === 'APPLIED' && rule.stopsLater) return true
  }
  return true
}

/**
 * Runs TIME rules that were already due and that the thread matches since this event. Returns false when it stopped before the last rule.
 */
async function runDueRules(
  services: RunServices,
  tenant: RunTenant,
  rules: readonly TimeRule[],
  event: EventRow,
  attempt: Attempt,
): Promise<boolean> {
  const threadId = findThreadToChange(event)
  if (rules.length === 0 || threadId === null) return true
  const { db } = services
  let snapshot = await loadSnapshot(db, tenant.tenantId, threadId)
  for (const rule of rules.filter((each) => event.sequence > each.rule.fromSequence)) {
    if (attempt.isLate()) return false
    try {
      const outcome = await runWhenDue(services, tenant, rule, { threadId, event, now: databaseNow(), snapshot })
      if (outcome === 'APPLIED') snapshot = await loadSnapshot(db, tenant.tenantId, threadId)
    } catch (error) {
      if (!isStuck(attempt, error)) throw error
      await recordStuck(db, tenant.tenantId, rule, { threadId, event }, error)
    }
  }
  return true
}

/** Field of the thread that each type of action overwrites. */
const writtenFields: Partial<Record<RuleAction['type'], string>> = {
  SET_STATUS: 'status',
  SNOOZE: 'status',
  SET_PRIORITY: 'priority',
  ASSIGN: 'assignee',
  SET_TEAM: 'team',
}

/** Whether two rules write the same single-valued field, so that the later rule overwrites the earlier one's value. */
function writeSameField(one: RunningRule, other: RunningRule): boolean {
  const getFields = ({ actions }: RunningRule) => actions.flatMap(({ type }) => writtenFields[type] ?? [])
  const others = new Set(getFields(other))
  return getFields(one).some((field) => others.has(field))
}

/** Whether the rule has the event's type, and the event is later than the rule. */
function mayFit({ trigger, fromSequence }: RunningRule, { type, sequence }: EventRow): boolean {
  return trigger.type === 'EVENT' && sequence > fromSequence && (trigger.events ?? []).includes(type)
}

async function loadFacts({ db }: RunServices, tenantId: Uuid, event: EventRow, { thread }: ThreadSnapshot): Promise<MessageFacts | null> {
  // Safe because only message events need facts, and they store a message's record.
  return (await loadMessageFacts(db, tenantId, [event], () => thread.customerEmail)).get((event.object as MessageRecord).id) ?? null
}

/** Whether the filter matched the thread in the event. Message events do not contain the thread. */
function fittedThen({ filter }: RunningRule, event: EventRow, now: ThreadSnapshot): boolean {
  const then = readThreadOf(event)
  return then !== null && then.id === now.thread.id && matchesThread(filter, { ...now, thread: then })
}

/**
 * Records a failure for each rule that may match the event and has not run on it. The last attempt has recorded failures of single rules,
 * so this covers failures of what all rules need, such as the thread.
 */
async function onStuck({ tx, tenantId, event, error }: ReaderContext & { event: EventRow; error: string }): Promise<void> {
  const threadId = findThreadToChange(event)
  if (threadId === null) return
  for (const rule of (await tx.rows(listEnabled, { tenantId })).filter((each) => mayFit(each, event) && mayHold(each, event))) {
    const run = createRun(tenantId, rule, { threadId, event, beganAt: null })
    const recorded = await tx.first(insertRun, { ...run, outcome: 'FAILED', error })
    if (recorded) await countFailure(tx, tenantId, rule)
  }
}

/** False if the event alone shows that it does not match the rule. A condition that cannot be evaluated may be true. */
function mayHold(rule: RunningRule, event: EventRow): boolean {
  try {
    return needsMessageFacts(rule, event) || allHold(evaluateEvent(rule, event, null))
  } catch {
    return true
  }
}
