import { useState, type SyntheticEvent } from 'react'
import { Link } from '@tanstack/react-router'
import type { AiRun } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Button } from '../../ui/button.tsx'
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
      title="Ask"
      lead="What your published articles say to a question, internal ones included, in their own words. Nothing is sent or changed."
      whyNot={whyNot}
      reference="ai"
      guide="ai"
    >
      <form className="flex gap-2" onSubmit={ask}>
        <input
          aria-label="Question"
          placeholder="How do I get a refund?"
          maxLength={2_000}
          className="h-9 min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-2.5"
          value={question}
          onChange={({ target }) => setQuestion(target.value)}
        />
        <Button type="submit" look="primary" className="min-h-9" disabled={question.trim() === '' || isBusy}>
          Ask
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
      <section aria-label="Answer">
        <p>No published article answers this.{run.output.suggestions.length > 0 && ' These come nearest:'}</p>
        <Quotes citations={run.output.suggestions.flatMap(({ citations }) => citations)} />
        <p className="mt-1 text-sm text-muted">
          <Link to="/knowledge/articles" search={{ open: 'new' }} className="inline-flex min-h-6 items-center text-accent underline">
            Write an article that does
          </Link>
        </p>
      </section>
    )
  }
  return (
    <section aria-label="Answer">
      <p className="text-xs text-muted">
        Quoted from your articles, without a language model
        {run.confidence !== null && ` · ${percent(run.confidence)} of the question’s words found`}
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
        <li key={`${articleId} ${quote}`} className="border-s-2 border-line-strong ps-3">
          <blockquote dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {quote}
          </blockquote>
          {articleId !== null && (
            <Link
              to="/knowledge/articles"
              search={{ open: articleId }}
              className="inline-flex min-h-6 items-center text-sm wrap-anywhere text-accent underline"
            >
              {title}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
