/** Report pages: each declares its figures, charts and tables, which report-view.tsx renders. */
import type { ReportDimension, ReportMetricId } from '@skein/client'
import { message, type Message } from '../../texts/texts.ts'
import type { Tone } from '../../ui/chart/tones.ts'
import type { Series } from '../../ui/chart/time-chart.tsx'
import type { Good, Measure, Part } from './figures.ts'
import { metricNames } from './metric-names.ts'

export type FigureSpec = Measure & {
  name: Message
  tone: Tone
  good: Good
  /** Hides the figure if this metric has data; its own figure is shown instead. */
  unless?: ReportMetricId
  /** Hides the figure if nothing was counted. */
  onlyCounted?: true
}
export type SeriesSpec = Measure & { name: Message; shape: Series['shape']; tone: Tone }
export type ChartSpec = {
  title: Message
  series: readonly SeriesSpec[]
  /** Fills the area between the first two lines. */
  hasArea?: true
  /** Draws the SLA target for the first reply, if the workspace has exactly one. */
  hasTarget?: true
}
export type ColumnSpec = Measure & { name: Message; onlyCounted?: true }
export type TableSpec = { title: Message; dimension: ReportDimension; columns: readonly ColumnSpec[] }

export type ReportPage = {
  name: Message
  figures: readonly FigureSpec[]
  charts: readonly ChartSpec[]
  /** Shows a heat map of a metric by weekday and hour. */
  heat?: { title: Message; metric: ReportMetricId }
  /** Charts a metric for the largest values of the first table's dimension. */
  groupChart?: { title: Message; metric: ReportMetricId }
  tables: readonly TableSpec[]
  /** Lists customers' rating comments: all of them, or the latest few. */
  comments?: 'all' | 'few'
  /** Hint in the empty state of a page. */
  empty?: Message
}

const median = message('Median')
const nineInTen = message('Nine in ten')

export const figure = (metric: ReportMetricId, part: Part, tone: Tone, good: Good, name = metricNames[metric]): FigureSpec => ({
  metric,
  part,
  tone,
  good,
  name,
})
export const column = (metric: ReportMetricId, part: Part = 'count', name = metricNames[metric]): ColumnSpec => ({ metric, part, name })
export const durations = (metric: ReportMetricId): ChartSpec => ({
  title: metricNames[metric],
  hasArea: true,
  series: [
    { metric, part: 'medianMs', name: median, shape: 'line', tone: 1 },
    { metric, part: 'p90Ms', name: nineInTen, shape: 'dashes', tone: 2 },
  ],
})
const firstReply: ChartSpec = { ...durations('FIRST_RESPONSE_TIME'), hasTarget: true }
const backlog: ChartSpec = {
  title: message('Backlog'),
  series: [
    { metric: 'BACKLOG', part: 'count', name: message('Unresolved'), shape: 'line', tone: 1 },
    { metric: 'THREADS_CREATED', part: 'count', name: message('New'), shape: 'bars', tone: 2 },
    { metric: 'THREADS_RESOLVED', part: 'count', name: metricNames.THREADS_RESOLVED, shape: 'bars', tone: 3 },
  ],
}
const whenTheyWrite = { title: message('When customers write'), metric: 'MESSAGES_RECEIVED' } as const

const volume = [
  column('THREADS_CREATED'),
  column('THREADS_RESOLVED'),
  column('ANSWERS_SENT'),
  column('FIRST_RESPONSE_TIME', 'medianMs'),
  column('RESOLUTION_TIME', 'medianMs'),
  column('BACKLOG', 'count', message('Unresolved at the end')),
]
const replies = [
  column('THREADS_ANSWERED'),
  column('FIRST_RESPONSE_TIME', 'medianMs', median),
  column('FIRST_RESPONSE_TIME', 'p90Ms', nineInTen),
  column('NEXT_RESPONSE_TIME', 'medianMs', message('Later replies, median')),
]
const resolutions = [
  column('THREADS_RESOLVED'),
  column('RESOLUTION_TIME', 'medianMs', median),
  column('RESOLUTION_TIME', 'p90Ms', nineInTen),
  column('REOPEN_RATE', 'rate'),
]
const onTime = [column('SLA_FIRST_RESPONSE', 'rate'), column('SLA_NEXT_RESPONSE', 'rate'), column('SLA_RESOLUTION', 'rate')]
const satisfied: ColumnSpec = { ...column('SATISFACTION_SCORE', 'rate', message('Satisfied')), onlyCounted: true }
const ratings = [
  column('SATISFACTION_ANSWERED'),
  column('SATISFACTION_SCORE', 'rate', message('Satisfied')),
  column('SATISFACTION_ASKED', 'count', message('Asked')),
  column('SATISFACTION_RESPONSE_RATE', 'rate', message('Answered')),
]
const byPerson = message('By person')
const byTeam = message('By team')
const byInbox = message('By inbox')
const byChannel = message('By channel')
const byLabel = message('By label')

