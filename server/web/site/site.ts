/**
 * Documentation pages: the front page, the API reference, the guides, the errors, and all of them as Markdown. They are built from docs/,
 * the declarations and files of this installation. No page sends requests to other hosts.
 */
import { readFileSync } from 'node:fs'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Config } from '../../config.ts'
import { closest } from '#platform/closest.ts'
import { escapeHtml } from '#kit/escape-html.ts'
import { staticResponse, type StaticResponse } from '#platform/http/static-response.ts'
import { cutByTag } from '#platform/openapi/cut.ts'
import { postmanCollection } from '#platform/openapi/postman.ts'
import type { OpenapiDocument } from '#platform/openapi/types.ts'
import { createAsset, pageAssets } from '../look.ts'
import { homePage } from './home.ts'
import { layOut, type LayoutOptions, type PageParts } from './layout.ts'
import type { Rendered } from './markdown.ts'
import { readTexts, type Text } from './texts.ts'
import { contentPolicy, referenceDocumentPath, referenceFiles, referencePage, referencePolicy } from './reference.ts'

export const errorsPath = '/docs/errors'
const postmanPath = '/docs/postman.json'
/** Returns the path of the API document with the operations of one tag. */
const partPath = (tag: string): string => `/openapi/${tag}.json`

export type Site = {
  /** Returns the page at a path, built on first request; null if there is none. */
  find(path: string): (() => Promise<StaticResponse>) | null
  /** Returns the 404 page for browsers. */
  missing(path: string): Promise<StaticResponse>
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
    navigation: docsPublic ? getNavigation(texts) : [],
    script: script.path,
    version: packageJson.version,
  }
  const page = (parts: PageParts, status = 200): StaticResponse =>
    staticResponse(html, layOut(parts, layout), { status, headers: { 'Content-Security-Policy': contentPolicy, ...readerHeaders } })
  const pageOfText = async ({ path, markdownPath, read }: Text): Promise<StaticResponse> => {
    const { title, description, html: content, headings } = await render(markdownPath, read())
    return page({ path, title, description, content, headings, ...(docsPublic ? { markdownPath } : {}) })
  }

  const always: [string, () => StaticResponse | Promise<StaticResponse>][] = [
    ['/', () => page(homePage(layout, texts))],
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
  const made = new Map<string, Promise<StaticResponse>>()
  const find: Site['find'] = (path) => {
    const name = path.length > 1 ? path.replace(/\/$/, '') : path
    const maker = makers.get(name)
    if (!maker) return null
    return () => {
      let response = made.get(name)
      if (!response) made.set(name, (response = Promise.resolve().then(maker)))
      return response
    }
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

function getNavigation(texts: readonly Text[]): LayoutOptions['navigation'] {
  const names = [...new Set(texts.map(({ group }) => group))].filter((name) => name !== '')
  return names.map((name) => ({ name, pages: texts.filter(({ group }) => group === name) }))
}

function llmsText(texts: readonly Text[], tags: readonly string[]): string {
  const groups = getNavigation(texts).map(
    ({ name }) =>
      `## ${name}\n\n${texts
        .filter(({ group }) => group === name)
        .map(({ markdownPath, title, about }) => `- [${title}](${markdownPath}): ${about}`)
        .join('\n')}\n`,
  )
  return `# Skein

> A self-hosted customer-support service. Every feature is an operation of its REST API, below /api/v1 on this host, with \`Authorization: Bearer <API key>\`.

- [OpenAPI 3.1 document](/openapi.json): every operation with its shapes, errors, scope and examples
- The same for one resource, for tools that read only so many operations: ${tags.map((tag) => `[${tag}](${partPath(tag)})`).join(', ')}
- [Postman collection](${postmanPath}): every operation as a request, with its example

${groups.join('\n')}`
}
