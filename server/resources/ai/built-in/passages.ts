/** Answers a question with passages of articles, unchanged. Generates no text. */
import { parseQuery, splitWords } from '../../text-search/index.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { toSearchParameters, searchTexts } from '../../kb/index.ts'
import type { Citation } from '../run.ts'
import { findQuestionType, hasAnswerOf, type QuestionType, toTopic } from './question-types.ts'
import { hasStems, readStems } from './stems.ts'

const maxArticles = 20
const maxPassages = 3
const maxPassage = 600
const maxWords = 40
/** Minimum shares of the question's words in a passage: to count as an answer, and to be shown next to a better one. */
const leastShare = 0.6
const besidesShare = 0.9

/** Maximum number of passages to compare by stems: those with the most words of the question. */
const maxCompared = 60
const maxSuggestions = 3

/** `answer` is null when no passage covers most of the question. `closest` then has the best passages below that limit. */
export type Passages = {
  answer: { text: string; confidence: number; citations: Citation[] } | null
  closest: { confidence: number; citation: Citation & { quote: string } }[]
}

/** Finds passages that answer the question. Includes internal articles, because only agents read the answer. */
export async function passagesFor(db: Queryable, tenantId: Uuid, question: string): Promise<Passages> {
  const asked = [...new Set(splitWords(question).map(({ word }) => word))].slice(0, maxWords)
  const acronyms = new Set(question.match(/\b\p{Lu}{2,3}s?\b/gu)?.map((word) => word.toLowerCase()))
  const telling = asked.filter((word) => weightOf(word) === 1 || acronyms.has(word))
  if (telling.length === 0) return { answer: null, closest: [] }
  const query = parseQuery(telling.map((word) => (getStem(word) === word && !hasEndings(word) ? word : `${getStem(word)}*`)).join(' or '))
  const hits = await db.rows(searchTexts, {
    tenantId,
    ...toSearchParameters(query),
    locale: null,
    visibility: null,
    collectionIds: null,
    hiddenIds: null,
    limit: maxArticles,
    afterPoints: null,
    afterId: null,
  })
  const passages = hits
    .filter(({ articleId }) => articleId !== null)
    .flatMap(({ articleId, title, body, locale }) =>
      getParagraphs(body).map((quote, at) => ({
        locale,
        isFirst: at === 0,
        citation: { articleId, cannedResponseId: null, threadId: null, messageId: null, title, quote },
        share: getShare(telling, `${title} ${quote}`),
        inQuote: getShare(telling, quote),
      })),
    )
    .toSorted((a, b) => b.share - a.share || b.inQuote - a.inQuote)
    .slice(0, maxCompared)
  const compared = await compareStems(db, question, passages)
  const found = compared
    .filter(({ answers }) => answers)
    .toSorted((a, b) => b.share - a.share || b.inQuote - a.inQuote || Number(b.isFirst) - Number(a.isFirst))
  const [best] = found
  if (!best) return { answer: null, closest: getClosest(compared) }
  const shown = found
    .filter(({ share, inQuote }) => share >= best.share * besidesShare && inQuote >= best.inQuote * besidesShare)
    .slice(0, maxPassages)
  return {
    answer: {
      text: shown.map(({ citation: { title, quote } }) => `“${quote}” (${title})`).join('\n\n'),
      confidence: toThousandths(best.share),
      citations: shown.map(({ citation }) => citation),
    },
    closest: [],
  }
}

type Passage = { locale: string; isFirst: boolean; citation: Passages['closest'][number]['citation']; share: number; inQuote: number }
/** `nearness` is the rank of a suggestion. */
type Compared = Passage & { nearness: number; answers: boolean }

/** Compares the passages with the question by stems, and decides which of them answer the question. */
async function compareStems(db: Queryable, question: string, passages: readonly Passage[]): Promise<Compared[]> {
  const locales = [...new Set(passages.map(({ locale }) => locale))]
  const ofQuestion = [question, toTopic(question)]
  const texts = [
    ...locales.flatMap((locale) => ofQuestion.map((text) => ({ text, locale }))),
    ...passages.flatMap(({ citation: { title, quote }, locale }) => [title, toTopic(title), quote].map((text) => ({ text, locale }))),
  ]
  const stems = await readStems(db, texts)
  const stemsAt = (at: number): ReadonlySet<string> => stems[at] ?? new Set<string>()
  const type = findQuestionType(question)
  return passages.map((passage, i) => {
    if (!hasStems(passage.locale))
      return { ...passage, nearness: passage.share, answers: passage.share >= leastShare && passage.inQuote > 0 }
    const [own, first] = [2 * locales.indexOf(passage.locale), 2 * locales.length + 3 * i]
    const asked = { all: stemsAt(own), topic: stemsAt(own + 1) }
    if (asked.all.size === 0) return { ...passage, nearness: 0, answers: false }
    return judgePassage(passage, asked, { title: stemsAt(first), titleTopic: stemsAt(first + 1), quote: stemsAt(first + 2) }, type)
  })
}

