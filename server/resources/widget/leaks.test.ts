/** Walks every field of every response and every frame that a visitor gets, in a tenant full of things that are not for visitors. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Thread, User, WidgetThread } from '../../../client/index.ts'
import { enterPortal, openChat, openIdentities, startVisitor } from '../../../test/support/chats.ts'
import { openStream } from '../../../test/support/event-streams.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { widget } from './index.ts'

const { service, tenant } = await setUpTenant()
/** Occurs in everything that is not for visitors. */
const canary = 'Quetzalcoatl'

/** Yields every text in a value, with its path. */
function* textsIn(value: unknown, path = ''): Generator<[string, string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) yield* textsIn(part, `${path}.${name}`)
}

function expectNoLeaks(what: string, value: unknown): number {
  const texts = [...textsIn(value)]
  for (const [path, text] of texts) {
    expect(text.toLowerCase(), `${what}${path}`).not.toContain(canary.toLowerCase())
    expect(text, `${what}${path}`).not.toMatch(/\b(usr|cst|tea|lbl|inb|ten|key)_|@/)
  }
  return texts.length
}

it.each(['chat', 'portal'])('no response and no frame of the %s has anything that is not for the visitor', async (place) => {
  const made = { name: `Grace ${canary}`, email: `grace-${place}@${canary}.example`, role: 'ADMIN' }
  const agent = (await tenant.api<User>('POST', '/users', { body: { ...made, invite: false } })).body.data
  const { key } = await tenant.keyFor(['admin'], { userId: agent.id })
  const asAgent = <Data = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
    service.api<Data>(method, path, { key, ...(body === undefined ? {} : { body }) })
  const field = `plan_${place}`
  await asAgent('POST', '/custom-fields', { key: field, name: canary, type: 'TEXT', appliesTo: 'THREAD' })
  const chat = await openChat(tenant)
  const sign = await openIdentities(tenant, chat)
  const enter = async (sub: string) =>
    place === 'chat'
      ? startVisitor(service, chat, { locale: 'en-GB' })
      : enterPortal(service, chat, { locale: 'en-GB', identityToken: await sign({ sub }) })
  const [visitor, other] = [await enter('ada'), await enter('mallory')]
  const stream = await openStream(service.port, visitor.token, { path: '/widget/stream' })
  const preChat = { name: `Ada ${canary}`, email: `ada@${canary}.example` }
  const { id } = await visitor.begin('Hello', { preChat })
  const theirs = await other.begin(`A message of ${canary}`, { preChat })

  // What agents do with the thread.
  await asAgent('PATCH', `/threads/${id}`, { assigneeId: agent.id, customFields: { [field]: canary }, priority: 'urgent' })
  await asAgent('POST', `/threads/${id}/labels`, { add: [canary] })
  await asAgent('POST', `/threads/${id}/messages`, { body: `About ${canary}`, internal: true, mentions: [agent.id] })
  await asAgent('POST', `/threads/${id}/presence`, { state: 'TYPING' })
  await asAgent('POST', `/threads/${id}/reply`, { body: `Not yet ${canary}`, sendAt: new Date(Date.now() + 3_600_000).toISOString() })
  await asAgent('POST', `/threads/${id}/reply`, { body: '<p>An <b>answer</b>.</p>' })
  await asAgent('POST', `/threads/${theirs.id}/reply`, { body: `An answer to ${canary}` })
  const stranger = { title: canary, body: `Mail of ${canary}`, requester: { email: `mail@${canary}.example`, name: canary } }
  const { threadId } = (await asAgent<{ threadId: string }>('POST', '/threads', stranger)).body.data
  await asAgent('POST', `/threads/${threadId}/reply`, { body: `Answered ${canary}` })
  const merged = await asAgent<Thread>('POST', `/threads/${id}/merge`, { sourceIds: [threadId, theirs.id], allowCrossCustomer: true })
  expect(merged.status, merged.text).toBe(200)

  const sequence = (await visitor.messages(id)).at(-1)?.sequence ?? 0
  const requests: Readonly<Record<string, [method: string, path: string, body?: unknown]>> = {
    listWidgetThreads: ['GET', '/widget/threads'],
    createWidgetThread: ['POST', '/widget/threads', { body: 'Another', clientId: randomUUID() }],
    listWidgetMessages: ['GET', `/widget/threads/${id}/messages`],
    createWidgetMessage: ['POST', `/widget/threads/${id}/messages`, { body: 'Again', clientId: randomUUID() }],
    markWidgetThreadRead: ['PUT', `/widget/threads/${id}/read`, { sequence }],
    getWidgetUnread: ['GET', '/widget/unread'],
    rateWidgetThread: ['POST', `/widget/threads/${id}/rating`, { score: 5 }],
    endWidgetThread: ['POST', `/widget/threads/${id}/end`],
    reportVisitorTyping: ['POST', `/widget/threads/${id}/typing`, {}],
    endWidgetSession: ['DELETE', '/widget/sessions'],
  }
  // The first two answer with the visitor's own address. The file has a test of its own.
  const others = new Set(['identifyVisitor', 'sendWidgetTranscript', 'createWidgetUpload', 'streamWidget'])
  const operations = widget.endpoints.filter(({ scope }) => scope === 'visitor').map(({ operationId }) => operationId)
  expect([...Object.keys(requests), ...others].toSorted(), 'an operation that this test does not know').toEqual(operations.toSorted())
  await asAgent('POST', `/threads/${id}/reply`, { body: 'A last answer.' })
  await stream.until(({ data }) => data.includes('A last answer.'))
  // The process polls twice a second who types. The last request ends the session, and so the stream.
  await expect.poll(() => stream.frames.some(({ event }) => event === 'typing'), { timeout: 10_000 }).toBe(true)
  for (const [operationId, [method, path, body]] of Object.entries(requests)) {
    const answer = await visitor.call(method, path, body)
    expect(answer.status, `${operationId}: ${answer.text}`).toBeLessThan(300)
    expectNoLeaks(operationId, answer.body)
  }
  const kinds = new Set(stream.frames.map(({ event }) => event))
  expect([...kinds].toSorted()).toEqual(['message', 'reset', 'thread', 'typing'])
  const found = stream.frames.reduce((sum, { event, data }) => sum + expectNoLeaks(`stream ${event}`, JSON.parse(data)), 0)
  expect(found).toBeGreaterThan(20)
  // Safe because the data of these frames is a thread in JSON.
  const shown = stream.frames.filter(({ event }) => event === 'thread').map(({ data }) => JSON.parse(data) as WidgetThread)
  expect(shown.at(-1)?.person).toMatchObject({ name: 'Grace', initials: `G${canary[0]}` })
})
