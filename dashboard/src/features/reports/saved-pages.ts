/** The pages of saved reports: those that they were made from, or pages of their own. */
import type { ReportDimension, ReportMetricId } from '@skein/client'
import { message } from '../../texts/texts.ts'
import type { Part } from './figures.ts'
import { metricNames } from './metric-names.ts'
import { column, durations, figure, listMetrics, reportPages, titles, type ReportPage } from './report-pages.ts'
import { tableMetrics } from './table-query.ts'

const partOf = (metric: ReportMetricId): Part => {
  if (metric === 'ANSWERS_TO_RESOLUTION') return 'average'
  if (metric.endsWith('_TIME')) return 'medianMs'
  return /^(SLA_|REOPEN_RATE|RESOLVED_|SATISFACTION_(SCORE|RESPONSE))/.test(metric) ? 'rate' : 'count'
}

/** Pages got the satisfaction score later, so reports that were saved before lack it. */
const dropScore = (metrics: string): string =>
  metrics
    .split(',')
    .filter((metric) => metric !== 'SATISFACTION_SCORE')
    .join()

/** Returns the page that a saved report was made from, or a page of its own for other metrics. */
export function findPage(metrics: string, groupBy: string | undefined): ReportPage {
  const dimension = groupBy?.split(',')[0]
  const known = Object.values<ReportPage>(reportPages).find((page) => {
    const parts = toSavedParts(page)
    return dropScore(parts.metrics) === dropScore(metrics) && parts.groupBy === groupBy
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
