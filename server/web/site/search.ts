/** Search over all texts of the documentation. The index is built in memory with the first search. */
import type { Language } from '../help/words.ts'
import type { Section } from './markdown.ts'
import type { Text } from './texts.ts'

/** A found page, with the section that fits best. */
export type Hit = { text: Text; section: Section; excerpt: Excerpt }
/** Pieces of an excerpt; matched words are marked. */
export type Excerpt = readonly { text: string; isMatch: boolean }[]

type IndexedSection = { section: Section; heading: string; body: string }
type IndexedPage = { text: Text; title: string; about: string; sections: readonly IndexedSection[] }

const maxQueryLength = 200
const maxQueryWords = 8
const excerptLength = 180

export type DocsIndex = { search(query: string, language: Language): Hit[] }

export function createDocsIndex(pages: readonly { text: Text; sections: readonly Section[] }[]): DocsIndex {
  const indexed = pages.map(
    ({ text, sections }): IndexedPage => ({
      text,
      title: toIndexedText(text.title),
      about: toIndexedText(text.about),
      sections: sections.map((section) => ({ section, heading: toIndexedText(section.heading), body: toIndexedText(section.text) })),
    }),
  )
  return {
    search(query, language) {
      const wanted = splitQuery(query)
      if (wanted.length === 0) return []
      const found = indexed
        .filter(({ text }) => text.part === 'developers' || text.language === language)
        .flatMap((page) => {
          const rank = rankPage(page, wanted)
          return rank === null ? [] : [{ page, rank }]
        })
      // The sort is stable: pages of the same rank stay in the order of the navigation.
      return found.toSorted((a, b) => b.rank - a.rank).map(({ page }) => toHit(page, wanted))
    },
  }
}

/** Returns the folded words of a query. */
export function splitQuery(query: string): string[] {
  return findWords(query.slice(0, maxQueryLength))
    .map(({ folded }) => folded)
    .slice(0, maxQueryWords)
}

/**
 * Returns a page's rank; null unless the page has every word. Titles count before anything else, then the handbooks before the guides for
 * developers, words of one section before words all over the page, headings before text, and frequent words before rare ones.
 */
function rankPage({ text, title, about, sections }: IndexedPage, wanted: readonly string[]): number | null {
  const scores = wanted.map((word) => {
    if (hasWord(title, word)) return title.includes(` ${word} `) ? 1200 : 1000
    if (sections.some(({ heading }) => hasWord(heading, word))) return 30
    if (hasWord(about, word)) return 20
    const times = sections.reduce((sum, { body }) => sum + countWord(body, word), 0)
    return times === 0 ? null : Math.min(times, 10)
  })
  const isTogether = sections.some(({ heading, body }) => wanted.every((word) => hasWord(heading, word) || hasWord(body, word)))
  return scores.reduce<number | null>(
    (sum, score) => (sum === null || score === null ? null : sum + score),
    (text.part === 'developers' ? 0 : 300) + (isTogether ? 100 : 0),
  )
}

function toHit({ text, sections }: IndexedPage, wanted: readonly string[]): Hit {
  const rated = sections.map((each) => ({
    section: each.section,
    // A section whose text has all words is better than one whose heading has some.
    score: wanted.reduce((sum, word) => sum + (hasWord(each.body, word) ? 2 : 0) + (hasWord(each.heading, word) ? 1 : 0), 0),
  }))
  const [first = { section: { id: null, heading: '', text: '' }, score: 0 }, ...others] = rated
  const { section } = others.reduce((best, each) => (each.score > best.score ? each : best), first)
  return { text, section, excerpt: getExcerpt(section.text === '' ? text.about : section.text, wanted) }
}

/** Cuts the part of a text around the first match. */
function getExcerpt(text: string, wanted: readonly string[]): Excerpt {
  const matches = findWords(text).filter(({ folded }) =>
    wanted.some((word) => (word.length === 1 ? folded === word : folded.startsWith(word))),
  )
  const first = matches[0]?.start ?? 0
  const from = first < excerptLength / 2 ? 0 : text.lastIndexOf(' ', first - excerptLength / 3) + 1
  const cut = text.indexOf(' ', from + excerptLength)
  const to = cut < 0 ? text.length : cut
  const pieces: { text: string; isMatch: boolean }[] = [{ text: from > 0 ? '… ' : '', isMatch: false }]
  let at = from
  for (const { start, end } of matches.filter((match) => match.start >= from && match.end <= to)) {
    pieces.push({ text: text.slice(at, start), isMatch: false }, { text: text.slice(start, end), isMatch: true })
    at = end
  }
  pieces.push({ text: text.slice(at, to) + (to < text.length ? ' …' : ''), isMatch: false })
  return pieces.filter((piece) => piece.text !== '')
}

type Word = { folded: string; start: number; end: number }

function findWords(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    folded: fold(word),
    start: index,
    end: index + word.length,
  }))
}

/** Returns the folded words between spaces, so that ` wor` finds the beginning of a word. */
function toIndexedText(text: string): string {
  return ` ${findWords(text)
    .map(({ folded }) => folded)
    .join(' ')} `
}

/** Returns what an indexed text contains if it has a word: the beginning of a word, or a whole word of one letter, as in `E-Mail`. */
const getPattern = (word: string): string => (word.length === 1 ? ` ${word} ` : ` ${word}`)
const hasWord = (indexed: string, word: string): boolean => indexed.includes(getPattern(word))
const countWord = (indexed: string, word: string): number => indexed.split(getPattern(word)).length - 1

/** Folds to lower case without accents: `grosse` and `größe` are equal. */
function fold(word: string): string {
  if (/^\w+$/.test(word)) return word.toLowerCase()
  return word
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
}
