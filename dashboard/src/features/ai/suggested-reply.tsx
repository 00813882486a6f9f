import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { AiRun } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { RateRun } from './rate-run.tsx'
import { describeAuthor, percent } from './use-ai.ts'
import { useStreamedRun } from './use-streamed-run.ts'

type SuggestedReplyProps = { threadId: string; onInsert: (text: string) => void; onClose: () => void }

/** A suggested reply with its sources. The editor stays unchanged until the agent presses "Insert". */
export function SuggestedReply({ threadId, onInsert, onClose }: SuggestedReplyProps) {
  const { skein } = useApi()
  const { start, text, run, error, isBusy } = useStreamedRun()
  const [shown, setShown] = useState(0)
  const section = useRef<HTMLElement>(null)
  const request = useCallback(
    () => void start((options) => skein.suggestReply({ body: { threadId }, ...options })),
    [start, skein, threadId],
  )
  useEffect(request, [request])
  useEffect(() => {
    if (run) section.current?.focus()
  }, [run])
  const proposals = run?.output.suggestions ?? []
  const proposal = proposals[shown]
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Suggested reply"
      className="mb-2 max-h-72 overflow-y-auto rounded-md border border-dashed border-line-strong bg-raised p-3 text-sm"
    >
      <div className="-mt-1.5 mb-1 flex flex-wrap items-center gap-x-2">
        <strong className="font-medium">Suggestion</strong>
        <span className="order-last w-full text-xs text-muted" aria-live="polite">
          {isBusy ? (text === '' ? 'Looking for one…' : 'Writing…') : run && describeAuthor(run)}
        </span>
        <Button look="plain" className="ms-auto -me-2.5" onClick={onClose}>
          Close
        </Button>
      </div>
      {error !== null && <Problem error={error} onRetry={request} />}
      {!run && text !== '' && (
        <p dir="auto" className="whitespace-pre-wrap">
          {text}
        </p>
      )}
      {run && !proposal && <p>No reply like it was found: nobody has answered such a question yet, and no canned response fits.</p>}
      {run && proposal && (
        <>
          <p dir="auto" className="whitespace-pre-wrap">
            {proposal.text}
          </p>
          <Sources run={run} citations={proposal.citations} confidence={proposal.confidence} />
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <Button look="primary" onClick={() => onInsert(proposal.text)}>
              Insert
            </Button>
            {proposals.length > 1 && (
              <Button onClick={() => setShown((shown + 1) % proposals.length)}>
                Another ({shown + 1} of {proposals.length})
              </Button>
            )}
            <RateRun run={run} />
          </div>
        </>
      )}
    </section>
  )
}

function Sources({ citations, confidence }: { run: AiRun; citations: AiRun['citations']; confidence: number | null }) {
  if (citations.length === 0) return null
  return (
    <p className="mt-2 text-xs text-muted">
      From{' '}
      {citations.map(({ threadId, cannedResponseId, title }, i) => (
        <span key={`${threadId} ${cannedResponseId}`}>
          {i > 0 && ', '}
          {threadId ? (
            <Link
              to="/inbox/$view/$threadId"
              params={{ view: 'all', threadId }}
              className="inline-flex min-h-6 items-center text-accent hover:underline"
            >
              {title}
            </Link>
          ) : (
            `the canned response “${title}”`
          )}
        </span>
      ))}
      {confidence !== null && ` · ${percent(confidence)} alike`}
    </p>
  )
}
