import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { requireNeeds } from '#kit/require-scopes.ts'
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, scopeEscalation, unknownReference } from '#platform/errors.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import type { Principal } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { findMessage, loadSnapshot, messageCreated, presentStateChanges, type ThreadSnapshot } from '../../threads/index.ts'
import { allHold, type Evaluation } from '../conditions/evaluation.ts'
import { evaluateEvent, evaluateMessage, needsMessageFacts, toUnmetChange } from '../conditions/match-event.ts'
import { evaluateThread } from '../conditions/match-thread.ts'
import { loadMessageFacts } from '../conditions/message-facts.ts'
import { findThreadId } from '../conditions/thread-of-event.ts'
import { findEvent } from '../dry-runs/dry-run-queries.ts'
import { findPastGuard } from '../dry-runs/guards.ts'
import { readDuration, toDueTime } from '../times/due-time.ts'
import { findStart } from '../times/find-start.ts'
import { readTriedRule } from '../tried-rule.ts'
import { previewRule } from '../preview-rule.ts'
import { getEventScopes } from '../rule-scopes.ts'
import { automationRule } from '../rule.ts'
import type { RuleDefinition } from '../schema.ts'
import { AutomationExplain, AutomationExplanation } from './explain-schema.ts'

/**
 * Response stored under the Idempotency-Key. When a customer is erased, the stored explanations of their threads are found by `threadId`.
 */
type Stored = Static<typeof AutomationExplanation> & { threadId: Uuid }

export const explainAutomationRule = endpoint.personalWrite({
  operationId: 'explainAutomationRule',
  method: 'POST',
  path: '/automation-rules/explain',
  tag: automationRule.tag,
  scope: automationRule.scopes.write,
  summary: 'Explain an automation rule on a thread',
  description:
    'Compares each condition of a rule with a thread as it is now and with a stored event, and shows what the actions would do. Changes nothing. ' +
    'Without an event, conditions on the message are compared with the latest message of the thread. ' +
    'The rule need not be saved. The caller needs the scopes that creating the rule would need, and that of the event.',
  body: AutomationExplain,
  responds: { 200: item(AutomationExplanation, 'The explanation') },
  errors: [scopeEscalation, unknownReference],
  present: ({ threadId: _threadId, ...explanation }: Stored) => explanation,
  async handle({ tx, principal, body }) {
    const { tenantId, tenant } = principal
    const { ruleId, rule } = await readTriedRule(tx, principal, body)
    const snapshot = await loadSnapshot(tx, tenantId, body.threadId)
    if (!snapshot) throw refuse('threadId', 'does not exist in this tenant')
    const event = body.eventId === undefined ? null : await readEvent(tx, principal, body.eventId, body.threadId)
    const evaluatedEvent =
      rule.trigger.type === 'TIME'
        ? await evaluateTime(tx, tenantId, rule, snapshot)
        : event && (await evaluateStored(tx, tenantId, rule, event, snapshot))
    const latestMessage = event === null ? await evaluateLatestMessage(tx, tenantId, rule, snapshot) : null
    const { holds, ...filter } = evaluateThread(rule.filter, snapshot)
    const { changes, actions, error } = await previewRule(tx, { tenantId, name: tenant.name }, rule, snapshot.thread)
    const present = (filters: typeof filter.all) => filters.map((each) => ({ ...each, conditions: each.conditions.map(presentEvaluation) }))
    return toSavedOutcome({
      threadId: body.threadId,
      holds: holds && allHold([...(evaluatedEvent ?? []), ...(latestMessage ?? [])]),
      event: evaluatedEvent && evaluatedEvent.map(presentEvaluation),
      latestMessage: latestMessage && latestMessage.map(presentEvaluation),
      notChecked: event === null && latestMessage === null ? listEventConditions(rule) : [],
      filter: { any: present(filter.any), holds, all: present(filter.all), none: present(filter.none) },
      guard: event && findPastGuard({ ruleId, rule }, { event, at: 0, memory: {}, thread: snapshot.thread }),
      changes: error === null ? presentStateChanges(changes) : null,
      actions,
      error,
    })
  },
})

