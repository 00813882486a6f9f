/** Queries for reports, definitions of metrics, and saved reports. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReportMetric, ReportMetricId } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { allItemsKey } from '../catalogue/catalogue-cache.ts'
import { useMeId } from '../threads/use-threads.ts'
import type { ReportQuery } from './reports-search.ts'

/** Stale time of reports, in milliseconds. No event announces a changed figure. */
const staleMs = 30_000

/** Fetches a report; null disables the query. */
export function useReport(query: ReportQuery | null) {
  const { skein } = useApi()
  return useQuery({
    queryKey: ['report', query],
    enabled: query !== null,
    staleTime: staleMs,
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      if (!query) throw new Error('There is no query.')
      return (await skein.getReport({ query, signal })).data
    },
  })
}

/** The definitions of all metrics. */
export function useMetrics() {
  const { skein } = useApi()
  return useQuery({ queryKey: ['report-metrics'], queryFn: async ({ signal }) => (await skein.listReportMetrics({ signal })).data })
}

export function findMetric(metrics: readonly ReportMetric[] | undefined, id: ReportMetricId): ReportMetric | undefined {
  return metrics?.find(({ metric }) => metric === id)
}

/** Returns whether the workspace lets the user see numbers of individual agents; null while loading. */
export function useShowsPeople(): boolean | null {
  const { data } = useMetrics()
  return data === undefined ? null : data.some(({ dimensions }) => dimensions.includes('person'))
}

/** Events patch this list. */
export const savedReportsKey = allItemsKey('saved_report')

/** Returns the shared reports and the user's own, by name. */
export function useSavedReports() {
  const { skein } = useApi()
  const meId = useMeId()
  return useQuery({
    queryKey: savedReportsKey,
    queryFn: ({ signal }) => skein.listSavedReports({ query: { limit: 100 }, signal }).toArray(),
    // Administrators also receive other users' personal reports.
    select: (reports) =>
      reports.filter(({ shared, ownerId }) => shared || ownerId === meId).toSorted((a, b) => a.name.localeCompare(b.name)),
  })
}

/** Fetches a saved report that is not in the list, such as another user's personal report; undefined disables the query. */
export function useSavedReport(id: string | undefined) {
  const { skein } = useApi()
  return useQuery({
    queryKey: ['saved-report', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => (await skein.getSavedReport({ path: { id: id ?? '' }, signal })).data,
  })
}

/** Reads a CSV export to its end. */
export async function readCsv(pieces: AsyncIterable<string>): Promise<Blob> {
  const parts: string[] = []
  for await (const piece of pieces) parts.push(piece)
  return new Blob(parts, { type: 'text/csv' })
}
