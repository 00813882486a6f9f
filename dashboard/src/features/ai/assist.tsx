import { Link } from '@tanstack/react-router'
import type { AiRun, Thread } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
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
    <details open className="mt-4">
      <summary className="min-h-6 text-sm font-medium">Assistance</summary>
      <div className="mt-1 flex flex-wrap gap-1 [&>button]:px-1.5">
        <Button disabled={summary.isPending} hidden={whyNot !== null} onClick={() => summary.mutate('summary')}>
          Summarize
        </Button>
        <Button disabled={similar.isPending} hidden={whyNot !== null} onClick={() => similar.mutate()}>
          Similar threads
        </Button>
        <Button disabled={labels.isPending} hidden={whyNot !== null} onClick={() => labels.mutate('labels')}>
          Labels
        </Button>
      </div>
      <div aria-live="polite">
        {(summary.isPending || similar.isPending || labels.isPending) && <p className="mt-2 text-sm text-muted">Looking…</p>}
        {summary.error && <Problem error={summary.error} onRetry={() => summary.mutate('summary')} />}
        {summary.data && <Summary run={summary.data} />}
        {similar.error && <Problem error={similar.error} onRetry={() => similar.mutate()} />}
        {similar.data && <SimilarThreads run={similar.data} />}
        {labels.error && <Problem error={labels.error} onRetry={() => labels.mutate('labels')} />}
        {labels.data && <Labels run={labels.data} thread={thread} />}
      </div>
    </details>
  )
}

function Summary({ run }: { run: AiRun }) {
  return (
    <section aria-label="Summary" className="mt-3 text-sm">
      <h3 className="text-xs font-medium text-muted">Summary</h3>
      {run.output.text === null ? (
        <p>There is nothing to summarize yet.</p>
      ) : (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {run.output.text}
        </p>
      )}
      <p className="text-xs text-muted">{describeAuthor(run)}</p>
      <p className="-ms-2.75">
        <RateRun run={run} />
      </p>
    </section>
  )
}

function SimilarThreads({ run }: { run: AiRun }) {
  return (
    <section aria-label="Similar threads" className="mt-3 text-sm">
      <h3 className="text-xs font-medium text-muted">Similar threads</h3>
      {run.citations.length === 0 ? (
        <p>No thread looks like this one yet.</p>
      ) : (
        <ul>
          {run.citations.map(({ threadId, title }) => (
            <li key={threadId}>
              <Link
                to="/inbox/$view/$threadId"
                params={{ view: 'all', threadId: threadId ?? '' }}
                search={{ status: 'any' }}
                className="inline-flex min-h-6 items-center wrap-anywhere text-accent hover:underline"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Labels({ run, thread }: { run: AiRun; thread: Thread }) {
  const actions = useThreadActions()
  const whyNot = useRights().whyNot('changeThreadLabels')
  const fitting = run.output.labels.filter(({ id }) => !thread.labels.some((label) => label.id === id))
  return (
    <section aria-label="Labels that fit" className="mt-3 text-sm">
      <h3 className="text-xs font-medium text-muted">Labels that fit</h3>
      {fitting.length === 0 && <p>No label fits that it does not have.</p>}
      <ul>
        {fitting.map((label) => (
          <li key={label.id} className="flex items-center gap-2 py-0.5">
            <span className="min-w-0 truncate">{label.name}</span>
            <span className="text-xs whitespace-nowrap text-muted">{percent(label.confidence)} sure</span>
            <Button className="ms-auto" hidden={whyNot !== null} onClick={() => actions.setLabel(thread, label, true)}>
              Add<span className="sr-only"> {label.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
