/** The portal: customers who have proved who they are see their threads of every channel, and nothing of others. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { WidgetSession, WidgetThread } from '../../../../client/index.ts'
import { enterPortal, openChat, openIdentities, startVisitor, type Visitor } from '../../../../test/support/chats.ts'
import { openStream } from '../../../../test/support/event-streams.ts'
import { openPortalLinks } from '../../../../test/support/portal-links.ts'
import { composeMail, openMailInbox } from '../../../../test/support/mails.ts'
import { setUpTenant, type TestTenant } from '../../../../test/support/service.ts'

const { service, tenant } = await setUpTenant({ worker: true })
const mailInbox = await openMailInbox(tenant)
const chat = await openChat(tenant, { continuity: { inboxId: mailInbox.inboxId, afterSeconds: 60 } })
const sign = await openIdentities(tenant, chat)

const { request: requestLink, listMailsTo, readToken, enter: enterByLink } = openPortalLinks(service, tenant, chat)
const signIn = (body: object, headers = {}) =>
  service.api<WidgetSession>('POST', '/widget/portal-sessions', { body: { key: chat.key, ...body }, headers })

const listTexts = async (person: Visitor, id: string) => (await person.messages(id)).map(({ bodyText }) => bodyText)

const createThread = async (email: string, title: string, { skein }: TestTenant = tenant) =>
  (await skein.createThread({ body: { title, body: `Text of ${title}`, requester: { email } } })).data.threadId
const reply = (id: string, body: string) => tenant.skein.replyToThread({ path: { id }, body: { body } })

describe('a link', () => {
  it('signs in once, and says who it was sent to', async () => {
    await createThread('ada@example.com', 'An order')
    const { status, body } = await requestLink('Ada@Example.com')
    expect([status, body.data]).toEqual([202, { email: 'ada@example.com' }])
    const signInToken = await readToken('ada@example.com')
    const { status: created, body: session } = await signIn({ signInToken })
    expect([created, session.data.visitor]).toMatchObject([201, { email: 'ada@example.com', verified: true }])
    const listed = await service.api<WidgetThread[]>('GET', '/widget/threads', { key: session.data.token })
    expect(listed.body.data.map(({ subject }) => subject)).toEqual(['An order'])
    const again = await signIn({ signInToken })
    expect([again.status, again.body.error?.code]).toEqual([401, 'SVC-WIDGET-IDENTITY_INVALID'])
    const actions = (await tenant.skein.listAuditLogs({ query: { limit: 20 } })).data.map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['customer.link_requested', 'customer.signed_in']))
  })

  it('is used by one of two requests at once', async () => {
    await createThread('twice@example.com', 'Twice')
    await requestLink('twice@example.com')
    const signInToken = await readToken('twice@example.com')
    const answers = await Promise.all([signIn({ signInToken }), signIn({ signInToken }), signIn({ signInToken })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 401, 401])
  })

  it('is the same first response for the same Idempotency-Key', async () => {
    await createThread('retry@example.com', 'Retry')
    await requestLink('retry@example.com')
    const signInToken = await readToken('retry@example.com')
    const key = { 'Idempotency-Key': randomUUID() }
    const [first, second] = [await signIn({ signInToken }, key), await signIn({ signInToken }, key)]
    expect([first.status, second.status, second.body.data.token]).toEqual([201, 201, first.body.data.token])
  })

  it('is mailed to nobody who is unknown, and to others three times at most', async () => {
    const unknown = await requestLink('nobody@example.com')
    await createThread('often@example.com', 'Often')
    const responses = [unknown]
    for (let n = 0; n < 4; n++) responses.push(await requestLink('often@example.com'))
    expect(responses.map(({ status, body }) => [status, Object.keys(body.data)])).toEqual(responses.map(() => [202, ['email']]))
    await expect.poll(async () => (await listMailsTo('often@example.com')).length, { timeout: 20_000 }).toBe(3)
    expect(await listMailsTo('nobody@example.com')).toEqual([])
  })

  it('expires after a quarter of an hour, and is none of another tenant', async () => {
    await createThread('late@example.com', 'Late')
    await requestLink('late@example.com')
    const signInToken = await readToken('late@example.com')
    const other = await openChat(await service.createTenant())
    expect((await signIn({ key: other.key, signInToken })).status).toBe(401)
    await service.db.script(`update portal_links set expires_at = now() where email = 'late@example.com'`)
    expect((await signIn({ signInToken })).status).toBe(401)
  })

  it.each<[string, object, number]>([
    ['without a token', {}, 400],
    ['with two', { signInToken: 'svpl_x', identityToken: 'x' }, 400],
    ['with a forged one', { signInToken: `svpl_${'A'.repeat(94)}` }, 401],
    ['with a session’s', { signInToken: 'svwt_x.y' }, 401],
    ['with an empty one', { signInToken: '' }, 400],
    ['for an unknown chat', { key: 'wgt_01h455vb4pex5vsknk084sn02q', signInToken: 'svpl_x' }, 404],
  ])('is needed: %s nobody signs in', async (_, body, status) => {
    expect((await signIn(body)).status).toBe(status)
  })

  it('is not for pages of other sites, nor without a help centre', async () => {
    const from = (origin: string) =>
      service.api('POST', '/widget/portal-links', { body: { key: chat.key, email: 'x@example.com' }, headers: { Origin: origin } })
    const { protocol, host } = service.config.baseUrl
    expect((await from('https://evil.example')).status).toBe(403)
    expect((await from(`${protocol}//other-tenant.${host}`)).status).toBe(403)
    expect((await from(`${protocol}//${tenant.slug}.${host}`)).status).toBe(202)
    const closed = await openChat(tenant, { helpCenter: false })
    expect((await requestLink('x@example.com', { key: closed.key })).status).toBe(404)
  })
})

describe('the requests of a customer', () => {
  it('are their threads of every channel, with what concerns them', async () => {
    const email = 'everywhere@example.com'
    const ofApi = await createThread(email, 'By API')
    await tenant.skein.createMessage({ path: { id: ofApi }, body: { body: 'A note', internal: true } })
    await reply(ofApi, 'An answer by API')
    const delivered = await mailInbox.deliver(
      composeMail({ From: `Eve <${email}>`, Subject: 'By mail', Cc: 'colleague@example.com' }, 'A question by mail.'),
    )
    const ofMail = delivered.threadId ?? ''
    await reply(ofMail, 'An answer by mail')
    await tenant.skein.replyToThread({
      path: { id: ofMail },
      body: { body: 'To the colleague alone', to: ['colleague@example.com'], cc: [] },
    })
    const colleague = composeMail({ From: 'colleague@example.com', Subject: 'Re: By mail', References: '' }, 'Only for you.')
    await mailInbox.deliver(colleague)
    const signed = await startVisitor(service, chat, { identityToken: await sign({ sub: 'eve', email }) })
    const ofChat = (await signed.begin('By chat')).id
    await createThread('other@example.com', 'Of another')
    const eve = await enterByLink(email)
    expect((await eve.threads()).map(({ id }) => id).toSorted()).toEqual([ofApi, ofMail, ofChat].toSorted())
    expect(await listTexts(eve, ofApi)).toEqual(['Text of By API', 'An answer by API'])
    expect(await listTexts(eve, ofMail)).toEqual(['A question by mail.', 'An answer by mail'])
    expect(await listTexts(eve, ofChat)).toEqual(['By chat'])
    // The chat of the same person shows only what was written there.
    expect((await signed.threads()).map(({ id }) => id)).toEqual([ofChat])
  })

  it('take answers, endings and ratings in the channel of the thread', async () => {
    const email = 'writer@example.com'
    const { threadId = '' } = await mailInbox.deliver(composeMail({ From: `Will <${email}>`, Subject: 'Printer' }, 'It is broken.'))
    const id = threadId ?? ''
    await reply(id, 'Did you turn it on?')
    const will = await enterByLink(email)
    expect(await will.write(id, 'Yes, I did.')).toMatchObject({ threadId: id, from: 'VISITOR' })
    await reply(id, 'Then we send a new one.')
    const { data: messages } = await tenant.skein.listMessages({ path: { id } })
    expect(messages[0]).toMatchObject({ bodyText: 'Then we send a new one.', email: { to: [{ address: email }] } })
    expect(await listTexts(will, id)).toEqual(['It is broken.', 'Did you turn it on?', 'Yes, I did.', 'Then we send a new one.'])
    const ended = await will.call<WidgetThread>('POST', `/widget/threads/${id}/end`)
    expect(ended.body.data).toMatchObject({ state: 'ENDED', unread: 0 })
    expect((await will.call<WidgetThread>('POST', `/widget/threads/${id}/rating`, { score: 5 })).body.data.rating).toMatchObject({
      score: 5,
    })
    const { sequence } = ended.body.data.lastMessage
    expect((await will.call('PUT', `/widget/threads/${id}/read`, { sequence })).status).toBe(200)
    expect((await will.call('POST', `/widget/threads/${id}/transcript`, { email })).status).toBe(202)
    expect((await tenant.skein.getThread({ path: { id } })).data.status).toBe('resolved')
  })

  it('begin in the chat’s inbox, for the customer who has the address', async () => {
    const email = 'new@example.com'
    const earlier = await createThread(email, 'Earlier')
    const person = await enterByLink(email)
    const begun = await person.begin('A new request')
    const [before, after] = await Promise.all([earlier, begun.id].map(async (id) => (await tenant.skein.getThread({ path: { id } })).data))
    expect([after?.customer.id, after?.inboxId]).toEqual([before?.customer.id, chat.inboxId])
    expect((await person.threads()).length).toBe(2)
  })

  it('are those of the person whom a site has signed', async () => {
    const id = await createThread('signed@example.com', 'Signed')
    const identityToken = await sign({ sub: 'user-7', email: 'signed@example.com' })
    const person = await enterPortal(service, chat, { identityToken })
    expect((await person.threads()).map((thread) => thread.id)).toEqual([id])
    await person.write(id, 'It is me')
    // Another person of the site with the same address is not the customer, who is `user-7` since they have written.
    const other = await enterPortal(service, chat, { identityToken: await sign({ sub: 'user-8', email: 'signed@example.com' }) })
    const stranger = await enterPortal(service, chat, { identityToken: await sign({ sub: 'user-9' }) })
    expect([await other.threads(), await stranger.threads()]).toEqual([[], []])
    expect((await signIn({ identityToken: 'e30.e30.x' })).status).toBe(401)
  })

  it('are nobody’s who only typed the address', async () => {
    const email = 'victim@example.com'
    await createThread(email, 'Of the victim')
    const attacker = await startVisitor(service, chat)
    const typed = await attacker.begin('Let me in', { preChat: { email, name: 'Victor' } })
    expect((await attacker.threads()).map(({ id }) => id)).toEqual([typed.id])
    const victim = await enterByLink(email)
    expect((await victim.threads()).map(({ subject }) => subject)).toEqual(['Of the victim'])
    expect((await victim.call('GET', `/widget/threads/${typed.id}/messages`)).status).toBe(404)
  })

  it('go with the address: its former holder sees nothing more', async () => {
    const email = 'moved@example.com'
    const id = await createThread(email, 'Before')
    const person = await enterByLink(email)
    const customerId = (await tenant.skein.getThread({ path: { id } })).data.customer.id
    await tenant.skein.updateCustomer({ path: { id: customerId }, body: { email: 'elsewhere@example.com' } })
    expect(await person.threads()).toEqual([])
    expect((await person.call('GET', `/widget/threads/${id}/messages`)).status).toBe(404)
    const body = { body: 'Still here?', clientId: randomUUID() }
    expect((await person.call('POST', `/widget/threads/${id}/messages`, body)).status).toBe(404)
  })

  it('follow merges of customers and of threads, and show no message of others', async () => {
    const email = 'merged@example.com'
    const [own, foreign] = [await createThread(email, 'Own'), await createThread('foreign@example.com', 'Foreign')]
    await reply(foreign, 'A secret of Foreign')
    await tenant.skein.mergeThread({ path: { id: own }, body: { sourceIds: [foreign], allowCrossCustomer: true } })
    const person = await enterByLink(email)
    expect(await listTexts(person, own)).toEqual(['Text of Own'])
    expect((await person.call('GET', `/widget/threads/${foreign}/messages`)).status).toBe(404)
    const second = await createThread('merged-2@example.com', 'Second')
    const ids = await Promise.all([own, second].map(async (id) => (await tenant.skein.getThread({ path: { id } })).data.customer.id))
    await tenant.skein.mergeCustomer({ path: { id: ids[0] ?? '' }, body: { sourceIds: [ids[1] ?? ''] } })
    expect((await person.threads()).map(({ id }) => id).toSorted()).toEqual([own, second].toSorted())
  })

  it('are live: also a new thread, and one that leaves the customer', async () => {
    const email = 'live@example.com'
    const first = await createThread(email, 'First')
    const person = await enterByLink(email)
    const stream = await openStream(service.port, person.token, { path: '/widget/stream' })
    try {
      await expect.poll(() => stream.lastEventId()).not.toBe('')
      await reply(first, 'An answer')
      await stream.until(({ event, data }) => event === 'message' && data.includes('An answer'))
      const next = await createThread(email, 'Next')
      await stream.until(({ event, data }) => event === 'message' && data.includes('Text of Next'))
      const foreign = await createThread('nobody-2@example.com', 'Foreign')
      const other = (await tenant.skein.getThread({ path: { id: foreign } })).data.customer.id
      await tenant.skein.updateThread({ path: { id: next }, body: { customerId: other } })
      await reply(next, 'Not for you')
      await reply(foreign, 'Nor this')
      await reply(first, 'The last')
      await stream.until(({ event, data }) => event === 'message' && data.includes('The last'))
      expect(stream.frames.filter(({ data }) => /Not for you|Nor this/.test(data))).toEqual([])
    } finally {
      stream.close()
    }
  })

  it('are gone with the customer', async () => {
    const email = 'erased@example.com'
    const id = await createThread(email, 'Erased')
    const person = await enterByLink(email)
    const customerId = (await tenant.skein.getThread({ path: { id } })).data.customer.id
    await tenant.skein.eraseCustomer({ body: { customerId, mode: 'DELETE' } })
    await expect.poll(async () => (await person.threads()).length, { timeout: 20_000 }).toBe(0)
    const countLinks = () => service.db.rows({ text: `select 1 from portal_links where email = '${email}'`, names: [] }, {})
    await expect.poll(async () => (await countLinks()).length, { timeout: 20_000 }).toBe(0)
  })
})
