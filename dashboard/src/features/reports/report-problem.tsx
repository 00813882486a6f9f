import { ApiError } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Problem } from '../../ui/problem.tsx'

/** Error of a report that the service refused, with a hint what to change. */
export function ReportProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="mb-3.5 grid gap-2">
      <Problem error={error} onRetry={onRetry} />
      {error instanceof ApiError && error.code === 'SVC-REPORT-TOO_LARGE' && (
        <p className="text-text-2">
          {t('That’s too much for one report. Choose a shorter time, longer steps such as weeks or months, or a filter.')}
        </p>
      )}
    </div>
  )
}
