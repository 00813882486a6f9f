import { beforeEach, describe, expect, it } from 'vitest'
import type { Inbox, KbArticle, WidgetArticle, WidgetArticleText } from '../../../../client/index.ts'
import { png, uploadFile } from '../../../../test/support/files.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { orderLocales } from './choose-locale.ts'

const service = await setUpService()
let tenant: TestTenant
let key: string
beforeEach(async () => {
  tenant = await service.createTenant()
  key = (await makeChat()).key
})

const makeChat = async (widget: object = {}) => {
  const { data } = (await tenant.api<Inbox>('POST', '/inboxes', { body: { name: 'Chat', type: 'WIDGET', widget } })).body
  return { id: data.id, key: data.widget?.key ?? '' }
}
const publish = async (title: string, body: string, more: object = {}) => {
  const made = await tenant.api<KbArticle>('POST', '/kb/articles', { body: { title, body, visibility: 'PUBLIC', ...more } })
  expect(made.status, made.text).toBe(201)
  return (await tenant.api<KbArticle>('POST', `/kb/articles/${made.body.data.id}/publish`, { body: {} })).body.data
}
const search = (query: string, of = key) => service.api<WidgetArticle[]>('GET', `/widget/articles?key=${of}&${query}`)
const titles = async (query: string, of = key) => (await search(query, of)).body.data.map(({ title }) => title)
const read = (slug: string, query = '', of = key) =>
  service.api<WidgetArticleText>('GET', `/widget/articles/${encodeURIComponent(slug)}?key=${of}${query}`)

describe('the articles of a chat', () => {
  it('are found by their words, with the part that matches and their collection', async () => {
    const collection = (await tenant.skein.createKbCollection({ body: { name: 'Data', visibility: 'PUBLIC' } })).data
    const article = await publish('Export', `${'Word '.repeat(200)}quarterly figures`, { collectionId: collection.id })
    await publish('Invoices', 'Where invoices are.')
    const { data, meta } = (await search('q=quarterly')).body
    expect(data).toEqual([
      { id: article.id, slug: 'export', title: 'Export', excerpt: expect.stringContaining('quarterly figures'), collection: 'Data' },
    ])
    expect([data[0]?.excerpt.length ?? 0, meta.total]).toEqual([expect.any(Number), 1])
    expect((data[0]?.excerpt.length ?? 999) < 300).toBe(true)
    expect(await titles('q=nothing')).toEqual([])
    expect(await titles('q=%22%22'), 'no words').toEqual([])
  })

  it('are listed on pages without words', async () => {
    for (const title of ['A', 'B', 'C']) await publish(title, `${title} text`)
    const first = await search('limit=2')
    expect([first.body.data.length, first.body.meta.hasMore, first.body.meta.total]).toEqual([2, true, 3])
    const rest = await search(`limit=2&cursor=${encodeURIComponent(first.body.meta.cursor)}`)
    expect([...first.body.data, ...rest.body.data].map(({ title }) => title).toSorted()).toEqual(['A', 'B', 'C'])
    expect(first.body.data[0]?.excerpt).toMatch(/^[ABC] text$/)
  })

  it('are no drafts, internal ones, ones in internal collections or of other tenants', async () => {
    const hidden = (await tenant.skein.createKbCollection({ body: { name: 'Hidden', visibility: 'INTERNAL' } })).data
    const within = (await tenant.skein.createKbCollection({ body: { name: 'Within', visibility: 'PUBLIC', parentId: hidden.id } })).data
    await publish('Public', 'secret')
    const internal = await publish('Internal', 'secret', { visibility: 'INTERNAL' })
    const inside = await publish('Inside', 'secret', { collectionId: within.id })
    const draft = (await tenant.skein.createKbArticle({ body: { title: 'Draft', body: 'secret', visibility: 'PUBLIC' } })).data
    expect([await titles('q=secret'), await titles('')]).toEqual([['Public'], ['Public']])
    for (const { slug } of [internal, inside, draft]) expect((await read(slug)).body.error?.code, slug).toBe('SVC-KBARTICLE-NOT_FOUND')
    expect((await read('public')).status).toBe(200)
    const other = await service.createTenant()
    const { data } = (await other.api<Inbox>('POST', '/inboxes', { body: { name: 'Chat', type: 'WIDGET' } })).body
    expect([await titles('', data.widget?.key), (await read('public', '', data.widget?.key)).status]).toEqual([[], 404])
  })

  it('are in the visitor’s language, or else in the tenant’s', async () => {
    await publish('Export', 'English text', { locale: 'en' })
    await publish('Ausfuhr', 'Deutscher Text', { locale: 'de' })
    expect(await titles('locale=de-AT')).toEqual(['Ausfuhr'])
    expect([await titles('locale=fr'), await titles('')]).toEqual([['Export'], ['Export']])
    expect((await read('ausfuhr', '&locale=en')).body.data, 'a link to another language').toMatchObject({ locale: 'de', title: 'Ausfuhr' })
  })

  it('have safe HTML with absolute URLs, and are found by former slugs', async () => {
    const { id } = await uploadFile(tenant, { bytes: png, type: 'image/png' })
    const body = `<p onclick="x">Hi<script>alert(1)</script> <a href="/help/en/articles/other">other</a></p><img src="/help/files/${id}" alt="">`
    const article = await publish('Pictures', body, { bodyFormat: 'html' })
    await tenant.api('PATCH', `/kb/articles/${article.id}`, { body: { slug: 'images' } })
    await tenant.api('POST', `/kb/articles/${article.id}/publish`, { body: {} })
    const { data } = (await read('pictures')).body
    const origin = `http://${tenant.slug}.localhost`
    expect(data).toMatchObject({ id: article.id, slug: 'images', url: `${origin}/help/en/articles/images`, collection: null })
    expect(data.html).not.toMatch(/script|onclick/)
    expect(data.html).toContain(`src="${origin}/help/files/${id}"`)
    expect(data.html).toContain(`href="${origin}/help/en/articles/other"`)
  })

  it('are empty for a chat without help, and 404 for an unknown key', async () => {
    await publish('Public', 'text')
    const { key: without } = await makeChat({ helpCenter: false })
    expect([await titles('', without), (await read('public', '', without)).status]).toEqual([[], 404])
    expect((await search('', 'wgt_unknown')).body.error?.code).toBe('SVC-WIDGET-NOT_FOUND')
    for (const slug of ['no-such', '%00', '..', 'a'.repeat(2_000), "'; drop table kb_slugs"]) {
      const { status } = await service.api('GET', `/widget/articles/${encodeURIComponent(slug)}?key=${key}`)
      expect([400, 404], slug.slice(0, 20)).toContain(status)
    }
    expect((await search(`q=${'x'.repeat(501)}`)).status).toBe(400)
  })
})

it.each<[string[], (string | undefined)[], string[]]>([
  [
    ['en', 'de'],
    ['de-AT', 'en'],
    ['de', 'en'],
  ],
  [['de', 'de-AT', 'en'], ['de-AT'], ['de-AT', 'de', 'en']],
  [
    ['de-CH', 'en', 'fr'],
    ['de', 'fr'],
    ['de-CH', 'fr', 'en'],
  ],
  [
    ['en', 'fr'],
    [undefined, 'FR-fr'],
    ['fr', 'en'],
  ],
  [[], ['de'], []],
])('of %j, %j are wanted in the order %j', (available, wanted, ordered) => {
  expect(orderLocales(available, wanted)).toEqual(ordered)
})
