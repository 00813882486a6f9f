import { language } from '../texts/language.ts'

// The British list has no comma before its last word.
const locale = language === 'en' ? 'en-GB' : language
const formats = { and: new Intl.ListFormat(locale, { type: 'conjunction' }), or: new Intl.ListFormat(locale, { type: 'disjunction' }) }

/** Joins words as a sentence does: `a, b and c`. */
export function joinWords(words: readonly string[], by: 'and' | 'or'): string {
  return formats[by].format(words)
}
