import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { useSampleCompany } from './use-sample-company.ts'

/** Link of the first steps that loads the sample company, and its progress. */
export function LoadSampleCompany() {
  const { state, isRunning, job, load, error } = useSampleCompany()
  if (useRights().whyNot('loadSampleCompany') !== null) return null
  if (error) return <Problem error={error} />
  if (isRunning || load.isPending)
    return (
      <span role="status" className="text-muted tabular-nums">
        {job ? t('Loading the sample company… {done} of {total}', { done: job.done, total: job.total }) : t('Loading the sample company…')}
      </span>
    )
  if (state !== 'NONE') return null
  return (
    <button type="button" className="min-h-6 font-medium text-accent hover:underline" onClick={() => load.mutate()}>
      {t('Load a sample company')}
    </button>
  )
}
