/** Lets a search find other forms of a word, in any language that joins endings to words. */
import type { Term } from './query.ts'

/** Shorter words begin too many others. */
const minLength = 3
/** Minimum length of what is left of a word without its ending. */
const minStem = 4

/** Endings of plurals and cases in English and German. */
const endings = /(?:ies|es|s|en|e|(?<=[lr])n)$/

/**
 * Returns a term that also finds texts with other words with the same beginning: refund finds refunds, refunds finds refund, and cancel finds
 * cancellation. Returns null for quotations, for numbers, and for scripts without spaces, whose words are pairs of characters.
 */
export function loosenTerm({ words, isQuoted, isPrefix, raw }: Term): Term | null {
  const last = words.at(-1) ?? ''
  if (
    isQuoted ||
    isPrefix ||
    last.length < minLength ||
    !/^[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Armenian}\p{scx=Georgian}]+$/u.test(last)
  )
    return null
  const stem = last.replace(endings, '')
  return { words: [...words.slice(0, -1), stem.length < minStem ? last : stem], isPrefix: true, raw }
}
