/** The page of a customer's requests as a browser gets it: which chat it uses, what it may run, and who links to it. */
import { beforeEach, describe, expect, it } from 'vitest'
import { getSatisfaction } from '../../../test/support/satisfaction.ts'
import { randomIdSuffix, setUpService, type TestTenant } from '../../../test/support/service.ts'

const service = await setUpService()
const { visit } = getSatisfaction(service)
const { baseUrl } = service.config
let tenant: TestTenant
beforeEach(async () => {
  tenant = await service.createTenant()
})

const toHelp = ({ slug }: TestTenant, path = ''): string => new URL(`http://${slug}.${baseUrl.host}/help${path}`).href
const visitHelp = (path = '', headers: Record<string, string> = {}) => visit(toHelp(tenant, path), { headers })
const readKey = async (): Promise<string | undefined> => /data-key="(\w+)"/.exec((await visitHelp('/requests')).text)?.[1]
const readLocation = (text: string): string[] => [...text.matchAll(/href="([^"]*\/help\/requests[^"]*)"/g)].map(([, href = '']) => href)

async function makeChat(widget: object = {}, of = tenant): Promise<{ id: string; key: string }> {
  const body = { name: 'Chat', type: 'WIDGET' as const, address: `https://${randomIdSuffix()}.example`, widget }
  const { data } = await of.skein.createInbox({ body })
  return { id: data.id, key: data.widget?.key ?? '' }
}

describe('the page of requests', () => {
  it('runs scripts and styles of files only, is in no frame and no index', async () => {
    await tenant.api('PATCH', '/tenant/settings', { body: { name: 'Acme <script>' } })
    await makeChat()
    const { status, text, headers } = await visitHelp('/requests')
    expect(status).toBe(200)
    expect(text).not.toMatch(/<script(?![^>]*\bsrc="\/w\/assets\/frame-)|<style|\bstyle=|\bon\w+=/)
    expect(text).toContain('<title>My requests · Acme &lt;script&gt;</title>')
    expect(text).toContain('<meta name="robots" content="noindex, nofollow">')
    expect(headers['content-security-policy']?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src 'self' data: blob: https: ${baseUrl.origin}`,
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types skein-chat',
      "frame-ancestors 'none'",
    ])
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('has a script and a style sheet that are served on its host', async () => {
    await makeChat()
    const { text } = await visitHelp('/requests')
    const paths = [...text.matchAll(/(?:src|href)="(\/w\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(paths.map((path) => path.replace(/^.*\./, ''))).toEqual(['css', 'js'])
    const origin = new URL(toHelp(tenant)).origin
    for (const path of paths) expect([path, (await visit(origin + path)).status]).toEqual([path, 200])
  })

  it('uses the oldest active chat with help, also one for identified visitors', async () => {
    const other = await service.createTenant()
    await makeChat({}, other)
    expect((await visitHelp('/requests')).status, 'without a chat').toBe(404)
    const without = await makeChat({ helpCenter: false })
    expect((await visitHelp('/requests')).status, 'without help').toBe(404)
    const strict = await makeChat({ requireIdentity: true })
    const open = await makeChat()
    expect(await readKey()).toBe(strict.key)
    await tenant.api('PATCH', `/inboxes/${strict.id}`, { body: { active: false } })
    expect(await readKey()).toBe(open.key)
    await tenant.api('PATCH', `/inboxes/${without.id}`, { body: { widget: { helpCenter: true } } })
    expect(await readKey()).toBe(without.key)
  })

  it('has the URL of the contact form, unless no chat takes forms', async () => {
    const strict = await makeChat({ requireIdentity: true })
    const readForm = async () => /data-contact="([^"]+)"/.exec((await visitHelp('/requests')).text)?.[1]
    expect(await readForm()).toBeUndefined()
    expect((await visitHelp('/requests')).text).toMatch(/<noscript>.*This page needs JavaScript\.<\/p>/)
    const open = await makeChat()
    const form = new URL(`/w/${open.key}/form?locale=en`, baseUrl).href
    expect(await readForm()).toBe(form)
    expect(await readKey()).toBe(strict.key)
    expect((await visitHelp('/requests')).text).toContain(`This page needs JavaScript. <a href="${form}">Write to us</a>`)
  })

  it('is in the language of the link, otherwise of the browser', async () => {
    await makeChat()
    const read = async (query: string, accept: string) => {
      const { text, headers } = await visitHelp(`/requests${query}`, { 'accept-language': accept })
      return [/<html lang="(\w+)"/.exec(text)?.[1], /<title>(.*) · /.exec(text)?.[1], headers['vary']?.includes('Accept-Language')]
    }
    expect(await read('', 'de-AT,en;q=0.5')).toEqual(['de', 'Meine Anfragen', true])
    expect(await read('', 'fr')).toEqual(['en', 'My requests', true])
    expect(await read('?locale=de', 'en')).toEqual(['de', 'Meine Anfragen', false])
    expect(await read('?locale=fr-CA', 'de')).toEqual(['de', 'Meine Anfragen', true])
    expect(await read('?locale=%00', 'en')).toEqual(['en', 'My requests', true])
  })

  it('is the missing page of the help centre below it and for closed help centres', async () => {
    await makeChat()
    expect((await visitHelp('/requests/')).status).toBe(200)
    for (const path of ['/requests/more', '/en/requests', '/requests/thr_00000000000000000000000000']) {
      const { status, text } = await visitHelp(path)
      expect([path, status, text.includes('data-key')]).toEqual([path, 404, false])
    }
    const unknown = await visit(new URL(`http://nobody.${baseUrl.host}/help/requests`).href)
    expect([unknown.status, unknown.text.includes('data-key')]).toEqual([404, false])
  })
})

describe('the help centre', () => {
  it('links to the requests in its header and footer, while there is a chat for them', async () => {
    const { data } = await tenant.skein.createKbArticle({ body: { title: 'Umzug', body: 'Kisten.', locale: 'de', status: 'PUBLISHED' } })
    expect(readLocation((await visitHelp()).text)).toEqual([])
    const { id } = await makeChat({ requireIdentity: true })
    const path = `/de/articles/${data.slug}`
    const { text } = await visitHelp(path)
    expect(readLocation(text)).toEqual(['/help/requests?locale=de', '/help/requests?locale=de'])
    expect(text.match(/>Meine Anfragen</g)).toHaveLength(2)
    expect((await visitHelp('/sitemap.xml')).text).not.toContain('requests')
    await tenant.api('PATCH', `/inboxes/${id}`, { body: { active: false } })
    expect(readLocation((await visitHelp(path)).text)).toEqual([])
  })
})
