import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { AiRun } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MessageCircleQuestion, Sparkles, X, Zap } from '../../ui/icons.ts'
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
      aria-label={t('Suggested reply')}
      className="mb-2 max-h-72 overflow-y-auto rounded-lg border border-tint-line bg-sunken p-3"
    >
      <div className="-mt-1.5 mb-1 flex flex-wrap items-center gap-x-2">
        <strong className="flex items-center gap-2 font-medium">
          <Icon of={Sparkles} className="text-accent" />
          {t('Suggested reply')}
        </strong>
        <span className="order-last w-full text-xs text-muted" aria-live="polite">
          {isBusy ? (text === '' ? t('Looking for a reply…') : t('Writing…')) : run && describeAuthor(run)}
        </span>
        <IconButton icon={X} label={t('Close')} className="ms-auto -me-1" onClick={onClose} />
      </div>
      {error !== null && <Problem error={error} onRetry={request} />}
      {!run && text !== '' && (
        <p dir="auto" className="text-base whitespace-pre-wrap">
          {text}
        </p>
      )}
      {run && !proposal && (
        <p>{t('We found nothing to suggest. Nobody has answered a question like this yet, and no saved reply fits.')}</p>
      )}
      {run && proposal && (
        <>
          <p dir="auto" className="text-base whitespace-pre-wrap">
            {proposal.text}
          </p>
          <Sources run={run} citations={proposal.citations} confidence={proposal.confidence} />
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <Button look="primary" onClick={() => onInsert(proposal.text)}>
              {t('Insert')}
            </Button>
            {proposals.length > 1 && (
              <Button onClick={() => setShown((shown + 1) % proposals.length)}>
                {t('Another one ({position} of {total})', { position: shown + 1, total: proposals.length })}
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
    <div className="mt-2 flex flex-wrap items-center gap-x-3 text-xs text-muted">
      <span>{t('Sources:')}</span>
      {citations.map(({ threadId, cannedResponseId, title }) => (
        <span key={`${threadId} ${cannedResponseId}`} className="inline-flex min-h-6 items-center gap-1.5">
          <Icon of={threadId ? MessageCircleQuestion : Zap} size={14} />
          {threadId ? (
            <Link to="/inbox/$view/$threadId" params={{ view: 'all', threadId }} className="text-accent hover:underline">
              {title}
            </Link>
          ) : (
            t('saved reply “{title}”', { title })
          )}
        </span>
      ))}
      {confidence !== null && <span>{t('{percent} match', { percent: percent(confidence) })}</span>}
    </div>
  )
}
