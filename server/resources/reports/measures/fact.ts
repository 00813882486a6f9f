/** Facts: what happened to threads, one row each. `measure.ts` makes them; metrics count them. */
import type { Uuid } from '#platform/ids.ts'

/** The kinds of facts, and when one is made. */
export const factKinds = {
  CREATED: 'A thread was created.',
  RECEIVED: 'The customer wrote a public message.',
  ANSWERED: 'An agent wrote a public message. `first` marks the first one of the thread.',
  AUTOMATIC: 'A program wrote a public message.',
  NOTED: 'An internal note was written.',
  WAIT_DROPPED: 'The customer’s wait ended without an answer: the thread was resolved, merged or erased, or the messages were moved away.',
  RESOLVED: 'An unresolved thread became resolved or closed, other than by being merged. `first` marks the first time.',
  REOPENED: 'A resolved or closed thread became open or pending, other than by undoing its merge.',
  CLOSED: 'A thread became closed, other than by being merged.',
  MERGED: 'A thread was merged into another one.',
  UNMERGED: 'The merge of a thread was undone.',
  ERASED: 'A thread was deleted, or its content was erased.',
  MOVED: 'The assignee, team, inbox or priority of an unresolved thread changed.',
  CHANGED: 'The assignee, team, inbox or priority of a resolved thread changed, or the SLA policy of any thread.',
  STATUS: 'Any other change of status, or a snooze began or ended.',
  MESSAGES_MOVED: 'Messages were moved to or from the thread, by a merge, its undoing, or a split.',
  SLA_MET: 'An SLA clock was stopped in time. A clock is decided once.',
  SLA_BREACHED: 'An SLA clock became late. A clock is decided once.',
  ASKED: 'The customer was asked for a rating.',
  RATED: 'The customer gave a rating.',
  RULE_RAN: 'An automation rule changed the thread, once for each run.',
} as const
export type FactKind = keyof typeof factKinds

/** Kinds with one fact for each message. */
export const messageKinds = ['RECEIVED', 'ANSWERED', 'AUTOMATIC', 'NOTED'] as const satisfies FactKind[]

/** Why something happened, in the words of reports. */
export const factCauses = ['CUSTOMER', 'AGENT', 'RULE', 'MERGE', 'SPLIT', 'FOLLOW_UP', 'IMPORT', 'SYSTEM'] as const
export type FactCause = (typeof factCauses)[number]

/** The fields of a thread at the moment of a fact. */
export type FactContext = {
  assigneeId: Uuid | null
  teamId: Uuid | null
  inboxId: Uuid
  priority: string
  channel: string
  policyId: Uuid | null
}

export type MovedField = 'assignee' | 'team' | 'inbox' | 'priority'
export type RatingScale = 'STARS' | 'THUMBS'
export type SlaClock = 'FIRST_RESPONSE' | 'NEXT_RESPONSE' | 'RESOLUTION'

/** A duration in milliseconds: on the calendar, and within working hours (the same without hours). `step` is that of `ms`. */
export type Duration = { ms: number; businessMs: number; step: number }

/** A fact as `measure` makes it. Times are milliseconds since 1970. Columns of the table `facts` have the same names in snake_case. */
export type Fact = FactContext & {
  kind: FactKind
  at: number
  sequence: number
  /** The fact's number among those of the same event. */
  n: number
  eventId: Uuid
  threadId: Uuid
  messageId: Uuid | null
  /** The user who is credited: the author of a message, whoever resolved the thread, or the assignee if a program resolved it. */
  personId: Uuid | null
  /** The user who acted, credited or not. */
  actorId: Uuid | null
  cause: FactCause | null
  /** ANSWERED: the thread's first answer, unless a program began the thread. RESOLVED: the first time. */
  isFirst: boolean
  /** How the fact changes the number of unresolved threads: 1, 0 or -1. 0 for MOVED. */
  backlog: -1 | 0 | 1
  /** MOVED, CHANGED: the changed field; the fact's own fields are those after the change. Changes of status: `status` or `snooze`. SLA: the clock. RATED: the scale, with the score in `toValue`. RULE_RAN: `rule`, with its id in `toValue`. */
  field: MovedField | SlaClock | RatingScale | 'policy' | 'status' | 'snooze' | 'rule' | null
  fromValue: string | null
  toValue: string | null
  startedAt: number | null
  /** REOPENED: the sequence of the RESOLVED fact, whose time is `startedAt`. An event has at most one RESOLVED. RATED: the same of the ASKED. */
  ofSequence: number | null
  /** ANSWERED, WAIT_DROPPED: the wait. RESOLVED: the episode. REOPENED: since the RESOLVED. */
  value: Duration | null
  /** RESOLVED, the thread's first: since the creation. */
  sinceCreation: Duration | null
  /** RESOLVED: the part of the episode in status open. */
  openTime: Duration | null
  /** RESOLVED: the answers written in this thread before. */
  answersBefore: number | null
  detail: FactDetail | null
}

