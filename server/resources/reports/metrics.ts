/**
 * The metrics of reports. The single definition of each number: `GET /reports/metrics` and the guide show its wording, and the statements
 * of reports and their drill-down lists are built from `how`.
 */
import { type FactKind, isGoodSql, type SumMetric } from './measures/fact.ts'
import type { Calculation, Dimension, FactSet, Metric } from './metric.ts'

/** Days after a resolution within which the customer's reopening counts. */
export const reopenDays = 7

const ofThread = ['assignee', 'team', 'inbox', 'priority', 'channel'] as const
const ofMoment = ['policy', 'hourOfDay', 'weekday'] as const
const ofNow = ['label', 'customer', 'field'] as const
const usual: readonly Dimension[] = [...ofThread, ...ofMoment, ...ofNow]
const ofPerson: readonly Dimension[] = ['person', ...usual]
const withCause: readonly Dimension[] = [...usual, 'cause']

const firstResolved: FactSet = { kinds: ['RESOLVED'], when: 'f.is_first' }
const eachTime = 'An action counts on each occasion: a thread that is resolved twice counts twice.'
const notMerged = 'Closing a thread by merging it into another one.'
const notDropped = 'Waits that end without an answer, because the thread is resolved or merged.'
const automatic = 'Messages of bots, rules and service users, and automatic replies.'

const getCount = (kind: FactKind, sum: SumMetric): Calculation => ({ type: 'count', of: { kinds: [kind] }, sums: [sum] })
const slaRate = (clock: 'FIRST_RESPONSE' | 'NEXT_RESPONSE' | 'RESOLUTION', what: string): Metric => ({
  name: `SLA met: ${what}`,
  figure: 'RATE',
  definition: `The share of SLA clocks for the ${what} that were stopped in time, of all that were decided.`,
  counts: [
    'A clock that is met, at the time when it is stopped.',
    'A clock that is breached, at the time when it becomes late, whatever happens later.',
  ],
  doesNotCount: ['Clocks that still run, and clocks that end undecided.'],
  dimensions: usual,
  additive: true,
  how: {
    type: 'rate',
    of: { kinds: ['SLA_MET', 'SLA_BREACHED'], when: `f.field = '${clock}'` },
    part: `f.kind = 'SLA_MET'`,
    sums: { part: [`SLA_${clock}_MET`], whole: [`SLA_${clock}_MET`, `SLA_${clock}_BREACHED`] },
  },
})
const valueColumns = { calendar: 'f.value_ms', working: 'f.business_ms' }
const steps = (kind: FactKind, isFirst: boolean) => ({ step: 'f.step', when: `f.kind = '${kind}' and f.is_first = ${isFirst}` })
const waitBegins = 'A wait begins with a customer’s public message when none is open, and ends with the next answer by an agent.'

