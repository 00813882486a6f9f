import type { ComponentType, ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import type { CustomInput } from '../../ui/form/fields.ts'
import { getSurveyWords, type SurveyWords } from './survey-words.ts'

type Workspace = { name: string; locale: string }
type Survey = { tenant: string; words: SurveyWords; isStars: boolean; question: string }

/** Creates a form field that previews the survey's mail and page from the unsaved values. The field itself has no value. */
export function createSurveyPreview({ name, locale }: Workspace): ComponentType<CustomInput> {
  const words = getSurveyWords(locale)
  return function SurveyPreview({ values }: CustomInput) {
    const typed = values['satisfaction.question']
    const question = typeof typed === 'string' && typed.trim() !== '' ? typed.trim() : words.question
    const survey = { tenant: name, words, question, isStars: values['satisfaction.scale'] !== 'THUMBS' }
    return (
      <div className="grid gap-4 rounded-lg bg-sunken p-4 shadow-[inset_0_0_0_1px_var(--line)] sm:grid-cols-2">
        <Picture caption={t('The email')} lang={locale}>
          <Mail {...survey} />
        </Picture>
        <Picture caption={t('The page it opens')} lang={locale}>
          <RatingPage {...survey} />
        </Picture>
      </div>
    )
  }
}

function Picture({ caption, lang, children }: { caption: string; lang: string; children: ReactNode }) {
  return (
    <figure className="flex min-w-0 flex-col">
      <figcaption className="mb-1.5 text-xs font-medium text-muted">{caption}</figcaption>
      <div lang={lang} className="flex-1 rounded-lg border border-line bg-surface p-4 wrap-anywhere">
        {children}
      </div>
    </figure>
  )
}

function Mail({ tenant, words, isStars, question }: Survey) {
  const { name, subject, ticket } = words.sample
  return (
    <div className="grid gap-2.5">
      <p className="text-xs font-semibold text-text-2">{tenant}</p>
      <p className="text-md font-semibold">{question}</p>
      <p className="-mt-2 text-xs text-muted">{ticket}</p>
      <p>{words.hello(name)}</p>
      <p>{words.about(tenant, subject)}</p>
      <p className="flex flex-wrap gap-1.5">
        {(isStars ? ['1 ★', '2 ★', '3 ★', '4 ★', '5 ★'] : words.thumbs.toReversed()).map((score) => (
          <span key={score} className="rounded-md bg-fill px-2.5 py-1.5 font-semibold whitespace-nowrap text-on-fill">
            {score}
          </span>
        ))}
      </p>
      {isStars && <p className="text-text-2">{words.scale}</p>}
      <p className="text-text-2">{words.how}</p>
      <p className="text-xs text-muted">
        {words.stopQuestion} <span className="underline">{words.stop}</span>
      </p>
    </div>
  )
}

function RatingPage({ tenant, words, isStars, question }: Survey) {
  const scores = isStars
    ? words.stars.map((label, at) => ({ label: `${at + 1} – ${label}`, sign: `${'★'.repeat(at + 1)}${'☆'.repeat(4 - at)}` }))
    : words.thumbs.map((label, at) => ({ label, sign: at === 0 ? '👎' : '👍' })).toReversed()
  // The page preselects the score of the link that the customer followed.
  const chosen = isStars ? 3 : 0
  return (
    <div className="grid gap-2.5">
      <p className="text-xs font-semibold text-text-2">{tenant}</p>
      <p className="text-md font-semibold">{question}</p>
      <p className="-mt-2 text-xs text-muted">{words.request(words.sample.subject)}</p>
      <p className="font-medium">{words.score}</p>
      <ul className="grid gap-1.5">
        {scores.map(({ label, sign }, at) => (
          <li
            key={label}
            className={`flex items-center gap-2 rounded-md border px-2.5 py-1.5 ${at === chosen ? 'border-accent bg-tint' : 'border-line-strong'}`}
          >
            <span
              aria-hidden
              className={`size-3.5 shrink-0 rounded-full bg-surface ${at === chosen ? 'border-4 border-accent' : 'border border-line-strong'}`}
            />
            {label}
            <span aria-hidden className="ms-auto whitespace-nowrap text-muted">
              {sign}
            </span>
          </li>
        ))}
      </ul>
      <p className="font-medium">{words.comment}</p>
      <p className="h-12 rounded-md border border-line-strong" />
      <p>
        <span className="inline-block rounded-md bg-fill px-3 py-1.5 font-semibold text-on-fill">{words.send}</span>
      </p>
    </div>
  )
}
