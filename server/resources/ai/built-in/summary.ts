/** Summarizes a thread with its most important sentences, unchanged. Generates no text. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { readConversation, type ThreadRecord } from '../../threads/index.ts'
import { AlikeThreads } from '../../thread-search/index.ts'
import type { Citation } from '../run.ts'
import { getSentences, sentencesThatMatter } from './sentences.ts'

const maxMessages = 100
const maxCharacters = 4_000
const maxSentences = 5

export async function findSummary(
  db: Queryable,
  tenantId: Uuid,
  thread: ThreadRecord,
): Promise<{ text: string; citations: Citation[] } | null> {
  const lines = await db.rows(readConversation, { tenantId, threadId: thread.id, limit: maxMessages, characters: maxCharacters })
  const sentences = getSentences(lines.filter(({ authorType }) => authorType !== 'SYSTEM'))
  if (sentences.length === 0) return null
  const words = new Set(sentences.flatMap(({ words: own }) => [...own]))
  const { weights } = await (await AlikeThreads.open(db, tenantId)).findNearest(words, 1, thread.publicNumber)
  const chosen = sentencesThatMatter(sentences, weights, maxSentences)
  const citations = chosen.map(({ line, text }) => ({
    articleId: null,
    cannedResponseId: null,
    threadId: thread.id,
    messageId: line.id,
    title: thread.subject,
    quote: text,
  }))
  return {
    text: chosen.map(({ line, text }) => `${speakers[line.authorType]}${line.internal ? ' (note)' : ''}: “${text}”`).join('\n'),
    citations,
  }
}

const speakers = { CUSTOMER: 'Customer', AGENT: 'Agent', BOT: 'Bot', SYSTEM: 'System' }
