/** The reader of the outbox that runs rules on events. */
import { type ApartContext, declaredEvents, type EventRow, reader, type ReaderContext, type Uuid } from '../../../kit/index.ts'
import { readSettings } from '../../tenants/index.ts'
import { loadSnapshot, type MessageRecord, messageCreated, type ThreadSnapshot } from '../../threads/index.ts'
import { triggerTypes } from '../condition-schema.ts'
import { allHold } from '../conditions/judgement.ts'
import { judgeEvent, needsMessageFacts, type MessageFacts } from '../conditions/match-event.ts'
import { matchesThread } from '../conditions/match-thread.ts'
import { loadMessageFacts } from '../conditions/message-facts.ts'
import { findThreadToChange, readThreadOf } from '../conditions/thread-of-event.ts'
import { findAnyEnabled, listEnabled, rulesReader, type RunningRule } from '../queries.ts'
import { countFailure } from './pause-rule.ts'
import { findRunsOfEvent, insertRun } from './run-queries.ts'
import { createRun, recordStopped, runRule, type RunServices, type RunTenant } from './run-rule.ts'

export const readRules = reader({
  ...rulesReader,
  description: 'Runs automation rules on events.',
  types: declaredEvents().filter(({ type }) => triggerTypes.has(type)),
  batch: 100,
  isWanted: async (tx, tenantId) => (await tx.first(findAnyEnabled, { tenantId })) !== null,
  runApart,
  onStuck,
})

async function runApart({ db, tenantId, services, events, isLate }: ApartContext): Promise<number> {
  const { config, secrets } = services
  const rules = await db.rows(listEnabled, { tenantId })
  const settings = await readSettings(db, tenantId)
  if (!settings || rules.length === 0) return events.at(-1)?.sequence ?? 0
  const tenant = { tenantId, name: settings.name, mailsPerDay: settings.automations.mailsPerDay }
  let reached = (events[0]?.sequence ?? 1) - 1
  for (const event of events) {
    if (isLate() || !(await runEvent({ db, config, secrets }, tenant, rules, event, isLate))) return reached
    reached = event.sequence
  }
  return reached
}

/** Runs the rules on an event, in their order. Returns false when it stopped in between: the rest runs when the event comes again. */
async function runEvent(
  services: RunServices,
  tenant: RunTenant,
  rules: readonly RunningRule[],
  event: EventRow,
  isLate: () => boolean,
): Promise<boolean> {
  const { db } = services
  const { tenantId } = tenant
  const possible = rules.filter((rule) => mayFit(rule, event))
  const threadId = findThreadToChange(event)
  if (possible.length === 0 || threadId === null) return true
  let snapshot = await loadSnapshot(db, tenantId, threadId)
  if (!snapshot) return true
  const facts = await loadFacts(services, tenantId, possible, event, snapshot)
  const fitting = possible.filter((rule) => allHold(judgeEvent(rule, event, facts)))
  if (fitting.length === 0) return true
  const ran = new Map(
    (await db.rows(findRunsOfEvent, { tenantId, ruleIds: fitting.map(({ id }) => id), eventId: event.id })).map((run) => [
      run.ruleId,
      run.outcome,
    ]),
  )
  for (const rule of fitting) {
    let outcome = ran.get(rule.id) ?? null
    if (outcome === null) {
      if (isLate()) return false
      snapshot ??= await loadSnapshot(db, tenantId, threadId)
      if (!snapshot) return true
      if (matchesThread(rule.filter, snapshot)) outcome = await runRule(services, tenant, rule, { threadId, event, beganAt: null })
      else if (fittedThen(rule, event, snapshot)) await recordStopped(db, rule, toStale(rule, tenantId, threadId, event))
      // Later rules see what this one changed.
      if (outcome === 'APPLIED') snapshot = null
    }
    if (outcome === 'APPLIED' && rule.stopsLater) return true
  }
  return true
}

/** Whether the event's type is one of the rule's, and the event is later than the rule. */
function mayFit({ trigger, fromSequence }: RunningRule, { type, sequence }: EventRow): boolean {
  return trigger.type === 'EVENT' && sequence > fromSequence && (trigger.events ?? []).includes(type)
}

async function loadFacts(
  { db }: RunServices,
  tenantId: Uuid,
  rules: readonly RunningRule[],
  event: EventRow,
  { thread }: ThreadSnapshot,
): Promise<MessageFacts | null> {
  if (event.type !== messageCreated.type || !rules.some((rule) => needsMessageFacts(rule, event))) return null
  // Safe because events of this type store a message's record.
  return (await loadMessageFacts(db, tenantId, [event], () => thread.customerEmail)).get((event.object as MessageRecord).id) ?? null
}

/** Whether the filter held for the thread as the event shows it. Events about messages do not show the thread. */
function fittedThen({ filter }: RunningRule, event: EventRow, now: ThreadSnapshot): boolean {
  const then = readThreadOf(event)
  return then !== null && then.id === now.thread.id && matchesThread(filter, { ...now, thread: then })
}

function toStale({ id, version }: RunningRule, tenantId: Uuid, threadId: Uuid, event: EventRow) {
  return toRun({ id, version }, tenantId, threadId, event, { outcome: 'STALE', error: null })
}

function toRun(
  rule: Pick<RunningRule, 'id' | 'version'>,
  tenantId: Uuid,
  threadId: Uuid,
  event: EventRow,
  ended: { outcome: 'STALE' | 'FAILED'; error: string | null },
) {
  return { ...createRun(tenantId, rule, { threadId, event, beganAt: null }), ...ended }
}

/** Records the failure for each rule that may fit the event and has not run on it. */
async function onStuck({ tx, tenantId, event, error }: ReaderContext & { event: EventRow; error: string }): Promise<void> {
  const threadId = findThreadToChange(event)
  if (threadId === null) return
  for (const rule of (await tx.rows(listEnabled, { tenantId })).filter((each) => mayFit(each, event))) {
    const recorded = await tx.first(insertRun, toRun(rule, tenantId, threadId, event, { outcome: 'FAILED', error }))
    if (recorded) await countFailure(tx, tenantId, rule)
  }
}
