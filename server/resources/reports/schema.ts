/** Public schemas of reports: metrics, figures, facts and the current state. */
import { choice, closed, component, exampleId, idOutput, nullable, time, Type } from '#platform/schema.ts'
import { ThreadChannel, ThreadPriority } from '../thread-words/index.ts'
import { factCauses } from './measures/fact.ts'
import { causes as causeMeanings, FactKindName, ReportTime } from './query/request-schema.ts'
import { dimensions, figures } from './metric.ts'
import { metricNames, metrics, type MetricName } from './metrics.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const ms = (description: string) => nullable(Type.Integer({ minimum: 0 }), { description })

export const MetricId = component(
  'ReportMetricId',
  choice(
    // Safe because the keys of the table are the names.
    Object.fromEntries(metricNames.map((name) => [name, metrics[name].definition])) as Record<MetricName, string>,
    { description: 'A metric of reports.' },
  ),
)

export const ReportDimension = component('ReportDimension', choice(dimensions, { description: 'What facts can be grouped by.' }))

const FigureKind = component('FigureKind', choice(figures, { description: 'The kind of figure of a metric.' }))

export const Metric = component(
  'ReportMetric',
  closed(
    {
      metric: MetricId,
      name: Type.String({ description: 'Its name.' }),
      figure: FigureKind,
      definition: Type.String({ description: 'What it means.' }),
      counts: Type.Array(Type.String(), { description: 'What counts.' }),
      doesNotCount: Type.Array(Type.String(), { description: 'What does not count.' }),
      dimensions: Type.Array(ReportDimension, { description: 'What it can be grouped and filtered by.' }),
      additive: Type.Boolean({ description: 'Whether the figures of buckets and groups add up to the total.' }),
    },
    {
      description: 'The definition of a metric.',
      examples: [
        {
          metric: 'THREADS_CREATED',
          name: metrics.THREADS_CREATED.name,
          figure: metrics.THREADS_CREATED.figure,
          definition: metrics.THREADS_CREATED.definition,
          counts: [...metrics.THREADS_CREATED.counts],
          doesNotCount: [...metrics.THREADS_CREATED.doesNotCount],
          dimensions: [...metrics.THREADS_CREATED.dimensions],
          additive: true,
        },
      ],
    },
  ),
)
export const Metrics = component('ReportMetrics', Type.Array(Metric, { description: 'All metrics.', examples: [[]] }))

// --- Figures ---------------------------------------------------------------------------------------------------------------

const factsUrl = Type.String({ description: 'The path of the facts behind the figure: a call of `GET /reports/facts` with `asOf`.' })

const CountFigure = component(
  'CountFigure',
  closed({ count: count('The number.'), factsUrl }, { description: 'A number of facts or threads.' }),
)
const StockFigure = component(
  'StockFigure',
  closed(
    { count: Type.Integer({ description: 'The number at the end of the bucket.' }), factsUrl },
    { description: 'A number at a time.' },
  ),
)
const DurationFigure = component(
  'DurationFigure',
  closed(
    {
      count: count('The number of durations.'),
      sumMs: count('Their sum in milliseconds.'),
      averageMs: ms('The sum divided by the count, rounded; null without durations.'),
      medianMs: ms('The median: the shortest duration that at least half of all durations do not exceed. One of the durations.'),
      p90Ms: ms('The 90th percentile, by the same rule. One of the durations.'),
      maxMs: ms('The longest duration.'),
      factsUrl,
    },
    { description: 'A figure of durations.' },
  ),
)
const RateFigure = component(
  'RateFigure',
  closed(
    {
      part: count('The number of facts that count.'),
      whole: count('The number of all facts.'),
      rate: nullable(Type.Number(), { description: 'The part divided by the whole, 0 to 1; null when the whole is 0.' }),
      settled: Type.Boolean({ description: 'False while the figure can still change, because the time for it has not passed.' }),
      factsUrl,
    },
    { description: 'A share.' },
  ),
)
const AverageFigure = component(
  'AverageFigure',
  closed(
    {
      count: count('The number of facts.'),
      sum: count('The sum.'),
      average: nullable(Type.Number(), { description: 'The sum divided by the count; null without facts.' }),
      factsUrl,
    },
    { description: 'An average.' },
  ),
)

const shapes = { COUNT: CountFigure, STOCK: StockFigure, DURATION: DurationFigure, RATE: RateFigure, AVERAGE: AverageFigure }

export const ReportFigures = component(
  'ReportFigures',
  closed(Object.fromEntries(metricNames.map((name) => [name, Type.Optional(shapes[metrics[name].figure])])), {
    description: 'The figures of the metrics that were asked for.',
    examples: [{ THREADS_CREATED: { count: 12, factsUrl: '/api/v1/reports/facts?metric=THREADS_CREATED' } }],
  }),
)

