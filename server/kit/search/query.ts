/**
 * Search queries as people write them on the web: words that must all occur, `"quoted phrases"`, `-without`, `this or that`, `begin*`.
 * Nothing is a syntax error: a quote that is not closed ends with the query, operators without a word are left out.
 */
import { wordsOf } from './tokenizer.ts'

/** What a text must contain: words in a row, the last of which may be the beginning of one. One word is a row of one. */
export type Term = {
  words: readonly string[]
  isPrefix: boolean
  /** What was written, without quotes and operators: numbers and references are compared with it. */
  raw: string
}
/** What matches has all of `all` and none of `none`. */
export type Group = { all: readonly Term[]; none: readonly Term[] }
/** A query; what matches one group matches. */
export type Query = { groups: readonly Group[] }

const part = /\s*(-*)(?:"([^"]*)(?:"|$)|([^\s"]+))/gu

export function parseQuery(text: string): Query {
  const groups: { all: Term[]; none: Term[] }[] = [{ all: [], none: [] }]
  for (const [, minus = '', quoted, bare] of text.toWellFormed().matchAll(part)) {
    const current = groups.at(-1)
    if (!current) break
    if (minus === '' && bare?.toLowerCase() === 'or') {
      groups.push({ all: [], none: [] })
      continue
    }
    const term = quoted === undefined ? termOf((bare ?? '').replace(/\*+$/, ''), (bare ?? '').endsWith('*')) : termOf(quoted, false)
    if (term) current[minus === '' ? 'all' : 'none'].push(term)
  }
  return { groups: groups.filter(({ all, none }) => all.length + none.length > 0) }
}

/** All terms of a query. */
export function termsOf({ groups }: Query): Term[] {
  return groups.flatMap(({ all, none }) => [...all, ...none])
}

/** The terms that what matches may contain: what highlights mark. */
export function wantedTerms({ groups }: Query): Term[] {
  return groups.flatMap(({ all }) => all)
}

function termOf(raw: string, starred: boolean): Term | null {
  const words = wordsOf(raw)
  const last = words.at(-1)
  if (!last) return null
  // In a script without spaces a query ends anywhere in a run. Its last character is in the last pair already; alone it begins a pair.
  const found = (last.closes === 'run' ? words.slice(0, -1) : words).map(({ word }) => word)
  return { words: found, isPrefix: last.closes === 'single' || (starred && last.closes === undefined), raw: raw.trim() }
}

/** What to look for in a row of words (`rowOfWords`). */
export function needleOf({ words, isPrefix }: Term): string {
  return ` ${words.join(' ')}${isPrefix ? '' : ' '}`
}
