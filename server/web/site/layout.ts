/** Layout of all documentation pages: header, list of pages, text, and table of contents. */
import { escapeHtml } from '#kit/escape-html.ts'
import { renderPage, type Page } from '../page.ts'
import type { Heading } from './markdown.ts'

export type NavigationGroup = { name: string; pages: readonly { path: string; title: string }[] }

export type PageParts = {
  /** Path of the page; null for a page without one, such as the 404 page. */
  path: string | null
  title: string
  description: string
  /** HTML. */
  content: string
  headings?: readonly Heading[]
  /** Path of the same page as Markdown. */
  markdownPath?: string
}

export type LayoutOptions = {
  baseUrl: URL
  dashboardUrl: URL
  /** True when the guides and the reference are served. */
  isOpen: boolean
  navigation: readonly NavigationGroup[]
  script: string
  version: string
}

export function layOut(page: PageParts, options: LayoutOptions): string {
  const { navigation, script } = options
  const sequence = navigation.flatMap(({ pages }) => pages)
  const at = sequence.findIndex(({ path }) => path === page.path)
  const [before, after] = at < 0 ? [] : [sequence[at - 1], sequence[at + 1]]
  const step = (rel: string, to: { path: string; title: string } | undefined, word: string): string =>
    to ? `<a rel="${rel}" href="${to.path}"><small>${word}</small>${escapeHtml(to.title)}</a>` : '<span></span>'
  const list = navigationList(navigation, page.path)
  const steps =
    at < 0
      ? ''
      : `<nav class="steps" aria-label="Previous and next page">${step('prev', before, 'Previous')}${step('next', after, 'Next')}</nav>`
  const markdown = page.markdownPath ? `<p><a href="${page.markdownPath}">View this page as Markdown</a></p>` : ''
  const footer = steps + markdown === '' ? '' : `<footer>${steps}${markdown}</footer>`
  return docsPage(page, options, {
    style: 'docs',
    head: `<script src="${script}" defer></script>`,
    body: `<a class="skip" href="#content">Skip to content</a>
${getHeader(page.path, options)}
<div class="frame">
${list === '' ? '' : `<nav class="pages" aria-label="Pages">${list}</nav><details class="menu"><summary>All pages</summary><nav aria-label="Pages">${list}</nav></details>`}
<main id="content">
${page.content}
${footer}
</main>
${getContents(page.headings ?? [])}
</div>`,
  })
}

/** Renders a documentation page, including the reference, whose layout is Scalar's. */
export function docsPage(
  { path, title, description }: Pick<PageParts, 'path' | 'title' | 'description'>,
  { baseUrl }: LayoutOptions,
  parts: Pick<Page, 'style' | 'head' | 'body'>,
): string {
  return renderPage({
    ...parts,
    language: 'en',
    title: title === 'Skein' ? title : `${title} · Skein`,
    description,
    canonical: path === null ? null : new URL(path, baseUrl).href,
  })
}

/** Renders the header, which the reference page also has, although Scalar does its layout. */
export function getHeader(path: string | null, { isOpen: docsOpen, version }: LayoutOptions): string {
  const tabs = [
    { path: '/docs/guides', title: 'Guides', isOpen: path?.startsWith('/docs/guides') },
    { path: '/docs', title: 'Reference', isOpen: path === '/docs' },
    { path: '/docs/errors', title: 'Errors', isOpen: path === '/docs/errors' },
  ]
  const links = tabs
    .filter(({ path: to }) => docsOpen || to === '/docs/errors')
    .map(({ path: to, title, isOpen }) => `<a href="${to}"${isOpen ? ' aria-current="page"' : ''}>${title}</a>`)
  return `<header class="top"><a class="brand" href="/"><span class="sign" aria-hidden="true">S</span>Skein <small>${escapeHtml(version)}</small></a><nav aria-label="Parts">${links.join('')}</nav></header>`
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

function getContents(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2)
  if (shown.length < 2) return ''
  const items = shown.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`)
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`
}
