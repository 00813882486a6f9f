/** The parameters of reports, which saved reports store under the same names. */
import type { IdPrefix } from '#platform/ids.ts'
import { choice, closed, component, exampleId, idInput, type Static, Type } from '#platform/schema.ts'
import { ThreadSort } from '../../threads/index.ts'
import { Weekday } from '../../tenants/index.ts'
import { ChannelInput, PriorityInput } from '../../thread-words/index.ts'
import { type FactCause as FactCauseName, factKinds } from '../measures/fact.ts'
import type { Dimension } from '../metric.ts'
import { grains } from './calendar.ts'

export const weekdays = { MONDAY: 1, TUESDAY: 2, WEDNESDAY: 3, THURSDAY: 4, FRIDAY: 5, SATURDAY: 6, SUNDAY: 7 } as const

const id = '[0-7][0-9a-hjkmnp-tv-z]{25}'

/** Declares an id, or `none` for facts without one. */
function idOrNone(prefix: IdPrefix, description: string) {
  return Type.Optional(
    Type.String({
      'x-id': prefix,
      'x-words': ['none'],
      pattern: `^(none|(${prefix}_)?${id})$`,
      description: `${description} \`none\`: none.`,
      examples: [exampleId(prefix)],
    }),
  )
}

const moment = (description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength: 40,
    description: `${description} A local date in \`timezone\` (\`2026-03-01\`), an instant (\`2026-03-01T09:30:00Z\`), or a date relative to today (\`today\`, \`today-30\`, \`today+1\`).`,
    examples: [example],
  })

export const causes = {
  CUSTOMER: 'The customer did it.',
  AGENT: 'An agent did it.',
  RULE: 'A rule did it.',
  MERGE: 'It follows from a merge.',
  SPLIT: 'It follows from a split.',
  FOLLOW_UP: 'The customer wrote to a closed thread.',
  IMPORT: 'It was imported.',
  SYSTEM: 'The service did it.',
  none: 'It has no cause.',
} satisfies Record<FactCauseName | 'none', string>

const FactCauseFilter = component('FactCauseFilter', choice(causes, { description: 'Why it happened.' }))

/** Filters. Each selects the facts with one value of a dimension. */
export const filterFields = {
  personId: idOrNone('usr', 'The agent who is credited.'),
  assigneeId: idOrNone('usr', 'The thread’s assignee at that moment.'),
  teamId: idOrNone('tea', 'The thread’s team at that moment.'),
  inboxId: Type.Optional(idInput('inb', 'The thread’s inbox at that moment.')),
  priority: Type.Optional(PriorityInput),
  channel: Type.Optional(ChannelInput),
  policyId: idOrNone('sla', 'The SLA policy that applied at that moment.'),
  cause: Type.Optional(FactCauseFilter),
  ruleId: Type.Optional(idInput('rul', 'The automation rule that ran.')),
  hourOfDay: Type.Optional(Type.Integer({ minimum: 0, maximum: 23, description: 'The hour of the local day.', examples: [9] })),
  weekday: Type.Optional(Weekday),
  labelId: idOrNone('lbl', 'A label that the thread has now.'),
  customerId: idOrNone('cst', 'The customer whom the thread has now.'),
  fieldKey: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The key of a custom field of threads of type SELECT, for `fieldValue` and the dimension `field`.',
      examples: ['plan'],
    }),
  ),
  fieldValue: Type.Optional(
    Type.String({ maxLength: 255, description: 'The value that the field `fieldKey` has now; empty for no value.', examples: ['pro'] }),
  ),
}

/** The filter of each dimension. */
export const filterOf = {
  person: 'personId',
  assignee: 'assigneeId',
  team: 'teamId',
  inbox: 'inboxId',
  priority: 'priority',
  channel: 'channel',
  policy: 'policyId',
  cause: 'cause',
  rule: 'ruleId',
  hourOfDay: 'hourOfDay',
  weekday: 'weekday',
  label: 'labelId',
  customer: 'customerId',
  field: 'fieldValue',
} as const satisfies Record<Dimension, keyof typeof filterFields>

