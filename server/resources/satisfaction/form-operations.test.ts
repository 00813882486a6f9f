/** The operations for customers' own pages: the token of a link is their only credential. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { SatisfactionForm, SatisfactionRequest } from '../../../client/index.ts'
import { getSatisfaction } from '../../../test/support/satisfaction.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { statement } from '#platform/db.ts'

let tenant: TestTenant
/** Each test sends from an address of its own, because addresses have a limit. */
let address = ''
let tests = 0
const service = await setUpService({ config: { trustProxy: true } })
const by = getSatisfaction(service)
beforeEach(async () => {
  tenant = await service.createTenant()
  address = `192.0.2.${++tests}`
})

const getToken = ({ url }: { url: string }): string => url.split('/').at(-1) ?? ''
const ask = async () => by.askByLink(tenant, await by.makeThread(tenant))
type Options = { headers?: Record<string, string>; from?: string }
const read = (token: string, { headers = {}, from = address }: Options = {}) =>
  service.api<SatisfactionForm>('GET', `/satisfaction/${token}`, { headers: { 'x-forwarded-for': from, ...headers } })
const answer = (token: string, body: object, { headers = {}, from = address }: Options = {}) =>
  service.api<SatisfactionForm>('POST', `/satisfaction/${token}`, { body, headers: { 'x-forwarded-for': from, ...headers } })
const find = async (id: string) => (await tenant.api<SatisfactionRequest>('GET', `/satisfaction-requests/${id}`)).body.data
type Event = { type: string; actor: { type: string; id: string } }
const getEvents = async () =>
  (await tenant.api<Event[]>('GET', '/events?limit=100')).body.data.filter(({ type }) => type.startsWith('satisfaction.'))

const findStored = statement<{ tenantId: string }, { record: object }>(
  `select record from idempotency_keys where tenant_id = :tenantId::uuid and record::text like '%tenantName%'`,
)

describe('the form of a token', () => {
  it('is read without credentials, and reading stores nothing', async () => {
    const asked = await ask()
    for (const headers of [{}, { authorization: 'Bearer nonsense' }, { host: `${tenant.slug}.localhost` }]) {
      const { status, body } = await read(getToken(asked), { headers })
      expect(status).toBe(200)
      expect(body.data).toEqual({
        tenantName: expect.any(String),
        scale: 'STARS',
        question: 'How did we do?',
        language: 'en',
        expiresAt: asked.expiresAt,
        answer: null,
      })
    }
    expect(await find(asked.id)).toMatchObject({ state: 'SENT', answer: null })
  })

  it('takes an answer and its change as the customer’s, and stores no address', async () => {
    const asked = await ask()
    const first = await answer(getToken(asked), { score: 2, comment: ' Slow. ', reasons: ['SPEED'] })
    expect(first.body.data).toMatchObject({ scale: 'STARS', answer: { score: 2, comment: 'Slow.', reasons: ['SPEED'] } })
    await answer(getToken(asked), { score: 5, reasons: [] })
    expect((await read(getToken(asked))).body.data.answer).toEqual({ score: 5, comment: null, reasons: [] })
    expect(await find(asked.id)).toMatchObject({ state: 'ANSWERED', answer: { score: 5, source: 'LINK', changes: 1 } })
    const [, answered, changed] = await getEvents()
    for (const event of [answered, changed]) expect(event?.actor).toMatchObject({ type: 'CUSTOMER', id: asked.customerId })
    const logs = await tenant.api<{ action: string; actor: { ip: string | null }; via: string }[]>('GET', '/audit-logs?limit=100')
    const rows = logs.body.data.filter(({ action }) => action.startsWith('satisfaction_request.answer'))
    expect(rows.map(({ actor, via }) => [actor.ip, via])).toEqual([
      [null, 'API'],
      [null, 'API'],
    ])
  })

  it('takes a retry with the same Idempotency-Key once, without storing the seed', async () => {
    const asked = await ask()
    const headers = { 'idempotency-key': 'k-1' }
    const send = () => answer(getToken(asked), { score: 4 }, { headers })
    const [first, second] = [await send(), await send()]
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.text).toBe(first.text)
    const stored = await service.db.rows(findStored, { tenantId: tenant.tenantId })
    expect(stored.length).toBe(1)
    expect(JSON.stringify(stored)).not.toContain('seed')
  })

  it.each([
    ['a score that the scale does not have', { score: 0 }, 'score'],
    ['no score', { comment: 'x' }, 'score'],
    ['a comment that is too long', { score: 5, comment: 'x'.repeat(4_001) }, 'comment'],
    ['a field that does not exist', { score: 5, threadId: 'x' }, 'threadId'],
  ])('refuses %s', async (_, body, field) => {
    const asked = await ask()
    const refused = await answer(getToken(asked), body)
    expect([refused.status, refused.body.error?.details?.[0]?.field]).toEqual([400, field])
    expect(await find(asked.id)).toMatchObject({ answer: null })
  })
})

