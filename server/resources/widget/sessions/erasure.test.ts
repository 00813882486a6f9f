/** What visitors erase, and what remains of them after an erasure. */
import { expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import { openChat, openIdentities, startVisitor } from '../../../../test/support/chats.ts'
import { setUpTenant } from '../../../../test/support/service.ts'

const { service, tenant } = await setUpTenant({ worker: true })
const chat = await openChat(tenant)
const countVisitors = statement<object, { count: number }>('select count(*)::int as count from visitors')
const getCustomerId = async (threadId: string) => (await tenant.skein.getThread({ path: { id: threadId } })).data.customer.id
const isErased = async (id: string) => (await tenant.skein.getCustomer({ path: { id } })).data.erasedAt !== null

it('an anonymous visitor erases themselves, and nobody whose address they typed', async () => {
  const victim = (await tenant.skein.upsertCustomer({ body: { email: 'victim@example.com', name: 'Victor' } })).data
  const visitor = await startVisitor(service, chat)
  const preChat = { email: 'victim@example.com', name: 'Mallory' }
  const { id } = await visitor.begin('Please forget me', { preChat })
  const customerId = await getCustomerId(id)
  expect((await visitor.call('DELETE', '/widget/sessions?erase=true')).body.data).toEqual({ ended: true, erasing: true })
  await expect.poll(() => isErased(customerId), { timeout: 20_000 }).toBe(true)
  await expect.poll(async () => (await service.db.rows(countVisitors, {}))[0]?.count, { timeout: 20_000 }).toBe(0)
  await expect
    .poll(async () => JSON.stringify((await tenant.skein.listMessages({ path: { id } })).data), { timeout: 20_000 })
    .not.toContain('Please forget me')
  expect((await tenant.skein.getCustomer({ path: { id: victim.id } })).data).toMatchObject({ name: 'Victor', erasedAt: null })
  expect((await visitor.call('GET', '/widget/threads')).status).toBe(401)
})

it('neither a signed visitor nor one whom an agent knows can erase a customer', async () => {
  const sign = await openIdentities(tenant, chat)
  const signed = await startVisitor(service, chat, { identityToken: await sign({ sub: 'ada' }) })
  const ofSigned = await getCustomerId((await signed.begin()).id)
  expect((await signed.call('DELETE', '/widget/sessions?erase=true')).body.data).toEqual({ ended: true, erasing: false })
  const known = (await tenant.skein.upsertCustomer({ body: { email: 'known@example.com' } })).data
  const merged = await startVisitor(service, chat)
  const ofMerged = await getCustomerId((await merged.begin()).id)
  await tenant.skein.mergeCustomer({ path: { id: known.id }, body: { sourceIds: [ofMerged] } })
  expect((await merged.call('DELETE', '/widget/sessions?erase=true')).body.data).toEqual({ ended: true, erasing: false })
  expect(await Promise.all([ofSigned, known.id].map(isErased))).toEqual([false, false])
})

it('an anonymous visitor erases no thread that agents gave to their customer', async () => {
  const visitor = await startVisitor(service, chat)
  const { id } = await visitor.begin('Hello')
  const customerId = await getCustomerId(id)
  const body = { title: 'Order', body: 'Of a known customer', requester: { email: 'vip@example.com' } }
  const { threadId } = (await tenant.skein.createThread({ body })).data
  await tenant.skein.updateThread({ path: { id: threadId }, body: { customerId } })
  expect((await visitor.call('DELETE', '/widget/sessions?erase=true')).body.data).toEqual({ ended: true, erasing: false })
})

it('a visitor whose customer was erased sees nothing, and begins anew', async () => {
  const visitor = await startVisitor(service, chat)
  const { id } = await visitor.begin('Before')
  const customerId = await getCustomerId(id)
  await tenant.skein.eraseCustomer({ body: { customerId, mode: 'DELETE' } })
  await expect.poll(async () => (await visitor.threads()).length, { timeout: 20_000 }).toBe(0)
  const readStatus = async () => (await visitor.call('GET', `/widget/threads/${id}/messages`)).status
  await expect.poll(readStatus, { timeout: 20_000 }).toBe(404)
  const next = await visitor.begin('After')
  expect(await getCustomerId(next.id)).not.toBe(customerId)
  expect((await visitor.messages(next.id)).map(({ body }) => body)).toEqual(['After'])
})
