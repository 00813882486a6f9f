import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { AiRun, Thread } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { lazily, t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Inbox, Layers, RefreshCw, Sparkles, Tag, TextQuote, type IconType } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { useIsSlow } from '../../ui/use-is-slow.ts'
import { LabelName } from '../threads/label-name.tsx'
import { statusNames } from '../threads/names.ts'
import { statusIcons } from '../threads/status-icons.ts'
import { useHasModel } from '../threads/use-has-model.ts'
import { useThread } from '../threads/use-threads.ts'
import { useThreadActions } from '../threads/use-thread-actions.ts'
import { RateRun } from './rate-run.tsx'
import { describeAuthor, percent, useAiRequest, type AiRequest } from './use-ai.ts'

type AssistProps = {
  thread: Thread
  /** AI actions that the agent has requested. */
  asked: readonly AiRequest[]
  onAsk: (request: AiRequest) => void
}

/** The thread's length from which a summary saves reading. */
const summarisedFrom = 4

/**
 * Summary, similar threads and label suggestions beside a thread. A language model summarises a longer thread as soon as the agent stays on
 * it; everything else is requested by its button. Without a model, the buttons are in the pane's menu, and this renders only results.
 */
export function Assist({ thread, asked, onAsk }: AssistProps) {
  const mayAsk = useRights().whyNot('summarizeThread') === null
  const hasModel = useHasModel() === true && mayAsk
  const isStaying = useIsSlow(true, stayMs)
  if (!hasModel && asked.length === 0) return null
  const isSummarised = asked.includes('summary') || (hasModel && isStaying && thread.messageCount >= summarisedFrom)
  return (
    <section aria-label={t('AI assistant')} className="border-t border-line px-4 pt-2.75 pb-3.25">
      <h3 className="mb-1.5 flex min-h-6 items-center gap-1.5 text-xs font-semibold text-text-2">
        <Icon of={Sparkles} size={14} className="text-muted" />
        {t('AI assistant')}
      </h3>
      {hasModel && (
        <div className="flex flex-wrap gap-1.5">
          {aiRequests()
            .filter(({ request }) => !(request === 'summary' ? isSummarised : asked.includes(request)))
            .map(({ request, label, icon }) => (
              <Button key={request} size="small" icon={icon} onClick={() => onAsk(request)}>
                {label}
              </Button>
            ))}
        </div>
      )}
      <div aria-live="polite">
        {isSummarised && <Result request="summary" threadId={thread.id} name={t('Summary')} render={(run) => <Summary run={run} />} />}
        {asked.includes('similar') && (
          <Result request="similar" threadId={thread.id} name={t('Similar threads')} render={(run) => <SimilarThreads run={run} />} />
        )}
        {asked.includes('labels') && (
          <Result
            request="labels"
            threadId={thread.id}
            name={t('Suggested labels')}
            render={(run) => <Labels run={run} thread={thread} />}
          />
        )}
      </div>
    </section>
  )
}

/** Milliseconds on a thread before it is summarised, so that walking through a list costs nothing. */
const stayMs = 1_500

const aiRequests = lazily((): readonly { request: AiRequest; label: string; icon: IconType }[] => [
  { request: 'summary', label: t('Summarise'), icon: TextQuote },
  { request: 'similar', label: t('Similar threads'), icon: Layers },
  { request: 'labels', label: t('Suggest labels'), icon: Tag },
])

type ResultProps = { request: AiRequest; threadId: string; name: string; render: (run: AiRun) => ReactNode }

function Result({ request, threadId, name, render }: ResultProps) {
  const { data, error, isFetching, refetch } = useAiRequest(threadId, request)
  return (
    <>
      {isFetching && !data && <p className="mt-2 text-muted">{t('One moment…')}</p>}
      {error && !isFetching && <Problem error={error} onRetry={() => void refetch()} />}
      {data && (
        <section aria-label={name} className="mt-2.5 rounded-lg border border-line bg-surface px-3 py-2.5">
          <div className="mb-1 flex items-center">
            <h4 className="text-xs font-medium text-muted">{name}</h4>
            <IconButton
              icon={RefreshCw}
              label={t('Ask again')}
              className="-my-1 ms-auto -me-1.5 size-6!"
              disabled={isFetching}
              onClick={() => void refetch()}
            />
          </div>
          {render(data)}
        </section>
      )}
    </>
  )
}

function Summary({ run }: { run: AiRun }) {
  return (
    <>
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
    </>
  )
}

function SimilarThreads({ run }: { run: AiRun }) {
  if (run.citations.length === 0) return <p>{t('No similar threads yet.')}</p>
  return (
    <ul>{run.citations.map(({ threadId, title }) => threadId !== null && <SimilarThread key={threadId} id={threadId} title={title} />)}</ul>
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
    <>
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
    </>
  )
}