const ReportBucket = component(
  'ReportBucket',
  closed(
    {
      from: time('Its beginning.'),
      to: time('Its end, which is not included.'),
      label: Type.String({ description: 'The local date on which it begins, by hour with the local time and its offset.' }),
    },
    { description: 'A range of time.' },
  ),
)
const ReportGroup = component(
  'ReportGroup',
  closed(
    {
      dimension: ReportDimension,
      id: nullable(Type.String(), { description: 'The value: an id or a word; null for facts without a value.' }),
      name: nullable(Type.String(), {
        description:
          'The name of the value; null if there is none. Users, teams, inboxes and SLA policies that were deleted keep their names.',
      }),
    },
    { description: 'A value of a dimension.' },
  ),
)
const ReportRow = component(
  'ReportRow',
  closed(
    {
      bucket: nullable(ReportBucket, { description: 'The time; null with `grain=none`.' }),
      groups: Type.Array(ReportGroup, { description: 'The values of the dimensions in `groupBy`, in that order.' }),
      figures: ReportFigures,
      previous: nullable(ReportFigures, { description: 'The figures of the compared range; null without `compareTo`.' }),
    },
    { description: 'A bucket and group of a report.' },
  ),
)
export const ReportAsOf = component(
  'ReportAsOf',
  closed(
    {
      sequence: Type.Integer({ minimum: 0, description: 'The sequence of the last event that is counted.' }),
      at: time('The time until which everything is counted.'),
      lagMs: Type.Integer({ minimum: 0, description: 'Milliseconds since then; 0 when all events are counted.' }),
    },
    { description: 'The events that figures contain.' },
  ),
)
export const Report = component(
  'Report',
  closed(
    {
      timezone: Type.String({ description: 'The time zone of the buckets.' }),
      time: ReportTime,
      asOf: ReportAsOf,
      building: nullable(
        closed(
          { done: count('Events that are counted.'), total: count('Events in all.') },
          { description: 'How far the history is counted.' },
        ),
        {
          description:
            'While the history of the tenant is counted for the first time, how far that is; null otherwise. Until then figures are too low.',
        },
      ),
      asItIsNow: Type.Array(ReportDimension, {
        description:
          'The dimensions used, in groups or filters, that threads have now. All others are as they were at the time of the facts.',
      }),
      rows: Type.Array(ReportRow, { description: 'By time, then by group. Buckets without facts have figures of 0.' }),
      totals: ReportFigures,
      previousTotals: nullable(ReportFigures, { description: 'The totals of the compared range; null without `compareTo`.' }),
    },
    {
      description: 'Figures by time and group. Totals are computed from all facts, never from averages.',
      examples: [
        {
          timezone: 'Europe/Berlin',
          time: 'CALENDAR',
          asOf: { sequence: 4200, at: '2026-03-04T09:30:00.000Z', lagMs: 0 },
          building: null,
          asItIsNow: [],
          rows: [],
          totals: {},
          previousTotals: null,
        },
      ],
    },
  ),
)

// --- Facts -----------------------------------------------------------------------------------------------------------------

const FactReference = component(
  'FactReference',
  closed(
    { id: Type.String({ description: 'Its id.' }), name: nullable(Type.String(), { description: 'Its name, also if it was deleted.' }) },
    { description: 'An object that a fact names.' },
  ),
)
const FactThread = component(
  'FactThread',
  closed(
    {
      id: idOutput('thr', 'The thread.'),
      ticketNumber: Type.String({ description: 'Its ticket number.' }),
      subject: nullable(Type.String(), { description: 'Its subject; null without the scope `threads:read`.' }),
    },
    { description: 'The thread of a fact.' },
  ),
)
const FactCause = component(
  'FactCause',
  choice(Object.fromEntries(factCauses.map((cause) => [cause, causeMeanings[cause]])), { description: 'Why it happened.' }),
)
const reference = (description: string) => nullable(FactReference, { description })

export const Fact = component(
  'Fact',
  closed(
    {
      id: Type.String({ description: 'The fact: the sequence of its event, and its number among the facts of this event.' }),
      kind: FactKindName,
      at: time('When it happened.'),
      startedAt: nullable(time('The beginning of the duration.'), { description: 'The beginning of the duration; null if it has none.' }),
      valueMs: ms('The duration in milliseconds; null if it has none. With a metric of durations, the duration that this metric counts.'),
      businessMs: ms('The same in working time.'),
      thread: nullable(FactThread, { description: 'The thread; null if it was deleted.' }),
      messageId: nullable(idOutput('msg', 'The message.'), { description: 'The message, for facts about one.' }),
      person: reference('The agent who is credited; null if there is none, or if reports hide agents.'),
      assignee: reference('The thread’s assignee at that moment; null if there was none, or if reports hide agents.'),
      team: reference('The thread’s team at that moment.'),
      inbox: reference('The thread’s inbox at that moment.'),
      priority: ThreadPriority,
      channel: ThreadChannel,
      policy: reference('The SLA policy that applied at that moment.'),
      cause: nullable(FactCause, { description: 'Why it happened, if known.' }),
      first: Type.Boolean({ description: 'Whether it is the thread’s first answer or first resolution.' }),
      field: nullable(Type.String(), {
        description:
          'For changes of a field, which one; for SLA facts, which clock; for ratings, the scale, with the score in `to`; for runs of rules, ' +
          '`rule`, with its id in `to`; otherwise null.',
      }),
      from: nullable(Type.String(), { description: 'The former value of the field; null if there was none.' }),
      to: nullable(Type.String(), { description: 'The new value of the field; null if there is none.' }),
      eventId: idOutput('evt', 'The event.'),
    },
    {
      description: 'Something that happened to a thread. Facts do not change when the thread changes later.',
      examples: [
        {
          id: '4200.0',
          kind: 'ANSWERED',
          at: '2026-03-04T09:30:00.000Z',
          startedAt: '2026-03-04T08:30:00.000Z',
          valueMs: 3_600_000,
          businessMs: 1_800_000,
          thread: { id: exampleId('thr'), ticketNumber: 'ACME-2026-000042', subject: 'Where is my order?' },
          messageId: exampleId('msg'),
          person: { id: exampleId('usr'), name: 'Ada Lovelace' },
          assignee: { id: exampleId('usr'), name: 'Ada Lovelace' },
          team: null,
          inbox: { id: exampleId('inb'), name: 'Support' },
          priority: 'normal',
          channel: 'email',
          policy: null,
          cause: null,
          first: true,
          field: null,
          from: null,
          to: null,
          eventId: exampleId('evt'),
        },
      ],
    },
  ),
)
