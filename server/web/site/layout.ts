/** Layout of all documentation pages: header, list of pages, text, and table of contents. */
import { escapeHtml } from '#kit/escape-html.ts'
import type { Language } from '../help/words.ts'
import { renderPage, type Page } from '../page.ts'
import type { Heading } from './markdown.ts'
import { getPartPath, handbookLanguages, docsParts, withoutLanguage, type Part } from './texts.ts'
import { words } from './words.ts'

export type NavigationGroup = { name: string; pages: readonly { path: string; title: string }[] }

export const searchPath = '/docs/search'

export type PageParts = {
  /** Path of the page; null for a page without one, such as the 404 page. */
  path: string | null
  /** Absent for pages outside the parts, such as the front page. */
  part?: Part
  language?: Language
  title: string
  description: string
  /** HTML. */
  content: string
  headings?: readonly Heading[]
  /** Path of the same page as Markdown. */
  markdownPath?: string
  /** True for the page that has its own search form, and no list of pages. */
  isSearch?: true
}

export type LayoutOptions = {
  baseUrl: URL
  dashboardUrl: URL
  /** True when the guides and the reference are served. */
  isOpen: boolean
  /** Returns the pages of a part, by group. */
  getNavigation: (part: Part, language: Language) => readonly NavigationGroup[]
  script: string
  version: string
}

export function layOut(page: PageParts, options: LayoutOptions): string {
  const { getNavigation, isOpen, script } = options
  const { part = 'developers', language = 'en' } = page
  const own = words[language]
  const navigation = isOpen && !page.isSearch ? getNavigation(part, language) : []
  const sequence = navigation.flatMap(({ pages }) => pages)
  const at = sequence.findIndex(({ path }) => path === page.path)
  const [before, after] = at < 0 ? [] : [sequence[at - 1], sequence[at + 1]]
  const step = (rel: string, to: { path: string; title: string } | undefined, word: string): string =>
    to ? `<a rel="${rel}" href="${to.path}"><small>${word}</small>${escapeHtml(to.title)}</a>` : '<span></span>'
  const list = navigationList(navigation, page.path)
  const steps =
    at < 0 ? '' : `<nav class="steps" aria-label="${own.steps}">${step('prev', before, own.previous)}${step('next', after, own.next)}</nav>`
  const markdown = page.markdownPath ? `<p><a href="${page.markdownPath}">${own.markdown}</a></p>` : ''
  const footer = steps + markdown === '' ? '' : `<footer>${steps}${markdown}</footer>`
  const alternates = listAlternates(page.path)
  return docsPage(page, options, {
    style: 'docs',
    head: `<script src="${script}" defer></script>${alternates.map(([tag, path]) => `<link rel="alternate" hreflang="${tag}" href="${path}">`).join('')}`,
    body: `<a class="skip" href="#content">${own.skip}</a>
${getHeader(page, options)}
<div class="frame">
${isOpen && !page.isSearch ? `<div class="aside">${searchForm(language, '')}${list === '' ? '' : `<nav class="pages" aria-label="${own.pages}">${list}</nav><details class="menu"><summary>${own.allPages}</summary><nav aria-label="${own.pages}">${list}</nav></details>`}</div>` : ''}
<main id="content">
${languageLink(alternates, language)}${page.content}
${footer}
</main>
${getContents(page.headings ?? [], own.contents)}
</div>`,
  })
}

/** Renders the search form, which works without JavaScript. */
export function searchForm(language: Language, query: string): string {
  const { search, searchLabel } = words[language]
  return `<form class="find" role="search" action="${searchPath}"><input type="search" name="q" value="${escapeHtml(query)}" maxlength="200" aria-label="${searchLabel}" placeholder="${searchLabel}"><input type="hidden" name="language" value="${language}"><button>${search}</button></form>`
}

/** Returns the same page in each language, by `hreflang`; an empty list for a page in one language. */
function listAlternates(path: string | null): [Language | 'x-default', string][] {
  const general = path === null ? null : withoutLanguage(path)
  if (general === null) return []
  const [, folder = '', name = ''] = /^(\/docs\/for-\w+)(.*)$/.exec(general) ?? []
  return [...handbookLanguages.map((language): [Language, string] => [language, `${folder}/${language}${name}`]), ['x-default', general]]
}

function languageLink(alternates: ReturnType<typeof listAlternates>, language: Language): string {
  const [other, path] = alternates.find(([tag]) => tag !== language && tag !== 'x-default') ?? []
  if (other === undefined || path === undefined) return ''
  return `<p class="language"><a href="${path}" hreflang="${other}" lang="${other}">${words[language].otherLanguage}</a></p>
`
}

/** Renders a documentation page, including the reference, whose layout is Scalar's. */
export function docsPage(
  { path, language = 'en', title, description }: Pick<PageParts, 'path' | 'language' | 'title' | 'description'>,
  { baseUrl }: LayoutOptions,
  parts: Pick<Page, 'style' | 'head' | 'body'>,
): string {
  return renderPage({
    ...parts,
    language,
    title: title === 'Skein' ? title : `${title} · Skein`,
    description,
    canonical: path === null ? null : new URL(path, baseUrl).href,
  })
}

/** Renders the header, which the reference page also has, although Scalar does its layout. */
export function getHeader(
  { path, part, language }: Pick<PageParts, 'path' | 'part' | 'language'>,
  { isOpen, version }: LayoutOptions,
): string {
  const own = words[language ?? 'en']
  // Pages for developers and the front page are in English for every reader, so their links leave the language to the browser.
  const known = part === 'developers' || language === undefined ? null : language
  const tabs = isOpen
    ? [
        ...docsParts.map((each) => ({ to: getPartPath(each, known), title: own[each], isCurrent: each === part })),
        { to: '/docs', title: own.reference, isCurrent: path === '/docs' },
      ]
    : [{ to: '/docs/errors', title: 'Errors', isCurrent: path === '/docs/errors' }]
  const links = tabs.map(({ to, title, isCurrent }) => `<a href="${to}"${isCurrent ? ' aria-current="page"' : ''}>${title}</a>`)
  return `<header class="top"><a class="brand" href="/"><span class="sign" aria-hidden="true">S</span><span class="name">Skein</span> <small>${escapeHtml(version)}</small></a><nav aria-label="${own.parts}">${links.join('')}</nav></header>`
}

function navigationList(navigation: readonly NavigationGroup[], current: string | null): string {
  const groups = navigation.map(({ name, pages }) => {
    const items = pages.map(
      ({ path, title }) => `<li><a href="${path}"${path === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`,
    )
    return `<p>${escapeHtml(name)}</p><ul>${items.join('')}</ul>`
  })
  return groups.join('')
}

function getContents(headings: readonly Heading[], title: string): string {
  const shown = headings.filter(({ level }) => level === 2)
  if (shown.length < 2) return ''
  const items = shown.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`)
  return `<nav class="contents" aria-label="${title}"><p>${title}</p><ul>${items.join('')}</ul></nav>`
}
