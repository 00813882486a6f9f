/** The pages of reports: each declares the numbers, charts and tables that it shows. report-view.tsx renders all of them. */
import type { ReportDimension, ReportMetricId } from '@skein/client'
import { message, type Message } from '../../texts/texts.ts'
import type { Tone } from '../../ui/chart/tones.ts'
import type { Series } from '../../ui/chart/time-chart.tsx'
import type { Good, Measure, Part } from './figures.ts'
import { metricNames } from './metric-names.ts'
import type { ReportQuery } from './reports-search.ts'

export type FigureSpec = Measure & { name: Message; tone: Tone; good: Good }
export type SeriesSpec = Measure & { name: Message; shape: Series['shape']; tone: Tone }
export type ChartSpec = {
  title: Message
  series: readonly SeriesSpec[]
  /** Fills the area between the first two lines. */
  hasArea?: true
  /** Draws the response target for the first reply, if the workspace has exactly one. */
  hasTarget?: true
}
export type ColumnSpec = Measure & { name: Message }
export type TableSpec = { title: Message; dimension: ReportDimension; columns: readonly ColumnSpec[] }

export type ReportPage = {
  name: Message
  figures: readonly FigureSpec[]
  charts: readonly ChartSpec[]
  /** Shows on which days and hours a metric is counted. */
  heat?: { title: Message; metric: ReportMetricId }
  /** Shows a metric over time for the greatest values of the first table's dimension. */
  groupChart?: { title: Message; metric: ReportMetricId }
  tables: readonly TableSpec[]
  /** What to do if nothing was counted. */
  empty?: Message
}

const median = message('Median')
const nineInTen = message('Nine in ten')

const figure = (metric: ReportMetricId, part: Part, tone: Tone, good: Good, name = metricNames[metric]): FigureSpec => ({
  metric,
  part,
  tone,
  good,
  name,
})
const column = (metric: ReportMetricId, part: Part = 'count', name = metricNames[metric]): ColumnSpec => ({ metric, part, name })
const durations = (metric: ReportMetricId): ChartSpec => ({
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
const byPerson = message('By person')
const byTeam = message('By team')
const byChannel = message('By channel')
const byLabel = message('By label')

const titles: Readonly<Partial<Record<ReportDimension, Message>>> = {
  person: byPerson,
  assignee: message('By assignee'),
  team: byTeam,
  inbox: message('By inbox'),
  priority: message('By priority'),
  channel: byChannel,
  policy: message('By response target'),
  label: byLabel,
}

/** A page that compares the values of a dimension. */
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
      figure('RESOLVED_ON_FIRST_ANSWER', 'rate', 3, 'more'),
    ],
    charts: [firstReply, backlog],
    heat: whenTheyWrite,
    tables: [
      {
        title: byPerson,
        dimension: 'person',
        columns: [column('ANSWERS_SENT'), column('THREADS_RESOLVED'), column('FIRST_RESPONSE_TIME', 'medianMs', message('First reply'))],
      },
    ],
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

/** Dimensions that name single people. */
export const dimensionsOfPeople: readonly ReportDimension[] = ['person', 'assignee']

/** Lists the metrics that a page shows over time. */
export function listMetrics({ figures, charts }: ReportPage): ReportMetricId[] {
  return [...new Set([...figures, ...charts.flatMap(({ series }) => series)].map(({ metric }) => metric))]
}

const partOf = (metric: ReportMetricId): Part => {
  if (metric === 'ANSWERS_TO_RESOLUTION') return 'average'
  if (metric.endsWith('_TIME')) return 'medianMs'
  return /^(SLA_|REOPEN_RATE|RESOLVED_|SATISFACTION_(SCORE|RESPONSE))/.test(metric) ? 'rate' : 'count'
}

/** Returns the page that a saved report was made from, or a page of its own for other metrics. */
export function findPage(metrics: string, groupBy: string | undefined): ReportPage {
  const dimension = groupBy?.split(',')[0]
  const known = Object.values<ReportPage>(reportPages).find((page) => {
    const parts = toSavedParts(page)
    return parts.metrics === metrics && parts.groupBy === groupBy
  })
  if (known) return known
  // Safe because the service checked the words when the report was saved.
  const wanted = metrics.split(',') as ReportMetricId[]
  if (dimension !== undefined)
    return {
      name: message('Saved report'),
      figures: [],
      charts: [],
      tables: [
        {
          title: titles[dimension as ReportDimension] ?? message('By value'),
          dimension: dimension as ReportDimension,
          columns: wanted.map((metric) => column(metric, partOf(metric))),
        },
      ],
    }
  return {
    name: message('Saved report'),
    figures: wanted.slice(0, 5).map((metric) => figure(metric, partOf(metric), 1, 'neither')),
    charts: wanted.map((metric) =>
      metric.endsWith('_TIME')
        ? durations(metric)
        : { title: metricNames[metric], series: [{ metric, part: partOf(metric), name: metricNames[metric], shape: 'line', tone: 1 }] },
    ),
    tables: [],
  }
}

/** Returns what a saved report of this page stores: the metrics over time, or those of the page's first table. */
export function toSavedParts(page: ReportPage): { metrics: string; groupBy?: string } {
  const [table] = page.tables
  if (listMetrics(page).length > 0 || !table) return { metrics: listMetrics(page).join() }
  return { metrics: tableMetrics(table).join(), groupBy: table.dimension }
}

/** Returns the parameters of a table. */
export function toTableQuery(table: TableSpec, shared: Omit<ReportQuery, 'metrics'>): ReportQuery {
  return { ...shared, metrics: tableMetrics(table).join(), groupBy: table.dimension }
}

export function tableMetrics({ columns }: TableSpec): ReportMetricId[] {
  return [...new Set(columns.map(({ metric }) => metric))]
}
