/** Texts of the help centre, in English and German, and the choice between them. */
const english = {
  title: 'Help centre',
  question: 'How can we help?',
  search: 'Search',
  searchHelp: 'Search the help centre',
  placeholder: 'Search for answers',
  collections: 'Collections',
  articles: (count: number) => (count === 1 ? '1 article' : `${count.toLocaleString('en-GB')} articles`),
  popular: 'Popular articles',
  more: 'More articles',
  /** `date` is HTML. */
  updated: (date: string) => `Updated ${date}`,
  contents: 'On this page',
  helpful: 'Was this helpful?',
  yes: 'Yes',
  no: 'No',
  thanks: 'Thanks! Your answer helps us improve this article.',
  related: 'Related articles',
  path: 'Path to this page',
  results: (count: number, query: string) => `${count === 1 ? '1 result' : `${count.toLocaleString('en-GB')} results`} for “${query}”`,
  nothing: (query: string) => `We couldn’t find anything for “${query}”`,
  nothingHint: 'Try fewer words, or different ones.',
  missing: 'We can’t find this page',
  missingHint: 'The link may be old or mistyped. Search for what you need instead:',
  empty: 'There are no articles here yet. Please check back soon.',
  home: 'Help centre',
  stuck: 'Didn’t find what you need?',
  contact: 'Write to us',
  chat: 'Chat with us',
  requests: 'My requests',
  needsScript: 'This page needs JavaScript.',
  unavailable: 'This page is not available right now',
  feed: 'Feed of new articles',
  skip: 'Skip to content',
  language: 'Language',
  closed: 'This help centre is closed right now',
}
export type Words = typeof english

/** German texts. No German form of address suits every company's customers, so they avoid both *du* and *Sie*. */
const german: Words = {
  title: 'Hilfe',
  question: 'Wie können wir helfen?',
  search: 'Suchen',
  searchHelp: 'Hilfe durchsuchen',
  placeholder: 'Antworten suchen',
  collections: 'Themen',
  articles: (count) => `${count.toLocaleString('de-DE')} Artikel`,
  popular: 'Beliebte Artikel',
  more: 'Weitere Artikel',
  updated: (date) => `Aktualisiert am ${date}`,
  contents: 'Auf dieser Seite',
  helpful: 'War das hilfreich?',
  yes: 'Ja',
  no: 'Nein',
  thanks: 'Danke! Das hilft uns, diesen Artikel zu verbessern.',
  related: 'Ähnliche Artikel',
  path: 'Pfad zu dieser Seite',
  results: (count, query) => `${count.toLocaleString('de-DE')} Treffer für „${query}“`,
  nothing: (query) => `Nichts gefunden für „${query}“`,
  nothingHint: 'Weniger oder andere Wörter führen oft zum Ziel.',
  missing: 'Diese Seite gibt es nicht',
  missingHint: 'Der Link ist vielleicht veraltet oder vertippt. Vielleicht hilft die Suche:',
  empty: 'Hier gibt es noch keine Artikel. Bald steht hier mehr.',
  home: 'Hilfe',
  stuck: 'Noch eine Frage offen?',
  contact: 'Nachricht schreiben',
  chat: 'Chat öffnen',
  requests: 'Meine Anfragen',
  needsScript: 'Diese Seite braucht JavaScript.',
  unavailable: 'Diese Seite ist gerade nicht erreichbar',
  feed: 'Neue Artikel als Feed',
  skip: 'Zum Inhalt springen',
  language: 'Sprache',
  closed: 'Diese Hilfe ist gerade geschlossen',
}

export type Language = 'en' | 'de'
export const texts: Readonly<Record<Language, Words>> = { en: english, de: german }

/** Returns the language of the texts for a page in `locale`; null if there is no translation. */
export function findLanguage(locale: string): Language | null {
  const language = locale.toLowerCase().split('-')[0] ?? ''
  return language === 'en' || language === 'de' ? language : null
}

/** Returns the available language that an Accept-Language header prefers; English if it accepts none. */
export function chooseLanguage(acceptLanguage = ''): Language {
  const accepted = acceptLanguage.split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    return { language: findLanguage(tag), quality }
  })
  const best = accepted.filter(({ language, quality }) => language !== null && quality > 0).toSorted((a, b) => b.quality - a.quality)[0]
  return best?.language ?? 'en'
}

const rightToLeft: ReadonlySet<string> = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])

/** Returns the writing direction of a language, whose tag may name a script: `az-Arab`. */
export function getDirection(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr'
}
