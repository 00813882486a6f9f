/** Who a visitor is, and what each visitor sees. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Customer, Message, WidgetThread } from '../../../../client/index.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { type Chat, openChat, openIdentities, startVisitor } from '../../../../test/support/chats.ts'

const { service, tenant } = await setUpTenant()
let chat: Chat

beforeAll(async () => {
  chat = await openChat(tenant)
})

const visit = (more = {}) => startVisitor(service, chat, more)
const reply = async (id: string, body: string) => (await tenant.skein.replyToThread({ path: { id }, body: { body } })).data

describe('the customer', () => {
  const getCustomer = async (threadId: string): Promise<Customer> => {
    const { customer } = (await tenant.skein.getThread({ path: { id: threadId } })).data
    return (await tenant.skein.getCustomer({ path: { id: customer.id } })).data
  }

  it('of an anonymous visitor is new, and a typed address leads to nobody', async () => {
    const known = (await tenant.api<Customer>('POST', '/customers', { body: { email: 'victim@example.com', name: 'Victor Victim' } })).body
      .data
    const typed = { preChat: { email: 'victim@example.com', name: 'Mallory' } }
    const [first, second] = [await visit(), await visit()]
    const one = await getCustomer((await first.begin('Hello', typed)).id)
    const two = await getCustomer((await second.begin('Hello', typed)).id)
    expect(new Set([known.id, one.id, two.id]).size).toBe(3)
    expect(one).toMatchObject({ name: 'Mallory', hasEmail: false, externalId: null })
    expect(one.identities.map(({ type, value, verified }) => [type, value, verified])).toEqual([
      ['WIDGET', first.id, true],
      ['EMAIL', 'victim@example.com', false],
    ])
    const written = await tenant.api('POST', '/threads', { body: { title: 'T', body: 'm', requester: { email: 'victim@example.com' } } })
    expect(Reflect.get(Object(written.body.data['customer']), 'id')).toBe(known.id)
    const added = await tenant.api('POST', `/customers/${known.id}/identities`, { body: { type: 'EMAIL', value: 'typed@example.com' } })
    expect(added.status).toBe(201)
  })

  it('of a signed visitor has the external id, or else the address; never another’s', async () => {
    const sign = await openIdentities(tenant, chat)
    const upsert = async (body: object) => (await tenant.api<Customer>('POST', '/customers', { body })).body.data
    const byId = await upsert({ email: 'byid@example.com', externalId: 'sub-1' })
    const byMail = await upsert({ email: 'bymail@example.com' })
    const taken = await upsert({ email: 'taken@example.com', externalId: 'sub-9' })
    const begin = async (claims: { sub: string; email?: string; name?: string }) =>
      getCustomer((await (await visit({ identityToken: await sign(claims) })).begin()).id)
    expect((await begin({ sub: 'sub-1', email: 'bymail@example.com' })).id).toBe(byId.id)
    expect(await begin({ sub: 'sub-2', email: 'bymail@example.com', name: 'Ada Lovelace' })).toMatchObject({
      id: byMail.id,
      externalId: 'sub-2',
      name: 'Ada Lovelace',
    })
    const third = await begin({ sub: 'sub-3', email: 'taken@example.com' })
    expect(third.id).not.toBe(taken.id)
    expect(third).toMatchObject({ externalId: 'sub-3', hasEmail: false })
    expect((await begin({ sub: 'sub-3' })).id).toBe(third.id)
    expect(await begin({ sub: 'sub-4', email: 'fresh@example.com' })).toMatchObject({ email: 'fresh@example.com', externalId: 'sub-4' })
  })
})

describe('the questions before a conversation', () => {
  it('fill in the thread, and only what the inbox asks for', async () => {
    await tenant.api('POST', '/custom-fields', { body: { key: 'plan', name: 'Plan', type: 'TEXT', appliesTo: 'THREAD' } })
    await tenant.api('POST', '/custom-fields', { body: { key: 'secret', name: 'Secret', type: 'TEXT', appliesTo: 'THREAD' } })
    const asking = await openChat(tenant, {
      preChat: [
        { field: 'EMAIL', required: true },
        { field: 'plan', required: true },
      ],
    })
    const visitor = await startVisitor(service, asking)
    const clientId = randomUUID()
    const refused = await visitor.call('POST', '/widget/threads', { body: 'Hi', clientId, preChat: { fields: { plan: ' ' } } })
    expect([refused.status, refused.body.error?.details?.map(({ field }) => field)]).toEqual([
      400,
      ['preChat.email', 'preChat.fields.plan'],
    ])
    const preChat = { email: 'ada@example.com', fields: { plan: 'Gold', secret: 'x' } }
    const { id } = (await visitor.call<WidgetThread>('POST', '/widget/threads', { body: 'Hi', clientId, preChat })).body.data
    expect((await tenant.skein.getThread({ path: { id } })).data.customFields).toEqual({ plan: 'Gold' })
    const second = await visitor.call('POST', '/widget/threads', {
      body: 'Hi',
      clientId: randomUUID(),
      preChat: { fields: { plan: 'Silver' } },
    })
    expect(second.status, 'the address is known').toBe(201)
  })
})

describe('what others see', () => {
  it('of a visitor’s conversation is nothing', async () => {
    const [ada, mallory] = [await visit(), await visit()]
    const { id } = await ada.begin('Private')
    await mallory.begin('Mine')
    for (const [method, path, body] of [
      ['GET', `/widget/threads/${id}/messages`],
      ['POST', `/widget/threads/${id}/messages`, { body: 'x', clientId: randomUUID() }],
      ['PUT', `/widget/threads/${id}/read`, { sequence: 1 }],
    ] as const) {
      const answer = await mallory.call(method, path, body)
      expect([answer.status, answer.body.error?.code], `${method} ${path}`).toEqual([404, 'SVC-THREAD-NOT_FOUND'])
    }
    expect((await mallory.threads()).length).toBe(1)
    const other = await service.createTenant()
    expect((await service.api('GET', '/widget/threads', { key: other.key })).status).toBe(401)
    expect((await service.api('GET', `/threads/${id}`, { key: other.key })).status).toBe(404)
    const elsewhere = await startVisitor(service, await openChat(tenant))
    expect((await elsewhere.call('GET', `/widget/threads/${id}/messages`)).status).toBe(404)
  })

  it('is the visitor’s own after merges, and no one else’s', async () => {
    const [ada, bob] = [await visit(), await visit()]
    const [hers, second] = [await ada.begin('First of Ada'), await ada.begin('Second of Ada')]
    const his = await bob.begin('Of Bob')
    await reply(his.id, 'To Bob')
    await tenant.skein.mergeThread({ path: { id: hers.id }, body: { sourceIds: [second.id] } })
    expect((await ada.threads()).map(({ id }) => id)).toEqual([hers.id])
    expect((await ada.messages(second.id)).map(({ body }) => body)).toEqual(['First of Ada', 'Second of Ada'])
    expect((await ada.write(second.id, 'Third of Ada')).threadId).toBe(hers.id)
    await tenant.skein.mergeThread({ path: { id: hers.id }, body: { sourceIds: [his.id], allowCrossCustomer: true } })
    expect((await ada.messages(hers.id)).map(({ body }) => body)).toEqual(['First of Ada', 'Second of Ada', 'Third of Ada'])
    expect(await bob.threads()).toEqual([])
    expect((await bob.call('GET', `/widget/threads/${his.id}/messages`)).status).toBe(404)
    expect((await bob.call('GET', `/widget/threads/${hers.id}/messages`)).status).toBe(404)
    expect((await bob.begin('Bob again')).id).not.toBe(his.id)
    const visible = await reply(hers.id, 'To Ada')
    expect((await bob.threads()).flatMap(({ lastMessage }) => lastMessage.id)).not.toContain(visible.id)
  })

  it('has no message of other customers, and nothing that was split off', async () => {
    const ada = await visit()
    const { id } = await ada.begin('Of Ada')
    const stranger = (await tenant.api<Message>('POST', `/threads/${id}/messages`, { body: { body: 'By a program' } })).body.data
    expect((await ada.messages(id)).map(({ body }) => body)).toEqual(['Of Ada', 'By a program'])
    await tenant.skein.splitThread({ path: { id }, body: { subject: 'Other', messageIds: [stranger.id] } })
    expect((await ada.messages(id)).map(({ body }) => body)).toEqual(['Of Ada'])
    const { customer } = (
      await tenant.api<{ customer: { id: string } }>('POST', '/threads', {
        body: { title: 'T', body: 'm', requester: { email: 'other@example.com' } },
      })
    ).body.data
    await tenant.skein.updateThread({ path: { id }, body: { customerId: customer.id } })
    await tenant.api('POST', `/threads/${id}/messages`, { body: { body: 'Of somebody else' } })
    expect((await ada.messages(id)).map(({ body }) => body)).toEqual(['Of Ada'])
  })
})
