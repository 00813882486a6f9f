/** Marks search matches in a text, and extracts excerpts around them. */
import type { Term } from './query.ts'
import { composeText, splitWords, type Word } from './tokenizer.ts'

/** A text or an excerpt, with the positions of its matches in UTF-16 code units, in order and without overlap. */
export type HighlightedText = { text: string; ranges: { start: number; end: number }[] }

/** Maximum characters of a highlighted match. Otherwise a megabyte without spaces would be one match. */
const maxRangeLength = 500

/** Highlights the matches in a whole text. Returns null if nothing matches. */
export function highlightText(text: string, terms: readonly Term[]): HighlightedText | null {
  const whole = composeText(text)
  const ranges = findRanges(splitWords(whole), terms)
  return ranges.length === 0 ? null : { text: whole, ranges }
}

/** Extracts about `length` characters around the first match, at word boundaries. Returns null if nothing matches. */
export function findExcerpt(text: string, terms: readonly Term[], length = 240): HighlightedText | null {
  const whole = composeText(text)
  const words = splitWords(whole)
  const ranges = findRanges(words, terms)
  const first = ranges[0]
  if (!first) return null
  if (whole.length <= length) return { text: whole, ranges }
  const begin = words.find(({ start }) => start >= first.start - length / 4)?.start ?? first.start
  const from = Math.min(begin, first.start)
  const to = Math.max(first.end, words.findLast(({ end }) => end <= from + length)?.end ?? first.end)
  return {
    text: whole.slice(from, to),
    ranges: ranges
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({ start: start - from, end: end - from })),
  }
}

/** Characters per window, which takes some milliseconds. Windows overlap by more than the longest highlighted match. */
const windowLength = 16_384
const overlap = 1_024

/** Finds the excerpt of a long text window by window. Awaits `rest` between windows. */
export async function findExcerptInWindows(
  text: string,
  terms: readonly Term[],
  rest: () => Promise<void> | undefined,
): Promise<HighlightedText | null> {
  for (let from = 0; ; ) {
    const isLast = from + windowLength >= text.length
    const to = isLast ? text.length : findWordEnd(text, from + windowLength)
    const match = findExcerpt(text.slice(from, to), terms)
    if (match || isLast) return match
    await rest()
    from = findWordEnd(text, to - overlap)
  }
}

/** Returns the position of the last space before `at`, or `at` itself if none is nearby. */
function findWordEnd(text: string, at: number): number {
  for (let i = at; i > at - overlap / 2; i--) if (/\s/.test(text.charAt(i))) return i
  return at
}

function findRanges(words: readonly Word[], terms: readonly Term[]): HighlightedText['ranges'] {
  const found = words.flatMap((_, i) => terms.flatMap((term) => matchAt(words, i, term) ?? []))
  const ranges: HighlightedText['ranges'] = []
  for (const range of found.filter(({ start, end }) => end - start <= maxRangeLength).toSorted((a, b) => a.start - b.start)) {
    const last = ranges.at(-1)
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end)
    else ranges.push({ ...range })
  }
  return ranges
}

function matchAt(words: readonly Word[], at: number, { words: wanted, isPrefix }: Term): { start: number; end: number } | null {
  const first = words[at]
  const last = words[at + wanted.length - 1]
  if (!first || !last) return null
  const matches = wanted.every((word, i) => {
    const own = words[at + i]?.word ?? ''
    return isPrefix && i === wanted.length - 1 ? own.startsWith(word) : own === word
  })
  if (!matches) return null
  // In a script without spaces, a query of a single character matches the first character of a pair.
  return { start: first.start, end: isPrefix && last.firstEnd !== undefined ? last.firstEnd : last.end }
}
