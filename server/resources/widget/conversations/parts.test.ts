/** Articles, options and questions for ratings in a chat, and what becomes of them elsewhere. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { Message } from '../../../../client/index.ts'
import { type Chat, openChat, startVisitor } from '../../../../test/support/chats.ts'
import { setUpTenant } from '../../../../test/support/service.ts'

const { service, tenant } = await setUpTenant()
let chat: Chat
let articleId = ''
const options = [
  { id: 'yes', label: 'Yes, please' },
  { id: 'no', label: 'No' },
]

beforeAll(async () => {
  chat = await openChat(tenant)
  const article = { title: 'Export your data', body: '# Export\n\nOpen **Settings**.', locale: 'en', visibility: 'PUBLIC' }
  articleId = String((await tenant.api('POST', '/kb/articles', { body: article })).body.data['id'])
  await tenant.api('POST', `/kb/articles/${articleId}/publish`, { body: {} })
})

const reply = (id: string, parts: object[], more: object = {}) =>
  tenant.api<Message>('POST', `/threads/${id}/reply`, { body: { body: 'Does this help?', parts, ...more } })

it('a visitor sees the parts of a reply, and chooses an option', async () => {
  const visitor = await startVisitor(service, chat)
  const { id } = await visitor.begin()
  const sent = await reply(id, [{ kind: 'ARTICLE', articleId }, { kind: 'CHOICES', options }, { kind: 'RATING' }])
  expect(sent.status, sent.text).toBe(201)
  const none = { articleId: null, slug: null, title: null, excerpt: null }
  const parts = [
    { kind: 'ARTICLE', articleId, slug: 'export-your-data', title: 'Export your data', excerpt: 'Export Open Settings.', options: null },
    { kind: 'CHOICES', ...none, options },
    { kind: 'RATING', ...none, options: null },
  ]
  expect(sent.body.data.parts).toEqual(parts)
  expect((await visitor.messages(id))[1]?.parts).toEqual(parts)
  const choose = (choiceId: string) =>
    visitor.call('POST', `/widget/threads/${id}/messages`, { clientId: randomUUID(), choiceId, body: 'ignored' })
  expect((await choose('yes')).body.data).toMatchObject({ body: 'Yes, please', from: 'VISITOR' })
  expect((await choose('maybe')).body.error?.details?.[0]?.field).toBe('choiceId')
  const other = await visitor.begin('Another')
  const elsewhere = await visitor.call('POST', `/widget/threads/${other.id}/messages`, { clientId: randomUUID(), choiceId: 'yes' })
  expect(elsewhere.status, 'in another conversation').toBe(400)
})

it('are sent later, too', async () => {
  const visitor = await startVisitor(service, chat)
  const { id } = await visitor.begin()
  const later = await reply(id, [{ kind: 'RATING' }], { undoSeconds: 60 })
  await tenant.skein.sendMessageNow({ path: { id: later.body.data.id } })
  expect((await visitor.messages(id))[1]?.parts).toMatchObject([{ kind: 'RATING' }])
})

it('become text and links where no visitor reads them', async () => {
  const made = await tenant.skein.createThread({ body: { title: 'T', body: 'm', requester: { email: 'ada@example.com' } } })
  const sent = await reply(made.data.threadId, [
    { kind: 'ARTICLE', articleId },
    { kind: 'CHOICES', options },
  ])
  expect(sent.body.data.parts).toEqual([])
  expect(sent.body.data.bodyText).toMatch(
    /^Does this help\?\n\nExport your data: http\S+\/help\/en\/articles\/export-your-data\n• Yes, please\n• No$/,
  )
})

it.each<[string, object[], number]>([
  ['an unknown article', [{ kind: 'ARTICLE', articleId: 'art_01h455vb4pex5vsknk084sn02q' }], 422],
  ['an article without its id', [{ kind: 'ARTICLE' }], 400],
  ['options of a rating', [{ kind: 'RATING', options }], 400],
  ['no options', [{ kind: 'CHOICES', options: [] }], 400],
  ['options with one id', [{ kind: 'CHOICES', options: [options[0], options[0]] }], 400],
  ['too many parts', Array.from({ length: 6 }, () => ({ kind: 'RATING' })), 400],
])('%s is refused', async (_, parts, status) => {
  const visitor = await startVisitor(service, chat)
  const { id } = await visitor.begin()
  expect((await reply(id, parts as object[])).status).toBe(status)
})

it('an article below an internal collection is as unknown as an internal one', async () => {
  const { id } = await (await startVisitor(service, chat)).begin()
  const hidden = (await tenant.skein.createKbCollection({ body: { name: 'Hidden', visibility: 'INTERNAL' } })).data
  const within = (await tenant.skein.createKbCollection({ body: { name: 'Within', visibility: 'PUBLIC', parentId: hidden.id } })).data
  const body = { title: 'Secret', body: 'text', locale: 'en', visibility: 'PUBLIC' as const, collectionId: within.id }
  const secret = (await tenant.skein.createKbArticle({ body })).data.id
  await tenant.skein.publishKbArticle({ path: { id: secret } })
  expect((await reply(id, [{ kind: 'ARTICLE', articleId: secret }])).status).toBe(422)
})
