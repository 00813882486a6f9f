/** Conversations of visitors with agents: each message once, in order, and seen by those whom it is for. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { visitorLimits } from '#platform/http/rate-limit.ts'
import type { WidgetMessage, WidgetThread } from '../../../../client/index.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { type Chat, openChat, startVisitor } from '../../../../test/support/chats.ts'

const { service, tenant } = await setUpTenant({ rateLimits: { visitors: visitorLimits } })
let chat: Chat

beforeAll(async () => {
  chat = await openChat(tenant)
})

const visit = (more = {}) => startVisitor(service, chat, more)
const reply = async (id: string, body: string, more = {}) =>
  (await tenant.skein.replyToThread({ path: { id }, body: { body, ...more } })).data
const readMessage = async (id: string) => (await tenant.skein.getMessage({ path: { id } })).data
const listEvents = async (types: string) =>
  (await tenant.api<{ type: string; data: { object: { id: string } } }[]>('GET', `/events?limit=100&types=${types}`)).body.data

describe('a conversation', () => {
  it('is a thread of the inbox, and its replies reach the visitor', async () => {
    const visitor = await visit()
    const begun = await visitor.begin('The export is empty.\nSince Monday.')
    expect(begun).toMatchObject({
      subject: 'The export is empty.',
      state: 'OPEN',
      person: null,
      unread: 0,
      lastMessage: { from: 'VISITOR', body: 'The export is empty.\nSince Monday.', bodyFormat: 'text' },
    })
    const thread = (await tenant.skein.getThread({ path: { id: begun.id } })).data
    expect(thread).toMatchObject({ channel: 'widget', inboxId: chat.inboxId, status: 'open', waitingSince: expect.any(String) })
    const sent = await reply(begun.id, '<p>We are <b>looking</b> into it.</p>')
    expect(sent).toMatchObject({
      channel: 'widget',
      delivery: {
        state: 'SENT',
        channel: 'widget',
        attempts: 0,
        recipients: [{ address: visitor.id, kind: 'TO', state: 'SENT', seenAt: null }],
      },
    })
    await tenant.skein.createMessage({ path: { id: begun.id }, body: { body: 'A note about her.', internal: true } })
    const answer = await visitor.write(begun.id, 'Thank you.')
    const seen = await visitor.messages(begun.id)
    expect(seen.map(({ from, bodyText }) => [from, bodyText])).toEqual([
      ['VISITOR', 'The export is empty.\nSince Monday.'],
      ['TEAM', 'We are looking into it.'],
      ['VISITOR', 'Thank you.'],
    ])
    expect(answer).toEqual(seen[2])
    expect(seen.map(({ sequence }) => sequence)).toEqual(seen.map(({ sequence }) => sequence).toSorted((a, b) => a - b))
    const after = await visitor.call<WidgetMessage[]>('GET', `/widget/threads/${begun.id}/messages?after=${seen[0]?.sequence}&limit=1`)
    expect([after.body.data.map(({ id }) => id), after.body.meta.hasMore, after.body.meta.total]).toEqual([[seen[1]?.id], true, 2])
  })

  it('opens again when the visitor writes; a closed one is followed by another', async () => {
    const visitor = await visit()
    const { id } = await visitor.begin()
    await tenant.skein.updateThread({ path: { id }, body: { status: 'resolved' } })
    expect((await visitor.threads()).map(({ state }) => state)).toEqual(['ENDED'])
    expect((await visitor.write(id, 'Again.')).threadId).toBe(id)
    expect((await visitor.threads())[0]?.state).toBe('OPEN')
    await tenant.skein.updateThread({ path: { id }, body: { status: 'closed' } })
    const next = await visitor.write(id, 'And again.')
    expect(next.threadId).not.toBe(id)
    expect((await tenant.skein.getThread({ path: { id: next.threadId } })).data.followUpOf).toBe(id)
    expect((await visitor.threads()).map((each) => each.id)).toEqual([next.threadId, id])
  })

  it('needs words or a file, of at most 8,192 characters', async () => {
    const visitor = await visit()
    const { id } = await visitor.begin()
    const status = async (body: object) =>
      (await visitor.call('POST', `/widget/threads/${id}/messages`, { clientId: randomUUID(), ...body })).status
    expect(await status({ body: 'x'.repeat(8_192) })).toBe(201)
    for (const body of ['x'.repeat(8_193), '', ' \n', 'a\u0000b', 'a\ud800b', 7, null])
      expect(await status({ body }), JSON.stringify(body)).toBe(400)
    expect(await status({})).toBe(400)
    expect(await status({ body: 'x', clientId: 'not a uuid' })).toBe(400)
  })

  it('shows text as it was typed, whatever it looks like', async () => {
    const visitor = await visit()
    const { lastMessage } = await visitor.begin('<script>alert(1)</script><b>bold</b>')
    expect(lastMessage).toMatchObject({ body: '<script>alert(1)</script><b>bold</b>', bodyFormat: 'text' })
  })

  it('is begun at most three times in ten minutes', async () => {
    const visitor = await visit()
    for (const n of [1, 2, 3]) expect((await visitor.begin(`Question ${n}`)).id).toMatch(/^thr_/)
    const refused = await visitor.call('POST', '/widget/threads', { body: 'A fourth', clientId: randomUUID() })
    expect([refused.status, refused.body.error?.code, refused.body.error?.message]).toEqual([
      429,
      'SVC-RATE-WIDGET_EXCEEDED',
      expect.stringContaining('3 conversations in 10 minutes'),
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
    expect((await (await visit()).begin()).id, 'of another visitor').toMatch(/^thr_/)
  })

  it('takes twenty messages a minute', async () => {
    const visitor = await visit()
    const { id } = await visitor.begin()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        visitor.call('POST', `/widget/threads/${id}/messages`, { body: `Message ${n}`, clientId: randomUUID() }),
      ),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect([answers.filter(({ status }) => status === 201).length, refused.length]).toEqual([19, 31])
    expect(refused[0]?.body.error?.code).toBe('SVC-RATE-WIDGET_EXCEEDED')
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await visitor.messages(id)).length).toBe(20)
  })
})

describe('a message', () => {
  it('with the same clientId is written once, also at once and with another text', async () => {
    const visitor = await visit()
    const clientId = randomUUID()
    const begin = (body: string) => visitor.call<WidgetThread>('POST', '/widget/threads', { body, clientId })
    const answers = await Promise.all(['One', 'Two', 'Three', 'Four', 'Five'].map(begin))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201])
    const first = answers.find(({ status }) => status === 201)?.body.data
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
    const again = await visitor.call<WidgetMessage>('POST', `/widget/threads/${first?.id}/messages`, {
      body: 'Six',
      clientId: clientId.toUpperCase(),
    })
    expect([again.status, again.body.data]).toEqual([200, first?.lastMessage])
    expect((await visitor.threads()).length).toBe(1)
    expect((await visitor.messages(first?.id ?? '')).length).toBe(1)
    const other = await visit()
    const foreign = await other.call<WidgetThread>('POST', '/widget/threads', { body: 'Mine', clientId })
    expect([foreign.status, foreign.body.data.lastMessage.body], 'of another visitor').toEqual([201, 'Mine'])
  })

  it('is DELIVERED and seen when the visitor’s program says so, and never less', async () => {
    const visitor = await visit()
    const { id } = await visitor.begin()
    const sent = [await reply(id, 'One'), await reply(id, 'Two'), await reply(id, 'Three')]
    expect((await visitor.call('GET', '/widget/unread')).body.data).toEqual({ unread: 3 })
    const shown = await visitor.messages(id)
    const mark = async (n: number, state?: string) =>
      (await visitor.call<WidgetThread>('PUT', `/widget/threads/${id}/read`, { sequence: shown[n]?.sequence, ...(state ? { state } : {}) }))
        .body.data
    expect((await mark(2, 'DELIVERED')).unread).toBe(3)
    expect((await readMessage(sent[1]?.id ?? '')).delivery).toMatchObject({ state: 'DELIVERED', recipients: [{ seenAt: null }] })
    expect((await readMessage(sent[2]?.id ?? '')).delivery.state).toBe('SENT')
    expect((await mark(2)).unread).toBe(1)
    const seen = await readMessage(sent[1]?.id ?? '')
    expect(seen.delivery).toMatchObject({ state: 'DELIVERED', recipients: [{ state: 'DELIVERED', seenAt: expect.any(String) }] })
    expect((await mark(0)).unread, 'an earlier mark').toBe(1)
    await mark(2, 'DELIVERED')
    expect(await readMessage(sent[1]?.id ?? '')).toEqual(seen)
    const events = (await listEvents('message.delivery_changed')).filter(({ data }) => data.object.id === seen.id)
    expect(events.length).toBe(2)
    expect((await visitor.messages(id))[2]).toMatchObject({ deliveredAt: expect.any(String), seenAt: expect.any(String) })
    const future = await visitor.call<WidgetThread>('PUT', `/widget/threads/${id}/read`, { sequence: Number.MAX_SAFE_INTEGER })
    expect([future.status, future.body.data?.unread]).toEqual([200, 0])
    await reply(id, 'Four')
    expect((await visitor.threads())[0]?.unread, 'after a mark in the future').toBe(1)
  })

  it('is sent later, by mail if asked, or only stored where nobody reads it', async () => {
    const visitor = await visit()
    const { id } = await visitor.begin()
    const later = await reply(id, 'Later', { undoSeconds: 60 })
    expect((await visitor.messages(id)).length).toBe(1)
    expect((await tenant.skein.sendMessageNow({ path: { id: later.id } })).data.delivery).toMatchObject({
      state: 'SENT',
      channel: 'widget',
    })
    expect((await visitor.messages(id)).map(({ body }) => body)).toEqual(['The export is empty.', 'Later'])
    const mailed = await tenant.api('POST', `/threads/${id}/reply`, { body: { body: 'By mail', sendBy: 'EMAIL', to: ['ada@example.com'] } })
    expect(mailed.body.error?.code).toBe('SVC-INBOX-NOT_SENDING')
    const made = await tenant.skein.createThread({
      body: { title: 'Made', body: 'By the API', requester: { email: 'made@example.com' }, inboxId: chat.inboxId },
    })
    expect((await reply(made.data.threadId, 'Stored')).delivery.state).toBe('NOT_APPLICABLE')
    const refused = await tenant.api('POST', `/threads/${made.data.threadId}/reply`, { body: { body: 'x', sendBy: 'CHANNEL' } })
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'SVC-CUSTOMER-NO_ADDRESS'])
  })
})
