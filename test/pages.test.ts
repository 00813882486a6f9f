/** Public pages: complete, self-contained, and outside the API's limits and host rules. */
import { readdirSync, readFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { declaredErrors } from '#platform/errors.ts'
import { setUpService } from './support/service.ts'
import { renderMarkdown } from '../server/web/site/markdown.ts'
import { createSite } from '../server/web/site/site.ts'
import { apiDocument, servedResponse, servedDocument } from '../server/web/api-document.ts'
import type { OpenapiDocument } from '#platform/openapi/types.ts'

const service = await setUpService({ rateLimits: { ipPerMinute: 1 } })

const baseUrl = new URL('http://localhost')
const paths = createSite({
  baseUrl,
  dashboardUrl: new URL('http://app.localhost'),
  docsPublic: true,
  openapi: () => servedResponse(baseUrl),
  document: () => servedDocument(baseUrl),
  reference: () => '',
}).paths()
const docs = new URL('../docs/', import.meta.url)

type PageResponse = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string }

function ask(path: string, headers: Record<string, string> = {}, method = 'GET', port = service.port): Promise<PageResponse> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, text: bytes.toString('utf8') })
      })
    })
      .on('error', reject)
      .end()
  })
}

describe.each(paths)('%s', (path) => {
  it('is served to everybody, also by HEAD, compressed and from the reader’s cache', async () => {
    const plain = await ask(path)
    expect(plain.status).toBe(200)
    const head = await ask(path, {}, 'HEAD')
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, String(plain.bytes.length), ''])
    const known = await ask(path, { 'if-none-match': `W/${plain.headers.etag}` })
    expect([known.status, known.text, known.headers.etag]).toEqual([304, '', plain.headers.etag])
    const gzip = await ask(path, { 'accept-encoding': 'gzip, br;q=0' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
    const brotli = await ask(path, { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true)
    expect(new Set([plain.headers.etag, gzip.headers.etag, brotli.headers.etag]).size, 'a tag for each coding').toBe(3)
  })
  it('requests nothing from another host', async () => {
    const { text, headers } = await ask(path)
    const type = String(headers['content-type'])
    if (type.startsWith('text/html')) {
      expect(headers['content-security-policy']).toMatch(/^default-src 'none';/)
      expect(String(headers['content-security-policy'])).not.toMatch(/https?:|\*|unsafe-eval/)
      const loaded = [...text.matchAll(/<(?!a\b|link rel="canonical")\w+[^>]*?(?:src|href|action|data|poster)="([^"]*)"/g)].map(
        ([, url]) => url ?? '',
      )
      expect(loaded.length).toBeGreaterThan(0)
      expect(loaded.filter((url) => !/^(\/(?!\/)|#|data:)/.test(url))).toEqual([])
    }
    if (type.startsWith('text/css')) expect(text).not.toMatch(/@import|url\(['"]?(?:\w+:)?\/\//)
  })
  it('links only to existing pages and headings', async () => {
    const { text, headers } = await ask(path)
    if (!String(headers['content-type']).startsWith('text/html')) return
    // The last two lead to the reader's language.
    const others = ['/healthz', '/readyz', '/metrics', '/docs/for-agents', '/docs/for-admins']
    for (const [, href = ''] of text.matchAll(/<a\b[^>]*href="([^"]*)"/g)) {
      if (/^https?:/.test(href)) continue
      const { pathname, hash } = new URL(href, `http://host${path}`)
      expect([...paths, ...others], `${path} leads to ${href}`).toContain(pathname)
      if (hash === '') continue
      const target = pathname === path ? text : (await ask(pathname)).text
      expect(target, `${path} leads to ${href}`).toContain(`id="${decodeURIComponent(hash.slice(1))}"`)
    }
  })
})

it('the front page leads to the dashboard', async () => {
  expect((await ask('/')).text).toContain('<a href="http://app.localhost/"><strong>Dashboard</strong>')
})

describe('the guides', () => {
  const files = readdirSync(new URL('guides/', docs)).filter((name) => name !== 'README.md')
  it('are all in the table of contents, as pages and as Markdown', async () => {
    for (const name of files) {
      expect(paths).toContain(`/docs/guides/${name.replace(/\.md$/, '')}`)
      const { text, headers } = await ask(`/docs/guides/${name}`)
      expect(text).toBe(readFileSync(new URL(`guides/${name}`, docs), 'utf8'))
      expect(headers['content-type']).toBe('text/markdown; charset=utf-8')
    }
    expect(paths.filter((path) => /^\/docs\/guides\/[^.]+$/.test(path))).toHaveLength(files.length)
  })
  it('are listed for language models', async () => {
    const { text } = await ask('/llms.txt')
    for (const name of files) expect(text).toContain(`(/docs/guides/${name})`)
    expect(text).toContain('(/openapi.json)')
  })
})

describe('the handbooks', () => {
  const pages = paths.filter((path) => /^\/docs\/for-\w+\/(en|de)\b(?!.*\.md$)/.test(path))
  it('are in both languages, each of which leads to the other', async () => {
    const [english, german] = ['en', 'de'].map((language) => pages.filter((path) => path.split('/')[3] === language))
    expect(german?.map((path) => path.replace('/de', '/en'))).toEqual(english)
    for (const path of pages) {
      const language = path.split('/')[3] ?? ''
      const other = language === 'en' ? 'de' : 'en'
      const { text } = await ask(path)
      expect(text).toContain(`<html lang="${language}">`)
      expect(text).toContain(`<a href="${path.replace(`/${language}`, `/${other}`)}" hreflang="${other}" lang="${other}">`)
    }
  })
  it('without a language, open in the one that the browser prefers', async () => {
    const { port } = await service.startNode({ rateLimits: { ipPerMinute: 1000 } })
    const visit = async (path: string, language?: string) => {
      const { status, headers } = await ask(path, language === undefined ? {} : { 'accept-language': language }, 'GET', port)
      return [status, headers.location, headers.vary]
    }
    const vary = 'Accept-Encoding, Accept-Language'
    expect(await visit('/docs/for-agents/inbox', 'de-AT,de;q=0.9,en;q=0.8')).toEqual([302, '/docs/for-agents/de/inbox', vary])
    expect(await visit('/docs/for-agents/inbox', 'fr')).toEqual([302, '/docs/for-agents/en/inbox', vary])
    expect(await visit('/docs/for-admins')).toEqual([302, '/docs/for-admins/en', vary])
    expect((await ask('/docs/for-agents/nothing')).status).toBe(404)
  })
})

describe('the search of the documentation', () => {
  let port: number
  beforeAll(async () => {
    port = (await service.startNode({ rateLimits: { ipPerMinute: 1000 } })).port
  })
  const search = (query: string, headers = {}) => ask(`/docs/search${query}`, headers, 'GET', port)
  /** Returns the paths of the found pages, with the section, in their order. */
  const find = async (query: string, language = 'en'): Promise<string[]> => {
    const { text } = await search(`?q=${encodeURIComponent(query)}&language=${language}`)
    return [...text.matchAll(/<li><a href="([^"]+)"/g)].map(([, href = '']) => href)
  }
  it('finds the beginnings of words, titles before text, without accents', async () => {
    expect((await find('snoo'))[0]).toMatch(/^\/docs\/for-agents\/en\/snooze-and-resolve#snooze$/)
    expect((await find('WEBHOOK'))[0]).toMatch(/^\/docs\/guides\/webhooks/)
    expect((await find('ubersetz', 'de'))[0]).toMatch(/^\/docs\/for-agents\/de\/ai#/)
    expect(await find('oicew')).toEqual([])
  })
  it('finds pages with all words only, in the reader’s language and for developers', async () => {
    const found = await find('zweiter faktor', 'de')
    expect(found[0]).toMatch(/^\/docs\/for-agents\/de\/your-account#zweiter-faktor$/)
    expect(found.filter((path) => !/\/de\/|\/docs\/(guides|errors)/.test(path))).toEqual([])
    expect(await find('snooze unicorn')).toEqual([])
  })
  it('leads to sections that exist, and marks the words', async () => {
    const { text } = await search('?q=quiet+hours&language=en')
    expect(text).toContain('<mark>')
    const [, path = '', id = ''] = /<li><a href="([^"#]+)#([^"]+)"/.exec(text) ?? []
    expect((await ask(path)).text).toContain(`id="${id}"`)
  })
  it('shows what the reader typed as text, in their language, and is not indexed', async () => {
    const { text, status } = await search(`?q=${encodeURIComponent('"><script>x</script>')}`, { 'accept-language': 'de' })
    expect(status).toBe(200)
    expect(text).toContain('<html lang="de">')
    expect(text).not.toContain('<script>x')
    expect(text).toContain('<meta name="robots" content="noindex">')
    for (const query of ['', '?q=', '?q=%20', `?q=${'a'.repeat(2000)}`, '?q=a&q=b&language=xx'])
      expect((await search(query)).status, query).toBe(200)
  })
})

describe('the page of errors', () => {
  it('has every declared code at its docUrl, with a cause and a solution', async () => {
    const { text } = await ask('/docs/errors')
    for (const { code, cause, cure } of declaredErrors()) {
      expect(text).toContain(`<h3 id="${code.toLowerCase()}">${code}</h3>`)
      for (const words of [cause, cure]) expect(words, code).toMatch(/^[A-Z`].{15,}\.$|^[A-Z`].{15,}`\.$/s)
    }
  })
})

describe('the document', () => {
  it('is public, for pages of other origins, with the own address first', async () => {
    const { text, headers } = await ask('/openapi.json', { origin: 'https://editor.example.com' })
    const { servers, ...rest } = parse(text)
    expect(servers[0]?.url).toBe(service.config.baseUrl.href.replace(/\/$/, ''))
    expect(servers.slice(1).map(({ url }) => url)).toEqual(['/', '{base_url}'])
    expect({ ...rest, servers: servers.slice(1) }).toEqual(apiDocument().document)
    expect([headers['content-type'], headers['access-control-allow-origin']]).toEqual(['application/json; charset=utf-8', '*'])
  })
})

const parse = (text: string): OpenapiDocument => JSON.parse(text)
const getOperations = ({ paths: all }: OpenapiDocument) => Object.values(all).flatMap((item) => Object.values(item))

describe('the document of one tag', () => {
  const { document } = apiDocument()
  it.each(document.tags.map(({ name }) => name))('%s has its operations and exactly the components that they use', async (tag) => {
    const part = parse((await ask(`/openapi/${tag}.json`)).text)
    const names = (whole: OpenapiDocument) =>
      getOperations(whole).flatMap(({ operationId, tags }) => (tags?.[0] === tag ? [operationId] : []))
    expect(
      getOperations(part)
        .map(({ operationId }) => operationId)
        .toSorted(),
    ).toEqual(names(document).toSorted())
    // Tool APIs of language models accept at most 128 tools.
    expect(getOperations(part).length).toBeLessThanOrEqual(128)
    const used = new Set([...JSON.stringify(part).matchAll(/"(#\/components\/[^"]+)"/g)].map(([, reference]) => reference))
    const { securitySchemes: _, ...components } = part.components
    const present = Object.entries(components).flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`))
    expect(present.toSorted()).toEqual([...used].toSorted())
  })
})

describe('the Postman collection', () => {
  it('has every operation as a request to this installation, with its example', async () => {
    type Request = { name: string; request: { method: string; url: { raw: string }; body?: { raw: string } } }
    const { item: folders, variable } = JSON.parse((await ask('/docs/postman.json')).text) as {
      item: { name: string; item: Request[] }[]
      variable: { key: string; value: string }[]
    }
    expect(folders.flatMap(({ item }) => item)).toHaveLength(getOperations(apiDocument().document).length)
    expect(variable).toContainEqual({ key: 'baseUrl', value: service.config.baseUrl.href.replace(/\/$/, '') })
    const create = folders.flatMap(({ item }) => item).find(({ name }) => name === 'Create a thread')
    expect(create?.request).toMatchObject({ method: 'POST', url: { raw: '{{baseUrl}}/api/v1/threads' } })
    expect(JSON.parse(create?.request.body?.raw ?? '')).toHaveProperty('title')
  })
})

describe('a page outside the API', () => {
  it('is served on every host, and counts towards no limit unless made by request', async () => {
    await ask('/api/v1/me')
    expect((await ask('/api/v1/me')).status).toBe(429)
    expect((await ask('/docs/search?q=limit')).status).toBe(429)
    expect((await ask('/docs')).status).toBe(200)
    expect((await ask('/docs', { host: 'nobody.localhost' })).status).toBe(200)
  })
  it('responds to GET and HEAD alone, and otherwise returns an API error', async () => {
    const { port } = await service.startNode({})
    const { status, headers, text } = await ask('/docs', {}, 'POST', port)
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
    expect(JSON.parse(text)).toMatchObject({ data: null, error: { code: 'SVC-REQUEST-METHOD_NOT_ALLOWED' } })
  })
  it('that is unknown shows people a helpful page without trusting its path', async () => {
    const { status, text, headers } = await ask('/docs/guides/paginaton', { accept: 'text/html' })
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(text).toContain('Did you mean <a href="/docs/guides/pagination">')
    const strange = await ask('/%3Cscript%3E"><img%20src=x>', { accept: 'text/html' })
    expect(strange.text).not.toContain('<img')
  })
  it('that is unknown returns an API error to programs', async () => {
    const node = await service.startNode({})
    const { status, text } = await ask('/docs/guides/paginaton', { accept: 'application/json' }, 'GET', node.port)
    expect([status, (JSON.parse(text) as { error: { code: string } }).error.code]).toEqual([404, 'SVC-REQUEST-ROUTE_NOT_FOUND'])
  })
})

describe('with DOCS_PUBLIC=false', () => {
  it('the reference, guides and document are closed, and the other pages stay', async () => {
    const { port } = await service.startNode({ config: { docsPublic: false } })
    const getStatus = async (path: string): Promise<number> => (await ask(path, {}, 'GET', port)).status
    for (const path of [
      '/docs',
      '/openapi.json',
      '/llms.txt',
      '/docs/guides',
      '/docs/guides/pagination',
      '/docs/guides/pagination.md',
      '/docs/for-agents/en',
      '/docs/for-admins',
      '/docs/search',
      '/docs/errors.md',
    ])
      expect([path, await getStatus(path)]).toEqual([path, 404])
    for (const path of ['/', '/docs/errors', '/healthz', '/robots.txt']) expect([path, await getStatus(path)]).toEqual([path, 200])
    expect((await ask('/', {}, 'GET', port)).text).not.toMatch(/href="\/(docs"|docs\/guides|openapi)/)
    expect((await ask('/robots.txt', {}, 'GET', port)).text).toBe('User-agent: *\nDisallow: /\n')
  })
})

describe('Markdown', () => {
  it('shows HTML as text, and makes no link of a script', () => {
    const { html } = renderMarkdown('<script>alert(1)</script>\n\n[x](javascript:alert(1)) `<b>`\n\n```\n<i>\n```', (href) => href)
    expect(html).not.toMatch(/<script|<b>|<i>|href/)
  })
  it('gives equal headings different anchors', () => {
    const { headings } = renderMarkdown('# A\n\n## Same\n\n## Same\n\n## `code` & more', (href) => href)
    expect(headings.map(({ id }) => id)).toEqual(['a', 'same', 'same-1', 'code--more'])
  })
})
