/** Page with the results of a search over the documentation. */
import { escapeHtml as e } from '#kit/escape-html.ts'
import type { Language } from '../help/words.ts'
import { searchForm, type PageParts } from './layout.ts'
import type { Hit } from './search.ts'
import { words } from './words.ts'

const maxHits = 30

export function searchPage(query: string, language: Language, hits: readonly Hit[]): PageParts {
  const own = words[language]
  const title = query === '' ? own.search : hits.length === 0 ? own.nothing(query) : own.found(hits.length, query)
  const hint = query === '' ? own.searchHint : hits.length === 0 ? own.nothingHint : ''
  const items = hits.slice(0, maxHits).map(({ text, section, excerpt }) => {
    const foreign = text.language === language ? '' : ` lang="${text.language}"`
    const marked = excerpt.map(({ text: piece, isMatch }) => (isMatch ? `<mark>${e(piece)}</mark>` : e(piece))).join('')
    const target = section.id === null ? text.path : `${text.path}#${e(section.id)}`
    const heading = section.heading === '' ? '' : ` <span>${e(section.heading)}</span>`
    return `<li><a href="${target}"${foreign}>${e(text.title)}</a><small>${own[text.part]}</small><p${foreign}>${heading}${marked}</p></li>`
  })
  return {
    path: null,
    language,
    title,
    description: title,
    isSearch: true,
    content: `<h1>${e(title)}</h1>${searchForm(language, query)}${hint === '' ? '' : `<p>${hint}</p>`}${items.length === 0 ? '' : `<ol class="hits">${items.join('')}</ol>`}`,
  }
}
