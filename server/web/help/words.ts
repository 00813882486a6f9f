/** Texts of the help centre in English and translations. Other languages get the English texts. */
const english = {
  title: 'Help centre',
  question: 'How can we help?',
  search: 'Search',
  placeholder: 'Search for answers',
  articles: (count: number) => (count === 1 ? '1 article' : `${count} articles`),
  more: 'More articles',
  updated: 'Updated',
  contents: 'On this page',
  helpful: 'Was this helpful?',
  yes: 'Yes',
  no: 'No',
  thanks: 'Thank you for telling us.',
  related: 'In the same collection',
  results: (count: number, query: string) => `${count === 1 ? '1 result' : `${count} results`} for “${query}”`,
  nothing: (query: string) => `Nothing was found for “${query}”`,
  nothingHint: 'Try fewer words, or different ones.',
  missing: 'Page not found',
  missingHint: 'It may have moved, or it is no longer there. Search for what you need:',
  empty: 'There are no articles here yet.',
  home: 'Help centre',
  skip: 'Skip to content',
  language: 'Language',
  closed: 'This help centre is closed at the moment.',
}
export type Words = typeof english

const german: Words = {
  title: 'Hilfe',
  question: 'Wie können wir helfen?',
  search: 'Suchen',
  placeholder: 'Nach Antworten suchen',
  articles: (count) => (count === 1 ? '1 Artikel' : `${count} Artikel`),
  more: 'Weitere Artikel',
  updated: 'Aktualisiert am',
  contents: 'Auf dieser Seite',
  helpful: 'War das hilfreich?',
  yes: 'Ja',
  no: 'Nein',
  thanks: 'Danke für die Rückmeldung.',
  related: 'In derselben Sammlung',
  results: (count, query) => `${count === 1 ? '1 Treffer' : `${count} Treffer`} für „${query}“`,
  nothing: (query) => `Nichts gefunden für „${query}“`,
  nothingHint: 'Versuchen Sie es mit weniger oder anderen Wörtern.',
  missing: 'Seite nicht gefunden',
  missingHint: 'Sie wurde vielleicht verschoben oder gelöscht. Suchen Sie, was Sie brauchen:',
  empty: 'Hier gibt es noch keine Artikel.',
  home: 'Hilfe',
  skip: 'Zum Inhalt',
  language: 'Sprache',
  closed: 'Diese Hilfe ist zurzeit geschlossen.',
}

const byLanguage: Readonly<Record<string, Words>> = { en: english, de: german }

export function wordsOf(locale: string): { words: Words; isTranslated: boolean } {
  const own = byLanguage[locale.split('-')[0] ?? '']
  return { words: own ?? english, isTranslated: own !== undefined }
}

const rightToLeft: ReadonlySet<string> = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])

/** Returns the direction of the script of a language, which its tag may name: `az-Arab`. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr'
}
