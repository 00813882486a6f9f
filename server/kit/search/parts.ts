/** Searching for parts of words, in short texts such as names and addresses. */
import { rowOfWords, wordsOf } from './tokenizer.ts'

/**
 * What each piece of a query (between spaces) has to be found as in a row of words (`rowOfWords`): one or two characters as the beginning
 * of a word, more of them anywhere. In a script without spaces any character begins a word.
 */
export function substringParts(text: string): string[] {
  const parts = text.split(/\s+/).flatMap((piece) => {
    const words = wordsOf(piece)
    // The last character of a run is in the last pair already.
    const found = words.at(-1)?.closes === 'run' ? words.slice(0, -1) : words
    const part = found.map(({ word }) => word).join(' ')
    return part === '' ? [] : [[...part].length < 3 ? ` ${part}` : part]
  })
  return [...new Set(parts)]
}

/** Texts as rows of words, one after the other. No part reaches from one into another: two spaces are between them. */
export function rowsOfWords(...texts: readonly (string | null)[]): string {
  return texts.map((text) => rowOfWords(text ?? '')).join('')
}
