/** The page of the contact form, as browsers and programs use it. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Inbox } from '../../../client/index.ts'
import { getSatisfaction } from '../../../test/support/satisfaction.ts'
import { randomIdSuffix, setUpService, type TestTenant } from '../../../test/support/service.ts'

const service = await setUpService()
const { visit, send } = getSatisfaction(service)
let tenant: TestTenant
let chat: { id: string; url: string }
beforeEach(async () => {
  tenant = await service.createTenant()
  chat = await makeChat()
})

const makeChat = async (widget: object = {}, address = `${randomIdSuffix()}.example`) => {
  const body = { name: 'Chat', type: 'WIDGET', address, widget }
  const { data } = (await tenant.api<Inbox>('POST', '/inboxes', { body })).body
  return { id: data.id, url: new URL(`/w/${data.widget?.key}/form`, service.config.baseUrl).href }
}
const fields = { id: 'a1', email: 'ada@example.com', body: 'Hello' }
const countThreads = async () => (await tenant.skein.listThreads({ query: { inboxId: chat.id } })).meta.total

describe('the page of a contact form', () => {
  it('stores a form once, however often the browser sends it', async () => {
    const sent = await Promise.all([send(chat.url, fields), send(chat.url, fields), send(chat.url, fields)])
    expect(sent.map(({ status, headers }) => [status, headers['location']])).toEqual(
      sent.map(() => [303, expect.stringMatching(/\?sent$/)]),
    )
    expect(await countThreads()).toBe(1)
    await send(chat.url, { ...fields, id: 'a2' })
    expect(await countThreads()).toBe(2)
  })

  it('cannot write as a visitor of the chat, whose id it names', async () => {
    const key = chat.url.split('/').at(-2) ?? ''
    const session = await service.api<{ visitor: { id: string } }>('POST', '/widget/sessions', { body: { key } })
    const id = session.body.data.visitor.id
    expect((await send(chat.url, { ...fields, id })).status).toBe(303)
    const { data } = await tenant.skein.listCustomers()
    expect(JSON.stringify(data)).not.toContain(id)
  })

  it('refuses the eleventh form in a minute, and keeps what was typed', async () => {
    for (let i = 0; i < 10; i++) expect((await send(chat.url, { ...fields, id: `b${i}` })).status).toBe(303)
    const refused = await send(chat.url, { ...fields, id: 'b10', body: 'My <b>long</b> text' })
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect(refused.text).toContain('My &lt;b&gt;long&lt;/b&gt; text')
    expect(await countThreads()).toBe(10)
  })

  it.each([
    ['without fields', {}, 422],
    ['with a wrong address', { ...fields, email: 'ada@' }, 422],
    ['with a blank text', { ...fields, body: ' \r\n ' }, 422],
    ['with a text that is too long', { ...fields, body: 'x'.repeat(8_193) }, 413],
    ['that is far too long', { ...fields, body: 'x'.repeat(200_000) }, 413],
  ] as const)('refuses a form %s, and stores nothing', async (_, given, status) => {
    const refused = await send(chat.url, { ...given })
    expect([refused.status, refused.text.includes('role="alert"')]).toEqual([status, true])
    expect(await countThreads()).toBe(0)
  })

  it('has no scripts, is in no index, and only the inbox’s sites may show it', async () => {
    await tenant.api('PATCH', '/tenant/settings', { body: { name: 'Acme <script>' } })
    const { url } = await makeChat({}, 'shop.example')
    const { text, headers } = await visit(url)
    expect(text).not.toContain('<script')
    expect(text).toContain('Acme &lt;script&gt;')
    expect(text).toContain('<meta name="robots" content="noindex, nofollow">')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'self'.*; frame-ancestors 'self' https:\/\/shop\.example https:\/\/www\.shop\.example$/,
    )
    expect(headers['x-frame-options']).toBeUndefined()
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' })
  })

  it('is in the language of the browser, or of the link', async () => {
    const language = async (url: string, accept: string) =>
      /<html lang="(\w+)">/.exec((await visit(url, { headers: { 'accept-language': accept } })).text)?.[1]
    expect([
      await language(chat.url, 'de-AT,en;q=0.5'),
      await language(chat.url, 'fr'),
      await language(`${chat.url}?locale=de`, 'en'),
    ]).toEqual(['de', 'en', 'de'])
  })

  it('is the same 404 for unknown, inactive and strict chats', async () => {
    const strict = await makeChat({ requireIdentity: true })
    const inactive = await makeChat()
    await tenant.api('PATCH', `/inboxes/${inactive.id}`, { body: { active: false } })
    const urls = [strict.url, inactive.url, chat.url.replace(/wgt_\w+/, `wgt_${randomIdSuffix()}`)]
    const visits = await Promise.all(urls.map((url) => visit(url)))
    expect(visits.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(visits.map(({ text }) => text)).size).toBe(1)
    for (const url of urls) expect((await send(url, fields)).status).toBe(404)
  })
})

describe('the help centre', () => {
  it('links to the oldest active chat with help and its form, and to none without', async () => {
    const help = new URL(`http://${tenant.slug}.${service.config.baseUrl.host}/help`).href
    const readLink = async () => /<a href="([^"]+\/form[^"]*)">Write to us<\/a>/.exec((await visit(help)).text)?.[1]
    const readChat = async () => /<a href="([^"]+)">Chat with us<\/a>/.exec((await visit(help)).text)?.[1]
    expect(await readLink()).toBe(`${chat.url}?locale=en`)
    expect(await readChat()).toBe(chat.url.replace(/\/form$/, ''))
    const second = await makeChat()
    const change = (id: string, body: object) => tenant.api('PATCH', `/inboxes/${id}`, { body })
    await change(chat.id, { widget: { helpCenter: false } })
    expect(await readLink()).toBe(`${second.url}?locale=en`)
    await change(second.id, { active: false })
    expect(await readLink()).toBeUndefined()
    await change(chat.id, { widget: { helpCenter: true, requireIdentity: true } })
    expect(await readLink()).toBeUndefined()
  })
})
