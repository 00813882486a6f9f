/** Proposes replies from existing texts: canned responses, and replies to similar questions. */
import { joinWords } from '../../text-search/index.ts'
import { isVisible } from '#kit/owned.ts'
import { render } from '#kit/variables.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { covers, type Principal } from '#platform/principal.ts'
import { cannedResponse } from '../../canned-responses/index.ts'
import { getVariableScopes } from '../../thread-actions/index.ts'
import {
  findDecisions,
  findFirstReplies,
  readConversation,
  readVariables,
  type ConversationLine,
  type ThreadRecord,
} from '../../threads/index.ts'
import { AlikeThreads } from '../../thread-search/index.ts'
import { ownText } from './own-text.ts'
import type { RunOutput } from '../run.ts'

const maxMessages = 40
const maxCharacters = 4_000
const maxLike = 120
const maxCanned = 100
const maxSuggestions = 3
/** Minimum similarity of a reply's question. */
const leastLikeness = 0.15

type Suggestion = RunOutput['suggestions'][number]
type Found = { suggestions: Suggestion[]; threadIds: Uuid[] }

export async function repliesTo(db: Queryable, principal: Principal, thread: ThreadRecord): Promise<Found> {
  const { tenantId } = principal
  const lines = await db.rows(readConversation, { tenantId, threadId: thread.id, limit: maxMessages, characters: maxCharacters })
  const question = wordsIn(`${thread.subject}\n${getQuestion(lines)}`)
  const threads = await AlikeThreads.open(db, tenantId)
  const { neighbours, weights } = await threads.findNearest(question, maxLike, thread.publicNumber)
  const likeness = likenessTo(question, weights)
  const numbers = neighbours.map(({ number }) => number)
  const [texts, decided] = await Promise.all([threads.readWords(numbers), db.rows(findDecisions, { tenantId, numbers })])
  const like = decided
    .map(({ number, id, subject }) => ({ number, id, subject, likeness: likeness(texts.get(number) ?? new Set()) }))
    .filter((each) => each.likeness >= leastLikeness)
    .toSorted((a, b) => b.likeness - a.likeness || b.number - a.number)
  const answers = await db.rows(findFirstReplies, { tenantId, threadIds: like.map(({ id }) => id), each: 1, characters: maxCharacters })
  const earlier = answers.flatMap((answer) => {
    const source = like.find(({ id }) => id === answer.threadId)
    return source ? [{ text: answer.text, confidence: source.likeness, title: source.subject, answer }] : []
  })
  const canned = await cannedFor(db, principal, thread, likeness, earlier)
  const all = [
    ...canned,
    ...distinct(earlier).map(({ text, confidence, title, answer }) => ({
      text,
      bodyFormat: 'text' as const,
      confidence: rounded(confidence),
      citations: [{ articleId: null, cannedResponseId: null, threadId: answer.threadId, messageId: answer.id, title, quote: null }],
    })),
  ]
  const suggestions = all.toSorted((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0)).slice(0, maxSuggestions)
  return { suggestions, threadIds: suggestions.flatMap(({ citations }) => citations.flatMap(({ threadId }) => threadId ?? [])) }
}

/** Returns the customer's messages since the last reply of an agent, or else all messages of the customer. */
function getQuestion(lines: readonly ConversationLine[]): string {
  const answered = lines.findLastIndex(({ authorType, internal }) => authorType === 'AGENT' && !internal)
  const asked = (from: readonly ConversationLine[]): ConversationLine[] => from.filter(({ authorType }) => authorType === 'CUSTOMER')
  const open = asked(lines.slice(answered + 1))
  return (open.length > 0 ? open : asked(lines)).map(ownText).join('\n')
}

/**
 * Returns the matching canned responses that the caller may use in the thread. A canned response matches by its own words, or because
 * replies to similar questions contain its words. Skips canned responses with variables that the caller may not read.
 */
async function cannedFor(
  db: Queryable,
  principal: Principal,
  thread: ThreadRecord,
  likeness: (words: ReadonlySet<string>) => number,
  earlier: readonly { text: string; confidence: number }[],
): Promise<Suggestion[]> {
  if (!covers(principal.scopes, 'catalog:read')) return []
  const page = { limit: maxCanned, after: null }
  const { records } = await cannedResponse.statements.list.fetch(db, principal.tenantId, page, {
    visibleTo: principal.user.id,
    threadId: thread.id,
  })
  const offered = records.filter((each) => {
    if (each.body === null || !isVisible(cannedResponse, principal, each)) return false
    return getVariableScopes(each.body).every((scope) => covers(principal.scopes, scope))
  })
  if (offered.length === 0) return []
  const variables = await readVariables(db, principal, thread)
  const given = earlier.map(({ text, confidence }) => ({ words: wordsIn(text), confidence }))
  return offered.flatMap(({ id, title, shortcut, body, bodyFormat }) => {
    const own = wordsIn(`${title}\n${shortcut}\n${body ?? ''}`)
    const bodyWords = wordsIn(body ?? '')
    const asGiven = given.map(({ words, confidence }) => (shared(bodyWords, words) > 0.7 ? confidence : 0))
    const confidence = Math.max(likeness(own), likeness(wordsIn(title)), ...asGiven)
    if (confidence < leastLikeness) return []
    const { text } = render(body ?? '', bodyFormat, variables)
    const citation = { articleId: null, cannedResponseId: id, threadId: null, messageId: null, title, quote: null }
    return [{ text, bodyFormat, confidence: rounded(confidence), citations: [citation] }]
  })
}

/** Cosine similarity of two texts, weighting rare words higher. */
function likenessTo(question: ReadonlySet<string>, weightOf: (word: string) => number): (words: ReadonlySet<string>) => number {
  const weights = new Map([...question].map((word) => [word, weightOf(word)]))
  const typical = Math.max(...weights.values(), 1) / 2
  const own = Math.sqrt([...weights.values()].reduce((sum, weight) => sum + weight ** 2, 0))
  return (words) => {
    let both = 0
    let other = 0
    for (const word of words) {
      const weight = weights.get(word)
      both += (weight ?? 0) ** 2
      other += (weight ?? typical) ** 2
    }
    return own === 0 || other === 0 ? 0 : both / (own * Math.sqrt(other))
  }
}

/** Returns the share of a text's words that another text contains. */
function shared(words: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return words.size === 0 ? 0 : [...words].filter((word) => other.has(word)).length / words.size
}

/** Drops texts that repeat an earlier text. */
function distinct<Text extends { text: string }>(texts: readonly Text[]): Text[] {
  const kept: { each: Text; words: ReadonlySet<string> }[] = []
  for (const each of texts) {
    const words = wordsIn(each.text)
    if (!kept.some((other) => shared(words, other.words) > 0.8 && shared(other.words, words) > 0.8)) kept.push({ each, words })
  }
  return kept.map(({ each }) => each)
}

function wordsIn(text: string): Set<string> {
  return new Set(
    joinWords(text)
      .split(' ')
      .filter((word) => word !== ''),
  )
}

function rounded(confidence: number): number {
  return Math.round(Math.min(1, confidence) * 1_000) / 1_000
}
