/** Words around the documentation pages, in the languages of the handbooks. */
import type { Language } from '../help/words.ts'

type Words = {
  agents: string
  admins: string
  developers: string
  reference: string
  skip: string
  /** Name of the navigation between the parts. */
  parts: string
  pages: string
  allPages: string
  contents: string
  steps: string
  previous: string
  next: string
  markdown: string
  otherLanguage: string
  search: string
  searchLabel: string
  searchHint: string
  found: (count: number, query: string) => string
  nothing: (query: string) => string
  nothingHint: string
}

const english: Words = {
  agents: 'For agents',
  admins: 'For admins',
  developers: 'For developers',
  reference: 'API reference',
  skip: 'Skip to content',
  parts: 'Parts',
  pages: 'Pages',
  allPages: 'All pages',
  contents: 'On this page',
  steps: 'Previous and next page',
  previous: 'Previous',
  next: 'Next',
  markdown: 'View this page as Markdown',
  otherLanguage: 'Deutsch',
  search: 'Search',
  searchLabel: 'Search the documentation',
  searchHint: 'Type one or more words. The beginning of a word is enough.',
  found: (count, query) => (count === 1 ? `1 page for “${query}”` : `${count} pages for “${query}”`),
  nothing: (query) => `Nothing found for “${query}”`,
  nothingHint: 'Try fewer words, or the beginning of a word.',
}

const german: Words = {
  agents: 'Fürs Team',
  admins: 'Für Admins',
  developers: 'Für Entwickler',
  reference: 'API-Referenz',
  skip: 'Zum Inhalt springen',
  parts: 'Bereiche',
  pages: 'Seiten',
  allPages: 'Alle Seiten',
  contents: 'Auf dieser Seite',
  steps: 'Vorige und nächste Seite',
  previous: 'Vorige Seite',
  next: 'Nächste Seite',
  markdown: 'Diese Seite als Markdown',
  otherLanguage: 'English',
  search: 'Suchen',
  searchLabel: 'Dokumentation durchsuchen',
  searchHint: 'Gib ein oder mehrere Wörter ein. Der Anfang eines Wortes reicht.',
  found: (count, query) => (count === 1 ? `1 Seite zu „${query}“` : `${count} Seiten zu „${query}“`),
  nothing: (query) => `Nichts gefunden zu „${query}“`,
  nothingHint: 'Versuch es mit weniger Wörtern oder mit dem Anfang eines Wortes.',
}

export const words: Readonly<Record<Language, Words>> = { en: english, de: german }
