/**
 * Parses web-style search queries: words that must all occur, `"quoted phrases"`, `-without`, `this or that`, `begin*`. No query is a
 * syntax error: an unclosed quote reaches to the end, and an operator without a word is ignored.
 */
import { splitWords } from './tokenizer.ts'

/** A sequence of words that a text must contain: a phrase, or one word. The last word may be a prefix. */
export type Term = {
  words: readonly string[]
  isPrefix: boolean
  /** True for a quotation, which is found exactly as typed. */
  isQuoted?: true
  /** The term as the agent typed it, without quotes and operators, for comparison with ticket numbers and references. */
  raw: string
}
/** A conjunction: a text matches if it contains all terms of `all` and no term of `none`. */
export type Group = { all: readonly Term[]; none: readonly Term[] }
/** A disjunction: a text matches if it matches one of the groups. */
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
    const term = quoted === undefined ? parseTerm((bare ?? '').replace(/\*+$/, ''), (bare ?? '').endsWith('*')) : parseTerm(quoted, false)
    if (term) current[minus === '' ? 'all' : 'none'].push(quoted === undefined ? term : { ...term, isQuoted: true })
  }
  return { groups: groups.filter(({ all, none }) => all.length + none.length > 0) }
}

/** Returns all terms of a query, including excluded ones. */
export function allTerms({ groups }: Query): Term[] {
  return groups.flatMap(({ all, none }) => [...all, ...none])
}

/** Returns the terms that a match can contain, which highlights mark. */
export function wantedTerms({ groups }: Query): Term[] {
  return groups.flatMap(({ all }) => all)
}

function parseTerm(raw: string, hasStar: boolean): Term | null {
  const words = splitWords(raw)
  const last = words.at(-1)
  if (!last) return null
  // In a script without spaces a query can end anywhere in a run. The pair before already has its last character. A single character is the
  // beginning of a pair.
  const found = (last.closes === 'run' ? words.slice(0, -1) : words).map(({ word }) => word)
  return { words: found, isPrefix: last.closes === 'single' || (hasStar && last.closes === undefined), raw: raw.trim() }
}

/** Builds the string that `joinWords` of a text contains if the text contains the term. */
export function toNeedle({ words, isPrefix }: Term): string {
  return ` ${words.join(' ')}${isPrefix ? '' : ' '}`
}
