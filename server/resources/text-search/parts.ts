/** Searches for parts of words in short texts, such as names and addresses. */
import { splitWords } from './tokenizer.ts'

/**
 * Returns a substring for each space-separated piece of a query. A row matches if `joinWords` of its texts contains all of them. A piece of
 * one or two characters must start a word; a longer piece can be anywhere. In a script without spaces, every character starts a word.
 */
export function substringParts(text: string): string[] {
  const parts = text.split(/\s+/).flatMap((piece) => {
    const words = splitWords(piece)
    // The pair before the last word already has the last character of the run.
    const found = words.at(-1)?.closes === 'run' ? words.slice(0, -1) : words
    const part = found.map(({ word }) => word).join(' ')
    return part === '' ? [] : [[...part].length < 3 ? ` ${part}` : part]
  })
  return [...new Set(parts)]
}
