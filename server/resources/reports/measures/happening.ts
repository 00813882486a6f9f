/** Declares happenings: thread events, reduced to the data for facts. */
import type { Uuid } from '#platform/ids.ts'
import type { EventActor, EventCause } from '#platform/outbox/attribution.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { isoTime } from '#platform/time.ts'
import {
  followersChanged,
  messageCreated,
  messageDeliveryChanged,
  threadCreated,
  threadErased,
  threadMerged,
  threadSnoozed,
  threadStatusChanged,
  threadUnmerged,
  threadUnsnoozed,
  isAnswer,
  isAutomatic,
  slaBreached,
  slaMet,
  snapshotEvents,
  type MessageRecord,
  type ThreadRecord,
} from '../../threads/index.ts'
import { type RequestRecord, satisfactionAnswered, satisfactionChanged, satisfactionRequested } from '../../satisfaction/index.ts'
import type { FactCause, FactContext, messageKinds, MovedField, RatingScale, SlaClock } from './fact.ts'

/** Whether a status counts as unresolved, and so as backlog. */
export const isUnresolved = (status: string): boolean => status === 'open' || status === 'pending'

type Common = {
  sequence: number
  /** Index of the happening's first fact among the facts of the event. */
  n: number
  eventId: Uuid
  threadId: Uuid
  /** Time of the fact, in milliseconds since 1970. */
  at: number
  /** Position of the happening in the thread's history: `at`, except for clocks, which became late before their event. */
  order: number
  /** User who acted, in person or with an API key; null for customers, rules and the service. */
  actorId: Uuid | null
  /** Null for events from before causes were stored. */
  cause: FactCause | null
  /** SLA terms of the thread after the event. Undefined if the event does not contain them. */
  termsId?: Uuid | null | undefined
}

/** A happening of a thread, with the data for its facts. */
export type Happening = Common &
  (
    | { type: 'created'; context: Omit<FactContext, 'policyId'>; status: string; waitingSince: number | null }
    | { type: 'message'; kind: (typeof messageKinds)[number]; messageId: Uuid; personId: Uuid | null; quiet: boolean }
    /** A reply's mail bounced for all recipients, or is being sent again. */
    | { type: 'delivery'; messageId: Uuid; isAnswer: boolean }
    | {
        type: 'status'
        from: string
        to: string
        isMerge: boolean
        /** True if the event before it is the customer's message, which caused it. */
        isByCustomer?: true
      }
    | { type: 'snooze'; to: 'snoozed' | 'awake' }
    | { type: 'moved'; field: MovedField; to: string | null }
    | { type: 'merged' }
    | { type: 'unmerged'; status: string; waitingSince: number | null }
    /** `isRead` is true when the wait may already be known: in that case, the happening has no effect. */
    | { type: 'messagesMoved'; waitingSince: number | null; isRead?: true }
    | { type: 'policy' }
    | { type: 'sla'; isMet: boolean; clock: SlaClock; startedAt: number; policyId: Uuid }
    | { type: 'erased'; deleted: boolean }
    | { type: 'asked'; requestId: Uuid; personId: Uuid | null }
    | { type: 'ruleRan'; ruleId: Uuid; runId: Uuid }
    | { type: 'rated'; requestId: Uuid; personId: Uuid | null; scale: RatingScale; score: number }
  )

const toMs = (time: string): number => Date.parse(isoTime(time))
const toMsOrNull = (time: string | null | undefined): number | null => (time ? toMs(time) : null)

/** Events from which happenings are derived. */
export const measuredEvents = [
  ...snapshotEvents,
  threadErased,
  messageCreated,
  messageDeliveryChanged,
  slaMet,
  slaBreached,
  satisfactionRequested,
  satisfactionAnswered,
  satisfactionChanged,
  // Counts only for the rule that caused the event.
  followersChanged,
] as const

const measuredTypes: ReadonlySet<string> = new Set(measuredEvents.map(({ type }) => type))

export function isMeasured({ type }: EventRow): boolean {
  return measuredTypes.has(type)
}

