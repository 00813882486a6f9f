import { beforeEach, describe, expect, it } from 'vitest'
import type { KbArticle, KbArticlePreview, KbSearchHit } from '../../../client/index.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'

let tenant: TestTenant
const service = await setUpService({ worker: true })
beforeEach(async () => {
  tenant = await service.createTenant()
})

const post = (path: string, body?: object, headers?: Record<string, string>) =>
  tenant.api<KbArticle>('POST', path, { ...(body ? { body } : {}), ...(headers ? { headers } : {}) })
const create = async (path: string, body: object) => {
  const made = await post(path, body)
  expect(made.status, made.text).toBe(201)
  return made.body.data
}
const article = (more: object = {}) => create('/kb/articles', { title: 'How to get a refund', body: 'Open **Orders**.', ...more })
const collection = (more: object = {}) => create('/kb/collections', { name: 'Payments', ...more })
const patch = (id: string, body: object, headers?: Record<string, string>) =>
  tenant.api<KbArticle>('PATCH', `/kb/articles/${id}`, { body, ...(headers ? { headers } : {}) })
const publish = async (id: string, body?: object) => (await post(`/kb/articles/${id}/publish`, body)).body.data
const read = async (id: string) => (await tenant.skein.getKbArticle({ path: { id } })).data
const versions = async (id: string) => (await tenant.skein.listKbArticleVersions({ path: { id } })).data
const search = async (q: string, more = '') =>
  (await tenant.api<KbSearchHit[]>('GET', `/kb/search?q=${encodeURIComponent(q)}${more}`)).body.data
const titles = async (q: string, more = '') => (await search(q, more)).map(({ title }) => title)
const published = async () => {
  const feed = await tenant.api<{ type: string; data: { object: { id: string } } }[]>('GET', '/events?limit=100')
  return feed.body.data.filter(({ type }) => type === 'kb.article.published').map(({ data }) => data.object.id)
}