export const titles: Readonly<Partial<Record<ReportDimension, Message>>> = {
  person: byPerson,
  assignee: message('By assignee'),
  team: byTeam,
  inbox: byInbox,
  priority: message('By priority'),
  channel: byChannel,
  policy: message('By response target'),
  label: byLabel,
  rule: message('By rule'),
}

/** A page with a table that compares the values of a dimension. */
const comparison = (name: Message, dimension: ReportDimension): ReportPage => ({
  name,
  figures: [],
  charts: [],
  groupChart: { title: metricNames.THREADS_CREATED, metric: 'THREADS_CREATED' },
  tables: [{ title: name, dimension, columns: volume }],
})

export const reportPages = {
  overview: {
    name: message('Overview'),
    figures: [
      figure('THREADS_CREATED', 'count', 2, 'neither'),
      figure('THREADS_RESOLVED', 'count', 3, 'more'),
      figure('FIRST_RESPONSE_TIME', 'medianMs', 1, 'less'),
      figure('RESOLUTION_TIME', 'medianMs', 1, 'less'),
      { ...figure('SATISFACTION_SCORE', 'rate', 1, 'more'), onlyCounted: true },
      { ...figure('RESOLVED_ON_FIRST_ANSWER', 'rate', 3, 'more'), unless: 'SATISFACTION_SCORE' },
    ],
    charts: [firstReply, backlog],
    heat: whenTheyWrite,
    tables: [
      {
        title: byPerson,
        dimension: 'person',
        columns: [
          column('ANSWERS_SENT'),
          column('THREADS_RESOLVED'),
          column('FIRST_RESPONSE_TIME', 'medianMs', message('First reply')),
          satisfied,
        ],
      },
    ],
    comments: 'few',
  },
  'first-reply': {
    name: message('First reply'),
    figures: [
      figure('FIRST_RESPONSE_TIME', 'medianMs', 1, 'less'),
      figure('FIRST_RESPONSE_TIME', 'p90Ms', 2, 'less', message('Nine in ten within')),
      figure('NEXT_RESPONSE_TIME', 'medianMs', 1, 'less'),
      figure('WAITS_DROPPED', 'count', 4, 'less'),
    ],
    charts: [firstReply, durations('NEXT_RESPONSE_TIME')],
    tables: [
      { title: byTeam, dimension: 'team', columns: replies },
      { title: byChannel, dimension: 'channel', columns: replies },
    ],
  },
  resolution: {
    name: message('Resolution'),
    figures: [
      figure('THREADS_RESOLVED', 'count', 3, 'more'),
      figure('RESOLUTION_TIME', 'medianMs', 1, 'less'),
      figure('OPEN_TIME', 'medianMs', 1, 'less'),
      figure('ANSWERS_TO_RESOLUTION', 'average', 2, 'less'),
      figure('REOPEN_RATE', 'rate', 4, 'less'),
    ],
    charts: [durations('RESOLUTION_TIME'), backlog],
    tables: [
      { title: byTeam, dimension: 'team', columns: resolutions },
      { title: titles.priority ?? byTeam, dimension: 'priority', columns: resolutions },
    ],
  },
  targets: {
    name: message('Response targets'),
    empty: message('No response target was met or missed in this time. You can set response targets in the settings.'),
    figures: [
      figure('SLA_FIRST_RESPONSE', 'rate', 1, 'more'),
      figure('SLA_NEXT_RESPONSE', 'rate', 2, 'more'),
      figure('SLA_RESOLUTION', 'rate', 3, 'more'),
    ],
    charts: [
      {
        title: message('On time'),
        series: [
          { metric: 'SLA_FIRST_RESPONSE', part: 'rate', name: message('First reply'), shape: 'line', tone: 1 },
          { metric: 'SLA_NEXT_RESPONSE', part: 'rate', name: message('Later replies'), shape: 'dashes', tone: 2 },
          { metric: 'SLA_RESOLUTION', part: 'rate', name: message('Resolution'), shape: 'dots', tone: 3 },
        ],
      },
    ],
    tables: [
      { title: titles.policy ?? byTeam, dimension: 'policy', columns: onTime },
      { title: byTeam, dimension: 'team', columns: onTime },
    ],
  },
  satisfaction: {
    name: message('Satisfaction'),
    empty: message('No customer was asked for a rating in this time. You can switch on the satisfaction survey in the settings.'),
    figures: [
      figure('SATISFACTION_SCORE', 'rate', 1, 'more'),
      figure('SATISFACTION_ANSWERED', 'count', 3, 'more'),
      figure('SATISFACTION_RESPONSE_RATE', 'rate', 4, 'more', message('Response rate')),
      figure('SATISFACTION_ASKED', 'count', 2, 'neither', message('Customers asked')),
    ],
    charts: [
      {
        title: metricNames.SATISFACTION_SCORE,
        series: [{ metric: 'SATISFACTION_SCORE', part: 'rate', name: message('Satisfied'), shape: 'line', tone: 1 }],
      },
      {
        title: message('Asked and rated'),
        series: [
          { metric: 'SATISFACTION_ASKED', part: 'count', name: message('Asked'), shape: 'bars', tone: 2 },
          { metric: 'SATISFACTION_ANSWERED', part: 'count', name: metricNames.SATISFACTION_ANSWERED, shape: 'bars', tone: 3 },
        ],
      },
    ],
    tables: [
      { title: byPerson, dimension: 'person', columns: ratings },
      { title: byTeam, dimension: 'team', columns: ratings },
      { title: byInbox, dimension: 'inbox', columns: ratings },
    ],
    comments: 'all',
  },
  workload: {
    name: message('Workload'),
    figures: [
      figure('BACKLOG', 'count', 1, 'less'),
      figure('MESSAGES_RECEIVED', 'count', 2, 'neither'),
      figure('ANSWERS_SENT', 'count', 3, 'neither'),
      figure('AUTOMATIC_SENT', 'count', 4, 'neither'),
    ],
    charts: [
      {
        title: message('Messages'),
        series: [
          { metric: 'MESSAGES_RECEIVED', part: 'count', name: message('From customers'), shape: 'bars', tone: 2 },
          { metric: 'ANSWERS_SENT', part: 'count', name: metricNames.ANSWERS_SENT, shape: 'bars', tone: 3 },
        ],
      },
      backlog,
    ],
    heat: whenTheyWrite,
    tables: [{ title: message('Unresolved at the end, by assignee'), dimension: 'assignee', columns: [column('BACKLOG')] }],
  },
  people: {
    name: byPerson,
    figures: [],
    charts: [],
    groupChart: { title: metricNames.ANSWERS_SENT, metric: 'ANSWERS_SENT' },
    tables: [
      {
        title: byPerson,
        dimension: 'person',
        columns: [
          column('ANSWERS_SENT'),
          column('THREADS_RESOLVED'),
          column('THREADS_WORKED_ON'),
          column('NOTES_WRITTEN'),
          column('FIRST_RESPONSE_TIME', 'medianMs'),
          column('RESPONSE_TIME', 'medianMs'),
          satisfied,
        ],
      },
    ],
  },
  teams: comparison(byTeam, 'team'),
  labels: comparison(byLabel, 'label'),
  channels: comparison(byChannel, 'channel'),
} as const satisfies Readonly<Record<string, ReportPage>>

export type PageId = keyof typeof reportPages

export function isPageId(text: string): text is PageId {
  return Object.hasOwn(reportPages, text)
}

/** Dimensions whose values are individual people. */
export const dimensionsOfPeople: readonly ReportDimension[] = ['person', 'assignee']

/** Lists the metrics of a page's time series. */
export function listMetrics({ figures, charts }: ReportPage): ReportMetricId[] {
  return [...new Set([...figures, ...charts.flatMap(({ series }) => series)].map(({ metric }) => metric))]
}
