/**
 * Documentation pages: the front page, the API reference, the guides, the errors, and all of them as Markdown. They are built from docs/,
 * the declarations and files of this installation. No page sends requests to other hosts.
 */
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Config } from '../../config.ts'
import { closest } from '#platform/closest.ts'
import { escapeHtml } from '#kit/escape-html.ts'
import { staticResponse, type StaticResponse } from '#platform/http/static-response.ts'
import { cutByTag } from '#platform/openapi/cut.ts'
import { postmanCollection } from '#platform/openapi/postman.ts'
import type { OpenapiDocument } from '#platform/openapi/types.ts'
import { chooseLanguage, findLanguage, type Language } from '../help/words.ts'
import { createAsset, pageAssets } from '../look.ts'
import { homePage } from './home.ts'
import { layOut, searchPath, type LayoutOptions, type PageParts } from './layout.ts'
import type { Rendered } from './markdown.ts'
import { createDocsIndex, type DocsIndex } from './search.ts'
import { searchPage } from './search-page.ts'
import { docsParts, readTexts, withoutLanguage, type Part, type Text } from './texts.ts'
import { words } from './words.ts'
import { contentPolicy, referenceDocumentPath, referenceFiles, referencePage, referencePolicy } from './reference.ts'

export const errorsPath = '/docs/errors'
const postmanPath = '/docs/postman.json'
/** Returns the path of the API document with the operations of one tag. */
const partPath = (tag: string): string => `/openapi/${tag}.json`

/** The parts of a request that a page may depend on. */
type Asked = Pick<IncomingMessage, 'url' | 'headers'>

/** A page's maker. `counts` is true for a page that is made for each request, so that the address's limit applies to it. */
export type SitePage = { make: (asked: Asked) => Promise<StaticResponse>; counts: boolean }

export type Site = {
  /** Returns the page at a path, built on first request; null if there is none. */
  find(path: string): SitePage | null
  /** Returns the 404 page for browsers. */
  missing(path: string): Promise<StaticResponse>
  /** Paths of the pages that are the same for every request. */
  paths(): string[]
}

type SiteOptions = Pick<Config, 'baseUrl' | 'dashboardUrl' | 'docsPublic'> & {
  /** Response with the API document. */
  openapi: () => StaticResponse
  document: () => OpenapiDocument
  /** Document for the reference page. */
  reference: () => string
}

const html = 'text/html; charset=utf-8'
const markdownType = 'text/markdown; charset=utf-8'
const json = 'application/json; charset=utf-8'
const plainText = 'text/plain; charset=utf-8'

export function createSite({ baseUrl, dashboardUrl, docsPublic, openapi, document, reference }: SiteOptions): Site {
  const script = createAsset('pages.js', 'text/javascript; charset=utf-8', readFileSync(new URL('assets/pages.js', import.meta.url)))
  const texts = readTexts()
  const tags = docsPublic ? document().tags.map(({ name }) => name) : []
  const layout: LayoutOptions = {
    baseUrl,
    dashboardUrl,
    isOpen: docsPublic,
    getNavigation: (part, language) => getNavigation(texts, part, language),
    script: script.path,
    version: packageJson.version,
  }
  const page = (parts: PageParts, status = 200): StaticResponse =>
    staticResponse(html, layOut(parts, layout), { status, headers: { 'Content-Security-Policy': contentPolicy, ...readerHeaders } })
  const pageOfText = async ({ path, markdownPath, part, language, read }: Text): Promise<StaticResponse> => {
    const { title, description, html: content, headings } = await render(markdownPath, read())
    return page({ path, part, language, title, description, content, headings, ...(docsPublic ? { markdownPath } : {}) })
  }
  let index: Promise<DocsIndex> | null = null
  const search = async ({ url = '', headers }: Asked): Promise<StaticResponse> => {
    const { searchParams } = new URL(url, baseUrl)
    const language = findLanguage(searchParams.get('language') ?? '') ?? chooseLanguage(headers['accept-language'])
    const { search: find } = await (index ??= indexTexts(texts))
    const query = (searchParams.get('q') ?? '').trim().slice(0, 200)
    return page(searchPage(query, language, find(query, language)))
  }

  const always: [string, () => StaticResponse | Promise<StaticResponse>][] = [
    ['/', () => page(homePage(layout))],
    ['/robots.txt', () => staticResponse(plainText, docsPublic ? robotsOpen : robotsClosed)],
    ...[...pageAssets, script].map(({ path, response }): [string, () => StaticResponse] => [path, () => response]),
    ...texts
      .filter(({ path }) => path === errorsPath)
      .map((text): [string, () => Promise<StaticResponse>] => [text.path, () => pageOfText(text)]),
  ]
  const open: typeof always = [
    ['/openapi.json', openapi],
    [postmanPath, () => staticResponse(json, JSON.stringify(postmanCollection(document(), baseUrl.href.replace(/\/$/, ''))))],
    ...tags.map((tag): [string, () => StaticResponse] => [
      partPath(tag),
      () => staticResponse(json, JSON.stringify(cutByTag(document(), tag))),
    ]),
    [referenceDocumentPath, () => staticResponse(json, reference())],
    ['/llms.txt', () => staticResponse(plainText, llmsText(texts, tags))],
    [
      '/docs',
      () =>
        staticResponse(html, referencePage(layout, document()), {
          headers: { 'Content-Security-Policy': referencePolicy, ...readerHeaders },
        }),
    ],
    ...referenceFiles().map(({ path, response }): [string, () => StaticResponse] => [path, response]),
    ...texts.map((text): [string, () => Promise<StaticResponse>] => [text.path, () => pageOfText(text)]),
    ...texts.map(({ path, markdownPath, read }): [string, () => StaticResponse] => [
      markdownPath,
      () => staticResponse(markdownType, read(), { headers: { Link: `<${new URL(path, baseUrl).href}>; rel="canonical"` } }),
    ]),
  ]
  const makers = new Map(docsPublic ? [...always, ...open] : always)
  const perRequest = new Map<string, (asked: Asked) => StaticResponse | Promise<StaticResponse>>(
    docsPublic ? [[searchPath, search], ...texts.flatMap(getRedirect)] : [],
  )
  const made = new Map<string, Promise<StaticResponse>>()
  const find: Site['find'] = (path) => {
    const name = path.length > 1 ? path.replace(/\/$/, '') : path
    const dependent = perRequest.get(name)
    if (dependent) return { make: async (asked) => dependent(asked), counts: true }
    const maker = makers.get(name)
    if (!maker) return null
    const make = (): Promise<StaticResponse> => {
      let response = made.get(name)
      if (!response) made.set(name, (response = Promise.resolve().then(maker)))
      return response
    }
    return { make, counts: false }
  }
  return {
    find,
    paths: () => [...makers.keys()],
    async missing(path) {
      const near = closest(
        path,
        [...makers.keys()].filter((known) => !known.includes('/assets/')),
      )
      const hint = near === null ? '' : `<p>Did you mean <a href="${near}">${near}</a>?</p>`
      const content = `<h1>We can’t find this page</h1><p>Nothing is at <code>${escapeHtml(path)}</code>. The link may be old or mistyped.</p>${hint}
<p>The API is at <code>/api/v1</code>. For everything else, start at <a href="/">the front page</a>.</p>`
      return page({ path: null, title: 'Page not found', description: 'We can’t find this page.', content }, 404)
    },
  }
}

