/** What strangers and former holders of an address try with the portal. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { enterPortal, openChat, openIdentities, startVisitor, type Visitor } from '../../../../test/support/chats.ts'
import { openStream } from '../../../../test/support/event-streams.ts'
import { openPortalLinks } from '../../../../test/support/portal-links.ts'
import { setUpTenant } from '../../../../test/support/service.ts'

const { service, tenant } = await setUpTenant({ worker: true })
const chat = await openChat(tenant)
const sign = await openIdentities(tenant, chat)
const { request: requestLink, enter: enterByLink } = openPortalLinks(service, tenant, chat)

const listTexts = async (person: Visitor, id: string) => (await person.messages(id)).map(({ bodyText }) => bodyText)
const createThread = async (email: string, title: string) =>
  (await tenant.skein.createThread({ body: { title, body: `Text of ${title}`, requester: { email } } })).data.threadId
const reply = (id: string, body: string) => tenant.skein.replyToThread({ path: { id }, body: { body } })

describe('a link', () => {
  it('tells nobody which addresses are known, neither by a key nor by another host', async () => {
    await createThread('known@example.com', 'Known')
    const other = await service.createTenant()
    const ask = async (email: string) => {
      const headers = { 'Idempotency-Key': randomUUID() }
      const ofKey: [number, string | undefined][] = []
      for (const locale of ['en', 'en', 'de']) {
        const { status, headers: given } = await service.api('POST', '/widget/portal-links', {
          body: { key: chat.key, email, locale },
          headers,
        })
        ofKey.push([status, given['idempotent-replayed']])
      }
      const { host } = service.config.baseUrl
      const elsewhere = await service.api('POST', '/widget/portal-links', {
        body: { key: chat.key, email },
        headers: { Host: `${other.slug}.${host}` },
      })
      return { ofKey, elsewhere: [elsewhere.status, elsewhere.body.error?.code] }
    }
    const [known, unknown] = [await ask('known@example.com'), await ask('unknown@example.com')]
    expect(known).toEqual(unknown)
    expect(known.elsewhere).toEqual([404, 'SVC-TENANT-NOT_FOUND'])
  })

  it('is mailed three times to those who ask twelve times at once', async () => {
    await createThread('race@example.com', 'Race')
    await Promise.all(Array.from({ length: 12 }, () => requestLink('race@example.com')))
    const links = await service.db.rows({ text: `select 1 from portal_links where email = 'race@example.com'`, names: [] }, {})
    expect(links.length).toBe(3)
  })
})

describe('the requests of a customer', () => {
  it('need a proved address: not the placeholder of a customer without one', async () => {
    const visitor = await startVisitor(service, chat)
    const { customer } = (await tenant.skein.getThread({ path: { id: (await visitor.begin('Anonymous')).id } })).data
    const { email } = (await tenant.skein.getCustomer({ path: { id: customer.id } })).data
    const person = await enterPortal(service, chat, { identityToken: await sign({ sub: 'placeholder', email }) })
    expect(await person.threads()).toEqual([])
  })

  it('are closed, also in open sessions, once the chat is no part of the help centre', async () => {
    const closing = await openChat(tenant)
    const identityToken = await (await openIdentities(tenant, closing))({ sub: 'closing' })
    const person = await enterPortal(service, closing, { identityToken })
    const inChat = await startVisitor(service, closing, { identityToken })
    await tenant.skein.updateInbox({ path: { id: closing.inboxId }, body: { widget: { helpCenter: false } } })
    const read = async ({ token }: Visitor) => (await service.api('GET', '/widget/threads', { key: token })).status
    await expect.poll(() => read(person)).toBe(401)
    expect(await read(inChat)).toBe(200)
  })

  it('stay with the person when the address goes to another one', async () => {
    const email = 'sales@corp.example'
    const before = await createThread(email, 'Of the former holder')
    const [former, silent] = [await enterByLink(email), await enterByLink(email)]
    const begun = await former.begin('Begun by the former holder')
    const customerId = (await tenant.skein.getThread({ path: { id: before } })).data.customer.id
    await tenant.skein.updateCustomer({ path: { id: customerId }, body: { email: 'former@corp.example' } })
    const after = await createThread(email, 'Of the new holder')
    expect((await former.threads()).map(({ id }) => id)).toEqual([begun.id])
    const holder = await enterByLink(email)
    expect((await holder.threads()).map(({ id }) => id)).toEqual([after])
    const next = await holder.begin('Begun by the new holder')
    expect((await holder.threads()).map(({ id }) => id).toSorted()).toEqual([after, next.id].toSorted())
    expect((await former.threads()).map(({ id }) => id)).toEqual([begun.id])
    const getCustomerId = async (id: string) => (await tenant.skein.getThread({ path: { id } })).data.customer.id
    const written = await silent.begin('Not by the new holder')
    expect(await getCustomerId(written.id)).not.toBe(await getCustomerId(after))
    expect(await getCustomerId(next.id)).toBe(await getCustomerId(after))
  })

  it('take messages after the site’s id has gone to another customer', async () => {
    const person = await enterPortal(service, chat, { identityToken: await sign({ sub: 'moved-sub' }) })
    const { customer } = (await tenant.skein.getThread({ path: { id: (await person.begin('First')).id } })).data
    const { data: other } = await tenant.skein.upsertCustomer({ body: { email: 'other-sub@example.com' } })
    await tenant.skein.updateCustomer({ path: { id: customer.id }, body: { externalId: null } })
    await tenant.skein.updateCustomer({ path: { id: other.id }, body: { externalId: 'moved-sub' } })
    const { id } = await person.begin('Second')
    expect((await tenant.skein.getThread({ path: { id } })).data.customer.id).toBe(other.id)
  })

  it('show no reply to somebody else that was merged and split off again', async () => {
    const email = 'split@example.com'
    const [own, foreign] = [await createThread(email, 'Own'), await createThread('foreign-2@example.com', 'Foreign')]
    await reply(foreign, 'A secret of Foreign')
    await tenant.skein.mergeThread({ path: { id: own }, body: { sourceIds: [foreign], allowCrossCustomer: true } })
    const { data: messages } = await tenant.skein.listMessages({ path: { id: own } })
    const messageIds = messages.filter(({ bodyText }) => /Foreign/.test(bodyText)).map(({ id }) => id)
    const { data: split } = await tenant.skein.splitThread({ path: { id: own }, body: { subject: 'Split', messageIds } })
    const person = await enterByLink(email)
    expect((await person.threads()).map(({ id }) => id)).toEqual([own])
    await reply(split.id, 'About the split')
    expect(await listTexts(person, split.id)).toEqual(['About the split'])
    await tenant.skein.mergeThread({ path: { id: own }, body: { sourceIds: [split.id] } })
    expect(await listTexts(person, own)).toEqual(['Text of Own', 'About the split'])
  })

  it('are silent in an open page once the address is gone, also about who types', async () => {
    const email = 'silent@example.com'
    const id = await createThread(email, 'Silent')
    const person = await enterByLink(email)
    const stream = await openStream(service.port, person.token, { path: '/widget/stream' })
    try {
      await expect.poll(() => stream.lastEventId()).not.toBe('')
      const { customer } = (await tenant.skein.getThread({ path: { id } })).data
      await tenant.skein.updateCustomer({ path: { id: customer.id }, body: { email: 'silent-2@example.com' } })
      const { id: own } = await person.begin('Their own')
      const { accessToken: key } = await tenant.sessionFor()
      for (const each of [id, own]) await service.api('POST', `/threads/${each}/presence`, { key, body: { state: 'TYPING' } })
      await stream.until(({ event, data }) => event === 'typing' && data.includes(own))
      expect(stream.frames.filter(({ data }) => data.includes(id))).toEqual([])
    } finally {
      stream.close()
    }
  })
})
