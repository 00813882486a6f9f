import { useState, type SyntheticEvent } from 'react'
import { Link } from '@tanstack/react-router'
import type { AiRun } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BookOpen, Search } from '../../ui/icons.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import { AiProblem } from '../ai/ai-problem.tsx'
import { RateRun } from '../ai/rate-run.tsx'
import { percent } from '../ai/use-ai.ts'
import { useStreamedRun } from '../ai/use-streamed-run.ts'
import { Page } from '../catalogue/page.tsx'

/** Answers a question with quotes from published articles. */
export function AskScreen() {
  const { skein } = useApi()
  const whyNot = useRights().whyNot('answerQuestion')
  const [question, setQuestion] = useState('')
  const { start, run, error, isBusy } = useStreamedRun()
  const ask = (event?: SyntheticEvent): void => {
    event?.preventDefault()
    if (question.trim() !== '') void start((how) => skein.answerQuestion({ body: { question }, ...how }))
  }
  return (
    <Page
      title={t('Ask your articles')}
      lead={t('Ask a question and see what your published articles say about it, internal ones included. Nothing is sent or changed.')}
      whyNot={whyNot}
      reference="ai"
      guide="ai"
    >
      <form className="flex gap-2" onSubmit={ask}>
        <input
          aria-label={t('Question')}
          placeholder={t('How do I get a refund?')}
          maxLength={2_000}
          className="field h-10 min-w-0 flex-1 px-3 text-base"
          value={question}
          onChange={({ target }) => setQuestion(target.value)}
        />
        <Button type="submit" look="primary" icon={Search} className="min-h-10" disabled={question.trim() === '' || isBusy}>
          {t('Ask')}
        </Button>
      </form>
      <div aria-live="polite" className="mt-5 max-w-180">
        {isBusy && <Skeleton rows={2} />}
        {error !== null && <AiProblem error={error} onRetry={ask} />}
        {run && <Answer run={run} />}
      </div>
    </Page>
  )
}

function Answer({ run }: { run: AiRun }) {
  if (run.output.text === null) {
    return (
      <section aria-label={t('Answer')} className="rounded-lg border border-line bg-surface px-5 py-4">
        <p className="font-medium">{t('None of your published articles answers this.')}</p>
        {run.output.suggestions.length > 0 && <p className="mt-3 text-muted">{t('These come closest')}</p>}
        <Quotes citations={run.output.suggestions.flatMap(({ citations }) => citations)} />
        <p className="mt-3">
          <Link
            to="/knowledge/articles/$articleId"
            params={{ articleId: 'new' }}
            search={{}}
            className="inline-flex min-h-6 items-center font-medium text-accent hover:underline"
          >
            {t('Write an article about it')}
          </Link>
        </p>
      </section>
    )
  }
  return (
    <section aria-label={t('Answer')} className="rounded-lg border border-line bg-surface px-5 py-4">
      <p className="text-xs text-muted">
        {t('Quoted from your articles, without a language model')}
        {run.confidence !== null && ` · ${t('{share} of the question’s words found', { share: percent(run.confidence) })}`}
      </p>
      <Quotes citations={run.citations} />
      <p className="-ms-2.75 mt-3">
        <RateRun key={run.id} run={run} />
      </p>
    </section>
  )
}

function Quotes({ citations }: { citations: AiRun['citations'] }) {
  return (
    <ul className="mt-2 grid gap-3 empty:hidden">
      {citations.map(({ articleId, title, quote }) => (
        <li key={`${articleId} ${quote}`} className="border-s-2 border-tint-line ps-3.5">
          <blockquote dir="auto" className="text-base wrap-anywhere whitespace-pre-wrap">
            {quote}
          </blockquote>
          {articleId !== null && (
            <Link
              to="/knowledge/articles/$articleId"
              params={{ articleId }}
              search={{}}
              className="mt-1 inline-flex min-h-6 items-center gap-1.5 font-medium wrap-anywhere text-accent hover:underline"
            >
              <Icon of={BookOpen} size={14} />
              {title}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
