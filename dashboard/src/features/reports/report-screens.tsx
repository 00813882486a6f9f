import { useParams } from '@tanstack/react-router'
import { ApiError } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { NotFoundScreen } from '../shell/not-found.tsx'
import { isPageId, reportPages } from './report-pages.ts'
import { ReportView } from './report-view.tsx'
import { findPage } from './saved-pages.ts'
import { fromSavedQuery } from './saved-query.ts'
import { useSavedReport, useSavedReports } from './use-reports.ts'

/** A built-in report page. */
export function ReportScreen() {
  const { page } = useParams({ strict: false })
  if (page === undefined || !isPageId(page)) return <NotFoundScreen />
  return <ReportView key={page} title={t(reportPages[page].name)} page={reportPages[page]} />
}

/** A saved report, whose range and filters are defaults that the URL overrides. */
export function SavedReportScreen() {
  const { reportId } = useParams({ strict: false })
  const saved = useSavedReports()
  const listed = saved.data?.find(({ id }) => id === reportId)
  const single = useSavedReport(saved.data && !listed ? reportId : undefined)
  const report = listed ?? single.data
  const error = saved.error ?? single.error
  if (error instanceof ApiError && error.status === 404) return <NotFoundScreen />
  if (error)
    return (
      <div className="p-6">
        <Problem error={error} onRetry={() => void (saved.error ? saved : single).refetch()} />
      </div>
    )
  if (saved.isPending || single.isLoading)
    return (
      <div className="p-6">
        <Skeleton rows={8} />
      </div>
    )
  if (!report) return <NotFoundScreen />
  const { metrics, groupBy } = report.query
  return <ReportView key={report.id} title={report.name} page={findPage(metrics, groupBy)} defaults={fromSavedQuery(report.query)} />
}
