import { useEffect, useRef, useState } from 'react'
import type { RewriteRequest } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useStore } from '../../api/store.ts'
import { message, t, type Message } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sparkles, X } from '../../ui/icons.ts'
import { AiProblem } from './ai-problem.tsx'
import { LanguageSelect } from './language-select.tsx'
import { writeLanguage } from './languages.ts'
import { RateRun } from './rate-run.tsx'
import { describeAuthor } from './use-ai.ts'
import { useStreamedRun } from './use-streamed-run.ts'

const styles: readonly { style: NonNullable<RewriteRequest['style']>; name: Message }[] = [
  { style: 'CLEARER', name: message('Clearer') },
  { style: 'FRIENDLIER', name: message('Friendlier') },
  { style: 'FORMAL', name: message('More formal') },
  { style: 'SHORTER', name: message('Shorter') },
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
      aria-label={t('Rephrase or translate')}
      className="mb-2 max-h-96 overflow-y-auto rounded-lg border border-tint-line bg-sunken p-3"
    >
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <strong className="flex items-center gap-2 font-medium">
          <Icon of={Sparkles} className="text-accent" />
          {t('Rephrase or translate')}
        </strong>
        <span className="order-last w-full text-xs text-muted" aria-live="polite">
          {isBusy ? t('Writing…') : run && describeAuthor(run)}
        </span>
        <IconButton icon={X} label={t('Close')} className="ms-auto -me-1" onClick={onClose} />
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="inline-flex flex-wrap gap-1 sm:gap-1.5">
          {styles.map(({ style, name }) => (
            <Button key={style} size="small" disabled={isEmpty} onClick={() => rewrite(style)}>
              {t(name)}
            </Button>
          ))}
        </span>
        <input
          aria-label={t('What to keep in mind')}
          placeholder={t('For example: offer a call')}
          maxLength={2_000}
          className="field min-w-40 flex-1"
          value={instructions}
          onChange={({ target }) => setInstructions(target.value)}
        />
        <span className="inline-flex items-center gap-1.5">
          <LanguageSelect label={t('Translate into')} store={writeLanguage} />
          <Button disabled={isEmpty} onClick={translate}>
            {t('Translate')}
          </Button>
        </span>
      </div>
      {isEmpty && <p className="mt-2 text-muted">{t('Write something first.')}</p>}
      {error !== null && <AiProblem error={error} onRetry={() => lastRequest.current?.()} />}
      {stream.text !== '' && (
        <p
          dir="auto"
          lang={run?.operation === 'TRANSLATE' ? targetLanguage : undefined}
          className="mt-3 text-base wrap-anywhere whitespace-pre-wrap"
        >
          {stream.text}
        </p>
      )}
      {isBusy && (
        <Button className="mt-2" onClick={stream.stop}>
          {t('Stop')}
        </Button>
      )}
      {run && run.output.text !== null && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button look="primary" onClick={() => onUse(run.output.text ?? '')}>
            {t('Use it')}
          </Button>
          <RateRun key={run.id} run={run} />
        </div>
      )}
    </section>
  )
}
