import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Job } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { useStore } from '../../api/store.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { bulkReport, formatThreadName, type BulkFailure } from '../threads/use-bulk.ts'
import { findThread } from '../threads/thread-cache.ts'
import { plural, t } from '../../texts/texts.ts'

const pollMs = 1_000

/** Shows the progress of a bulk change, then the threads that could not be changed and why. */
export function BulkReport() {
  const report = useStore(bulkReport)
  if (!report) return null
  if (report.kind === 'job') return <JobReport id={report.id} label={report.label} />
  const { label, done, failures } = report
  return (
    <Failures text={t('{change}: {done} changed, {failed} not.', { change: label, done, failed: failures.length })} failures={failures} />
  )
}

function JobReport({ id, label }: { id: string; label: string }) {
  const { skein, queries } = useApi()
  const job = useQuery({
    queryKey: ['job', id],
    queryFn: async ({ signal }) => (await skein.getJob({ path: { id }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : pollMs),
  })
  const failure = job.error && describeFailure(job.error)
  if (failure)
    return (
      <div className="border-t border-line p-2">
        <Notice requestId={failure.requestId}>
          {t('{change}: we can’t tell how far it is. {reason}', { change: label, reason: failure.text })}
        </Notice>
        <Button className="mt-2" onClick={() => void job.refetch()}>
          {t('Try again')}
        </Button>
      </div>
    )
  if (!job.data) return null
  const { state, total, done, failed, result } = job.data
  if (isOver(job.data)) {
    const failures = parseFailures(result, (threadId) => {
      const known = findThread(queries, threadId)
      return known ? formatThreadName(known) : threadId
    })
    const values = { change: label, done: done - failed, failed }
    const text =
      state === 'FAILED'
        ? t('{change} stopped early: {done} changed, {failed} not.', values)
        : failed > 0
          ? t('{change}: {done} changed, {failed} not.', values)
          : t('{change}: {done} changed.', values)
    return <Failures text={text} failures={failures} more={failed - failures.length} />
  }
  return (
    <div className="border-t border-line px-3 py-2">
      <p id="bulk-job" className="text-sm">
        {t('{change}: {done} of {total}', { change: label, done, total })}
      </p>
      <div
        role="progressbar"
        aria-labelledby="bulk-job"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        className="mt-1 h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <div className="h-full bg-fill" style={{ width: `${total === 0 ? 0 : (100 * done) / total}%` }} />
      </div>
    </div>
  )
}

function Failures({ text, failures, more = 0 }: { text: string; failures: readonly BulkFailure[]; more?: number }) {
  return (
    <section aria-label={t('What was changed')} className="max-h-60 overflow-y-auto border-t border-line px-4 py-2">
      <div className="flex items-center gap-2">
        <p role="status" className={failures.length > 0 ? 'text-danger' : ''}>
          {text}
        </p>
        <Button look="plain" size="small" className="ms-auto" onClick={() => bulkReport.set(null)}>
          {t('Dismiss')}
        </Button>
      </div>
      <ul className="grid gap-1">
        {failures.map(({ threadId, name, reason }) => (
          <li key={threadId}>
            <Link to="/inbox/$view/$threadId" params={{ view: 'all', threadId }} className="text-accent underline">
              {name}
            </Link>
            : {reason}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-muted">{plural(more, 'And {count} more.', 'And {count} more.')}</p>}
    </section>
  )
}

function isOver({ state }: Job): boolean {
  return state === 'DONE' || state === 'FAILED'
}

/** Parses the result of a batch job: `failures` with `threadId` and `error`. */
function parseFailures(result: unknown, getName: (threadId: string) => string): BulkFailure[] {
  if (typeof result !== 'object' || result === null || !('failures' in result) || !Array.isArray(result.failures)) return []
  return result.failures.flatMap((failure: unknown) => {
    if (typeof failure !== 'object' || failure === null || !('threadId' in failure) || typeof failure.threadId !== 'string') return []
    const error = 'error' in failure ? failure.error : null
    const reason = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : ''
    return [{ threadId: failure.threadId, name: getName(failure.threadId), reason }]
  })
}
