/** Pages of saved reports: the built-in page that the report was saved from, or a generated page. */
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

/** Removes the satisfaction score before two reports are compared. Pages got the score later, so older saved reports lack it. */
const dropScore = (metrics: string): string =>
  metrics
    .split(',')
    .filter((metric) => metric !== 'SATISFACTION_SCORE')
    .join()

/** Returns the built-in page that a saved report was saved from, or generates a page for other metrics. */
export function findPage(metrics: string, groupBy: string | undefined): ReportPage {
  const dimension = groupBy?.split(',')[0]
  const known = Object.values<ReportPage>(reportPages).find((page) => {
    const parts = toSavedParts(page)
    return dropScore(parts.metrics) === dropScore(metrics) && parts.groupBy === groupBy
  })
  if (known) return known
  // Safe because the service validated the names when the report was saved.
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

/** Returns the metrics to save for this page: those of the time series, or of its first table. */
export function toSavedParts(page: ReportPage): { metrics: string; groupBy?: string } {
  const [table] = page.tables
  if (listMetrics(page).length > 0 || !table) return { metrics: listMetrics(page).join() }
  return { metrics: tableMetrics(table).join(), groupBy: table.dimension }
}
