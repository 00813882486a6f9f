import { useState } from 'react'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useSampleCompany } from './use-sample-company.ts'

/** Part of the workspace's settings that loads and removes the sample company. */
export function SampleCompanySettings() {
  const { state, isRunning, job, hasStopped, load, remove, error } = useSampleCompany()
  const { whyNot } = useRights()
  const [isAsking, setAsking] = useState(false)
  if (state === undefined) return null
  const mayRemove = whyNot('removeSampleCompany') === null
  return (
    <section aria-labelledby="sample-company" className="card mt-4 grid max-w-160 justify-items-start gap-3">
      <h2 id="sample-company" className="text-md font-semibold">
        {t('Sample company')}
      </h2>
      <p className="text-text-2">
        {t(
          'Invented customers, four colleagues who can’t sign in, six articles in your help centre, and thirty days of threads with ratings, so that lists and reports show something. No mail goes out, and you can remove it with everything in it.',
        )}
      </p>
      {state === 'NONE' && whyNot('loadSampleCompany') === null && (
        <Button disabled={load.isPending} onClick={() => load.mutate()}>
          {t('Load a sample company')}
        </Button>
      )}
      {isRunning && (
        <p role="status" className={hasStopped ? 'text-danger' : 'text-muted tabular-nums'}>
          {hasStopped
            ? t('This stopped early. Remove the sample company, then load it again.')
            : state === 'REMOVING'
              ? t('Removing the sample company…')
              : job
                ? t('Loading the sample company… {done} of {total}', { done: job.done, total: job.total })
                : t('Loading the sample company…')}
        </p>
      )}
      {(state === 'LOADED' || (state === 'LOADING' && hasStopped)) && mayRemove && !isAsking && (
        <Button look="danger" onClick={() => setAsking(true)}>
          {t('Remove the sample company…')}
        </Button>
      )}
      {isAsking && state !== 'REMOVING' && (
        <div className="grid gap-3">
          <p>
            {t(
              'All threads of its customers are deleted for good, also those you began since, and so are their numbers in reports. Its articles are deleted too, with any changes you made to them. Your own threads and articles stay.',
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            {/* Focus the safe choice. */}
            <Button ref={(button) => button?.focus()} onClick={() => setAsking(false)}>
              {t('Keep it')}
            </Button>
            <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
              {t('Remove the sample company')}
            </Button>
          </div>
        </div>
      )}
      {error && <Problem error={error} />}
    </section>
  )
}
