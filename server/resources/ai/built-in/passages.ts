/** Answers a question with passages of articles. No text is generated. */
import { parseQuery, type Queryable, type Uuid, splitWords } from '../../../kit/index.ts'
import { toSearchParameters, searchTexts } from '../../kb/index.ts'
import type { Citation } from '../run.ts'
import { hasStems, readStems } from './stems.ts'

const articlesMax = 20
const passagesMax = 3
const passageMax = 600
const wordsMax = 40
/** Shares of the question's words that a passage must have: to count as an answer, and to be shown beside a better one. */
const leastShare = 0.6
const besidesShare = 0.9

/** Maximum number of passages whose stems are compared. They are the ones with the most words of the question. */
const comparedMax = 60
const suggestionsMax = 3
/** A question with fewer stems is too vague to answer: "What about the refund?" has one. */
const fewestStems = 2

/** `answer` is null when no passage covers most of the question; `closest` then has the best passages below that limit. */
export type Passages = {
  answer: { text: string; confidence: number; citations: Citation[] } | null
  closest: { confidence: number; citation: Citation & { quote: string } }[]
}

/** Finds passages that answer the question. Internal articles are included, because agents read the answer. */
export async function passagesFor(db: Queryable, tenantId: Uuid, question: string): Promise<Passages> {
  const asked = [...new Set(splitWords(question).map(({ word }) => word))].slice(0, wordsMax)
  const telling = asked.filter((word) => weightOf(word) === 1)
  if (telling.length === 0) return { answer: null, closest: [] }
  const query = parseQuery(telling.map((word) => (stemOf(word) === word && !hasEndings(word) ? word : `${stemOf(word)}*`)).join(' or '))
  const hits = await db.rows(searchTexts, {
    tenantId,
    ...toSearchParameters(query),
    locale: null,
    visibility: null,
    collectionIds: null,
    hiddenIds: null,
    limit: articlesMax,
    afterPoints: null,
    afterId: null,
  })
  const passages = hits
    .filter(({ articleId }) => articleId !== null)
    .flatMap(({ articleId, title, body, locale }) =>
      paragraphsOf(body).map((quote) => ({
        locale,
        citation: { articleId, cannedResponseId: null, threadId: null, messageId: null, title, quote },
        share: shareOf(telling, `${title} ${quote}`),
        inQuote: shareOf(telling, quote),
      })),
    )
    .toSorted((a, b) => b.share - a.share || b.inQuote - a.inQuote)
    .slice(0, comparedMax)
  const compared = await compareStems(db, question, passages)
  // The title says what the passages of an article are about, but is not an answer by itself.
  const found = compared
    .filter(({ share, inQuote }) => share >= leastShare && inQuote > 0)
    .toSorted((a, b) => b.share - a.share || b.inQuote - a.inQuote)
  const [best] = found
  if (!best) return { answer: null, closest: closestOf(compared) }
  const shown = found
    .filter(({ share, inQuote }) => share >= best.share * besidesShare && inQuote >= best.inQuote * besidesShare)
    .slice(0, passagesMax)
  return {
    answer: {
      text: shown.map(({ citation: { title, quote } }) => `“${quote}” (${title})`).join('\n\n'),
      confidence: toThousandths(best.share),
      citations: shown.map(({ citation }) => citation),
    },
    closest: [],
  }
}

type Passage = { locale: string; citation: Passages['closest'][number]['citation']; share: number; inQuote: number }

/** Raises the shares of passages that have the question's words in another form, and adds their nearness, by which suggestions are ranked. */
async function compareStems<Given extends Passage>(
  db: Queryable,
  question: string,
  passages: readonly Given[],
): Promise<(Given & { nearness: number })[]> {
  const locales = [...new Set(passages.map(({ locale }) => locale))]
  const texts = [
    ...locales.map((locale) => ({ text: question, locale })),
    ...passages.flatMap(({ citation: { title, quote }, locale }) => [
      { text: title, locale },
      { text: quote, locale },
    ]),
  ]
  const stems = await readStems(db, texts)
  return passages.map((passage, i) => {
    const asked = stems[locales.indexOf(passage.locale)] ?? new Set<string>()
    if (!hasStems(passage.locale)) return { ...passage, nearness: passage.share }
    if (asked.size === 0) return { ...passage, nearness: 0 }
    const [title, quote] = [stems[locales.length + 2 * i], stems[locales.length + 2 * i + 1]]
    const inQuote = [...asked].filter((stem) => quote?.has(stem)).length / asked.size
    const share = [...asked].filter((stem) => quote?.has(stem) || title?.has(stem)).length / asked.size
    if (asked.size < fewestStems) return { ...passage, nearness: share }
    return { ...passage, share: Math.max(passage.share, share), inQuote: Math.max(passage.inQuote, inQuote), nearness: share }
  })
}

/** Returns the best passage of each of the nearest articles. */
function closestOf(passages: readonly (Passage & { nearness: number })[]): Passages['closest'] {
  const byArticle = new Map<Uuid | null, Passages['closest'][number]>()
  for (const { citation, nearness } of passages.toSorted((a, b) => b.nearness - a.nearness || b.inQuote - a.inQuote))
    if (nearness > 0 && !byArticle.has(citation.articleId))
      byArticle.set(citation.articleId, { confidence: toThousandths(nearness), citation })
  return [...byArticle.values()].slice(0, suggestionsMax)
}

function toThousandths(share: number): number {
  return Math.round(share * 1_000) / 1_000
}

/** Weighs a word by its length: in languages with spaces short words carry little, and no list of stop words has to be configured. */
function weightOf(word: string): number {
  return /^[\p{scx=Latin}\p{scx=Cyrillic}\p{scx=Greek}]{1,3}$/u.test(word) ? 0 : 1
}

/** Cuts off an ending, so that `exporting` and `exported` match. */
function stemOf(word: string): string {
  return /^\p{L}{6,}$/u.test(word) ? word.slice(0, Math.max(5, word.length - 3)) : word
}

/** True when a word is long enough to have an ending cut off. `order` is not, but matches `orders`. */
function hasEndings(word: string): boolean {
  return /^\p{L}{4,5}$/u.test(word)
}
const endingMax = 2

/** The share of the question's words that a text has. */
function shareOf(words: readonly string[], text: string): number {
  const own = splitWords(text).map(({ word }) => word)
  const isSame = (word: string, other: string): boolean => {
    if (stemOf(word) !== word) return other.startsWith(stemOf(word))
    return other === word || (hasEndings(word) && other.startsWith(word) && other.length - word.length <= endingMax)
  }
  const has = (word: string): boolean => own.some((other) => isSame(word, other))
  return words.filter(has).length / words.length
}

function paragraphsOf(body: string): string[] {
  return body
    .split(/\n{2,}|\n(?=[-*\d])/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .map((part) => (part.length <= passageMax ? part : `${part.slice(0, part.lastIndexOf(' ', passageMax)).toWellFormed()}…`))
}
