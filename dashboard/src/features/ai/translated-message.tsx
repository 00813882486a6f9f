import { useEffect } from 'react'
import { useApi } from '../../api/api.ts'
import { useStore } from '../../api/store.ts'
import { Button } from '../../ui/button.tsx'
import { AiProblem } from './ai-problem.tsx'
import { LanguageSelect } from './language-select.tsx'
import { readLanguage } from './languages.ts'
import { madeBy } from './use-ai.ts'
import { useWriting } from './use-writing.ts'

/** As much of a message as a translation takes. */
const charactersMax = 20_000

type TranslatedMessageProps = { threadId: string; text: string; onClose: () => void }

/** A customer's message in the language of who reads it, below the message itself. */
export function TranslatedMessage({ threadId, text, onClose }: TranslatedMessageProps) {
  const { skein } = useApi()
  const { start, text: translated, run, error, isBusy } = useWriting()
  const targetLanguage = useStore(readLanguage)
  const translate = (): void =>
    void start((how) => skein.translateText({ body: { text: text.slice(0, charactersMax), threadId, targetLanguage }, ...how }))
  useEffect(() => {
    void start((how) => skein.translateText({ body: { text: text.slice(0, charactersMax), threadId, targetLanguage }, ...how }))
  }, [skein, start, text, threadId, targetLanguage])
  return (
    <section aria-label="Translation" className="mt-2 border-t border-dashed border-line-strong pt-2 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <LanguageSelect label="Language of the translation" store={readLanguage} />
        <span className="order-last w-full text-xs text-muted" aria-live="polite">
          {isBusy ? 'Translating…' : run && madeBy(run)}
        </span>
        <Button look="plain" className="ms-auto -me-2.5" onClick={onClose}>
          Close<span className="sr-only"> the translation</span>
        </Button>
      </div>
      {error !== null && <AiProblem error={error} onRetry={translate} />}
      {translated !== '' && (
        <p dir="auto" lang={targetLanguage} className="mt-1 wrap-anywhere whitespace-pre-wrap">
          {translated}
        </p>
      )}
      {text.length > charactersMax && <p className="mt-1 text-xs text-muted">Only its first 20,000 characters.</p>}
    </section>
  )
}
