/** Sessions of visitors: who gets one, what it opens, and when it ends. */
import { SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import type { Inbox, WidgetSession } from '../../../../client/index.ts'
import { setUpTenant } from '../../../../test/support/service.ts'

const { service, tenant } = await setUpTenant()
const countVisitors = statement<object, { count: number }>('select count(*)::int as count from visitors')
const now = (): number => Math.floor(Date.now() / 1_000)

let key = ''
let inboxId = ''
let secret = ''

beforeAll(async () => {
  const made = await tenant.api<Inbox>('POST', '/inboxes', { body: { name: 'Shop', type: 'WIDGET', address: 'https://shop.example.com' } })
  inboxId = made.body.data.id
  key = made.body.data.widget?.key ?? ''
  secret = await newSecret(inboxId)
})

async function newSecret(id: string): Promise<string> {
  return (await tenant.api<{ secret: string }>('POST', `/inboxes/${id}/widget-secrets`, { body: {} })).body.data.secret
}

type Claims = { sub?: string | undefined; aud?: string; exp?: number | undefined; iat?: number; email?: string; name?: string }

function sign(claims: Claims, { with: by = secret, alg = 'HS256' }: { with?: string; alg?: string } = {}): Promise<string> {
  const payload = { sub: 'user-1', aud: key, exp: now() + 3_600, ...claims }
  return new SignJWT(JSON.parse(JSON.stringify(payload))).setProtectedHeader({ alg }).sign(Buffer.from(by))
}

function start(body: object = {}, headers: Record<string, string> = {}) {
  return service.api<WidgetSession>('POST', '/widget/sessions', { body: { key, ...body }, headers })
}

describe('a session', () => {
  it('is made without a trace, for a visitor of its own', async () => {
    const [first, second] = [await start({ locale: 'de-AT' }), await start()]
    expect(first.status).toBe(201)
    expect(first.body.data).toMatchObject({
      token: expect.stringMatching(/^svwt_/),
      unread: 0,
      visitor: { name: null, email: null, verified: false },
    })
    expect(first.body.data.visitor.id).not.toBe(second.body.data.visitor.id)
    expect(Date.parse(first.body.data.expiresAt) - Date.now()).toBeGreaterThan(29 * 86_400_000)
    expect((await service.db.rows(countVisitors, {}))[0]).toEqual({ count: 0 })
  })

  it('lasts for the days of the inbox, counted from its start', async () => {
    const { data } = await tenant.skein.createInbox({ body: { name: 'Short', type: 'WIDGET', widget: { sessionDays: 1 } } })
    const { expiresAt } = (await start({ key: data.widget?.key })).body.data
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 86_400_000)).toBeLessThan(60_000)
  })

  it.each([
    ['the inbox’s address', { origin: 'https://shop.example.com' }, {}, 201],
    ['no browser', {}, {}, 201],
    ['another site', { origin: 'https://evil.example.net' }, {}, 403],
    ['a web view', { origin: 'null' }, {}, 403],
    ['another site that claims a parent', { origin: 'https://evil.example.net' }, { parentOrigin: 'https://shop.example.com' }, 403],
  ])('from %s', async (_, headers, body, status) => {
    const answer = await start(body, headers)
    expect([answer.status, answer.body.error?.code ?? '']).toEqual([status, status === 403 ? 'SVC-WIDGET-ORIGIN_FORBIDDEN' : ''])
  })

  it('of the service’s own frame depends on the page around it', async () => {
    const own = { origin: service.config.baseUrl.origin }
    expect((await start({ parentOrigin: 'https://shop.example.com' }, own)).status).toBe(201)
    expect((await start({ parentOrigin: 'https://evil.example.net' }, own)).status).toBe(403)
    expect((await start({}, own)).status).toBe(201)
  })

  it('may be asked for by pages of every origin, whose script gets the answer', async () => {
    const answer = await start({}, { origin: 'https://shop.example.com' })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })

  it.each([['wgt_00000000000000000000000000'], ['wgt_'], ['x'], ['wgt_' + 'z'.repeat(60)]])(
    'needs a known key, not %s',
    async (unknown) => {
      const answer = await start({ key: unknown })
      expect([answer.status, answer.body.error?.code]).toEqual([404, 'SVC-WIDGET-NOT_FOUND'])
    },
  )

  it('is a new one for each anonymous request, whatever the Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': '1' }
    const [first, second] = [await start({}, headers), await start({}, headers)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.data.token).not.toBe(first.body.data.token)
    const identityToken = await sign({ sub: 'retrying' })
    const signed = { 'Idempotency-Key': '2' }
    const [once, again] = [await start({ identityToken }, signed), await start({ identityToken }, signed)]
    expect(again.body.data.token).toBe(once.body.data.token)
  })

  it('is not for the key of an inbox of another type', async () => {
    const answer = await start({ key: tenant.inboxId.replace('inb_', 'wgt_') })
    expect(answer.status).toBe(404)
  })

  it('ends, and opens nothing afterwards', async () => {
    const { token } = (await start()).body.data
    const end = () => service.api('DELETE', '/widget/sessions', { key: token })
    expect((await end()).body.data).toEqual({ ended: true, erasing: false })
    const again = await end()
    expect([again.status, again.body.error?.code]).toEqual([401, 'SVC-WIDGET-SESSION_INVALID'])
  })

  it('opens nothing but a visitor’s operations', async () => {
    const { token } = (await start()).body.data
    for (const path of ['/me', '/threads', '/inboxes', '/events', '/customers']) {
      const answer = await service.api('GET', path, { key: token })
      expect([path, answer.status, answer.body.error?.code]).toEqual([path, 401, 'SVC-AUTH-INVALID_CREDENTIALS'])
    }
  })

  it('is refused when a byte of its token differs', async () => {
    const { token } = (await start()).body.data
    for (const at of [6, 40, token.length - 20]) {
      const forged = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      expect((await service.api('DELETE', '/widget/sessions', { key: forged })).status).toBe(401)
    }
  })

  it('begins no conversation while the inbox is inactive', async () => {
    const made = await tenant.api<Inbox>('POST', '/inboxes', { body: { name: 'Closed', type: 'WIDGET' } })
    const { token } = (await start({ key: made.body.data.widget?.key })).body.data
    await tenant.api('PATCH', `/inboxes/${made.body.data.id}`, { body: { active: false } })
    const body = { body: 'Hello', clientId: '0b5c7f6e-3f0f-4b7e-9d5a-2f6f2f1d9a10' }
    const refused = await service.api('POST', '/widget/threads', { key: token, body })
    expect([refused.status, refused.body.error?.code]).toEqual([404, 'SVC-WIDGET-NOT_FOUND'])
    expect((await service.api('GET', '/widget/threads', { key: token })).status).toBe(200)
  })
})

