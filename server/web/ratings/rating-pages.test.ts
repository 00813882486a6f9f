/** The pages on which customers answer, as browsers and programs that check mails use them. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Customer, SatisfactionRequest } from '../../../client/index.ts'
import { getSatisfaction } from '../../../test/support/satisfaction.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'

let tenant: TestTenant
const service = await setUpService()
const by = getSatisfaction(service)
beforeEach(async () => {
  tenant = await service.createTenant()
})

const find = async (id: string) => (await tenant.api<SatisfactionRequest>('GET', `/satisfaction-requests/${id}`)).body.data
const getEvents = async () =>
  (await tenant.api<{ type: string }[]>('GET', '/events?limit=100')).body.data
    .map(({ type }) => type)
    .filter((type) => type.startsWith('satisfaction.'))
const getAnswers = async (id: string) => (await find(id)).answer

/** Headers of programs that follow the links of mails. */
const scanners = [
  { 'user-agent': 'Mozilla/5.0 (compatible; Microsoft-Exchange; SafeLinks)' },
  { 'user-agent': 'Barracuda Sentinel (EE)' },
  {
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36',
    'sec-purpose': 'prefetch',
  },
  { 'user-agent': 'Slackbot-LinkExpanding 1.0' },
  { 'user-agent': 'GoogleImageProxy', purpose: 'preview' },
]

