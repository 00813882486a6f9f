/** Pages on which customers rate a thread. They have no scripts and load nothing from other hosts. */
import { escapeHtml as e } from '#kit/escape-html.ts'
import { chooseHue, readInitials } from '../../../widget/shared/faces.ts'
import { type Language, satisfactionWords } from '../../resources/satisfaction/index.ts'
import { findFirstName } from '../../resources/threads/index.ts'
import type { PageBrand } from '../brand.ts'
import { drawIcon } from '../icons.ts'
import { formPage } from '../page.ts'

export type RatingForm = {
  brand: PageBrand
  language: Language
  /** The subject of the rated thread; null if the thread was deleted. */
  subject: string | null
  question: string
  scale: 'STARS' | 'THUMBS'
  score: number | null
  comment: string
  hasAnswer: boolean
  /** The full name of the agent who answered; null if it is unknown. */
  personName: string | null
  /** A problem, shown above the form. */
  problem: string | null
}

export function ratingPage({ brand, language, subject, question, scale, score, comment, hasAnswer, problem }: RatingForm): string {
  const words = satisfactionWords[language]
  const isStars = scale === 'STARS'
  const options = (isStars ? words.stars : words.thumbs).map((label, i) => {
    const value = isStars ? i + 1 : i
    const sign = isStars ? `${'★'.repeat(value)}${'☆'.repeat(5 - value)}` : drawIcon(value === 1 ? 'yes' : 'no')
    const checked = score === value ? ' checked' : ''
    return `<label class="score"><input type="radio" name="score" value="${value}" required${checked}><span>${isStars ? `${value} – ` : ''}${e(label)}</span><span class="sign" aria-hidden="true">${sign}</span></label>`
  })
  return formPage(
    language,
    words.title,
    brand,
    `<h1>${e(question)}</h1>
${describeThread(language, subject)}
${problem === null ? '' : `<p class="notice" role="alert">${e(problem)}</p>`}
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

/** Shows who answered: the face as in the dashboard, and the first name only. Nothing for a name without one, such as an address. */
function drawPerson(language: Language, fullName: string | null): string {
  const name = findFirstName(fullName)
  if (fullName === null || name === null) return ''
  const face = `<span class="face hue-${chooseHue(fullName)}" aria-hidden="true">${e(readInitials(fullName))}</span>`
  return `<p class="person">${face}<span>${e(satisfactionWords[language].answeredBy(name))}</span></p>`
}

/** Says which request is rated, because a customer may have several. */
function describeThread(language: Language, subject: string | null): string {
  return subject === null ? '' : `<p class="about">${e(satisfactionWords[language].about(subject))}</p>`
}

/** Thanks for the rating, shows it, and leads back to the form. */
export function thanksPage(
  { brand, language, subject, scale, score, comment, personName }: RatingForm,
  changePath: string,
  until: string,
): string {
  const words = satisfactionWords[language]
  const given = score ?? 0
  const isStars = scale === 'STARS'
  const sign = isStars ? `${'★'.repeat(given)}${'☆'.repeat(5 - given)}` : drawIcon(given === 1 ? 'yes' : 'no')
  const label = isStars ? words.stars[given - 1] : words.thumbs[given]
  return formPage(
    language,
    words.title,
    brand,
    `<div role="status">${drawIcon('done')}<h1>${e(words.thanks)}</h1>
<p class="given"><span class="stars" aria-hidden="true">${sign}</span> ${e(label ?? '')}</p></div>
${drawPerson(language, personName)}
${describeThread(language, subject)}
${comment === '' ? '' : `<blockquote>${e(comment)}</blockquote>`}
<p class="quiet">${e(words.canChange(until))} <a href="${e(changePath)}">${e(words.change)}</a></p>`,
  )
}

export function getUnsubscribePage(language: Language, brand: PageBrand, isDone: boolean): string {
  const words = satisfactionWords[language]
  const form = `<p>${e(words.stopHint(brand.name))}</p>\n<form method="post"><button>${e(words.stop)}</button></form>`
  const content = isDone ? `<p class="notice" role="status">${e(words.stopped)}</p>` : form
  return formPage(language, words.stopTitle, brand, `<h1>${e(words.stopTitle)}</h1>\n${content}`)
}

/** Page for expired, foreign and broken links. It does not say which, and names no tenant. */
export function missingPage(language: Language): string {
  const words = satisfactionWords[language]
  return formPage(language, words.missing, null, `<h1>${e(words.missing)}</h1>\n<p class="quiet">${e(words.missingHint)}</p>`)
}