describe('an identity token', () => {
  it('makes the visitor the person whom the site has signed, in every session', async () => {
    const identityToken = await sign({ email: 'ADA@example.com', name: 'Ada  Lovelace' })
    const [first, second] = [await start({ identityToken }), await start({ identityToken: await sign({}) })]
    expect(first.body.data.visitor).toMatchObject({ verified: true, email: 'ada@example.com', name: 'Ada Lovelace' })
    expect(second.body.data.visitor.id).toBe(first.body.data.visitor.id)
    const other = await start({ identityToken: await sign({ sub: 'user-2' }) })
    expect(other.body.data.visitor.id).not.toBe(first.body.data.visitor.id)
  })

  it.each<[string, () => Promise<string> | string]>([
    ['no JWT', () => 'nonsense'],
    ['the algorithm none', () => new UnsecuredJWT({ sub: 'user-1', aud: key, exp: now() + 60 }).encode()],
    ['HS512', () => sign({}, { alg: 'HS512' })],
    ['a foreign secret', () => sign({}, { with: 'another secret of at least 32 bytes' })],
    ['another key', () => sign({ aud: 'wgt_00000000000000000000000000' })],
    ['an expiry in the past', () => sign({ exp: now() - 1 })],
    ['an expiry in three days', () => sign({ exp: now() + 3 * 86_400 })],
    ['no expiry', () => sign({ exp: undefined })],
    ['no person', () => sign({ sub: undefined })],
    ['an empty person', () => sign({ sub: ' ' })],
    ['a person of 256 characters', () => sign({ sub: 'x'.repeat(256) })],
    ['a time of issue in two minutes', () => sign({ iat: now() + 120 })],
    ['5,000 characters', () => sign({ name: 'x'.repeat(5_000) })],
  ])('with %s is refused', async (_, make) => {
    const identityToken = await make()
    const answer = await start({ identityToken })
    expect([answer.status, answer.body.error?.code]).toEqual([401, 'SVC-WIDGET-IDENTITY_INVALID'])
    expect(answer.text).not.toContain(secret)
  })

  it('of another inbox is refused', async () => {
    const made = await tenant.api<Inbox>('POST', '/inboxes', { body: { name: 'Other', type: 'WIDGET' } })
    const foreign = await newSecret(made.body.data.id)
    expect((await start({ identityToken: await sign({}, { with: foreign }) })).status).toBe(401)
  })

  it('is demanded by an inbox for signed-in visitors, also of earlier sessions', async () => {
    const made = await tenant.api<Inbox>('POST', '/inboxes', { body: { name: 'Members', type: 'WIDGET' } })
    const own = { key: made.body.data.widget?.key }
    const before = (await start(own)).body.data.token
    await tenant.api('PATCH', `/inboxes/${made.body.data.id}`, { body: { widget: { requireIdentity: true } } })
    const answer = await start(own)
    expect([answer.status, answer.body.error?.code]).toEqual([403, 'SVC-WIDGET-IDENTITY_REQUIRED'])
    await expect.poll(async () => (await service.api('DELETE', '/widget/sessions', { key: before })).status, { timeout: 3_000 }).toBe(401)
  })

  it('turns a session into that of another visitor', async () => {
    const anonymous = (await start()).body.data
    const identify = async (sub: string) =>
      (await service.api<WidgetSession>('POST', '/widget/identify', { key: anonymous.token, body: { identityToken: await sign({ sub }) } }))
        .body.data
    const [ada, grace] = [await identify('ada'), await identify('grace')]
    expect(new Set([anonymous.visitor.id, ada.visitor.id, grace.visitor.id]).size).toBe(3)
    expect(ada.visitor.verified).toBe(true)
  })
})

it('an address can start 30 sessions per minute', async () => {
  const node = await service.startNode({ rateLimits: { visitsPerMinute: 30 }, config: { trustProxy: true } })
  const from = (ip: string) => node.api('POST', '/widget/sessions', { body: { key }, headers: { 'x-forwarded-for': ip } })
  for (let n = 0; n < 30; n++) expect((await from('203.0.113.7')).status).toBe(201)
  const refused = await from('203.0.113.7')
  expect([refused.status, refused.body.error?.code, Number(refused.headers['retry-after']) > 0]).toEqual([
    429,
    'SVC-RATE-WIDGET_EXCEEDED',
    true,
  ])
  expect((await from('203.0.113.8')).status).toBe(201)
})
