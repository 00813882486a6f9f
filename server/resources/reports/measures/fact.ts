/** Declares facts: what happened to threads, one row each. `measure.ts` creates them; metrics count them. */
import type { Uuid } from '#platform/ids.ts'

/** Kinds of facts, and when each is created. */
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

/** Kinds with one fact per message. */
export const messageKinds = ['RECEIVED', 'ANSWERED', 'AUTOMATIC', 'NOTED'] as const satisfies FactKind[]

/** Cause of a fact, in the terms of reports. */
export const factCauses = ['CUSTOMER', 'AGENT', 'RULE', 'MERGE', 'SPLIT', 'FOLLOW_UP', 'IMPORT', 'SYSTEM'] as const
export type FactCause = (typeof factCauses)[number]

/** Fields of a thread at the time of a fact. */
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

/**
 * A duration in milliseconds: by the calendar, and within working hours (equal if there are no hours). `step` is the histogram step of
 * `ms`.
 */
export type Duration = { ms: number; businessMs: number; step: number }

/**
 * A fact in the form that `measure` returns. Times are milliseconds since 1970. Columns of the table `facts` have the same names in
 * snake_case.
 */
export type Fact = FactContext & {
  kind: FactKind
  at: number
  sequence: number
  /** Index of the fact among the facts of the same event. */
  n: number
  eventId: Uuid
  threadId: Uuid
  messageId: Uuid | null
  /** User who gets the credit: a message's author, the user who resolved the thread, or the assignee if a program resolved it. */
  personId: Uuid | null
  /** User who acted, credited or not. */
  actorId: Uuid | null
  cause: FactCause | null
  /** ANSWERED: whether this is the thread's first reply; false if a program started the thread. RESOLVED: whether it is the first time. */
  isFirst: boolean
  /** Change of the number of unresolved threads: 1, 0 or -1. 0 for MOVED. */
  backlog: -1 | 0 | 1
  /**
   * MOVED, CHANGED: the changed field; the fact's own fields have the new values. Status changes: `status` or `snooze`. SLA: the clock.
   * RATED: the scale, with the score in `toValue`. RULE_RAN: `rule`, with its id in `toValue`.
   */
  field: MovedField | SlaClock | RatingScale | 'policy' | 'status' | 'snooze' | 'rule' | null
  fromValue: string | null
  toValue: string | null
  startedAt: number | null
  /**
   * REOPENED: the sequence of the RESOLVED fact, whose time is `startedAt`. An event has at most one RESOLVED. RATED: the sequence of the
   * ASKED fact.
   */
  ofSequence: number | null
  /** ANSWERED, WAIT_DROPPED: duration of the wait. RESOLVED: of the episode. REOPENED: since the RESOLVED. */
  value: Duration | null
  /** First RESOLVED of the thread: time since the creation. */
  sinceCreation: Duration | null
  /** RESOLVED: time that the episode spent in status open. */
  openTime: Duration | null
  /** RESOLVED: number of earlier replies in this thread. */
  answersBefore: number | null
  detail: FactDetail | null
}

/** Additional data of a fact, from which the thread's happenings can be reconstructed. */
export type FactDetail = {
  /** New SLA terms of the thread, if they changed. */
  termsId?: Uuid | null
  /** CREATED, UNMERGED: the status. */
  status?: string
  /** Time of the event, if it differs from the fact's. */
  eventAt?: number
  /** RECEIVED: an auto-reply by mail, which starts no wait. */
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

/**
 * Returns the histogram step of a duration: 0 up to 1.2 s, then each step is a fifth longer than the previous one. The last step is
 * unbounded.
 */
export function toStep(ms: number): number {
  return ms < 1_000 ? 0 : Math.min(stepCount - 1, Math.floor(Math.log(ms / 1_000) / Math.log(stepBase)))
}

export function toDuration(ms: number, businessMs: number): Duration {
  return { ms, businessMs, step: toStep(ms) }
}

/**
 * Metrics of the daily sums (`measure_days`), with the facts that each counts. `sum` and `business_sum` are the milliseconds of durations.
 * Sums are stored in total and by each of `sumDimensions`; in total, durations are also counted by histogram step.
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

/** SQL: whether the rating `f` is good: 4 or 5 stars, or a thumbs-up. */
export const isGoodSql = `((f.field = 'STARS' and f.to_value in ('4', '5')) or (f.field = 'THUMBS' and f.to_value = '1'))`

export const sumDimensions = ['person', 'assignee', 'team', 'inbox', 'priority', 'channel', 'policy'] as const