describe('an article', () => {
  it('is a draft, and readers see the published version until the draft is published', async () => {
    const { id, status, publishedBody } = await article()
    expect({ status, publishedBody }).toEqual({ status: 'DRAFT', publishedBody: null })
    expect(await publish(id)).toMatchObject({ status: 'PUBLISHED', publishedTitle: 'How to get a refund', hasUnpublishedChanges: false })
    await patch(id, { title: 'Refunds', body: 'New.' })
    expect(await read(id)).toMatchObject({
      title: 'Refunds',
      body: 'New.',
      publishedTitle: 'How to get a refund',
      publishedBody: 'Open **Orders**.',
      hasUnpublishedChanges: true,
    })
    expect(await publish(id)).toMatchObject({ publishedTitle: 'Refunds', publishedBody: 'New.', hasUnpublishedChanges: false })
    const again = await publish(id)
    expect(again).toEqual(await read(id))
    expect(await published()).toEqual([id, id])
  })

  it('can also be published, withdrawn and archived by its status', async () => {
    const { id } = await article({ status: 'PUBLISHED' })
    expect(await titles('refund')).toHaveLength(1)
    expect((await patch(id, { status: 'DRAFT' })).body.data).toMatchObject({ status: 'DRAFT', publishedVersion: null, publishedBody: null })
    expect(await titles('refund')).toEqual([])
    expect((await patch(id, { body: 'Third.', status: 'PUBLISHED' })).body.data).toMatchObject({ publishedBody: 'Third.' })
    expect((await patch(id, { status: 'ARCHIVED' })).body.data).toMatchObject({ status: 'ARCHIVED', publishedBody: null })
    expect((await versions(id)).map(({ change }) => change)).toEqual(['ARCHIVED', 'PUBLISHED', 'UNPUBLISHED', 'PUBLISHED'])
  })

  it('in HTML keeps its callouts and tables, and no other classes', async () => {
    const body =
      '<div class="callout callout-warning big"><p class="x">Careful.</p></div><table><tbody><tr><th><p>A</p></th></tr></tbody></table>'
    const { body: stored } = await article({ body, bodyFormat: 'html' })
    expect(stored).toBe(
      '<div class="callout callout-warning"><p>Careful.</p></div><table><tbody><tr><th><p>A</p></th></tr></tbody></table>',
    )
  })

  it('keeps one autosaved version in ten minutes, and every other version', async () => {
    const { id } = await article()
    for (const body of ['a', 'ab', 'abc']) await patch(id, { body, autosave: true })
    expect((await versions(id)).map(({ version, body }) => [version, body])).toEqual([
      [4, 'abc'],
      [1, 'Open **Orders**.'],
    ])
    await publish(id)
    await patch(id, { body: 'abcd', autosave: true })
    await patch(id, { body: 'abcde' })
    expect((await versions(id)).map(({ version }) => version)).toEqual([7, 6, 5, 4, 1])
  })

  it('is found by its unpublished changes and by the thread that it came from', async () => {
    const { id: threadId } = (
      await tenant.skein.createThread({ body: { title: 'Refund?', body: 'How?', requester: { email: 'ada@example.com' } } })
    ).data
    const { id } = await article({ sourceThreadId: threadId, status: 'PUBLISHED' })
    const other = await article({ title: 'Other' })
    const ids = async (query: string) => (await tenant.api<KbArticle[]>('GET', `/kb/articles?${query}`)).body.data.map((each) => each.id)
    expect(await ids('hasUnpublishedChanges=true')).toEqual([])
    await patch(id, { body: 'New.' })
    expect(await ids('hasUnpublishedChanges=true')).toEqual([id])
    expect(await ids('hasUnpublishedChanges=false')).toEqual([other.id])
    expect(await ids(`sourceThreadId=${threadId}`)).toEqual([id])
    await patch(id, { body: 'Open **Orders**.' })
    expect(await read(id)).toMatchObject({ hasUnpublishedChanges: false, sourceThreadId: `thr_${threadId}` })
    const unknown = await post('/kb/articles', {
      title: 'Third',
      sourceThreadId: threadId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    })
    expect([unknown.status, unknown.body.error?.details?.[0]?.field]).toEqual([422, 'sourceThreadId'])
  })

  it('keeps each version with its author and differences, and can be restored', async () => {
    const { id } = await article({ body: 'One\nTwo\nThree\n' })
    await patch(id, { title: 'Refunds', body: 'One\n2\nThree\n' })
    expect(await versions(id)).toMatchObject([
      { version: 2, change: 'EDITED', title: 'Refunds', authorId: tenant.ownerId },
      { version: 1, change: 'CREATED', title: 'How to get a refund', authorId: tenant.ownerId },
    ])
    const difference = await tenant.api('GET', `/kb/articles/${id}/difference?from=1`)
    expect(difference.body.data).toMatchObject({
      title: { from: 'How to get a refund', to: 'Refunds' },
      lines: [
        { kind: 'SAME', text: 'One\n' },
        { kind: 'REMOVED', text: 'Two\n' },
        { kind: 'ADDED', text: '2\n' },
        { kind: 'SAME', text: 'Three\n' },
      ],
    })
    const restored = await post(`/kb/articles/${id}/restore`, { version: 1 })
    expect(restored.body.data).toMatchObject({ title: 'How to get a refund', body: 'One\nTwo\nThree\n', version: 3, status: 'DRAFT' })
    expect((await post(`/kb/articles/${id}/restore`, { version: 9 })).body).toMatchObject({
      error: { code: 'SVC-KBARTICLE-VERSION_NOT_FOUND' },
    })
    expect((await tenant.api('GET', `/kb/articles/${id}/difference?from=9`)).status).toBe(422)
  })

  it('is never overwritten blindly: a write with an old version is 412', async () => {
    const { id } = await article()
    const headers = { 'if-match': '"1"' }
    expect((await patch(id, { title: 'First' }, headers)).status).toBe(200)
    expect((await patch(id, { title: 'Second' }, headers)).status).toBe(412)
    expect((await post(`/kb/articles/${id}/publish`, {}, headers)).status).toBe(412)
    expect(await read(id)).toMatchObject({ title: 'First', status: 'DRAFT' })
  })

  it('loses everything that could run code, in HTML, Markdown and the preview', async () => {
    const { id, body } = await article({ body: '<p onclick="x()">Hi<script>alert(1)</script></p>', bodyFormat: 'html' })
    expect(body).toBe('<p>Hi</p>')
    const markdown = '<script>alert(1)</script> [x](javascript:alert(1)) ![y](http://example.com/a.png)\n\n# Head\n'
    await patch(id, { body: markdown, bodyFormat: 'markdown' })
    const preview = await tenant.api<KbArticlePreview>('GET', `/kb/articles/${id}/preview`)
    expect(preview.body.data.html).not.toMatch(/<script|href="javascript|src="http:/)
    expect(preview.body.data.html).toContain('<h1 id="s-head">Head</h1>')
  })

  it('with too many HTML tags is refused when it is written, not when it is published', async () => {
    for (const draft of [
      { bodyFormat: 'text', body: 'a\n'.repeat(10_050) },
      { bodyFormat: 'html', body: '<p>a'.repeat(6_000) },
      { bodyFormat: 'markdown', body: '**a** '.repeat(6_000) },
    ]) {
      const made = await post('/kb/articles', { title: 'Long', ...draft })
      expect([made.status, made.text]).toEqual([400, expect.stringContaining('TOO_LARGE')])
    }
    const { id } = await article({ bodyFormat: 'html', body: '<p>a'.repeat(4_900) })
    expect(await publish(id)).toMatchObject({ status: 'PUBLISHED' })
  })

  it('has a unique anchor for each of many headings, computed quickly', async () => {
    const many = 4_800
    const { id } = await article({ body: `# A 2\n${'# A\n'.repeat(many)}` })
    const begunAt = process.cpuUsage()
    const { html } = (await tenant.skein.previewKbArticle({ path: { id } })).data
    const { user, system } = process.cpuUsage(begunAt)
    const ids = [...html.matchAll(/<h1 id="([^"]+)"/g)].map(([, anchor]) => anchor)
    expect([ids.length, new Set(ids).size, ids.slice(0, 3)]).toEqual([many + 1, many + 1, ['s-a-2', 's-a', 's-a-3']])
    // Takes 70 ms. Comparing each heading with all others took 1,300 ms.
    expect((user + system) / 1_000).toBeLessThan(500)
  })

  it('has a unique slug in its language, made from the title unless one is sent', async () => {
    const first = await article()
    expect(first.slug).toBe('how-to-get-a-refund')
    expect((await article()).slug).toBe('how-to-get-a-refund-2')
    expect((await article({ locale: 'de' })).slug).toBe('how-to-get-a-refund')
    expect((await article({ title: '返金の方法' })).slug).toBe('返金の方法')
    const taken = await post('/kb/articles', { title: 'x', slug: 'how-to-get-a-refund' })
    expect(taken.body).toMatchObject({ error: { code: 'SVC-CATALOG-DUPLICATE', details: [{ field: 'slug' }] } })
    await patch(first.id, { slug: 'refund' })
    // A slug that its article gave up can be claimed again.
    expect((await article({ slug: 'how-to-get-a-refund' })).slug).toBe('how-to-get-a-refund')
    expect((await post('/kb/articles', { title: 'x', slug: 'a b' })).status).toBe(400)
  })

  it('gets its own slug even if twenty are created at once with one title', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => article({ title: 'Same' })))
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(20)
  })

  it('is a translation of one original', async () => {
    const english = await article()
    const german = await article({ locale: 'de', translationOf: english.id })
    expect((await article({ locale: 'fr', translationOf: german.id })).translationOf).toBe(english.id)
    expect((await patch(english.id, { translationOf: german.id })).body).toMatchObject({
      error: { code: 'SVC-KBARTICLE-TRANSLATION_REFUSED' },
    })
    expect((await tenant.api('DELETE', `/kb/articles/${english.id}`)).body).toMatchObject({ error: { code: 'SVC-CATALOG-IN_USE' } })
  })

  it('is published once at its time, also when the service was down then', async () => {
    const { id } = await article()
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    expect(await publish(id, { publishAt: inAnHour })).toMatchObject({ status: 'DRAFT', publishAt: inAnHour })
    await patch(id, { body: 'As it is then.' })
    await service.db.script(`update jobs set due_at = now() - interval '1 hour' where name = 'publish-kb-article';
      update job_queues set due_at = now() - interval '1 hour' where name = 'publish-kb-article'`)
    await until(async () => (await read(id)).status === 'PUBLISHED')
    expect(await read(id)).toMatchObject({ publishedBody: 'As it is then.', publishAt: null })
    expect(await published()).toEqual([id])
    expect((await versions(id))[0]).toMatchObject({ change: 'PUBLISHED', authorId: tenant.ownerId })
    const past = await post(`/kb/articles/${id}/publish`, { publishAt: '2020-01-01T00:00:00Z' })
    expect(past.body).toMatchObject({ error: { code: 'SVC-VALIDATION-TIME_OUT_OF_RANGE' } })
    await publish(id, { publishAt: inAnHour })
    expect((await publish(id, { publishAt: null })).publishAt).toBeNull()
  })
})

