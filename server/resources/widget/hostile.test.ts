/** What strangers try: to use the chat against others, against the team, and as a way to send mail. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { rateWidgetExceeded } from '#platform/errors.ts'
import { maxVisitorStreamsPerAddress, StreamSlots } from '#platform/http/event-stream.ts'
import { visitorLimits } from '#platform/http/rate-limit.ts'
import { statement } from '#platform/db.ts'
import { newId, parseTypeId } from '#platform/ids.ts'
import type { Principal } from '#platform/principal.ts'
import type { WidgetMessage, WidgetSession, WidgetThread } from '../../../client/index.ts'
import { type Chat, openChat, openIdentities, startVisitor, type Visitor } from '../../../test/support/chats.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { deleteStalePresence } from '../working-state/index.ts'

const { service, tenant } = await setUpTenant({ config: { trustProxy: true } })
const listPresent = statement<{ tenantId: string; ids: string[] }, { id: string }>(
  'select visitor_id as id from visitor_presence where tenant_id = :tenantId::uuid and visitor_id = any(:ids::uuid[])',
)
let chat: Chat

beforeAll(async () => {
  chat = await openChat(tenant)
})

const visit = (more = {}) => startVisitor(service, chat, more)
const reply = (id: string, body: string) => tenant.skein.replyToThread({ path: { id }, body: { body } })
const getCustomerId = async (id: string) => (await tenant.skein.getThread({ path: { id } })).data.customer.id
const merge = (path: string, body: object) => tenant.api('POST', path, { body })

describe('visitors of one customer', () => {
  const joinCustomers = async (into: WidgetThread, from: WidgetThread) => {
    const [id, source] = [await getCustomerId(into.id), await getCustomerId(from.id)]
    expect((await merge(`/customers/${id}/merge`, { sourceIds: [source] })).status).toBe(200)
  }

  it('never get each other’s messages by a clientId', async () => {
    const [ada, mallory] = [await visit(), await visit()]
    const clientId = randomUUID()
    const [own, foreign] = [await ada.begin('Ada’s secret', { clientId }), await mallory.begin('Hello')]
    await joinCustomers(own, foreign)
    const guessed = await mallory.call<WidgetMessage>('POST', `/widget/threads/${foreign.id}/messages`, { body: 'Mine', clientId })
    expect([guessed.status, guessed.body.data]).toMatchObject([201, { threadId: foreign.id, body: 'Mine' }])
    const begun = await mallory.call<WidgetThread>('POST', '/widget/threads', { body: 'Mine', clientId })
    expect([begun.status, begun.body.data]).toMatchObject([200, { id: foreign.id }])
    expect((await ada.messages(own.id)).map(({ body }) => body)).toEqual(['Ada’s secret'])
  })
})

describe('a repeated message', () => {
  it('is the first one after its thread was merged into another visitor’s', async () => {
    const [ada, grace] = [await visit(), await visit()]
    const clientId = randomUUID()
    const [moved, target] = [await ada.begin('Once', { clientId }), await grace.begin('Target')]
    expect((await merge(`/threads/${target.id}/merge`, { sourceIds: [moved.id], allowCrossCustomer: true })).status).toBe(200)
    const again = await ada.call('POST', '/widget/threads', { body: 'Once', clientId })
    expect([again.status, again.body.error?.code]).toEqual([404, 'SVC-THREAD-NOT_FOUND'])
    const { data } = await tenant.skein.listMessages({ path: { id: target.id } })
    expect(data.filter(({ body }) => body === 'Once').length).toBe(1)
  })
})

describe('a transcript', () => {
  const send = (visitor: Visitor, id: string, email: string) => visitor.call('POST', `/widget/threads/${id}/transcript`, { email })

  it('goes to a typed address only after a person of the team has answered', async () => {
    const mallory = await visit()
    const { id } = await mallory.begin('Your account is locked: https://evil.example', { preChat: { email: 'victim@example.com' } })
    expect((await send(mallory, id, 'victim@example.com')).status).toBe(400)
    await reply(id, 'How can we help?')
    expect((await send(mallory, id, 'victim@example.com')).status).toBe(202)
  })
})

describe('floods', () => {
  it('of conversations from one address leave the inbox open to others', async () => {
    const node = await service.startNode({ rateLimits: { visitsPerMinute: 30, visitors: visitorLimits }, config: { trustProxy: true } })
    const from = (ip: string) => (token: string) =>
      node.api('POST', '/widget/threads', {
        key: token,
        body: { body: 'Spam', clientId: randomUUID() },
        headers: { 'x-forwarded-for': ip },
      })
    const visitors = await Promise.all(Array.from({ length: 6 }, () => visit()))
    for (const { token } of visitors) await Promise.all(Array.from({ length: 19 }, () => from('203.0.113.7')(token)))
    expect((await from('203.0.113.8')((await visit()).token)).status).toBe(201)
  })

  it('of streams from one address leave those of others open', () => {
    const slots = new StreamSlots()
    const stranger = (ip: string): Principal => ({
      tenantId: newId(),
      tenant: { slug: '', name: '', suspended: false, settings: {} },
      user: { id: newId(), name: '', email: '', role: 'VIEWER', kind: 'PERSON' },
      scopes: [],
      credential: { type: 'VISITOR', id: newId(), inboxId: newId(), expiresAt: '', session: {} },
      ip,
    })
    const open = Array.from({ length: maxVisitorStreamsPerAddress }, () => slots.enter(stranger('203.0.113.7')))
    expect(() => slots.enter(stranger('203.0.113.7'))).toThrow(expect.objectContaining({ declaration: rateWidgetExceeded }))
    slots.enter(stranger('203.0.113.8'))
    open[0]?.leave()
    slots.enter(stranger('203.0.113.7'))
  })

  it('leave no presence behind', async () => {
    const [gone, here] = [newId(), newId()]
    const tenantId = parseTypeId('ten', tenant.tenantId) ?? tenant.tenantId
    await service.db.script(`
      insert into visitor_presence (tenant_id, visitor_id, address, seen_at)
      values ('${tenantId}', '${gone}', 'gone', now() - interval '2 hours'), ('${tenantId}', '${here}', 'here', now())`)
    await service.db.transaction((tx) => tx.rows(deleteStalePresence, { tenantId }), tenantId)
    const left = await service.db.rows(listPresent, { tenantId, ids: [gone, here] })
    expect(left).toEqual([{ id: here }])
  })

  it('of files leave room for those of the team', async () => {
    const node = await service.startNode({ config: { uploads: { ...service.config.uploads, quotaBytes: 1_000 } } })
    const upload = async (token: string, path: string) => {
      const form = new FormData()
      form.append('file', new Blob(['x'.repeat(300)], { type: 'text/plain' }), 'a.txt')
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${node.baseUrl}/api/v1${path}`, { method: 'POST', headers, body: form })).status
    }
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push(await upload((await visit()).token, '/widget/uploads'))
    expect(statuses).toEqual([201, 201, 507, 507])
    expect(await upload(tenant.key, '/uploads')).toBe(201)
  })
})

describe('an identity token', () => {
  it.each<[string, { sub: string; name?: string }, number]>([
    ['a NUL in the person', { sub: 'a\0b' }, 401],
    ['half a character in the person', { sub: 'a\ud800' }, 401],
    ['a NUL in the name', { sub: 'nul', name: 'A\0da' }, 201],
    ['a name cut within a character', { sub: 'cut', name: `x${'😀'.repeat(200)}` }, 201],
  ])('with %s is no failure of the service', async (_, claims, status) => {
    const sign = await openIdentities(tenant, chat)
    const answer = await service.api<WidgetSession>('POST', '/widget/sessions', {
      body: { key: chat.key, identityToken: await sign(claims) },
    })
    expect(answer.status).toBe(status)
    if (status !== 201) return
    const begun = await service.api('POST', '/widget/threads', {
      key: answer.body.data.token,
      body: { body: 'Hi', clientId: randomUUID() },
    })
    expect(begun.status).toBe(201)
  })
})