/** Returns the thread of a measured event. */
export function findThreadId({ object }: EventRow): Uuid {
  // Safe because messages and clocks name their thread, and the other events are about a thread.
  return (object['threadId'] ?? object['id']) as Uuid
}

/** Returns the happenings of an event. One event can change several fields, and show that a rule ran. */
export function toHappenings(event: EventRow): Happening[] {
  const { cause } = event
  const happened = toChanges(event)
  if (cause?.type !== 'RULE' || !cause.id || !cause.runId) return happened
  const { at, order } = happened[0] ?? toCommon(event)
  return [...happened, { ...toCommon(event), at, order, n: numberOfRun, type: 'ruleRan', ruleId: cause.id, runId: cause.runId }]
}

/** Index higher than the indexes of an event's other facts. */
const numberOfRun = 100

function toChanges(event: EventRow): Happening[] {
  const { type, object } = event
  // Safe because each type's events store the record that its declaration presents.
  if (type === messageCreated.type) return [toMessageHappening(event, object as MessageRecord)]
  if (type === messageDeliveryChanged.type) return toDeliveryHappenings(event, object as MessageRecord)
  if (type === slaMet.type || type === slaBreached.type) return [toSlaHappening(event)]
  if (type === followersChanged.type) return []
  if (ratingTypes.has(type)) return toRatingHappenings(event)
  if (type === threadErased.type) return [{ ...toCommon(event), type: 'erased', deleted: object['deleted'] === true }]
  return toThreadHappenings(event, object as ThreadRecord, (event.previous ?? {}) as Partial<ThreadRecord>)
}

function toThreadHappenings(event: EventRow, thread: ThreadRecord, previous: Partial<ThreadRecord>): Happening[] {
  const common = { ...toCommon(event), termsId: thread.sla === null ? null : thread.sla?.termsId }
  const { status, assigneeId, teamId, inboxId, priority, channel } = thread
  const waitingSince = toMsOrNull(thread.waitingSince)
  switch (event.type) {
    case threadCreated.type: {
      const at = toMs(thread.createdAt)
      const cause = thread.followUpOf ? 'FOLLOW_UP' : waitingSince !== null && common.cause === 'AGENT' ? 'CUSTOMER' : common.cause
      const context = { assigneeId, teamId, inboxId, priority, channel }
      // Other threads' messages have their own events. Older events do not show that the thread was split off.
      const isSplit = common.cause === 'SPLIT' || (event.actor === null && waitingSince !== null && waitingSince < at)
      return [{ ...common, at, order: at, cause, type: 'created', context, status, waitingSince: isSplit ? waitingSince : null }]
    }
    case threadStatusChanged.type:
      return [{ ...common, type: 'status', from: previous.status ?? status, to: status, isMerge: thread.mergedInto !== null }]
    case threadSnoozed.type:
      return [{ ...common, type: 'snooze', to: 'snoozed' }]
    case threadUnsnoozed.type:
      return [{ ...common, type: 'snooze', to: 'awake' }]
    case threadMerged.type:
      return [{ ...common, type: 'merged' }]
    case threadUnmerged.type:
      return [{ ...common, type: 'unmerged', status, waitingSince }]
    default: {
      const values = { assignee: assigneeId, team: teamId, inbox: inboxId, priority }
      const fields = movedFields.filter((field) => previous[contextFields[field]] !== undefined)
      const happenings: Happening[] = []
      const add = (
        given:
          | { type: 'moved'; field: MovedField; to: string | null }
          | { type: 'messagesMoved'; waitingSince: number | null; isRead?: true },
      ) => happenings.push({ ...common, n: happenings.length * maxFactsPerHappening, ...given })
      for (const field of fields) add({ type: 'moved', field, to: values[field] })
      if (previous.messageCount !== undefined) add({ type: 'messagesMoved', waitingSince })
      else if (previous.waitingSince !== undefined) add({ type: 'messagesMoved', waitingSince, isRead: true })
      return happenings.length > 0 ? happenings : [{ ...common, type: 'policy' }]
    }
  }
}