const readerHeaders = { 'Referrer-Policy': 'same-origin', 'X-Frame-Options': 'DENY' }

/** Lets search engines index only the texts. */
const robotsOpen = 'User-agent: *\nDisallow: /api/\nDisallow: /metrics\nDisallow: /docs/assets/\n'
const robotsClosed = 'User-agent: *\nDisallow: /\n'

/** Renders Markdown. Loads the library with the first page. */
async function render(markdownPath: string, text: string): Promise<Rendered> {
  const { renderMarkdown } = await import('./markdown.ts')
  return renderMarkdown(text, (href) => linkOf(markdownPath, href))
}

/** Returns the URL for a link in a text. The texts link to files of the repository, so that the links work there, too. */
function linkOf(markdownPath: string, href: string): string {
  if (/^(https?:|#)/.test(href)) return href
  const { pathname, hash } = new URL(href, `http://docs${markdownPath}`)
  return pathname.replace(/(\/README)?\.md$/, '') + hash
}

/** Leads from a handbook's path without a language to the page in the reader's language. */
function getRedirect({ path, language }: Text): [string, (asked: Asked) => StaticResponse][] {
  const general = withoutLanguage(path)
  if (general === null || language !== 'en') return []
  const toPage = ({ headers }: Asked): StaticResponse => {
    const to = path.replace(/\/en(?=\/|$)/, `/${chooseLanguage(headers['accept-language'])}`)
    return staticResponse(plainText, to, { status: 302, headers: { Location: to, Vary: 'Accept-Language', ...readerHeaders } })
  }
  return [[general, toPage]]
}

/** Reads one text at a time, so that requests are served in between. */
async function indexTexts(texts: readonly Text[]): Promise<DocsIndex> {
  const { readSections } = await import('./markdown.ts')
  const pages: Parameters<typeof createDocsIndex>[0][number][] = []
  for (const text of texts.filter(({ group }) => group !== '')) {
    pages.push({ text, sections: readSections(text.read()) })
    await setImmediate()
  }
  return createDocsIndex(pages)
}

function getNavigation(texts: readonly Text[], part: Part, language: Language): ReturnType<LayoutOptions['getNavigation']> {
  const own = texts.filter((text) => text.part === part && (part === 'developers' || text.language === language) && text.group !== '')
  const names = [...new Set(own.map(({ group }) => group))]
  return names.map((name) => ({ name, pages: own.filter(({ group }) => group === name) }))
}

function llmsText(texts: readonly Text[], tags: readonly string[]): string {
  const english = texts.filter(({ language, group }) => language === 'en' && group !== '')
  const groups = docsParts.flatMap((part) =>
    getNavigation(english, part, 'en').map(
      ({ name, pages }) =>
        `## ${part === 'developers' ? '' : `${words.en[part]}: `}${name}\n\n${english
          .filter(({ path }) => pages.some((each) => each.path === path))
          .map(({ markdownPath, title, about }) => `- [${title}](${markdownPath}): ${about}`)
          .join('\n')}\n`,
    ),
  )
  return `# Skein

> A self-hosted customer-support service. Every feature is an operation of its REST API, below /api/v1 on this host, with \`Authorization: Bearer <API key>\`.

- [OpenAPI 3.1 document](/openapi.json): every operation with its shapes, errors, scope and examples
- The same for one resource, for tools that read only so many operations: ${tags.map((tag) => `[${tag}](${partPath(tag)})`).join(', ')}
- [Postman collection](${postmanPath}): every operation as a request, with its example

${groups.join('\n')}`
}