describe('collections', () => {
  it('are an ordered tree of limited depth without cycles', async () => {
    const top = await collection()
    expect((await collection({ name: 'Second' })).order).toBe(1)
    const below = await collection({ parentId: top.id })
    const move = (id: string, parentId: string | null) => tenant.api('PATCH', `/kb/collections/${id}`, { body: { parentId } })
    for (const to of [top.id, below.id]) expect((await move(top.id, to)).body).toMatchObject({ error: { code: 'SVC-KBCOLLECTION-CIRCLE' } })
    let deepest = below.id
    for (let depth = 3; depth <= 5; depth++) deepest = (await collection({ parentId: deepest })).id
    expect((await post('/kb/collections', { name: 'Too deep', parentId: deepest })).body).toMatchObject({
      error: { code: 'SVC-KBCOLLECTION-TOO_DEEP' },
    })
    expect((await move(below.id, null)).status).toBe(200)
  })

  it('never form a cycle, even under concurrent moves', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await collection(), await collection()]
      const move = (id: string, parentId: string) => tenant.api('PATCH', `/kb/collections/${id}`, { body: { parentId } })
      const responses = await Promise.all([move(a.id, b.id), move(b.id, a.id)])
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
  })

  it('are at most five deep, even if some are created within one that moves', async () => {
    const top = await collection()
    const below = await collection({ parentId: top.id })
    for (let round = 0; round < 6; round++) {
      const first = await collection()
      const second = await collection({ parentId: first.id })
      const third = await collection({ parentId: second.id })
      const move = tenant.api('PATCH', `/kb/collections/${first.id}`, { body: { parentId: below.id }, mayFail: true })
      const creations = Array.from({ length: 4 }, (_, i) => post('/kb/collections', { name: `Leaf ${i}`, parentId: third.id }))
      const [moved, ...created] = await Promise.all([move, ...creations])
      expect(moved.status === 200 && created.some(({ status }) => status === 201)).toBe(false)
    }
  })

  it('count their articles, and are deleted when they are empty', async () => {
    const { id } = await collection()
    const inside = await article({ collectionId: id })
    expect((await tenant.skein.getKbCollection({ path: { id } })).data.articleCount).toBe(1)
    expect((await tenant.api('DELETE', `/kb/collections/${id}`)).body).toMatchObject({ error: { code: 'SVC-CATALOG-IN_USE' } })
    await tenant.skein.deleteKbArticle({ path: { id: inside.id } })
    expect((await tenant.api('DELETE', `/kb/collections/${id}`)).status).toBe(200)
  })
})