const maxFactsPerHappening = 8
export const movedFields = ['assignee', 'team', 'inbox', 'priority'] as const satisfies MovedField[]
export const contextFields = { assignee: 'assigneeId', team: 'teamId', inbox: 'inboxId', priority: 'priority' } as const

function toMessageHappening(event: EventRow, message: MessageRecord): Happening {
  const { id, threadId, authorType, authorId, internal } = message
  const at = toMs(message.createdAt)
  const kind = internal ? 'NOTED' : authorType === 'CUSTOMER' ? 'RECEIVED' : isAnswer(message) ? 'ANSWERED' : 'AUTOMATIC'
  const personId = authorType === 'CUSTOMER' ? null : authorId
  const quiet = kind === 'RECEIVED' && isAutomatic(message)
  const common = toCommon(event)
  const cause = kind === 'RECEIVED' ? 'CUSTOMER' : common.cause
  return { ...common, threadId, at, order: at, cause, type: 'message', kind, messageId: id, personId, quiet }
}

/** Returns the happenings of a delivery change. Most changes do not decide whether the message counts as a reply. */
function toDeliveryHappenings(event: EventRow, message: MessageRecord): Happening[] {
  const { delivery: before = null } = (event.previous ?? {}) as Partial<MessageRecord>
  const isAnswerNow = isAnswer(message)
  const wasAnswer = isAnswer({ ...message, delivery: before })
  return isAnswerNow === wasAnswer ? [] : [{ ...toCommon(event), type: 'delivery', messageId: message.id, isAnswer: isAnswerNow }]
}

function toSlaHappening(event: EventRow): Happening {
  // Safe because `announceClocks` stores this record.
  const { metric, startedAt, dueAt, policyId } = event.object as { metric: SlaClock; startedAt: string; dueAt: string; policyId: Uuid }
  const common = toCommon(event)
  const isMet = event.type === slaMet.type
  return { ...common, at: isMet ? common.order : toMs(dueAt), type: 'sla', isMet, clock: metric, startedAt: toMs(startedAt), policyId }
}

const ratingTypes: ReadonlySet<string> = new Set([satisfactionRequested, satisfactionAnswered, satisfactionChanged].map(({ type }) => type))

function toRatingHappenings(event: EventRow): Happening[] {
  // Safe because events about satisfaction have the record of the request.
  const { id: requestId, personId, scale, answer } = event.object as RequestRecord
  const common = { ...toCommon(event), requestId, personId }
  if (event.type === satisfactionRequested.type) return [{ ...common, type: 'asked' }]
  return answer ? [{ ...common, cause: 'CUSTOMER', type: 'rated', scale, score: answer.score }] : []
}

/** Causes of changes that a user requested. */
const personalCauses: ReadonlySet<EventCause['type']> = new Set(['BATCH', 'MERGE', 'SPLIT', 'MCP'])

function toCommon(event: EventRow): Common {
  const { sequence, id, createdAt, actor, cause } = event
  const at = toMs(createdAt)
  const isPersonal = (actor?.type === 'USER' || actor?.type === 'API_KEY') && (cause === null || personalCauses.has(cause.type))
  const threadId = findThreadId(event)
  return { sequence, n: 0, eventId: id, threadId, at, order: at, actorId: isPersonal ? actor.id : null, cause: toFactCause(actor, cause) }
}

function toFactCause(actor: EventActor | null, cause: EventCause | null): FactCause | null {
  if (cause && cause.type !== 'BATCH' && cause.type !== 'MCP') return causes[cause.type]
  return actor && actors[actor.type]
}

const causes = { RULE: 'RULE', MERGE: 'MERGE', SPLIT: 'SPLIT', IMPORT: 'IMPORT', SNOOZE: 'SYSTEM', AUTO_CLOSE: 'SYSTEM' } as const
const actors = {
  USER: 'AGENT',
  API_KEY: 'AGENT',
  CUSTOMER: 'CUSTOMER',
  RULE: 'RULE',
  IMPORT: 'IMPORT',
  SCIM: 'SYSTEM',
  SYSTEM: 'SYSTEM',
} as const
