/** The help centre as visitors see it: everything that is published and public, and nothing else. */
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { KbMissedSearch } from '../../../client/index.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { setUpService } from '../../../test/support/service.ts'

const service = await setUpService()
const tenant = await service.createTenant('acme')

type PageResponse = { status: number; headers: Record<string, string | undefined>; text: string }

/** Sends a request as a browser without credentials. */
function visit(
  path: string,
  { method = 'GET', headers = {}, body = '', host = 'acme.localhost', agent = undefined as Agent | undefined } = {},
): Promise<PageResponse> {
  return new Promise((done, fail) => {
    const asked = request({ port: service.port, path, method, agent, headers: { host, accept: 'text/html', ...headers } }, (res) => {
      const pieces: Buffer[] = []
      res.on('data', (piece: Buffer) => pieces.push(piece))
      // Safe because the tests read no header that can occur twice.
      const own = res.headers as PageResponse['headers']
      res.on('end', () => done({ status: res.statusCode ?? 0, headers: own, text: Buffer.concat(pieces).toString() }))
    })
    asked.on('error', fail)
    asked.end(body)
  })
}

type Made = { id: string; slug: string; locale: string; helpful: number; notHelpful: number; views: number }
const make = async (path: string, body: object) => {
  const made = await tenant.api<Made>('POST', path, { body })
  expect(made.status, made.text).toBe(201)
  return made.body.data
}
const article = (title: string, more: object = {}) => make('/kb/articles', { title, body: `About ${title}.`, status: 'PUBLISHED', ...more })
const patch = (id: string, body: object) => tenant.api('PATCH', `/kb/articles/${id}`, { body })
const at = (slug: string, locale = 'en') => `/help/${locale}/articles/${encodeURIComponent(slug)}`

