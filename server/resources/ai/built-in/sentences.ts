/** Splits a conversation into sentences and ranks them. */
import { splitWords } from '../../text-search/index.ts'
import type { ConversationLine, MessageExcerpt } from '../../threads/index.ts'
import { ownText } from './own-text.ts'

export type Sentence = { line: MessageExcerpt; text: string; words: ReadonlySet<string> /** Its place in the conversation. */; at: number }

const maxSentence = 300
const maxSentences = 400
/** Minimum words of a sentence. Shorter ones are greetings, thanks or consent. */
const minWords = 4

/** Created with the first conversation, because creating it takes ten milliseconds. */
let segmenter: Intl.Segmenter | undefined

/** Returns the sentences of the messages, without quoted mail. */
export function getSentences(lines: readonly ConversationLine[]): Sentence[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'sentence' })
  const sentences: Sentence[] = []
  for (const line of lines) {
    for (const part of ownText(line).split(/\n+/)) {
      for (const { segment } of segmenter.segment(part)) {
        const text = segment.trim()
        if (text === '') continue
        sentences.push({ line, text: cut(text), words: new Set(splitWords(text).map(({ word }) => word)), at: sentences.length })
        if (sentences.length === maxSentences) return sentences
      }
    }
  }
  return sentences
}

/**
 * Returns the sentences with the most topical words, in their original order. Topical words occur in several messages and in few other
 * threads. Always includes the customer's first long sentence, because it states the request. Leaves out repetitions.
 */
export function sentencesThatMatter(sentences: readonly Sentence[], weightOf: (word: string) => number, most: number): Sentence[] {
  const used = new Map<string, number>()
  for (const { words } of sentences) for (const word of words) used.set(word, (used.get(word) ?? 0) + 1)
  const worth = (word: string): number => weightOf(word) * Math.log(1 + (used.get(word) ?? 0))
  const candidates = sentences.filter(({ words }) => words.size >= minWords)
  const from = candidates.length > 0 ? candidates : sentences
  const chosen: Sentence[] = []
  const covered = new Set<string>()
  const score = ({ words }: Sentence): number =>
    [...words].reduce((sum, word) => sum + (covered.has(word) ? 0.2 : 1) * worth(word), 0) / Math.sqrt(words.size + 3)
  const take = (sentence: Sentence | undefined): void => {
    if (!sentence || chosen.includes(sentence)) return
    chosen.push(sentence)
    for (const word of sentence.words) covered.add(word)
  }
  take(from.find(({ line }) => line.authorType === 'CUSTOMER') ?? from[0])
  const rest = new Set(from)
  while (chosen.length < Math.min(most, from.length)) {
    for (const sentence of chosen) rest.delete(sentence)
    const [best] = [...rest].toSorted((a, b) => score(b) - score(a) || a.at - b.at)
    if (!best) break
    take(best)
  }
  return chosen.toSorted((a, b) => a.at - b.at)
}

function cut(text: string): string {
  if (text.length <= maxSentence) return text
  const end = text.lastIndexOf(' ', maxSentence)
  return `${text.slice(0, end > maxSentence / 2 ? end : maxSentence).toWellFormed()}…`
}