/**
 * Decides whether a passage answers the question. An article's title gives the topic of its passages but is no answer itself. If the title
 * asks the same question, the first passage is the answer.
 */
function judgePassage(
  passage: Passage,
  asked: { all: ReadonlySet<string>; topic: ReadonlySet<string> },
  own: { title: ReadonlySet<string>; titleTopic: ReadonlySet<string>; quote: ReadonlySet<string> },
  type: QuestionType | null,
): Compared {
  const both = new Set([...own.title, ...own.quote])
  const [inQuote, share] = [shareOfStems(asked.all, own.quote), shareOfStems(asked.all, both)]
  const judged = { ...passage, inQuote, share, nearness: share, answers: false }
  const isTitle = asked.topic.size > 0 && shareOfStems(asked.topic, own.titleTopic) === 1 && shareOfStems(own.titleTopic, asked.topic) === 1
  if (isTitle && passage.isFirst && (asked.topic.size > 1 || type === null || hasAnswerOf(type, passage.citation.quote)))
    return { ...judged, share: 1, inQuote: 1, answers: true }
  const hasTopic = asked.topic.size > 0 && shareOfStems(asked.topic, both) === 1
  const isAnswered =
    type === null || type === 'YES_OR_NO'
      ? asked.topic.size > 1
      : hasAnswerOf(type, passage.citation.quote) && (type !== 'WHERE' || inQuote > 0)
  if (hasTopic && type !== null && isAnswered) return { ...judged, share: 1, answers: true }
  // With a single stem the question is too vague for stems ("What about the refund?"), so compare its words.
  if (asked.all.size === 1) return { ...judged, answers: passage.share >= leastShare && passage.inQuote > 0, share: passage.share }
  return { ...judged, answers: type === null && asked.topic.size > 1 && share >= leastShare && inQuote > 0 }
}

function shareOfStems(wanted: ReadonlySet<string>, found: ReadonlySet<string>): number {
  return wanted.size === 0 ? 0 : [...wanted].filter((stem) => found.has(stem)).length / wanted.size
}

/** Returns the best passage of each of the nearest articles. */
function getClosest(passages: readonly Compared[]): Passages['closest'] {
  const byArticle = new Map<Uuid | null, Passages['closest'][number]>()
  for (const { citation, nearness } of passages.toSorted((a, b) => b.nearness - a.nearness || b.inQuote - a.inQuote))
    if (nearness > 0 && !byArticle.has(citation.articleId))
      byArticle.set(citation.articleId, { confidence: toThousandths(nearness), citation })
  return [...byArticle.values()].slice(0, maxSuggestions)
}

function toThousandths(share: number): number {
  return Math.round(share * 1_000) / 1_000
}

/** Weighs a word by its length. In languages with spaces short words carry little meaning, so no list of stop words is needed. */
function weightOf(word: string): number {
  return /^[\p{scx=Latin}\p{scx=Cyrillic}\p{scx=Greek}]{1,3}$/u.test(word) ? 0 : 1
}

/** Strips a suffix, so that `exporting` and `exported` match. */
function getStem(word: string): string {
  return /^\p{L}{6,}$/u.test(word) ? word.slice(0, Math.max(5, word.length - 3)) : word
}

/** True when a word is long enough to strip a suffix. `order` is not, but matches `orders`. */
function hasEndings(word: string): boolean {
  return /^\p{L}{4,5}$/u.test(word)
}
const maxEnding = 2

/** Returns the share of the question's words that a text contains. */
function getShare(words: readonly string[], text: string): number {
  const own = splitWords(text).map(({ word }) => word)
  const isSame = (word: string, other: string): boolean => {
    if (getStem(word) !== word) return other.startsWith(getStem(word))
    return other === word || (hasEndings(word) && other.startsWith(word) && other.length - word.length <= maxEnding)
  }
  const has = (word: string): boolean => own.some((other) => isSame(word, other))
  return words.filter(has).length / words.length
}

function getParagraphs(body: string): string[] {
  return body
    .split(/\n{2,}|\n(?=[-*\d])/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .map((part) => (part.length <= maxPassage ? part : `${part.slice(0, part.lastIndexOf(' ', maxPassage)).toWellFormed()}…`))
}
