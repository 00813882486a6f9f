/**
 * Grams: sequences of two or more neighbouring words that the search index stores beside single words, so that a phrase of common words is
 * found without reading texts.
 *
 * Whether a gram is common is decided for each block of threads (number-set.ts), and a common gram stays common. The index of a block has
 * a gram if both grams that are a word shorter, its beginning and its end, are common in the block. So a phrase of at most `maxGramWords`
 * words either is a gram of the index, or has a part that is not common. Few threads have that part, and the search reads their texts.
 *
 * A single word is a gram, too: the shortest.
 */

/** Number of words of the longest grams. A search for a longer phrase combines several. Each length adds grams where texts repeat. */
export const maxGramWords = 6

/** Builds a gram's key in the index. A key of several words begins with a space, which no word does, so a prefix search never finds it. */
export function toGram(words: readonly string[]): string {
  return words.length === 1 ? (words[0] ?? '') : ` ${words.join(' ')}`
}

/** Returns the two grams that are a word shorter: the beginning and the end. */
export function shortenGram(gram: string): [string, string] {
  const words = gram.trim().split(' ')
  return [toGram(words.slice(0, -1)), toGram(words.slice(1))]
}

/** Builds the string that `joinWords` of a text contains if the text has the gram. */
export function toGramNeedle(gram: string): string {
  return gram.startsWith(' ') ? `${gram} ` : ` ${gram} `
}

export type IsCommon = (gram: string) => boolean

/** Reads the grams of a text (lines made by `joinWords`): first those of one word, then one word more with each call of `lengthen`. */
export class GramReader {
  readonly #lines: Line[] = []
  #length = 1
  /** The result of `grams`, which is called more than once for each length. */
  #grams: Set<string> | null = null

  constructor(text: string) {
    for (const line of text.split('\n')) {
      const words = line.split(' ').filter((word) => word !== '')
      if (words.length > 0) this.#lines.push({ words, starts: [...words.keys()], grams: words })
    }
  }

  /** Returns the grams of the current length. */
  grams(): ReadonlySet<string> {
    if (this.#grams) return this.#grams
    const all = new Set<string>()
    for (const { grams } of this.#lines) for (const gram of grams) all.add(gram)
    this.#grams = all
    return all
  }

  /** Moves on to grams of one more word, those whose beginning and end are common. */
  lengthen(isCommon: IsCommon): void {
    this.#length++
    this.#grams = null
    for (const line of this.#lines) {
      if (line.starts.length === 0) continue
      const common = new Set(line.starts.filter((_, i) => isCommon(line.grams[i] ?? '')))
      line.starts = [...common].filter((start) => common.has(start + 1))
      line.grams = line.starts.map((start) => toGram(line.words.slice(start, start + this.#length)))
    }
  }
}

/** `grams` has the gram that begins at each of `starts`. */
type Line = { words: string[]; starts: number[]; grams: string[] }

/**
 * Finds the fewest grams of the index that together have all words of a phrase. `isWhole` is true when the phrase itself is one, so that
 * every thread with the gram has the phrase.
 */
export function coverPhrase(words: readonly string[], isCommon: IsCommon): { grams: string[]; isWhole: boolean } {
  const isIndexed = (from: number, length: number): boolean =>
    from + length <= words.length &&
    length <= maxGramWords &&
    isCommon(toGram(words.slice(from, from + length - 1))) &&
    isCommon(toGram(words.slice(from + 1, from + length)))
  const grams: string[] = []
  let end = 0
  for (let from = 0; from < words.length && end < words.length; from++) {
    let length = 1
    while (isIndexed(from, length + 1)) length++
    // A gram that ends within the previous one excludes no further thread.
    if (from + length > end) grams.push(toGram(words.slice(from, from + length)))
    end = Math.max(end, from + length)
  }
  return { grams, isWhole: grams[0] === toGram(words) }
}

/** Returns all grams of a phrase that the index could have. */
export function possibleGrams(words: readonly string[]): string[] {
  const grams: string[] = []
  for (let length = 1; length <= Math.min(words.length, maxGramWords); length++)
    for (let from = 0; from + length <= words.length; from++) grams.push(toGram(words.slice(from, from + length)))
  return grams
}
