import { useState } from 'react'
import type { ReportMetricId } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Info } from '../../ui/icons.ts'
import { metricNames } from './metric-names.ts'
import { findMetric, useMetrics } from './use-reports.ts'

/** Button that explains metrics, with the API's definitions. */
export function MetricInfo({ metrics: ids, name }: { metrics: readonly ReportMetricId[]; name: string }) {
  const [isOpen, setOpen] = useState(false)
  const metrics = useMetrics()
  const title = t('What “{name}” means', { name })
  return (
    <>
      <IconButton
        icon={Info}
        label={title}
        aria-haspopup="dialog"
        className="size-6! print:hidden max-md:size-9!"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Dialog label={title} onClose={() => setOpen(false)} className="w-120 max-w-[calc(100vw-2rem)]">
          <div className="grid gap-4 p-5">
            <h2 className="text-lg font-semibold">{title}</h2>
            {[...new Set(ids)].map((id) => {
              const metric = findMetric(metrics.data, id)
              return (
                <section key={id} aria-label={t(metricNames[id])}>
                  <h3 className="font-semibold">{t(metricNames[id])}</h3>
                  <p className="mt-0.5 text-text-2">{metric?.definition ?? t('Loading…')}</p>
                  <Points name={t('Counts')} points={metric?.counts} />
                  <Points name={t('Doesn’t count')} points={metric?.doesNotCount} />
                </section>
              )
            })}
            <div className="flex justify-end">
              <Button data-focus-first onClick={() => setOpen(false)}>
                {t('Close')}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}

function Points({ name, points = noPoints }: { name: string; points?: readonly string[] | undefined }) {
  if (points.length === 0) return null
  return (
    <>
      <h4 className="mt-2 text-xs font-medium text-muted">{name}</h4>
      <ul className="list-disc ps-4.5 text-text-2">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </>
  )
}

const noPoints: readonly string[] = []
