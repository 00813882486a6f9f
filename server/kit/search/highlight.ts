/** Where a text has what a search looked for. */
import type { Term } from './query.ts'
import { composed, wordsOf, type Word } from './tokenizer.ts'

/** A part of a text, and where in it the words are that match: positions in UTF-16 code units, in order, apart from each other. */
export type Marked = { text: string; ranges: { start: number; end: number }[] }

/** A single match that is longer than this is not shown: a megabyte without a space is a word, too. */
const rangeMax = 500

/** The whole text with its matches; null when it has none. */
export function highlightText(text: string, terms: readonly Term[]): Marked | null {
  const whole = composed(text)
  const ranges = rangesOf(wordsOf(whole), terms)
  return ranges.length === 0 ? null : { text: whole, ranges }
}

/** What surrounds the first match, about `length` characters, cut between words; null without a match. */
export function excerpt(text: string, terms: readonly Term[], length = 240): Marked | null {
  const whole = composed(text)
  const words = wordsOf(whole)
  const ranges = rangesOf(words, terms)
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

/** Characters that are read at once: some milliseconds. Two windows overlap by more than a shown match is long. */
const windowLength = 16_384
const overlap = 1_024

/** Finds the excerpt of a long text window by window. `rest` is awaited between two windows. */
export async function excerptOfLong(text: string, terms: readonly Term[], rest: () => Promise<void> | undefined): Promise<Marked | null> {
  for (let from = 0; ; ) {
    const isLast = from + windowLength >= text.length
    const to = isLast ? text.length : endOfWord(text, from + windowLength)
    const match = excerpt(text.slice(from, to), terms)
    if (match || isLast) return match
    await rest()
    from = endOfWord(text, to - overlap)
  }
}

/** The last place before `at` where a word ends. `at` itself when there is none nearby. */
function endOfWord(text: string, at: number): number {
  for (let i = at; i > at - overlap / 2; i--) if (/\s/.test(text.charAt(i))) return i
  return at
}

function rangesOf(words: readonly Word[], terms: readonly Term[]): Marked['ranges'] {
  const found = words.flatMap((_, i) => terms.flatMap((term) => matchAt(words, i, term) ?? []))
  const ranges: Marked['ranges'] = []
  for (const range of found.filter(({ start, end }) => end - start <= rangeMax).toSorted((a, b) => a.start - b.start)) {
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
  // In a script without spaces a single character begins a pair: only it was looked for.
  return { start: first.start, end: isPrefix && last.firstEnd !== undefined ? last.firstEnd : last.end }
}
