import { language } from '../texts/language.ts'

// British English has no comma before the last item.
const locale = language === 'en' ? 'en-GB' : language
const formats = { and: new Intl.ListFormat(locale, { type: 'conjunction' }), or: new Intl.ListFormat(locale, { type: 'disjunction' }) }

/** Joins words to a list: `a, b and c`. */
export function joinWords(words: readonly string[], by: 'and' | 'or'): string {
  return formats[by].format(words)
}
