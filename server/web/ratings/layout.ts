/** Pages on which customers rate a thread. They have no scripts and load nothing from other hosts. */
import { escapeHtml as e } from '#kit/escape-html.ts'
import { type Language, satisfactionWords } from '../../resources/satisfaction/index.ts'
import { drawIcon } from '../icons.ts'
import { formPage } from '../page.ts'

export type RatingForm = {
  tenantName: string
  language: Language
  question: string
  scale: 'STARS' | 'THUMBS'
  score: number | null
  comment: string
  hasAnswer: boolean
  /** Text above the form: thanks, or a problem. */
  notice: { text: string; isError: boolean } | null
}

export function ratingPage({ tenantName, language, question, scale, score, comment, hasAnswer, notice }: RatingForm): string {
  const words = satisfactionWords[language]
  const isStars = scale === 'STARS'
  const options = (isStars ? words.stars : words.thumbs).map((label, i) => {
    const value = isStars ? i + 1 : i
    const sign = isStars ? `${'★'.repeat(value)}${'☆'.repeat(5 - value)}` : drawIcon(value === 1 ? 'yes' : 'no')
    const checked = score === value ? ' checked' : ''
    return `<label class="score"><input type="radio" name="score" value="${value}" required${checked}><span>${isStars ? `${value} – ` : ''}${e(label)}</span><span class="sign" aria-hidden="true">${sign}</span></label>`
  })
  const shown = notice && `<p class="notice" role="${notice.isError ? 'alert' : 'status'}">${e(notice.text)}</p>`
  return formPage(
    language,
    words.title,
    tenantName,
    `<h1>${e(question)}</h1>
${shown ?? ''}
<form method="post">
<fieldset><legend>${e(words.score)}</legend><div class="scores">
${(isStars ? options : options.toReversed()).join('\n')}
</div></fieldset>
<label class="label" for="comment">${e(words.comment)}</label>
<textarea id="comment" name="comment" maxlength="4000">
${e(comment)}</textarea>
<button>${e(hasAnswer ? words.change : words.send)}</button>
</form>`,
  )
}

export function getUnsubscribePage(language: Language, tenantName: string, isDone: boolean): string {
  const words = satisfactionWords[language]
  const form = `<p>${e(words.stopHint(tenantName))}</p>\n<form method="post"><button>${e(words.stop)}</button></form>`
  const content = isDone ? `<p class="notice" role="status">${e(words.stopped)}</p>` : form
  return formPage(language, words.stopTitle, tenantName, `<h1>${e(words.stopTitle)}</h1>\n${content}`)
}

/** Page for expired, foreign and broken links. It does not say which, and names no tenant. */
export function missingPage(language: Language): string {
  const words = satisfactionWords[language]
  return formPage(language, words.missing, null, `<h1>${e(words.missing)}</h1>\n<p class="quiet">${e(words.missingHint)}</p>`)
}