describe('a page', () => {
  it('stores nothing for 50 requests of programs that follow links', async () => {
    const { id, url } = await by.askByLink(tenant, await by.makeThread(tenant))
    for (let n = 0; n < 50; n++) {
      const method = n % 2 === 0 ? 'GET' : 'HEAD'
      const { status } = await by.visit(`${url}?score=1`, { method, headers: scanners[n % scanners.length] ?? {} })
      expect(status).toBe(200)
    }
    expect(await find(id)).toMatchObject({ state: 'SENT', answer: null })
    expect(await getEvents()).toEqual(['satisfaction.requested'])
  })

  it('selects the score of the link, and stores or changes it by POST', async () => {
    const { id, url } = await by.askByLink(tenant, await by.makeThread(tenant))
    const page = await by.visit(`${url}?score=4`)
    expect(page.text).toMatch(/value="4" required checked/)
    expect(page.text.match(/ checked/g)).toHaveLength(1)
    const sent = await by.send(`${url}?score=4`, { score: '4', comment: '  Fast.\r\nThanks! ' })
    expect([sent.status, sent.headers['location']]).toEqual([303, `${new URL(url).pathname}?thanks`])
    expect(await getAnswers(id)).toMatchObject({ score: 4, comment: 'Fast.\nThanks!', source: 'LINK', changes: 0 })
    const thanks = await by.visit(`${url}?thanks`)
    expect(thanks.text).toContain('Thank you for your rating!')
    expect(thanks.text).toContain(`<a href="${new URL(url).pathname}">Change rating</a>`)
    expect(thanks.text).toContain('★★★★☆')
    expect(thanks.text).not.toContain('<form')
    expect(thanks.text).toContain('Your request: ')
    await by.send(url, { score: '2', comment: '' })
    expect(await getAnswers(id)).toMatchObject({ score: 2, comment: null, changes: 1 })
    // The same answer again changes nothing.
    await by.send(url, { score: '2', comment: '' })
    expect(await getEvents()).toEqual(['satisfaction.requested', 'satisfaction.answered', 'satisfaction.changed'])
    const logs = (await tenant.api<{ action: string; before: object | null }[]>('GET', '/audit-logs?limit=10')).body.data
    const changed = logs.find(({ action }) => action === 'satisfaction_request.answer_changed')
    expect(changed?.before).toMatchObject({ answer: { score: 4, comment: 'Fast.\nThanks!' } })
    // The address of the customer is not stored.
    expect(JSON.stringify(logs.filter(({ action }) => action.includes('answer')))).not.toContain('127.0.0.1')
  })

  it('thanks with the face and the first name of the agent who answered', async () => {
    const { url } = await by.askByLink(tenant, await by.makeThread(tenant))
    await by.send(url, { score: '5', comment: '' })
    const readThanks = async () => (await by.visit(`${url}?thanks`)).text
    const { data: owner } = await tenant.skein.getMe()
    const rename = (name: string) => tenant.skein.updateUser({ path: { id: owner.user?.id ?? '' }, body: { name } })
    await rename('Grace Hopper')
    const thanks = await readThanks()
    expect(thanks).toMatch(/<span class="face hue-\d+" aria-hidden="true">GH<\/span>/)
    expect(thanks).toContain('<span>Grace answered your request.</span>')
    expect(thanks).not.toContain('Hopper')
    // A name that is an email address is not shown to customers.
    await rename('grace@example.com')
    expect(await readThanks()).not.toMatch(/class="face|grace/)
  })

  it('is the same 404 for expired, cancelled, foreign and broken tokens', async () => {
    const [expired, cancelled, foreign] = [
      await by.askByLink(tenant, await by.makeThread(tenant)),
      await by.askByLink(tenant, await by.makeThread(tenant)),
      await by.askByLink(tenant, await by.makeThread(tenant)),
    ]
    await service.db.script(`update satisfaction_requests set expires_at = now() - interval '1 second'
      where tenant_id = '${tenant.tenantId}' and id = (select id from satisfaction_requests where tenant_id = '${tenant.tenantId}' order by created_at limit 1)`)
    expect((await tenant.api('DELETE', `/satisfaction-requests/${cancelled.id}`)).status).toBe(200)
    const other = await service.createTenant()
    const urls = [
      expired.url,
      cancelled.url,
      foreign.url.replace(`//${tenant.slug}.`, `//${other.slug}.`),
      foreign.url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      foreign.url.slice(0, -5),
      new URL('/s/', foreign.url).href,
      new URL('/s/svcs_%00', foreign.url).href,
    ]
    const visits = await Promise.all(urls.map((url) => by.visit(url)))
    expect(visits.map(({ status }) => status)).toEqual(urls.map(() => 404))
    expect(new Set(visits.map(({ text }) => text)).size).toBe(1)
    expect(visits[0]?.text).not.toContain(tenant.slug)
    for (const url of urls) expect((await by.send(url, { score: '5' })).status, url).toBe(404)
    expect(await getAnswers(expired.id)).toBeNull()
    expect((await by.visit(foreign.url)).status).toBe(200)
  })

  it('of 200 parallel POSTs stores one answer and emits one event', async () => {
    const { id, url } = await by.askByLink(tenant, await by.makeThread(tenant))
    const input = { score: 5, comment: 'Great' }
    // More forms than the limit of the page are refused, so most of them come through the API.
    const sent = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        n < 10
          ? by.send(url, { score: '5', comment: 'Great' }).then(({ status }) => status)
          : tenant.api('POST', `/satisfaction-requests/${id}/answer`, { body: input }).then(({ status }) => status),
      ),
    )
    expect(new Set(sent)).toEqual(new Set([200, 303]))
    expect(await getAnswers(id)).toMatchObject({ ...input, changes: 0 })
    expect(await getEvents()).toEqual(['satisfaction.requested', 'satisfaction.answered'])
  })

  it('stops the mails of a customer however often a mail program says so', async () => {
    const { url } = await by.askByLink(tenant, await by.makeThread(tenant))
    for (let n = 0; n < 20; n++) expect((await by.send(`${url}/unsubscribe`, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
  })

  it('refuses the eleventh form in a minute, and keeps what was typed', async () => {
    const { id, url } = await by.askByLink(tenant, await by.makeThread(tenant))
    for (let n = 0; n < 10; n++) expect((await by.send(url, { score: String(1 + (n % 5)) })).status).toBe(303)
    const refused = await by.send(url, { score: '3', comment: 'My <b>long</b> comment' })
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect(refused.text).toContain('My &lt;b&gt;long&lt;/b&gt; comment')
    expect(await getAnswers(id)).toMatchObject({ score: 5, changes: 9 })
  })

  it.each([
    ['no score', { comment: 'x' }, 422],
    ['a score that the scale does not have', { score: '0', comment: 'x' }, 422],
    ['a score that is no number', { score: '5 or 1=1', comment: 'x' }, 422],
    ['a comment that is too long', { score: '5', comment: 'é'.repeat(4_001) }, 413],
    ['a form that is far too long', { score: '5', comment: 'x'.repeat(100_000) }, 413],
  ] as const)('refuses %s and stores nothing', async (_, fields, status) => {
    const { id, url } = await by.askByLink(tenant, await by.makeThread(tenant))
    const refused = await by.send(url, { ...fields })
    expect(refused.status).toBe(status)
    expect(refused.text).toContain('role="alert"')
    expect(await getAnswers(id)).toBeNull()
    expect((await by.send(url, { score: '5', comment: '👍'.repeat(2_000) })).status, 'the longest comment').toBe(303)
  })

  it('has no scripts, is in no index, tells no other site, and escapes texts', async () => {
    await tenant.api('PATCH', '/tenant/settings', { body: { name: 'Acme <script>', satisfaction: { question: 'How & "why"?' } } })
    const { url } = await by.askByLink(tenant, await by.makeThread(tenant))
    await by.send(url, { score: '1', comment: '</textarea><script>alert(1)</script>' })
    const { text, headers } = await by.visit(url)
    expect(text).not.toContain('<script')
    expect(text).toContain('How &amp; &quot;why&quot;?')
    expect(text).toContain('<meta name="robots" content="noindex, nofollow">')
    expect(text).toMatch(/<html lang="en">/)
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; style-src 'self'/)
    const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? []
    const sheet = await by.visit(new URL(style, url).href)
    expect([sheet.status, sheet.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
    expect(sheet.text).toContain('prefers-color-scheme:dark')
  })

  it('is in German for a tenant with a German locale', async () => {
    await tenant.api('PATCH', '/tenant/settings', { body: { locale: 'de-AT', satisfaction: { scale: 'THUMBS' } } })
    const { id, url } = await by.askByLink(tenant, await by.makeThread(tenant))
    const { text } = await by.visit(`${url}?score=1`)
    expect(text).toContain('<html lang="de">')
    expect(text).toContain('Wie war unsere Hilfe?')
    expect(text).toMatch(/value="1" required checked/)
    await by.send(url, { score: '0' })
    expect(await getAnswers(id)).toMatchObject({ score: 0 })
  })
})

describe('the page that stops the mails', () => {
  it('opts the customer out with one POST, also of an expired request, and with no GET', async () => {
    const threadId = await by.makeThread(tenant)
    const { url, customerId } = await by.askByLink(tenant, threadId)
    await service.db.script(`update satisfaction_requests set expires_at = now() - interval '1 day' where tenant_id = '${tenant.tenantId}'`)
    const customer = async () => (await tenant.api<Customer>('GET', `/customers/${customerId}`)).body.data
    expect((await by.visit(`${url}/unsubscribe`)).text).toContain('<form method="post">')
    expect((await customer()).satisfactionOptOut).toBe(false)
    const sent = await by.send(`${url}/unsubscribe`, { 'List-Unsubscribe': 'One-Click' })
    expect([sent.status, sent.text.includes('<form')]).toEqual([200, false])
    expect((await customer()).satisfactionOptOut).toBe(true)
    await by.send(`${url}/unsubscribe`, {})
    const logs = (await tenant.api<{ action: string }[]>('GET', '/audit-logs?limit=100')).body.data
    expect(logs.filter(({ action }) => action === 'customer.updated')).toHaveLength(1)
    const other = await by.makeThread(tenant)
    const refused = await tenant.api('POST', `/threads/${other}/satisfaction-requests`, { body: { channel: 'MAIL' } })
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'SVC-SATISFACTION-OPTED_OUT'])
  })
})