export const metrics = {
  THREADS_CREATED: {
    name: 'Threads created',
    figure: 'COUNT',
    definition: 'The number of new threads.',
    counts: ['Every new thread, whoever began it, also one that was split off or that follows a closed thread.'],
    doesNotCount: ['Messages in threads that exist.'],
    dimensions: withCause,
    additive: true,
    how: getCount('CREATED', 'THREADS_CREATED'),
  },
  THREADS_RESOLVED: {
    name: 'Threads resolved',
    figure: 'COUNT',
    definition: `How often an open or pending thread became resolved or closed. ${eachTime}`,
    counts: ['Resolving or closing an open or pending thread, by an agent, a rule or a program.'],
    doesNotCount: [notMerged, 'Closing a resolved thread.'],
    dimensions: ['person', ...withCause],
    additive: true,
    how: getCount('RESOLVED', 'THREADS_RESOLVED'),
  },
  THREADS_REOPENED: {
    name: 'Threads reopened',
    figure: 'COUNT',
    definition: `How often a resolved or closed thread became open or pending. ${eachTime}`,
    counts: ['Reopening by a customer’s message, an agent, a rule or a merge.'],
    doesNotCount: ['Undoing a merge.'],
    dimensions: withCause,
    additive: true,
    how: getCount('REOPENED', 'THREADS_REOPENED'),
  },
  THREADS_CLOSED: {
    name: 'Threads closed',
    figure: 'COUNT',
    definition: `How often a thread became closed. ${eachTime}`,
    counts: ['Closing by an agent, and automatically some days after the resolution.'],
    doesNotCount: [notMerged],
    dimensions: withCause,
    additive: true,
    how: getCount('CLOSED', 'THREADS_CLOSED'),
  },
  THREADS_MERGED: {
    name: 'Threads merged',
    figure: 'COUNT',
    definition: 'How often a thread was merged into another one.',
    counts: ['Each thread that was merged away.'],
    doesNotCount: ['The thread that keeps the messages.'],
    dimensions: withCause,
    additive: true,
    how: getCount('MERGED', 'THREADS_MERGED'),
  },
  MESSAGES_RECEIVED: {
    name: 'Messages received',
    figure: 'COUNT',
    definition: 'The number of customers’ public messages.',
    counts: ['Every public message of a customer, the first one of a thread included.'],
    doesNotCount: ['Internal notes.'],
    dimensions: usual,
    additive: true,
    how: getCount('RECEIVED', 'MESSAGES_RECEIVED'),
  },
  ANSWERS_SENT: {
    name: 'Answers sent',
    figure: 'COUNT',
    definition: 'The number of public messages by agents.',
    counts: ['Every public message that a person wrote for the workspace.'],
    doesNotCount: [automatic, 'Internal notes.'],
    dimensions: ofPerson,
    additive: true,
    how: getCount('ANSWERED', 'ANSWERS_SENT'),
  },
  AUTOMATIC_SENT: {
    name: 'Automatic messages sent',
    figure: 'COUNT',
    definition: 'The number of public messages by programs.',
    counts: [automatic],
    doesNotCount: ['Messages of agents and customers.'],
    dimensions: ofPerson,
    additive: true,
    how: getCount('AUTOMATIC', 'AUTOMATIC_SENT'),
  },
  NOTES_WRITTEN: {
    name: 'Notes written',
    figure: 'COUNT',
    definition: 'The number of internal notes.',
    counts: ['Every internal note.'],
    doesNotCount: ['Messages that customers can read.'],
    dimensions: ofPerson,
    additive: true,
    how: getCount('NOTED', 'NOTES_WRITTEN'),
  },
  WAITS_DROPPED: {
    name: 'Waits dropped',
    figure: 'COUNT',
    definition: 'How often a customer’s wait ended without an answer.',
    counts: ['A wait that ends because the thread is resolved, closed, merged or erased, or the messages are split off.'],
    doesNotCount: ['Waits that an answer ended, and waits that still last.'],
    dimensions: usual,
    additive: true,
    how: getCount('WAIT_DROPPED', 'WAITS_DROPPED'),
  },
  THREADS_ANSWERED: {
    name: 'Threads answered',
    figure: 'COUNT',
    definition: 'The number of different threads in which an agent wrote a public message.',
    counts: ['A thread once in each bucket and group, however many answers it got there.'],
    doesNotCount: [automatic],
    dimensions: ofPerson,
    additive: false,
    how: { type: 'threads', of: { kinds: ['ANSWERED'] }, person: 'person_id' },
  },
  THREADS_WORKED_ON: {
    name: 'Threads worked on',
    figure: 'COUNT',
    definition: 'The number of different threads in which a user did anything.',
    counts: [
      'A thread once in each bucket and group in which a user wrote an answer or a note, resolved, reopened, closed, merged or assigned it, ' +
        'or changed its status, team, inbox or priority. The agent is the user who did it.',
    ],
    doesNotCount: ['Reading a thread.', 'What customers and rules did.'],
    dimensions: ofPerson,
    additive: false,
    how: {
      type: 'threads',
      of: {
        kinds: ['ANSWERED', 'NOTED', 'RESOLVED', 'REOPENED', 'CLOSED', 'MERGED', 'UNMERGED', 'MOVED', 'CHANGED', 'STATUS'],
        when: `f.actor_id is not null and f.field is distinct from 'policy'`,
      },
      person: 'actor_id',
    },
  },
  FIRST_RESPONSE_TIME: {
    name: 'First response time',
    figure: 'DURATION',
    definition: `The time from a customer’s first message to the thread’s first answer. ${waitBegins}`,
    counts: ['One duration for each thread, at the time of the answer.'],
    doesNotCount: [automatic, 'Threads whose first message is not the customer’s.', notDropped],
    dimensions: ofPerson,
    additive: true,
    how: {
      type: 'duration',
      of: { kinds: ['ANSWERED'], when: 'f.is_first and f.step is not null' },
      columns: valueColumns,
      sums: ['FIRST_RESPONSE_TIME'],
      steps: [steps('ANSWERED', true)],
    },
  },
  NEXT_RESPONSE_TIME: {
    name: 'Next response time',
    figure: 'DURATION',
    definition: `The time that customers waited for every later answer. ${waitBegins}`,
    counts: ['One duration for each wait after the thread’s first answer, at the time of the answer that ended it.'],
    doesNotCount: [automatic, notDropped, 'Answers while no customer waits.'],
    dimensions: ofPerson,
    additive: true,
    how: {
      type: 'duration',
      of: { kinds: ['ANSWERED'], when: 'not f.is_first and f.step is not null' },
      columns: valueColumns,
      sums: ['NEXT_RESPONSE_TIME'],
      steps: [steps('ANSWERED', false)],
    },
  },
  RESPONSE_TIME: {
    name: 'Response time',
    figure: 'DURATION',
    definition: `The time that customers waited for any answer, the first or a later one. ${waitBegins}`,
    counts: ['One duration for each wait, at the time of the answer that ended it.'],
    doesNotCount: [automatic, notDropped, 'Answers while no customer waits.'],
    dimensions: ofPerson,
    additive: true,
    how: {
      type: 'duration',
      of: { kinds: ['ANSWERED'], when: 'f.step is not null' },
      columns: valueColumns,
      sums: ['RESPONSE_TIME'],
      steps: [steps('ANSWERED', true), steps('ANSWERED', false)],
    },
  },
  FIRST_RESOLUTION_TIME: {
    name: 'First resolution time',
    figure: 'DURATION',
    definition: 'The time from the creation of a thread until it was resolved or closed for the first time.',
    counts: ['One duration for each thread, for ever, at the time of its first resolution.'],
    doesNotCount: [notMerged, 'Later resolutions.'],
    dimensions: ofPerson,
    additive: true,
    how: {
      type: 'duration',
      of: { kinds: ['RESOLVED'], when: 'f.first_step is not null' },
      columns: { calendar: 'f.first_ms', working: 'f.first_business_ms' },
      sums: ['FIRST_RESOLUTION_TIME'],
      steps: [{ step: 'f.first_step', when: 'true' }],
    },
  },
  RESOLUTION_TIME: {
    name: 'Resolution time',
    figure: 'DURATION',
    definition: 'The length of an episode, which begins when a thread is created or reopened and ends when it is resolved or closed.',
    counts: ['One duration for each episode, at its end.'],
    doesNotCount: [notMerged],
    dimensions: ofPerson,
    additive: true,
    how: {
      type: 'duration',
      of: { kinds: ['RESOLVED'], when: 'f.step is not null' },
      columns: valueColumns,
      sums: ['RESOLUTION_TIME'],
      steps: [steps('RESOLVED', true), steps('RESOLVED', false)],
    },
  },
  OPEN_TIME: {
    name: 'Open time',
    figure: 'DURATION',
    definition: 'The part of an episode during which the thread was open.',
    counts: ['One duration for each episode, at its end.'],
    doesNotCount: ['The time during which the thread was pending or snoozed.', notMerged],
    dimensions: ofPerson,
    additive: true,
    how: {
      type: 'duration',
      of: { kinds: ['RESOLVED'], when: 'f.open_step is not null' },
      columns: { calendar: 'f.open_ms', working: 'f.open_business_ms' },
      sums: ['OPEN_TIME'],
      steps: [{ step: 'f.open_step', when: 'true' }],
    },
  },
  RESOLVED_ON_FIRST_ANSWER: {
    name: 'Resolved on first answer',
    figure: 'RATE',
    definition: 'The share of first resolutions before which the thread had exactly one answer.',
    counts: ['Each thread once, at its first resolution.'],
    doesNotCount: ['Later resolutions.', automatic],
    dimensions: ofPerson,
    additive: true,
    how: {
      type: 'rate',
      of: firstResolved,
      part: 'f.answers_before = 1',
      sums: { part: ['RESOLVED_ON_FIRST_ANSWER'], whole: ['FIRST_RESOLUTION_TIME'] },
    },
  },
  RESOLVED_WITHOUT_ANSWER: {
    name: 'Resolved without answer',
    figure: 'RATE',
    definition: 'The share of first resolutions before which the thread had no answer.',
    counts: ['Each thread once, at its first resolution.'],
    doesNotCount: ['Later resolutions.', automatic],
    dimensions: ofPerson,
    additive: true,
    how: {
      type: 'rate',
      of: firstResolved,
      part: 'f.answers_before = 0',
      sums: { part: ['RESOLVED_WITHOUT_ANSWER'], whole: ['FIRST_RESOLUTION_TIME'] },
    },
  },
  ANSWERS_TO_RESOLUTION: {
    name: 'Answers to resolution',
    figure: 'AVERAGE',
    definition: 'The average number of answers that a thread had before its first resolution.',
    counts: ['Each thread once, at its first resolution.'],
    doesNotCount: [automatic],
    dimensions: ofPerson,
    additive: true,
    how: { type: 'average', of: firstResolved, column: 'f.answers_before', sums: ['ANSWERS_TO_RESOLUTION'] },
  },
  REOPEN_RATE: {
    name: 'Reopen rate',
    figure: 'RATE',
    definition:
      'The share of resolutions after which the customer reopened the thread within 7 days. It counts in the bucket of the resolution. ' +
      'Buckets that ended less than 7 days ago say `settled: false`, because the figure can still rise.',
    counts: ['Every resolution, also several ones of a thread.'],
    doesNotCount: ['Reopening by agents, rules or merges.', 'Reopening after more than 7 days.'],
    dimensions: ofPerson,
    additive: true,
    how: {
      type: 'rate',
      of: { kinds: ['RESOLVED'] },
      part: `exists (select 1 from facts o where o.tenant_id = :tenantId::uuid and o.thread_id = f.thread_id and o.kind = 'REOPENED'
        and o.cause = 'CUSTOMER' and o.of_sequence = f.sequence and o.value_ms <= ${reopenDays} * 86400000 and o.sequence <= :asOf::bigint)`,
      sums: { part: ['REOPENED_IN_TIME'], whole: ['THREADS_RESOLVED'] },
    },
  },
  SLA_FIRST_RESPONSE: slaRate('FIRST_RESPONSE', 'first response'),
  SLA_NEXT_RESPONSE: slaRate('NEXT_RESPONSE', 'next response'),
  SLA_RESOLUTION: slaRate('RESOLUTION', 'resolution'),
  SATISFACTION_ASKED: {
    name: 'Ratings asked for',
    figure: 'COUNT',
    definition: 'How often a customer was asked to rate how a thread was resolved.',
    counts: ['Every request, when its mail was sent or its link was made. The agent is the author of the last answer before the request.'],
    doesNotCount: ['Reminders.', 'Requests that were cancelled before they were sent.'],
    dimensions: ['person', ...withCause],
    additive: true,
    how: getCount('ASKED', 'SATISFACTION_ASKED'),
  },
  SATISFACTION_ANSWERED: {
    name: 'Ratings',
    figure: 'COUNT',
    definition: 'The number of ratings by customers.',
    counts: ['Every request with an answer once, at the time when the answer was given or last changed.'],
    doesNotCount: ['Earlier answers of a customer who has changed the answer.'],
    dimensions: ofPerson,
    additive: true,
    how: getCount('RATED', 'SATISFACTION_ANSWERED'),
  },
  SATISFACTION_SCORE: {
    name: 'Satisfaction score',
    figure: 'RATE',
    definition: 'The share of good ratings: 4 or 5 stars, or a thumb up.',
    counts: ['Every rating once, at the time when the answer was given or last changed.'],
    doesNotCount: ['Requests without an answer.'],
    dimensions: ofPerson,
    additive: true,
    how: {
      type: 'rate',
      of: { kinds: ['RATED'] },
      part: isGoodSql,
      sums: { part: ['SATISFACTION_GOOD'], whole: ['SATISFACTION_ANSWERED'] },
    },
  },
  SATISFACTION_RESPONSE_RATE: {
    name: 'Response rate of ratings',
    figure: 'RATE',
    definition:
      'The share of requests that were answered. It counts in the bucket of the request. Buckets that ended less than 28 days ago say ' +
      '`settled: false`, because the figure can still rise.',
    counts: ['Every request, whenever it was answered.'],
    doesNotCount: ['Changes of an answer.'],
    dimensions: ['person', ...withCause],
    additive: true,
    how: {
      type: 'rate',
      of: { kinds: ['ASKED'] },
      part: `exists (select 1 from facts o where o.tenant_id = :tenantId::uuid and o.thread_id = f.thread_id and o.kind = 'RATED'
        and o.of_sequence = f.sequence and o.sequence <= :asOf::bigint)`,
      sums: { part: ['SATISFACTION_RESPONDED'], whole: ['SATISFACTION_ASKED'] },
    },
  },
  RULE_RUNS: {
    name: 'Changes by rules',
    figure: 'COUNT',
    definition: 'How often an automation rule changed a thread.',
    counts: ['Every run that changed a field or the followers, or wrote a message or a note, once, however much it did.'],
    doesNotCount: [
      'Runs without effect, and runs that were refused or kept back by a guard.',
      'Runs that only notified users, asked for a rating or sent the thread to a webhook: they do not change the thread.',
    ],
    dimensions: ['rule', ...usual],
    additive: true,
    how: getCount('RULE_RAN', 'RULE_RUNS'),
  },
  BACKLOG: {
    name: 'Backlog',
    figure: 'STOCK',
    definition: 'The number of open and pending threads at the end of the bucket.',
    counts: [
      'Every thread that was open or pending then, snoozed ones included, for the assignee, team, inbox and priority that it had then.',
    ],
    doesNotCount: ['Merged threads.'],
    dimensions: [...ofThread, ...ofNow],
    additive: false,
    how: { type: 'stock', of: { kinds: ['CREATED', 'RESOLVED', 'REOPENED', 'MERGED', 'UNMERGED', 'ERASED', 'MOVED'] }, sums: ['BACKLOG'] },
  },
} as const satisfies Readonly<Record<string, Metric>>

export type MetricName = keyof typeof metrics

/** Days after a bucket during which its rate can still rise. */
export const daysUntilSettled: Readonly<Partial<Record<MetricName, number>>> = { REOPEN_RATE: reopenDays, SATISFACTION_RESPONSE_RATE: 28 }

// Safe because the keys of the declaration are the names.
export const metricNames = Object.keys(metrics) as MetricName[]

export function getMetric(name: MetricName): Metric {
  return metrics[name]
}
