/** The stream of a visitor: their own conversations, live, once, and nothing else. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ThreadView, WidgetMessage, WidgetThread } from '../../../../client/index.ts'
import { openStream, type OpenStream } from '../../../../test/support/event-streams.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { type Chat, openChat, startVisitor, type Visitor } from '../../../../test/support/chats.ts'

const { service, tenant } = await setUpTenant()
let chat: Chat
const open: OpenStream[] = []

beforeAll(async () => {
  chat = await openChat(tenant, { pageUrl: 'PATH' })
})
afterEach(() => open.splice(0).forEach((stream) => stream.close()))

async function follow({ token }: Visitor, options: { lastEventId?: string; port?: number } = {}): Promise<OpenStream> {
  const stream = await openStream(options.port ?? service.port, token, { path: '/widget/stream', ...options })
  open.push(stream)
  return stream
}
const reply = (id: string, body: string) => tenant.skein.replyToThread({ path: { id }, body: { body } })
// Safe because the data of these frames is a message in JSON.
const toMessage = ({ data }: { data: string }) => JSON.parse(data) as WidgetMessage
const isMessage = (text: string) => (frame: { event: string; data: string }) => frame.event === 'message' && frame.data.includes(text)

describe('a visitor’s stream', () => {
  it('shows replies and own messages of new conversations, and no notes', async () => {
    const [visitor, other] = [await startVisitor(service, chat), await startVisitor(service, chat)]
    const [stream, others] = [await follow(visitor), await follow(other)]
    await expect.poll(() => stream.lastEventId()).not.toBe('')
    const { id } = await visitor.begin('Hello')
    await tenant.skein.createMessage({ path: { id }, body: { body: 'A secret note', internal: true } })
    await reply(id, 'An answer')
    const frame = await stream.until(isMessage('An answer'))
    expect(toMessage(frame)).toMatchObject({ threadId: id, from: 'TEAM', bodyText: 'An answer', attachments: [] })
    expect(stream.frames.filter(({ event }) => event === 'message').map((each) => toMessage(each).bodyText)).toEqual(['Hello', 'An answer'])
    const theirs = await other.begin('Mine')
    await others.until(isMessage('Mine'))
    expect(others.frames.every(({ data }) => data.includes(theirs.id))).toBe(true)
    await tenant.skein.updateThread({ path: { id }, body: { status: 'resolved' } })
    const ended = await stream.until(({ event, data }) => event === 'thread' && data.includes('ENDED'))
    expect(JSON.parse(ended.data)).toMatchObject({ id, state: 'ENDED' })
  })

  it('shows nothing more of a conversation that has left the inbox, as the list does', async () => {
    const visitor = await startVisitor(service, chat)
    const [{ id }, { id: other }] = [await visitor.begin('Leaves'), await visitor.begin('Stays')]
    const stream = await follow(visitor)
    await expect.poll(() => stream.lastEventId()).not.toBe('')
    const { inboxId } = await openChat(tenant)
    await tenant.skein.updateThread({ path: { id }, body: { inboxId } })
    await reply(id, 'After it has left')
    await reply(other, 'Here')
    await stream.until(isMessage('Here'))
    expect(stream.frames.filter(({ data }) => data.includes(id))).toEqual([])
    expect((await visitor.threads()).map((thread) => thread.id)).toEqual([other])
  })

  it('misses nothing and repeats nothing after a reconnect, also on another node', async () => {
    const visitor = await startVisitor(service, chat)
    const { id } = await visitor.begin('Hello')
    const first = await follow(visitor)
    await reply(id, 'One')
    await first.until(isMessage('One'))
    const lastEventId = first.lastEventId()
    first.close()
    await reply(id, 'Two')
    const node = await service.startNode()
    const second = await follow(visitor, { lastEventId, port: node.port })
    await second.until(isMessage('Two'))
    expect(second.frames.map(({ event }) => event)).not.toContain('reset')
    expect(second.frames.filter(({ event }) => event === 'message').map((each) => toMessage(each).bodyText)).toEqual(['Two'])
    const unknown = await follow(visitor, { lastEventId: 'evt_01h455vb4pex5vsknk084sn02q' })
    expect((await unknown.until(() => true)).event).toBe('reset')
  })

  // A frame can be read before a change and arrive after the response to it. Only a later frame mends what it shows.
  it('shows each change of a conversation, also those that the visitor makes', async () => {
    const visitor = await startVisitor(service, chat)
    const { id } = await visitor.begin('Hello')
    const stream = await follow(visitor)
    await expect.poll(() => stream.lastEventId()).not.toBe('')
    await reply(id, 'An answer')
    const { sequence } = toMessage(await stream.until(isMessage('An answer')))
    const isThread = (matches: (thread: WidgetThread) => boolean) => (frame: { event: string; data: string }) =>
      // Safe because the data of these frames is a conversation in JSON.
      frame.event === 'thread' && matches(JSON.parse(frame.data) as WidgetThread)
    await visitor.call('PUT', `/widget/threads/${id}/read`, { sequence })
    await stream.until(isThread(({ unread }) => unread === 0))
    await visitor.call('POST', `/widget/threads/${id}/end`)
    await stream.until(isThread(({ state }) => state === 'ENDED'))
    await visitor.call('POST', `/widget/threads/${id}/rating`, { score: 4 })
    await stream.until(isThread(({ rating }) => rating?.score === 4))
    await visitor.call('POST', `/widget/threads/${id}/rating`, { score: 5, comment: 'Quick' })
    await stream.until(isThread(({ rating }) => rating?.score === 5 && rating.comment === 'Quick'))
    expect((await visitor.threads())[0]).toMatchObject({ state: 'ENDED', rating: { score: 5, comment: 'Quick' } })
  })

  it('resets when threads are merged, and ends with the session', async () => {
    const visitor = await startVisitor(service, chat)
    const [one, two] = [await visitor.begin('One'), await visitor.begin('Two')]
    const stream = await follow(visitor)
    await expect.poll(() => stream.lastEventId()).not.toBe('')
    await tenant.skein.mergeThread({ path: { id: one.id }, body: { sourceIds: [two.id] } })
    await stream.until(({ event }) => event === 'reset')
    await visitor.call('DELETE', '/widget/sessions')
    await reply(one.id, 'After the end')
    await stream.ended
    expect(stream.frames.filter(isMessage('After the end'))).toEqual([])
  })

  it('is one of two at most', async () => {
    const visitor = await startVisitor(service, chat)
    await follow(visitor)
    await follow(visitor)
    expect((await follow(visitor)).status).toBe(429)
  })
})

describe('presence', () => {
  it('tells the visitor who types, by first name, and never who looks', async () => {
    const visitor = await startVisitor(service, chat)
    const { id } = await visitor.begin('Hello')
    const stream = await follow(visitor)
    const report = (state: string) => tenant.api('POST', `/threads/${id}/presence`, { body: { state } })
    await report('VIEWING')
    await report('TYPING')
    const typing = await stream.until(({ event }) => event === 'typing')
    expect(JSON.parse(typing.data)).toEqual({ threadId: id, name: expect.any(String), typing: true })
    await report('VIEWING')
    const ceased = await stream.until(({ event, data }) => event === 'typing' && data.includes('false'))
    expect(JSON.parse(ceased.data)).toMatchObject({ threadId: id, typing: false })
    await report('LEFT')
    await reply(id, 'The end')
    await stream.until(isMessage('The end'))
    expect(stream.frames.filter(({ event }) => event === 'typing').length).toBe(2)
  })

  it('tells the visitor that the team has seen the messages, and not who', async () => {
    const [visitor, other] = [await startVisitor(service, chat), await startVisitor(service, chat)]
    const { id, lastMessage, seenThrough } = await visitor.begin('Hello')
    expect(seenThrough).toBeNull()
    const [stream, others] = [await follow(visitor), await follow(other)]
    await expect.poll(() => [stream.lastEventId(), others.lastEventId()]).not.toContain('')
    const see = async () => {
      await tenant.api('POST', `/threads/${id}/presence`, { body: { state: 'VIEWING' } })
      await tenant.api('PUT', `/threads/${id}/read`, { body: {} })
    }
    const isSeen = (time: string) => (frame: { event: string; data: string }) =>
      // Safe because the data of these frames is a conversation in JSON.
      frame.event === 'thread' && (JSON.parse(frame.data) as WidgetThread).seenThrough === time
    await tenant.skein.createMessage({ path: { id }, body: { body: 'A secret note', internal: true } })
    await see()
    const frame = await stream.until(isSeen(lastMessage.createdAt))
    expect(JSON.parse(frame.data)).toMatchObject({ id, person: null })
    expect(frame.data).not.toContain('usr_')
    // The agent's presence stays as it is: only the mark moves.
    const { createdAt } = await visitor.write(id, 'Still there?')
    expect((await visitor.threads())[0]?.seenThrough).toBe(lastMessage.createdAt)
    await see()
    await stream.until(isSeen(createdAt))
    expect((await visitor.threads())[0]?.seenThrough).toBe(createdAt)
    expect(others.frames.filter(({ event }) => event !== '')).toEqual([])
  })

  it('of a visitor is shown to agents, with the page without its query', async () => {
    const visitor = await startVisitor(service, chat, { locale: 'de-AT' })
    const page = { path: '/pricing?token=secret#top', title: 'Pricing' }
    const { id } = await visitor.begin('Hello', { page })
    const view = async () => (await tenant.api<ThreadView>('GET', `/threads/${id}/view`)).body.data.visitor
    expect(await view()).toMatchObject({
      id: visitor.id,
      verified: false,
      online: false,
      typing: false,
      pagePath: '/pricing',
      pageTitle: 'Pricing',
      locale: 'de-AT',
    })
    const agents = await openStream(service.port, tenant.key, { query: '?presence=true&visitors=true' })
    open.push(agents)
    const stream = await follow(visitor)
    const online = await agents.until(({ event, data }) => event === 'visitor' && data.includes(id))
    expect(JSON.parse(online.data)).toMatchObject({
      threadId: id,
      visitor: { id: visitor.id },
      state: 'ONLINE',
      pagePath: '/pricing',
      locale: 'de-AT',
    })
    expect(online.data).not.toContain('secret')
    expect(await view()).toMatchObject({ online: true })
    expect((await visitor.call('POST', `/widget/threads/${id}/typing`, {})).body.data).toEqual({ typing: true })
    await agents.until(({ event, data }) => event === 'visitor' && data.includes('TYPING'))
    expect(await view()).toMatchObject({ typing: true })
    stream.close()
    await agents.until(({ event, data }) => event === 'visitor' && data.includes('LEFT') && data.includes(id))
    const stranger = await startVisitor(service, chat)
    expect((await stranger.call('POST', `/widget/threads/${id}/typing`, {})).status).toBe(404)
  })
})

it('a message of the visitor’s own is in the stream with its clientId', async () => {
  const visitor = await startVisitor(service, chat)
  const { id } = await visitor.begin('Hello')
  const stream = await follow(visitor)
  const clientId = randomUUID()
  const written = await visitor.write(id, 'With an id', { clientId })
  const frame = await stream.until(isMessage('With an id'))
  expect(toMessage(frame)).toEqual({ ...written, clientId })
})