describe('the search for articles', () => {
  it('finds words of any language in published articles, best first, and marks them', async () => {
    await article({ title: 'Shipping', body: 'A refund takes a week.', status: 'PUBLISHED' })
    await article({ title: 'Refund', body: 'Ask for it.', status: 'PUBLISHED', visibility: 'INTERNAL' })
    await article({ title: 'Rückerstattung', body: 'Öffnen Sie die Bestellungen.', locale: 'de', status: 'PUBLISHED' })
    await article({ title: '返金の方法', body: '注文を開いてください。', locale: 'ja', status: 'PUBLISHED' })
    await article({ title: 'Refund draft' })
    expect(await titles('REFUND')).toEqual(['Refund', 'Shipping'])
    expect(await titles('refund', '&visibility=PUBLIC')).toEqual(['Shipping'])
    expect(await titles('"refund takes" -month')).toEqual(['Shipping'])
    expect(await titles('refund -week')).toEqual(['Refund'])
    expect(await titles('ruckerstattung or takes')).toEqual(['Rückerstattung', 'Shipping'])
    expect(await titles('öffn*', '&locale=de')).toEqual(['Rückerstattung'])
    expect(await titles('返金')).toEqual(['返金の方法'])
    const [hit] = await search('bestellungen')
    const [{ text = '', ranges = [] } = {}] = hit?.matches ?? []
    expect(ranges.map(({ start, end }) => text.slice(start, end))).toEqual(['Bestellungen'])
    expect((await tenant.api('GET', '/kb/search?q=%20-')).status).toBe(400)
  })

  it('finds plurals and words with the same beginning, after those as typed', async () => {
    await article({ title: 'Cancellations', body: 'Orders can be cancelled.', status: 'PUBLISHED' })
    await article({ title: 'Money back', body: 'We pay refunds.', status: 'PUBLISHED' })
    await article({ title: 'A refund', body: 'Ask for it.', status: 'PUBLISHED' })
    await article({ title: 'Rechnungen und Geräte', body: 'Ein Gerät hat eine Rechnung.', locale: 'de', status: 'PUBLISHED' })
    expect(await titles('refund')).toEqual(['A refund', 'Money back'])
    expect(await titles('refunds')).toEqual(['Money back', 'A refund'])
    expect(await titles('ref')).toEqual(expect.arrayContaining(['A refund', 'Money back']))
    expect(await titles('cancel')).toEqual(['Cancellations'])
    expect(await titles('order cancellation')).toEqual(['Cancellations'])
    expect(await titles('rechnung gerate')).toEqual(['Rechnungen und Geräte'])
    expect(await titles('refund -refunds')).toEqual(['A refund'])
    for (const none of ['"refund" "money"', 're', 'efund', 'refundable', '-refunds or xyz'])
      expect(await titles(none), none).not.toContain('Money back')
    const [hit] = await search('cancel')
    const [{ text = '', ranges = [] } = {}] = hit?.matches ?? []
    expect(ranges.map(({ start, end }) => text.slice(start, end))).toEqual(['Cancellations'])
  })

  it('pages through all hits, each once, and includes nested collections', async () => {
    const top = await collection()
    const below = await collection({ parentId: top.id })
    for (let i = 0; i < 7; i++) await article({ title: `Refund ${i}`, status: 'PUBLISHED', collectionId: i < 3 ? below.id : null })
    const found: string[] = []
    for (let cursor = ''; ; ) {
      const page = await tenant.api<KbSearchHit[]>('GET', `/kb/search?q=refund&limit=3${cursor && `&cursor=${cursor}`}`)
      expect(page.body.meta.total).toBe(7)
      found.push(...page.body.data.map(({ title }) => title))
      if (!page.body.meta.hasMore) break
      cursor = page.body.meta.cursor
    }
    expect(found.toSorted()).toEqual(Array.from({ length: 7 }, (_, i) => `Refund ${i}`))
    expect(await titles('refund', `&collectionId=${top.id}`)).toHaveLength(3)
  })

  it('compares a text once with each word, whatever their number', async () => {
    const body = 'lorem ipsum dolor '.repeat(8_000)
    for (let i = 0; i < 6; i++) await article({ title: `Long ${i}`, body, status: 'PUBLISHED' })
    const measureMs = async (words: number): Promise<number> => {
      const q = Array.from({ length: words }, (_, i) => `none${i}`).join(' or ')
      const startedAt = performance.now()
      expect(await titles(q)).toEqual([])
      return performance.now() - startedAt
    }
    await measureMs(1)
    const few = Math.min(await measureMs(2), await measureMs(2), await measureMs(2))
    // Comparing all pairs would be two hundred times the work.
    expect(Math.min(await measureMs(30), await measureMs(30))).toBeLessThan(few * 30)
  })
})
