/** An answer that says nothing of its own: passages of articles that speak of what was asked. */
import type { Queryable, Uuid } from '../../../kit/index.ts'
import { parseQuery } from '../../../kit/search/query.ts'
import { wordsOf } from '../../../kit/search/tokenizer.ts'
import { partsOf, searchTexts } from '../../kb/index.ts'
import type { Citation } from '../run.ts'

const articlesMax = 20
const passagesMax = 3
const passageMax = 600
const wordsMax = 40
/** What a passage must have of the question to be an answer to it, and to be shown beside a better one. */
const leastShare = 0.6
const besidesShare = 0.9

export type Passages = { text: string; confidence: number; citations: Citation[] }

/** Null when no passage speaks of most of the question. Internal articles are among them: the answer is for an agent. */
export async function passagesFor(db: Queryable, tenantId: Uuid, question: string): Promise<Passages | null> {
  const asked = [...new Set(wordsOf(question).map(({ word }) => word))].slice(0, wordsMax)
  const telling = asked.filter((word) => weightOf(word) === 1)
  if (telling.length === 0) return null
  const query = parseQuery(telling.map((word) => (stemOf(word) === word && !hasEndings(word) ? word : `${stemOf(word)}*`)).join(' or '))
  const hits = await db.rows(searchTexts, {
    tenantId,
    ...partsOf(query),
    locale: null,
    visibility: null,
    collectionIds: null,
    hiddenIds: null,
    limit: articlesMax,
    afterPoints: null,
    afterId: null,
  })
  const found = hits
    .filter(({ articleId }) => articleId !== null)
    .flatMap(({ articleId, title, body }) =>
      paragraphsOf(body).map((quote) => ({
        articleId,
        title,
        quote,
        share: shareOf(telling, `${title} ${quote}`),
        inQuote: shareOf(telling, quote),
      })),
    )
    // The title of an article says what its passages are about, but is no answer by itself.
    .filter(({ share, inQuote }) => share >= leastShare && inQuote > 0)
    .toSorted((a, b) => b.share - a.share || b.inQuote - a.inQuote)
  const [best] = found
  if (!best) return null
  const shown = found
    .filter(({ share, inQuote }) => share >= best.share * besidesShare && inQuote >= best.inQuote * besidesShare)
    .slice(0, passagesMax)
  return {
    text: shown.map(({ title, quote }) => `“${quote}” (${title})`).join('\n\n'),
    confidence: Math.round(best.share * 1_000) / 1_000,
    citations: shown.map(({ articleId, title, quote }) => ({
      articleId,
      cannedResponseId: null,
      threadId: null,
      messageId: null,
      title,
      quote,
    })),
  }
}

/** Short words carry little in languages that have spaces between them; which these are, nobody has to configure. */
function weightOf(word: string): number {
  return /^[\p{scx=Latin}\p{scx=Cyrillic}\p{scx=Greek}]{1,3}$/u.test(word) ? 0 : 1
}

/** Without an ending: `exporting` and `exported` begin alike. */
function stemOf(word: string): string {
  return /^\p{L}{6,}$/u.test(word) ? word.slice(0, Math.max(5, word.length - 3)) : word
}

/** Too short to lose an ending, not to get one: `order` and `orders`. */
function hasEndings(word: string): boolean {
  return /^\p{L}{4,5}$/u.test(word)
}
const endingMax = 2

/** The part of the question's words that a text has. */
function shareOf(words: readonly string[], text: string): number {
  const own = wordsOf(text).map(({ word }) => word)
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
