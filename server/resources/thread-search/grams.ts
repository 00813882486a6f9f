/**
 * Grams: sequences of two or more neighbouring words that the search index stores beside single words, so that a phrase of common words is
 * found without reading texts. Each block of threads (number-set.ts) decides separately which grams are common, and a common gram stays
 * common. A block's index contains a gram if both of its grams that are a word shorter, its prefix and its suffix, are common in the block.
 * So a phrase of at most `maxGramWords` words either is an indexed gram, or has a part that is rare. Few threads contain that part, and the
 * search scans their texts. A single word is a gram, too: the shortest.
 */

/** Maximum number of words in a gram. A search for a longer phrase combines several grams. Each length adds grams where texts repeat. */
export const maxGramWords = 6

/** Builds a gram's index key. A key of several words starts with a space, which no word does, so a prefix search never finds it. */
export function toGram(words: readonly string[]): string {
  return words.length === 1 ? (words[0] ?? '') : ` ${words.join(' ')}`
}

/** Returns the two grams that are a word shorter: prefix and suffix. */
export function shortenGram(gram: string): [string, string] {
  const words = gram.trim().split(' ')
  return [toGram(words.slice(0, -1)), toGram(words.slice(1))]
}

/** Builds the string that `joinWords` of a text contains if the text contains the gram. */
export function toGramNeedle(gram: string): string {
  return gram.startsWith(' ') ? `${gram} ` : ` ${gram} `
}

export type IsCommon = (gram: string) => boolean

/** Extracts the grams of a text (lines made by `joinWords`): first single words, then one word more with each call of `lengthen`. */
export class GramReader {
  readonly #lines: Line[] = []
  #length = 1
  /** Cached result of `grams`, which is called several times per length. */
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

  /** Advances to grams of one more word, whose prefix and suffix are common. */
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

/** `grams` has the gram that starts at each of `starts`. */
type Line = { words: string[]; starts: number[]; grams: string[] }

/**
 * Finds the fewest indexed grams that together cover a phrase. `isWhole` is true when the phrase itself is one gram, so that every thread
 * with the gram contains the phrase.
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

/** Returns all grams of a phrase that the index may contain. */
export function possibleGrams(words: readonly string[]): string[] {
  const grams: string[] = []
  for (let length = 1; length <= Math.min(words.length, maxGramWords); length++)
    for (let from = 0; from + length <= words.length; from++) grams.push(toGram(words.slice(from, from + length)))
  return grams
}