const rangeFields = {
  from: moment('The beginning of the range.', 'today-30'),
  to: moment('The end of the range, which is not included. At most five years after `from`, 31 days by hour.', 'today+1'),
}
const timezone = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The time zone of dates and buckets, a name of the IANA database. Default: the setting `reporting.timezone`.',
    examples: ['Europe/Berlin'],
  }),
)
export const ReportTime = component(
  'ReportTime',
  choice(
    { CALENDAR: 'All time; the default.', WORKING: 'Working time, by the business hours as they were then.' },
    { description: 'The time that durations count.' },
  ),
)
const time = Type.Optional(ReportTime)
const ReportGrain = component('ReportGrain', choice(grains, { description: 'The length of the buckets. Default: `none`.' }))

const ReportComparison = component(
  'ReportComparison',
  choice(
    { NONE: 'Nothing; the default.', PREVIOUS: 'The range before, of the same length.', YEAR: 'The same dates a year earlier.' },
    { description: 'The range whose figures are in `previous`.' },
  ),
)

export const reportFields = {
  metrics: Type.String({
    minLength: 1,
    maxLength: 400,
    description: 'One to twelve metrics of `GET /reports/metrics`, separated by commas.',
    examples: ['THREADS_CREATED,FIRST_RESPONSE_TIME'],
  }),
  ...rangeFields,
  grain: Type.Optional(ReportGrain),
  groupBy: Type.Optional(
    Type.String({ maxLength: 64, description: 'At most two dimensions of the metrics, separated by a comma.', examples: ['team'] }),
  ),
  timezone,
  time,
  compareTo: Type.Optional(ReportComparison),
  ...filterFields,
}

export const FactKindName = component(
  'FactKind',
  choice(factKinds, { description: 'A kind of facts, also one that no metric counts. Without a kind and a metric: all kinds.' }),
)

const defaultRange = { from: 'today-30', to: 'today+1' }
/** Default range of requests: the last thirty days and today. */
const optionalRange = {
  from: Type.Optional(moment(`The beginning of the range. Default: \`${defaultRange.from}\`.`, defaultRange.from)),
  to: Type.Optional(
    moment(
      `The end of the range, which is not included. Default: \`${defaultRange.to}\`. At most five years after \`from\`, 31 days by hour.`,
      defaultRange.to,
    ),
  ),
}

export const ReportQuery = closed({
  ...reportFields,
  ...optionalRange,
  metrics: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 400,
      description:
        'One to twelve metrics of `GET /reports/metrics`, separated by commas. Default: `THREADS_CREATED,THREADS_RESOLVED,BACKLOG`.',
      examples: ['THREADS_CREATED,FIRST_RESPONSE_TIME'],
    }),
  ),
  atLeast: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'The sequence of an event that must have been counted. The service waits up to five seconds for it. A sequence beyond the newest event is refused.',
      examples: [0],
    }),
  ),
})

/** Fills in defaults for omitted parameters. */
export function withDefaults<Query extends { from?: string; to?: string }>(query: Query) {
  return { metrics: 'THREADS_CREATED,THREADS_RESOLVED,BACKLOG', ...defaultRange, ...query }
}

/** The stored query of a saved report. */
export const SavedQuery = component(
  'SavedReportQuery',
  closed(reportFields, {
    description: 'The parameters of `GET /reports`. Dates relative to today keep a saved report current.',
    examples: [{ metrics: 'THREADS_CREATED,THREADS_RESOLVED', from: 'today-30', to: 'today+1', grain: 'day', groupBy: 'team' }],
  }),
)

export const FactsQuery = closed({
  metric: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The metric whose facts are listed: of a rate all facts of the whole, of a number of threads one fact for each thread.',
      examples: ['THREADS_CREATED'],
    }),
  ),
  kind: Type.Optional(FactKindName),
  ...optionalRange,
  timezone,
  time,
  ...filterFields,
  asOf: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'The sequence of the last event that is counted, as `asOf` of a report. Default: all events so far.',
      examples: [4_200],
    }),
  ),
})
export type FactsQueryInput = Static<typeof FactsQuery>

export const ReportThreadsQuery = closed({ ...FactsQuery.properties, sort: Type.Optional(ThreadSort) })