it('expired, cancelled, foreign and broken tokens are the same 404', async () => {
  const [expired, cancelled, foreign, waiting] = [await ask(), await ask(), await ask(), await ask()]
  await service.db.script(`update satisfaction_requests set expires_at = now() - interval '1 second'
    where tenant_id = '${tenant.tenantId}' and thread_id = (select thread_id from satisfaction_requests
      where tenant_id = '${tenant.tenantId}' order by created_at limit 1)`)
  expect((await tenant.api('DELETE', `/satisfaction-requests/${cancelled.id}`)).status).toBe(200)
  const other = await service.createTenant()
  const last = getToken(foreign).at(-5) === 'A' ? 'B' : 'A'
  const cases: [string, Record<string, string>][] = [
    [getToken(expired), {}],
    [getToken(cancelled), {}],
    [getToken(foreign), { host: `${other.slug}.localhost` }],
    [getToken(foreign).slice(0, -5) + last + getToken(foreign).slice(-4), {}],
    [getToken(foreign).slice(0, -5), {}],
    [`${getToken(foreign)}A`, {}],
    ['svcs_', {}],
    ['%00', {}],
    [encodeURIComponent(`'; drop table tenants --`), {}],
  ]
  const bodies = new Set<string>()
  for (const [token, headers] of cases)
    for (const response of [await read(token, { headers }), await answer(token, { score: 5 }, { headers })]) {
      expect([response.status, response.body.error?.code], token).toEqual([404, 'SVC-SATISFACTION-NOT_FOUND'])
      bodies.add(response.text.replaceAll(response.body.error?.requestId ?? '', ''))
    }
  expect(bodies.size).toBe(1)
  expect(await find(expired.id)).toMatchObject({ answer: null })
  expect((await read(getToken(waiting))).status).toBe(200)
})

describe('the limits of answers', () => {
  it('are ten a minute for a token, which its page shares, and none for reading', async () => {
    const asked = await ask()
    for (let n = 0; n < 5; n++) {
      expect((await answer(getToken(asked), { score: 1 + (n % 5) }, { from: `198.51.100.${n + 1}` })).status).toBe(200)
      const page = await by.send(asked.url, { score: String(5 - (n % 5)) }, { headers: { 'x-forwarded-for': `198.51.100.${n + 1}` } })
      expect(page.status).toBe(303)
    }
    const refused = await answer(getToken(asked), { score: 3 })
    expect([refused.status, refused.body.error?.code]).toEqual([429, 'SVC-RATE-FORMS_EXCEEDED'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await by.send(asked.url, { score: '3' }, { headers: { 'x-forwarded-for': address } })).status).toBe(429)
    expect((await find(asked.id)).answer).toMatchObject({ score: 1, changes: 8 })
    for (let n = 0; n < 20; n++) expect((await read(getToken(asked))).status).toBe(200)
    expect((await answer(getToken(await ask()), { score: 3 })).status, 'another token').toBe(200)
  })

  it('are sixty a minute for an address, whatever the tokens and pages', async () => {
    const asked = []
    for (let n = 0; n < 7; n++) asked.push(await ask())
    for (let n = 0; n < 60; n++) {
      const { url } = asked[n % 6] ?? { url: '' }
      const headers = { 'x-forwarded-for': address }
      const status =
        n < 30 ? (await answer(getToken({ url }), { score: 5 })).status : (await by.send(url, { score: '5' }, { headers })).status
      expect(status, `form ${n + 1}`).toBe(n < 30 ? 200 : 303)
    }
    const unused = asked[6] ?? { url: '' }
    expect((await answer(getToken(unused), { score: 5 })).body.error?.code).toBe('SVC-RATE-FORMS_EXCEEDED')
    expect((await by.send(unused.url, { score: '5' }, { headers: { 'x-forwarded-for': address } })).status).toBe(429)
    expect((await answer(getToken(unused), { score: 5 }, { from: '198.51.100.77' })).status, 'another address').toBe(200)
  })
})
