import { Link } from '@tanstack/react-router'
import type { AiRun, Thread } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Inbox, Layers, Sparkles, Tag, TextQuote } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { LabelName } from '../threads/label-name.tsx'
import { statusNames } from '../threads/names.ts'
import { statusIcons } from '../threads/status-icons.ts'
import { useThread } from '../threads/use-threads.ts'
import { useThreadActions } from '../threads/use-thread-actions.ts'
import { RateRun } from './rate-run.tsx'
import { describeAuthor, percent, useAiRequest, useSimilarThreads } from './use-ai.ts'

/** Summary, similar threads and label suggestions beside a thread. Each is requested by its own button, never when the thread opens. */
export function Assist({ thread }: { thread: Thread }) {
  const whyNot = useRights().whyNot('summarizeThread')
  const summary = useAiRequest(thread.id)
  const labels = useAiRequest(thread.id)
  const similar = useSimilarThreads(thread.id)
  return (
    <section aria-label={t('AI assistant')} className="border-t border-line px-4 pt-2.75 pb-3.25">
      <h3 className="mb-1.5 flex min-h-6 items-center gap-1.5 text-xs font-semibold text-text-2">
        <Icon of={Sparkles} size={14} className="text-muted" />
        {t('AI assistant')}
      </h3>
      <div className="flex flex-wrap gap-1.5">
        <Button
          size="small"
          icon={TextQuote}
          disabled={summary.isPending}
          hidden={whyNot !== null}
          onClick={() => summary.mutate('summary')}
        >
          {t('Summarise')}
        </Button>
        <Button size="small" icon={Layers} disabled={similar.isPending} hidden={whyNot !== null} onClick={() => similar.mutate()}>
          {t('Similar threads')}
        </Button>
        <Button size="small" icon={Tag} disabled={labels.isPending} hidden={whyNot !== null} onClick={() => labels.mutate('labels')}>
          {t('Suggest labels')}
        </Button>
      </div>
      <div aria-live="polite">
        {(summary.isPending || similar.isPending || labels.isPending) && <p className="mt-2 text-muted">{t('One moment…')}</p>}
        {summary.error && <Problem error={summary.error} onRetry={() => summary.mutate('summary')} />}
        {summary.data && <Summary run={summary.data} />}
        {similar.error && <Problem error={similar.error} onRetry={() => similar.mutate()} />}
        {similar.data && <SimilarThreads run={similar.data} />}
        {labels.error && <Problem error={labels.error} onRetry={() => labels.mutate('labels')} />}
        {labels.data && <Labels run={labels.data} thread={thread} />}
      </div>
    </section>
  )
}

function Summary({ run }: { run: AiRun }) {
  return (
    <section aria-label={t('Summary')} className="mt-2.5 rounded-lg border border-line bg-surface px-3 py-2.5">
      <h4 className="mb-1 text-xs font-medium text-muted">{t('Summary')}</h4>
      {run.output.text === null ? (
        <p>{t('There’s nothing to summarise yet.')}</p>
      ) : (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {run.output.text}
        </p>
      )}
      <p className="mt-1 text-xs text-muted">{describeAuthor(run)}</p>
      <p className="-ms-2">
        <RateRun run={run} />
      </p>
    </section>
  )
}

function SimilarThreads({ run }: { run: AiRun }) {
  return (
    <section aria-label={t('Similar threads')} className="mt-2.5 rounded-lg border border-line bg-surface px-3 py-2.5">
      <h4 className="mb-1 text-xs font-medium text-muted">{t('Similar threads')}</h4>
      {run.citations.length === 0 ? (
        <p>{t('No similar threads yet.')}</p>
      ) : (
        <ul>
          {run.citations.map(({ threadId, title }) => threadId !== null && <SimilarThread key={threadId} id={threadId} title={title} />)}
        </ul>
      )}
    </section>
  )
}

function SimilarThread({ id, title }: { id: string; title: string }) {
  const { data: thread } = useThread(id)
  const status = thread?.status
  return (
    <li>
      <Link
        to="/inbox/$view/$threadId"
        params={{ view: 'all', threadId: id }}
        search={{ status: 'any' }}
        className="group grid grid-cols-[0.875rem_minmax(0,1fr)] gap-x-2 py-1"
      >
        <Icon of={status ? statusIcons[status] : Inbox} size={14} className="mt-0.5 text-muted" />
        <span dir="auto" className="wrap-anywhere group-hover:underline">
          {title}
        </span>
        {/* The line keeps its height while the status loads. */}
        <span className="col-start-2 min-h-4 text-xs text-muted">{status && t(statusNames[status])}</span>
      </Link>
    </li>
  )
}

/**
 * Minimum confidence of a label suggestion that is shown. The API returns suggestions from 0.1; the tenant's own labelled threads calibrate
 * the confidence, so labels above 0.5 are more often right than wrong.
 */
const minConfidence = 0.5

function Labels({ run, thread }: { run: AiRun; thread: Thread }) {
  const actions = useThreadActions()
  const whyNot = useRights().whyNot('changeThreadLabels')
  const fitting = run.output.labels.filter(
    ({ id, confidence }) => confidence >= minConfidence && !thread.labels.some((label) => label.id === id),
  )
  return (
    <section aria-label={t('Suggested labels')} className="mt-2.5 rounded-lg border border-line bg-surface px-3 py-2.5">
      <h4 className="mb-1 text-xs font-medium text-muted">{t('Suggested labels')}</h4>
      {fitting.length === 0 && <p>{t('No other label fits well enough to suggest.')}</p>}
      <ul>
        {fitting.map((label) => (
          <li key={label.id} className="flex items-center gap-2 py-0.5">
            <LabelName label={label} />
            <span className="text-xs whitespace-nowrap text-muted">{t('{percent} sure', { percent: percent(label.confidence) })}</span>
            <Button
              size="small"
              className="ms-auto"
              aria-label={t('Add {labels}', { labels: label.name })}
              hidden={whyNot !== null}
              onClick={() => actions.setLabel(thread, label, true)}
            >
              {t('Add')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