describe('visitors', () => {
  it('reach every public article by links, the sitemap and the feed, and nothing else', async () => {
    const open = await make('/kb/collections', { name: 'Open shelf' })
    const closed = await make('/kb/collections', { name: 'Secret shelf', visibility: 'INTERNAL' })
    const below = await make('/kb/collections', { name: 'Below the secret', parentId: closed.id })
    await article('Public one', { collectionId: open.id, body: '# First\n\n## Second\n\nText.' })
    const translated = await article('Public two')
    await article('Öffentlich', { locale: 'de', translationOf: translated.id })
    await article('Secret in the open', { collectionId: open.id, visibility: 'INTERNAL' })
    await article('Secret by its shelf', { collectionId: closed.id })
    await article('Secret by the shelf above', { collectionId: below.id })
    await article('Secret draft', { status: 'DRAFT' })
    const changed = await article('Public three', { collectionId: open.id })
    await patch(changed.id, { title: 'Secret draft of three', body: 'Secret words.' })
    const archived = await article('Secret archive')
    await patch(archived.id, { status: 'ARCHIVED' })

    const seen = new Map<string, PageResponse>()
    const queue = ['/help', '/help/sitemap.xml', '/help/en/feed.xml', '/robots.txt', '/help/en/search?q=secret', '/help/en/search?q=public']
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (seen.has(path)) continue
      const response = await visit(path)
      seen.set(path, response)
      for (const [, link = ''] of response.text.matchAll(/(?:href="|action="|<loc>)([^"<#]+)/g)) {
        const url = new URL(link.replaceAll('&amp;', '&'), 'http://acme.localhost')
        if (url.hostname === 'acme.localhost' && url.pathname.startsWith('/help') && !url.pathname.endsWith('/feedback'))
          queue.push(url.pathname + url.search)
      }
    }
    const guesses = ['secret-in-the-open', 'secret-by-its-shelf', 'secret-by-the-shelf-above', 'secret-draft', 'secret-archive'].map(
      (slug) => at(slug),
    )
    for (const path of [...guesses, '/help/en/collections/secret-shelf', '/help/en/collections/below-the-secret']) {
      const { status, text } = await visit(path)
      expect([status, /secret (in|by|draft|archive|shelf)/i.test(text)], path).toEqual([404, false])
    }
    const pages = [...seen].filter(([path]) => !path.includes('/search'))
    expect(pages.filter(([, { status }]) => status !== 200).map(([path, { status }]) => `${status} ${path}`)).toEqual([])
    expect(pages.filter(([, { text }]) => /secret/i.test(text)).map(([path]) => path)).toEqual([])
    for (const slug of ['public-one', 'public-two', 'public-three']) expect([...seen.keys()]).toContain(at(slug))
    expect([...seen.keys()]).toContain(at('öffentlich', 'de'))
    expect(seen.get('/help/en/search?q=secret')?.text).toContain('We couldn’t find anything for “secret”')
    expect(seen.get('/help/en/search?q=public')?.text).toContain('<mark>Public</mark> one')
  })

  it('can no longer read an article once the change to internal has returned', async () => {
    const { id, slug } = await article('Soon internal')
    expect((await visit(at(slug))).status).toBe(200)
    await patch(id, { visibility: 'INTERNAL' })
    expect((await visit(at(slug))).status).toBe(404)
    expect((await visit('/help')).text).not.toContain('Soon internal')
  })

  it('get no script, and pages whose policy forbids scripts', async () => {
    const { slug } = await article('Hostile', {
      body: '<img src=x onerror=alert(1)> <script>alert(1)</script>\n\n[x](javascript:alert(1))',
    })
    const { text, headers } = await visit(at(slug))
    expect(text).not.toMatch(/<script|<img[^>]*onerror=|href="javascript/)
    expect(headers['content-security-policy']).toMatch(/default-src 'none'/)
    expect(headers['content-security-policy']).not.toMatch(/unsafe|script-src/)
  })

  it('find each article at one URL, to which former URLs redirect, with its languages', async () => {
    const english = await article('Moving house', { slug: 'moving' })
    await article('Umzug', { locale: 'de', slug: 'umzug', translationOf: english.id })
    await patch(english.id, { slug: 'moved' })
    expect(await visit(at('moving'))).toMatchObject({ status: 301, headers: { location: at('moved') } })
    const { text } = await visit(at('moved'))
    for (const [locale, slug] of [
      ['en', 'moved'],
      ['de', 'umzug'],
    ] as const)
      expect(text).toMatch(new RegExp(`hreflang="${locale}" href="[^"]+${at(slug, locale)}"`))
    // The redirect works even if the moved article was the only one in its language.
    const french = await article('Bonjour', { locale: 'fr' })
    await patch(french.id, { locale: 'fr-CA' })
    expect(await visit(at('bonjour', 'fr'))).toMatchObject({ status: 301, headers: { location: at('bonjour', 'fr-CA') } })
    const missing = await visit(at('nowhere'))
    expect([missing.status, missing.text.includes('role="search"')]).toEqual([404, true])
    for (const none of ['a%00b', '%EF%BF%BF', 'a%2Fb', '-', 'a'.repeat(3000)])
      for (const kind of ['articles', 'collections']) expect([none, (await visit(`/help/en/${kind}/${none}`)).status]).toEqual([none, 404])
    expect((await visit('/help/en/articles/%E0%A4')).status).toBeLessThan(500)
    expect((await visit('/help/DE')).headers['location']).toBe('/help/de')
    expect((await visit('/help', { host: 'nobody.localhost' })).status).toBe(404)
  })

  it('get 404 for other URLs of a page, and cannot avoid a limit by a trailing slash', async () => {
    const { slug } = await article('One address')
    const path = at(slug)
    for (const other of [`${path}//1`, `${path}/x`, `${path}/feedback/x`, '/help//en', '/help/sitemap.xml//x', '/help/en/feed.xml//x'])
      expect([other, (await visit(other)).status]).toEqual([other, 404])
    for (const other of ['/help/en/search//x?q=secret', '/help/en/collections//x']) expect((await visit(other)).status).toBe(404)
    expect((await visit(`${path}/`)).status).toBe(200)
    const leftAfter = async (of: string) => Number((await visit(of)).headers['x-ratelimit-remaining'])
    const left = await leftAfter('/help/en/search?q=secret')
    expect([await leftAfter('/help/en/search/?q=secret'), await leftAfter(path)]).toEqual([left - 1, left - 1])
    // An article with the slug `feedback` is an ordinary page, so it accepts no POST.
    const feedback = await article('Feedback')
    expect((await visit(at(feedback.slug), { method: 'POST' })).status).toBe(405)
  })

  it('can read articles of every language tag next to the fixed pages', async () => {
    await article('Beside it')
    const directions = { 'de-x-formal': 'ltr', 'ar-u-nu-latn': 'rtl', 'sl-rozaj-biske': 'ltr', und: 'ltr', ckb: 'rtl', 'az-Arab': 'rtl' }
    for (const [locale, direction] of Object.entries(directions)) {
      const { slug, locale: kept } = await article('Tagged', { locale })
      const { status, text } = await visit(at(slug, kept))
      expect([locale, status, / dir="(...)"/.exec(text)?.[1], (await visit('/help')).status]).toEqual([locale, 200, direction, 200])
    }
  })

  it('read the page’s own words in the language of the page, else in their own', async () => {
    const german = await article('Rückgabe', { locale: 'de-AT' })
    const french = await article('Retour', { locale: 'fr' })
    const ask = (path: string, language: string) => visit(path, { headers: { 'accept-language': language } })
    const page = await ask(at(german.slug, 'de-AT'), 'en-GB')
    expect(page.text).toContain('War das hilfreich?')
    expect(page.text).toMatch(/Aktualisiert am <time datetime="[^"]+">\d{1,2}\. \p{L}+ \d{4}<\/time>/u)
    expect(page.headers['vary']).toBe('Accept-Encoding')
    expect((await ask('/help/de-AT/search?q=nirgends', 'en')).text).toContain('Nichts gefunden für „nirgends“')
    // The second response must not come from the cache of the first.
    for (const [language, words, tag] of [
      ['fr-FR,fr;q=0.9,de;q=0.8,en;q=0.7', 'War das hilfreich?', 'de'],
      ['fr-FR,en;q=0.8,de;q=0', 'Was this helpful?', 'en'],
      ['*', 'Was this helpful?', 'en'],
    ] as const) {
      const { text, headers } = await ask(at(french.slug, 'fr'), language)
      expect([language, text.includes(words), headers['vary']]).toEqual([language, true, 'Accept-Encoding, Accept-Language'])
      expect(text).toContain('<html lang="fr" dir="ltr">')
      expect(text).toMatch(new RegExp(`<form class="vote"[^>]* lang="${tag}" dir="ltr">`))
    }
    const missing = await ask('/help/nowhere', 'de-CH, en;q=0.5')
    expect([missing.status, missing.text.includes('Diese Seite gibt es nicht'), missing.headers['vary']]).toEqual([
      404,
      true,
      'Accept-Encoding, Accept-Language',
    ])
    expect((await ask('/help', 'de')).text, 'the language of the URL').toContain('How can we help?')
    const closed = await visit('/help', { host: 'nobody.localhost', headers: { 'accept-language': 'de' } })
    expect([closed.text.includes('<html lang="de"'), closed.text.includes('gerade geschlossen')]).toEqual([true, true])
  })

  it('see the dashboard’s colours and font, loaded from the help centre itself', async () => {
    const { text, headers } = await visit('/help')
    const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? []
    const [, font = ''] = /<link rel="preload" href="([^"]+)" as="font"/.exec(text) ?? []
    const css = await visit(style)
    const tokens = await readFile(new URL('../../../dashboard/src/ui/tokens.css', import.meta.url), 'utf8')
    for (const name of ['canvas', 'text-2', 'fill', 'tint-line']) {
      const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? []
      expect([...css.text.matchAll(new RegExp(`--${name}:(#\\w+);`, 'g'))].map(([, value]) => value)).toEqual([light, dark])
    }
    expect(css.text).not.toContain('light-dark(')
    const [, source = ''] = /url\(([^)]+)\) format\('woff2'\)/.exec(css.text) ?? []
    expect(new URL(source, `http://acme.localhost${style}`).pathname).toBe(font)
    expect(await visit(font)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'font/woff2', 'cache-control': 'public, max-age=31536000, immutable' },
    })
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; style-src 'self'; font-src 'self';/)
  })

  it('get a feed that is valid XML, whatever characters the titles contain', async () => {
    await article('Odd \u0001\u000b\ufffe\uffff ]]> & <b> 😀')
    const { text } = await visit('/help/en/feed.xml')
    expect(text).toContain('<title>Odd \ufffd\ufffd\ufffd\ufffd ]]&gt; &amp; &lt;b&gt; 😀</title>')
  })

  it('get 304 for a page that they already have', async () => {
    const { id, slug } = await article('Cached')
    const { headers } = await visit(at(slug))
    expect(headers['cache-control']).toBe('public, no-cache')
    const again = { headers: { 'if-none-match': String(headers['etag']) } }
    expect(await visit(at(slug), again)).toMatchObject({ status: 304, text: '' })
    await patch(id, { body: 'New.', status: 'PUBLISHED' })
    expect((await visit(at(slug), again)).status).toBe(200)
  })

  it('vote once on whether an article helped, and may change their vote', async () => {
    const { id, slug } = await article('Voted')
    const send = (helpful: string, headers = {}) =>
      visit(`${at(slug)}/feedback`, {
        method: 'POST',
        body: `helpful=${helpful}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
    const counts = async () => {
      const { helpful, notHelpful } = (await tenant.skein.getKbArticle({ path: { id } })).data
      return [helpful, notHelpful]
    }
    expect(await send('yes')).toMatchObject({ status: 303, headers: { location: `${at(slug)}?voted#feedback` } })
    await Promise.all(Array.from({ length: 8 }, () => send('yes')))
    expect(await counts()).toEqual([1, 0])
    await send('no')
    expect(await counts()).toEqual([0, 1])
    expect((await send('perhaps')).status).toBe(400)
    expect((await send('yes', { 'sec-fetch-site': 'cross-site' })).status).toBe(400)
    expect(await counts()).toEqual([0, 1])
    expect((await visit(`${at(slug)}?voted`)).text).toContain('Thanks!')
    // A proxy sends the requests of many visitors over one connection, so a form that is too long must not break the next request.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const long = {
      method: 'POST',
      body: `helpful=${'x'.repeat(200_000)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    expect((await visit(`${at(slug)}/feedback`, { ...long, agent })).status).toBe(400)
    expect((await visit(at(slug), { agent })).status).toBe(200)
    agent.destroy()
  })

  it('have their failed searches counted by words, and their views of articles', async () => {
    for (const q of ['Invoice by post', 'invoice  BY post', 'fax']) await visit(`/help/en/search?q=${encodeURIComponent(q)}`)
    const missed = await tenant.api<KbMissedSearch[]>('GET', '/kb/missed-searches')
    const own = missed.body.data.filter(({ query }) => !['secret', 'nirgends'].includes(query))
    expect(own).toMatchObject([
      { query: 'fax', count: 1 },
      { query: 'Invoice by post', count: 2 },
    ])
    // When the table is full, a new failed search is still added, and searches that failed several times stay.
    await service.db.script(`insert into kb_missed_searches (tenant_id, id, words, query, locale, last_at, created_at)
      select t.tenant_id, gen_random_uuid(), ' n' || n || ' ', 'n' || n, 'en', now() - interval '1 day', now() - interval '1 day'
      from tenants t, generate_series(1, 1000 - (select count(*)::int from kb_missed_searches)) n where t.slug = 'acme'`)
    await visit('/help/en/search?q=heard')
    const latest = await tenant.api<KbMissedSearch[]>('GET', '/kb/missed-searches?limit=100')
    expect(latest.body.data[0]?.query).toBe('heard')
    expect(latest.body.data.map(({ query }) => query)).toContain('Invoice by post')
    const { id, slug } = await article('Opened')
    await visit(at(slug))
    await visit(at(slug), { headers: { 'user-agent': 'Somebot/1.0' } })
    await until(async () => (await tenant.skein.getKbArticle({ path: { id } })).data.views === 1)
  })
})

describe('a help centre with collections', () => {
  it('shows on its home page what visitors read, unless it is closed', async () => {
    const own = await service.createTenant('popular')
    const host = 'popular.localhost'
    const { data: shelf } = await own.skein.createKbCollection({ body: { name: 'Payments' } })
    const body = { collectionId: shelf.id, body: 'Text.', status: 'PUBLISHED' } as const
    const { data: read } = await own.skein.createKbArticle({ body: { ...body, title: 'Read often' } })
    await own.skein.createKbArticle({ body: { ...body, title: 'Never read' } })
    expect((await visit('/help', { host })).text).not.toContain('Popular articles')
    expect((await visit(at(read.slug), { host })).status).toBe(200)
    await until(async () => (await own.skein.getKbArticle({ path: { id: read.id } })).data.views === 1)
    // A change of the public content, or the next hour, brings the numbers up to date.
    await own.skein.updateKbCollection({ path: { id: shelf.id }, body: { description: 'Refunds.' } })
    const home = async () => (await visit('/help', { host })).text
    expect(await home()).toContain('Popular articles')
    expect([(await home()).includes('Read often'), (await home()).includes('Never read')]).toEqual([true, false])
    await own.skein.updateKbArticle({ path: { id: read.id }, body: { visibility: 'INTERNAL' } })
    expect(await home()).not.toContain('Read often')
  })
})

describe('visitors who find nothing', () => {
  it('are led to the contact form from articles, searches and missing pages', async () => {
    const own = await service.createTenant('writing')
    const host = 'writing.localhost'
    const { data: made } = await own.skein.createKbArticle({ body: { title: 'Refunds', body: 'Text.', status: 'PUBLISHED' } })
    const paths = [at(made.slug), '/help/en/search?q=bicycle', '/help/en/search?q=refund', '/help/nowhere']
    const findForm = async (path: string) =>
      /<p class="contact".*? href="([^"]+)">Write to us</.exec((await visit(path, { host })).text)?.[1]
    for (const path of paths) expect(await findForm(path), path).toBeUndefined()
    const chat = { name: 'Chat', type: 'WIDGET', address: 'writing.example' } as const
    const { data: inbox } = await own.skein.createInbox({ body: chat })
    const form = new URL(`/w/${inbox.widget?.key}/form`, service.config.baseUrl).href
    for (const path of paths) expect(await findForm(path), path).toBe(`${form}?locale=en`)
    await own.skein.updateInbox({ path: { id: inbox.id }, body: { widget: { requireIdentity: true } } })
    for (const path of paths) expect(await findForm(path), path).toBeUndefined()
  })
})