/** Further data of a fact, from which the thread's happenings can be read back. */
export type FactDetail = {
  /** The thread's SLA terms from here on, if they changed. */
  termsId?: Uuid | null
  /** CREATED, UNMERGED: the status. */
  status?: string
  /** The time of the event, if the fact has another one. */
  eventAt?: number
  /** RECEIVED: an automatic reply by mail, which begins no wait. */
  quiet?: true
  /** ERASED: the thread no longer exists. */
  deleted?: boolean
  /** ASKED, RATED: the satisfaction request. */
  requestId?: Uuid
  /** RULE_RAN: the run. */
  runId?: Uuid
}

export const stepCount = 96
const stepBase = 1.2

/** Returns the step of a duration: 0 up to 1.2 s, then each is a fifth longer than the one before. The last one has no end. */
export function toStep(ms: number): number {
  return ms < 1_000 ? 0 : Math.min(stepCount - 1, Math.floor(Math.log(ms / 1_000) / Math.log(stepBase)))
}

export function toDuration(ms: number, businessMs: number): Duration {
  return { ms, businessMs, step: toStep(ms) }
}

/**
 * The metrics of the day sums (`measure_days`), each with the facts that it counts. `sum` and `business_sum` have the milliseconds of durations.
 * The sums are kept in all, and by each of `sumDimensions`; in all, durations are also counted by step.
 */
export const sumMetrics = {
  THREADS_CREATED: 'CREATED',
  THREADS_RESOLVED: 'RESOLVED',
  THREADS_REOPENED: 'REOPENED',
  THREADS_CLOSED: 'CLOSED',
  THREADS_MERGED: 'MERGED',
  MESSAGES_RECEIVED: 'RECEIVED',
  ANSWERS_SENT: 'ANSWERED',
  AUTOMATIC_SENT: 'AUTOMATIC',
  NOTES_WRITTEN: 'NOTED',
  WAITS_DROPPED: 'WAIT_DROPPED',
  FIRST_RESPONSE_TIME: 'ANSWERED with a wait that is the first response',
  NEXT_RESPONSE_TIME: 'ANSWERED with any other wait',
  RESPONSE_TIME: 'ANSWERED with any wait',
  FIRST_RESOLUTION_TIME: 'RESOLVED, first: count, time since the creation',
  RESOLUTION_TIME: 'RESOLVED: length of the episode',
  OPEN_TIME: 'RESOLVED: time in status open',
  RESOLVED_ON_FIRST_ANSWER: 'RESOLVED, first, with one answer before',
  RESOLVED_WITHOUT_ANSWER: 'RESOLVED, first, with no answer before',
  ANSWERS_TO_RESOLUTION: 'RESOLVED, first: `sum` has the answers before',
  REOPENED_IN_TIME: 'REOPENED by the customer within 7 days, on the day and with the dimensions of the RESOLVED',
  SLA_FIRST_RESPONSE_MET: 'SLA_MET',
  SLA_FIRST_RESPONSE_BREACHED: 'SLA_BREACHED',
  SLA_NEXT_RESPONSE_MET: 'SLA_MET',
  SLA_NEXT_RESPONSE_BREACHED: 'SLA_BREACHED',
  SLA_RESOLUTION_MET: 'SLA_MET',
  SLA_RESOLUTION_BREACHED: 'SLA_BREACHED',
  RULE_RUNS: 'RULE_RAN',
  SATISFACTION_ASKED: 'ASKED',
  SATISFACTION_ANSWERED: 'RATED',
  SATISFACTION_GOOD: 'RATED with 4 or 5 stars, or a thumb up',
  SATISFACTION_RESPONDED: 'RATED, on the day and with the dimensions of the ASKED',
  BACKLOG: 'change of the number of unresolved threads on that day: facts’ `backlog`, and MOVED from one value to another',
} as const
export type SumMetric = keyof typeof sumMetrics

/** SQL: whether the rating `f` is good: 4 or 5 stars, or a thumb up. */
export const isGoodSql = `((f.field = 'STARS' and f.to_value in ('4', '5')) or (f.field = 'THUMBS' and f.to_value = '1'))`

export const sumDimensions = ['person', 'assignee', 'team', 'inbox', 'priority', 'channel', 'policy'] as const
