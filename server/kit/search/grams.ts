/**
 * Rows of neighbouring words that the index has beside single words, so that a phrase of common words is found without reading texts.
 *
 * What is common is said for each block of threads (number-set.ts), and once it is, it stays so. A row of words is in the index of a block if
 * both rows that are a word shorter, its beginning and its end, are common there. So a phrase of at most `gramWordsMax` words is either in the
 * index itself, or has a part that is not common: then few threads have that part, and their texts are looked through.
 */

/** A longer phrase is looked for by all its rows of this length. Each length adds rows where a text is repeated in many threads. */
export const gramWordsMax = 6

/** What a row of words is called in the index. No word begins with a space, so no beginning of a word finds a row of several. */
export function gramOf(words: readonly string[]): string {
  return words.length === 1 ? (words[0] ?? '') : ` ${words.join(' ')}`
}

/** The two rows that are a word shorter: its beginning and its end. */
export function gramParts(gram: string): [string, string] {
  const words = gram.trim().split(' ')
  return [gramOf(words.slice(0, -1)), gramOf(words.slice(1))]
}

/** What a text (lines of words) holds if it has a row of words. */
export function needleOfGram(gram: string): string {
  return gram.startsWith(' ') ? `${gram} ` : ` ${gram} `
}

export type IsCommon = (gram: string) => boolean

/** Reads the rows of words of a text (lines of words, see `rowOfWords`): of one word first, then of one more each time. */
export class GramReader {
  readonly #lines: Line[] = []
  #length = 1
  /** Asked for more than once at each length. */
  #grams: Set<string> | null = null

  constructor(text: string) {
    for (const line of text.split('\n')) {
      const words = line.split(' ').filter((word) => word !== '')
      if (words.length > 0) this.#lines.push({ words, starts: [...words.keys()], grams: words })
    }
  }

  /** The rows of the present length. */
  grams(): ReadonlySet<string> {
    if (this.#grams) return this.#grams
    const all = new Set<string>()
    for (const { grams } of this.#lines) for (const gram of grams) all.add(gram)
    this.#grams = all
    return all
  }

  /** Goes on to rows of one more word: to those whose beginning and end are common. */
  lengthen(isCommon: IsCommon): void {
    this.#length++
    this.#grams = null
    for (const line of this.#lines) {
      if (line.starts.length === 0) continue
      const common = new Set(line.starts.filter((_, i) => isCommon(line.grams[i] ?? '')))
      line.starts = [...common].filter((start) => common.has(start + 1))
      line.grams = line.starts.map((start) => gramOf(line.words.slice(start, start + this.#length)))
    }
  }
}

/** `grams`: the row of words at each of `starts`. */
type Line = { words: string[]; starts: number[]; grams: string[] }

/** The fewest rows in the index that a phrase has; `isWhole` if that is the phrase itself, so that what has the row has the phrase. */
export function coverOf(words: readonly string[], isCommon: IsCommon): { grams: string[]; isWhole: boolean } {
  const isKnown = (from: number, length: number): boolean =>
    from + length <= words.length &&
    length <= gramWordsMax &&
    isCommon(gramOf(words.slice(from, from + length - 1))) &&
    isCommon(gramOf(words.slice(from + 1, from + length)))
  const grams: string[] = []
  let end = 0
  for (let from = 0; from < words.length && end < words.length; from++) {
    let length = 1
    while (isKnown(from, length + 1)) length++
    // One that the row before holds says nothing more.
    if (from + length > end) grams.push(gramOf(words.slice(from, from + length)))
    end = Math.max(end, from + length)
  }
  return { grams, isWhole: grams[0] === gramOf(words) }
}

/** All rows of a phrase that may be in the index. */
export function gramsOfPhrase(words: readonly string[]): string[] {
  const grams: string[] = []
  for (let length = 1; length <= Math.min(words.length, gramWordsMax); length++)
    for (let from = 0; from + length <= words.length; from++) grams.push(gramOf(words.slice(from, from + length)))
  return grams
}