async function readEvent(tx: Queryable, principal: Principal, id: Uuid, threadId: Uuid): Promise<EventRow> {
  const event = await tx.first(findEvent, { tenantId: principal.tenantId, id })
  if (!event) throw refuse('eventId', 'does not exist in this tenant, or was deleted')
  if (findThreadId(event) !== threadId) throw refuse('eventId', 'is not about the thread')
  requireNeeds(principal, [{ field: 'eventId', scopes: getEventScopes(event.type) }], 'The explanation shows the event.')
  return event
}

async function evaluateStored(
  tx: Queryable,
  tenantId: Uuid,
  rule: RuleDefinition,
  event: EventRow,
  { thread }: ThreadSnapshot,
): Promise<Evaluation[]> {
  const facts = await loadMessageFacts(tx, tenantId, needsMessageFacts(rule, event) ? [event] : [], () => thread.customerEmail)
  return evaluateEvent(rule, event, facts.get(String(event.object['id'])) ?? null)
}

/** Compares the conditions on the message with the thread's latest one. Null for a rule that does not run on messages. */
async function evaluateLatestMessage(
  tx: Queryable,
  tenantId: Uuid,
  { trigger, message }: RuleDefinition,
  { thread }: ThreadSnapshot,
): Promise<Evaluation[] | null> {
  const { type, events = [] } = trigger
  if (type !== 'EVENT' || events.length !== 1 || events[0] !== messageCreated.type) return null
  const latest = await tx.first(findMessage, { tenantId, id: thread.lastMessageId })
  if (!latest) return null
  const facts = await loadMessageFacts(tx, tenantId, [{ object: latest }], () => thread.customerEmail)
  return evaluateMessage(message ?? {}, latest, facts.get(latest.id) ?? null)
}

/** Lists the conditions that only an event can meet. */
function listEventConditions({ trigger, changed }: RuleDefinition): Static<typeof AutomationExplanation>['notChecked'] {
  if (trigger.type !== 'EVENT') return []
  const changes = changed.map((change) => presentEvaluation(toUnmetChange(change)))
  return [{ field: 'event', wanted: trigger.events ?? [] }, ...changes.map(({ field, wanted }) => ({ field, wanted }))]
}

/** Compares the rule's due time with now. The due time follows from the start of the condition. */
async function evaluateTime(tx: Queryable, tenantId: Uuid, { trigger }: RuleDefinition, snapshot: ThreadSnapshot): Promise<Evaluation[]> {
  const { since = 'CREATED', afterMinutes = 0 } = trigger
  const began = await findStart(tx, tenantId, since, snapshot)
  const dueAt = began === null ? null : toDueTime(await readDuration(tx, tenantId, trigger), began)
  const toIso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  return [
    {
      field: 'time',
      wanted: { since, afterMinutes },
      found: { beganAt: toIso(began), dueAt: toIso(dueAt) },
      holds: dueAt !== null && dueAt <= databaseNow(),
    },
  ]
}

/** Presents the ids among the compared values, including those in lists and changes. */
function presentEvaluation({
  field,
  wanted,
  found,
  holds,
  prefix,
}: Evaluation): Static<typeof AutomationExplanation>['filter']['all'][number]['conditions'][number] {
  const present = (value: unknown): unknown => {
    if (!prefix) return value
    if (Array.isArray(value)) return value.map(present)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, present(each)]))
    return typeof value === 'string' && value !== 'none' ? toTypeId(prefix, value) : value
  }
  return { field, wanted: present(wanted), found: present(found), holds }
}

function refuse(field: string, message: string): ApiError {
  return new ApiError(unknownReference, { details: [{ field, code: 'UNKNOWN', message }] })
}
