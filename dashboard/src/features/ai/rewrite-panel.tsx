import { useEffect, useRef, useState } from 'react'
import type { RewriteRequest } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useStore } from '../../api/store.ts'
import { Button } from '../../ui/button.tsx'
import { AiProblem } from './ai-problem.tsx'
import { LanguageSelect } from './language-select.tsx'
import { writeLanguage } from './languages.ts'
import { RateRun } from './rate-run.tsx'
import { describeAuthor } from './use-ai.ts'
import { useStreamedRun } from './use-streamed-run.ts'

const styles: readonly { style: NonNullable<RewriteRequest['style']>; name: string }[] = [
  { style: 'CLEARER', name: 'Clearer' },
  { style: 'FRIENDLIER', name: 'Friendlier' },
  { style: 'FORMAL', name: 'More formal' },
  { style: 'SHORTER', name: 'Shorter' },
]

type RewritePanelProps = { threadId: string; text: string; onUse: (text: string) => void; onClose: () => void }

/** Rewrites or translates the text of the editor. The text stays unchanged until the agent presses "Use it". */
export function RewritePanel({ threadId, text, onUse, onClose }: RewritePanelProps) {
  const { skein } = useApi()
  const [instructions, setInstructions] = useState('')
  const targetLanguage = useStore(writeLanguage)
  const stream = useStreamedRun()
  const lastRequest = useRef<() => void>(null)
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  const isEmpty = text.trim() === ''
  const send = (request: () => void): void => {
    lastRequest.current = request
    request()
  }
  const rewrite = (style: NonNullable<RewriteRequest['style']>): void =>
    send(() => {
      const body = { text, threadId, style, ...(instructions.trim() === '' ? {} : { instructions }) }
      void stream.start((options) => skein.rewriteText({ body, ...options }))
    })
  const translate = (): void =>
    send(() => void stream.start((options) => skein.translateText({ body: { text, threadId, targetLanguage }, ...options })))
  const { run, isBusy, error } = stream
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Rephrase or translate"
      className="mb-2 max-h-96 overflow-y-auto rounded-md border border-dashed border-line-strong bg-raised p-3 text-sm"
    >
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <strong className="font-medium">Rephrase or translate</strong>
        <span className="order-last w-full text-xs text-muted" aria-live="polite">
          {isBusy ? 'Writing…' : run && describeAuthor(run)}
        </span>
        <Button look="plain" className="-me-2.5 ms-auto" onClick={onClose}>
          Close
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="inline-flex flex-wrap gap-1 sm:gap-1.5">
          {styles.map(({ style, name }) => (
            <Button key={style} disabled={isEmpty} onClick={() => rewrite(style)}>
              {name}
            </Button>
          ))}
        </span>
        <input
          aria-label="What to bear in mind"
          placeholder="What to bear in mind (optional)"
          maxLength={2_000}
          className="h-8 min-w-40 flex-1 rounded-md border border-line-strong bg-surface px-2.5"
          value={instructions}
          onChange={({ target }) => setInstructions(target.value)}
        />
        <span className="inline-flex items-center gap-1.5">
          <LanguageSelect label="Language to translate into" store={writeLanguage} />
          <Button disabled={isEmpty} onClick={translate}>
            Translate
          </Button>
        </span>
      </div>
      {isEmpty && <p className="mt-2 text-muted">Write something first: it is rewritten or translated here.</p>}
      {error !== null && <AiProblem error={error} onRetry={() => lastRequest.current?.()} />}
      {stream.text !== '' && (
        <p dir="auto" lang={run?.operation === 'TRANSLATE' ? targetLanguage : undefined} className="mt-3 wrap-anywhere whitespace-pre-wrap">
          {stream.text}
        </p>
      )}
      {isBusy && (
        <Button className="mt-2" onClick={stream.stop}>
          Stop
        </Button>
      )}
      {run && run.output.text !== null && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button look="primary" onClick={() => onUse(run.output.text ?? '')}>
            Use it
          </Button>
          <RateRun key={run.id} run={run} />
        </div>
      )}
    </section>
  )
}
