import { useEffect } from 'react'
import { useApi } from '../../api/api.ts'
import { useStore } from '../../api/store.ts'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Languages, X } from '../../ui/icons.ts'
import { AiProblem } from './ai-problem.tsx'
import { LanguageSelect } from './language-select.tsx'
import { readLanguage } from './languages.ts'
import { describeAuthor } from './use-ai.ts'
import { useStreamedRun } from './use-streamed-run.ts'

/** The API's limit for a text to translate, in characters. */
const maxCharacters = 20_000

type TranslatedMessageProps = { threadId: string; text: string; onClose: () => void }

/** Shows a customer's message in the agent's language, below the original. */
export function TranslatedMessage({ threadId, text, onClose }: TranslatedMessageProps) {
  const { skein } = useApi()
  const { start, text: translated, run, error, isBusy } = useStreamedRun()
  const targetLanguage = useStore(readLanguage)
  const translate = (): void =>
    void start((options) => skein.translateText({ body: { text: text.slice(0, maxCharacters), threadId, targetLanguage }, ...options }))
  useEffect(() => {
    void start((options) => skein.translateText({ body: { text: text.slice(0, maxCharacters), threadId, targetLanguage }, ...options }))
  }, [skein, start, text, threadId, targetLanguage])
  return (
    <section aria-label={t('Translation')} className="mt-2.5 border-t border-line pt-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <Icon of={Languages} className="text-muted" />
        <LanguageSelect label={t('Language of the translation')} store={readLanguage} />
        <span className="order-last w-full text-xs text-muted" aria-live="polite">
          {isBusy ? t('Translating…') : run && describeAuthor(run)}
        </span>
        <IconButton icon={X} label={t('Close the translation')} className="ms-auto -me-1" onClick={onClose} />
      </div>
      {error !== null && <AiProblem error={error} onRetry={translate} />}
      {translated !== '' && (
        <p dir="auto" lang={targetLanguage} className="mt-1.5 text-base wrap-anywhere whitespace-pre-wrap">
          {translated}
        </p>
      )}
      {text.length > maxCharacters && (
        <p className="mt-1 text-xs text-muted">{t('We translated only the first {count} characters.', { count: maxCharacters })}</p>
      )}
    </section>
  )
}
