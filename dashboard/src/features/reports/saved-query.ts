/** Converts between a report's URL and the query of a saved report. */
import type { SavedReportQuery } from '@skein/client'
import { getToday } from '../../ui/dates.ts'
import type { ReportPage } from './report-pages.ts'
import { toSavedParts } from './saved-pages.ts'
import { toSharedQuery } from './ranges.ts'
import { readReportsSearch, type ReportsSearch } from './reports-search.ts'

export function fromSavedQuery(query: SavedReportQuery): ReportsSearch {
  const { grain, compareTo, ...rest } = query
  // Saved reports compare only if they store a comparison; built-in pages compare by default.
  return readReportsSearch({ ...rest, grain, compare: compareTo === 'PREVIOUS' ? undefined : (compareTo ?? 'NONE') })
}

export function toSavedQuery(page: ReportPage, search: ReportsSearch): SavedReportQuery {
  const { grain, compare = 'PREVIOUS' } = search
  return { ...toSharedQuery(search, getToday()), ...toSavedParts(page), compareTo: compare, ...(grain ? { grain } : {}) }
}
