import type { ReportMetricId } from '@skein/client'
import type { TableSpec } from './report-pages.ts'
import type { ReportQuery } from './reports-search.ts'

/** Returns the API parameters of a table. */
export function toTableQuery(table: TableSpec, shared: Omit<ReportQuery, 'metrics'>): ReportQuery {
  return { ...shared, metrics: tableMetrics(table).join(), groupBy: table.dimension }
}

export function tableMetrics({ columns }: TableSpec): ReportMetricId[] {
  return [...new Set(columns.map(({ metric }) => metric))]
}
