/** Telegram bots: connecting one, messages of customers, and replies, against a scripted Bot API. */
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Inbox, InboxCreate } from '../../../client/index.ts'
import { postToHook } from '../../../test/support/hooks.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { adaId, composeBotMessage, openBotApi } from '../../../test/support/providers.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { whereIs } from '../../../test/support/snapshot.ts'
import { createLog } from '#platform/log.ts'
import { getWebhookSecret } from '../../channels/telegram/bot-api.ts'

let logged = ''
const { log } = createLog('trace', { write: (line) => void (logged += line), flushSync: () => undefined })
const bot = await openBotApi()
afterAll(() => bot.close())
const service = await setUpService({
  worker: true,
  log,
  config: { baseUrl: new URL('https://desk.example.com'), providerApis: { TELEGRAM: { url: bot.url, isOperators: true } } },
})
let tenant: TestTenant
beforeEach(async () => {
  bot.fail = () => null
  bot.delay = () => null
  tenant = await service.createTenant()
})
// The inbox of the next test reads the same bot.
afterEach(async () => {
  for (const { id, type } of (await tenant.skein.listInboxes({})).data)
    if (type === 'TELEGRAM') await tenant.skein.updateInbox({ path: { id }, body: { active: false } })
})

const create = (more: Partial<InboxCreate> = {}, options: { mayFail?: boolean } = {}) => {
  const body = { name: 'Bot', type: 'TELEGRAM', hook: { telegram: { token: bot.token } }, ...more }
  return tenant.api<Inbox>('POST', '/inboxes', { body, ...options })
}
const connect = async (more: Partial<InboxCreate> = {}): Promise<Inbox> => {
  const { body } = await create(more)
  if (more.hook === undefined) await untilConnected(body.data)
  return body.data
}
const getConnection = async ({ id }: Inbox) => (await tenant.skein.getInboxConnection({ path: { id } })).data
const untilConnected = (inbox: Inbox) => until(async () => (await getConnection(inbox)).receive.state === 'CONNECTED', 30_000)
const listThreads = async ({ id }: Inbox) => (await tenant.skein.listThreads({ query: { inboxId: id } })).data
const untilThread = async (inbox: Inbox) => {
  await until(async () => (await listThreads(inbox)).length > 0, 30_000)
  const [thread] = await listThreads(inbox)
  return thread?.id ?? ''
}
const listMessages = async (id: string) => (await tenant.skein.listMessages({ path: { id } })).data
const getMessage = async (id: string) => (await tenant.skein.getMessage({ path: { id } })).data
const reply = async (threadId: string, more: object = {}) =>
  (await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'We are looking into it.', undoSeconds: 0, ...more } })).data
const untilState = async (id: string, state: string) => {
  await until(async () => (await getMessage(id)).delivery.state === state, 30_000)
  return getMessage(id)
}

describe('connecting a bot', () => {
  it('reads its name, and shows its token nowhere', async () => {
    const { status, body } = await create({ name: 'Support bot' })
    expect([status, body.data.address, body.data.hook]).toMatchObject([
      201,
      '@acme_support_bot',
      { provider: 'TELEGRAM', secretSet: true, telegram: { receive: 'POLL', botUsername: 'acme_support_bot', tokenSet: true } },
    ])
    expect(body.data.capabilities).toMatchObject({ formats: ['text'], maxTextLength: 4_096, splits: true, startsConversations: 'NO' })
    await untilConnected(body.data)
    const { data: test } = await tenant.skein.testInbox({ path: { id: body.data.id }, body: {} })
    expect(test).toMatchObject({
      ok: true,
      steps: [{ step: 'resolve' }, { step: 'sign_in', ok: true, detail: 'Signed in as @acme_support_bot' }],
    })
  })

  it.each([
    [
      'a token that Telegram does not know',
      { hook: { telegram: { token: '1:AAunknown-token-0123456789' } } },
      400,
      'hook.telegram.token INVALID',
    ],
    ['a text that is no token', { hook: { telegram: { token: '../getMe?' } } }, 400, 'hook.telegram.token INVALID'],
    ['no token', { hook: {} }, 400, 'hook.telegram.token REQUIRED'],
    ['another provider', { hook: { provider: 'CUSTOM' } }, 400, 'hook.provider NOT_ALLOWED'],
    ['a program’s URL', { hook: { outboundUrl: 'https://example.com' } }, 400, 'hook.outboundUrl NOT_ALLOWED'],
    ['a bot in an inbox of another type', { type: 'SMS', hook: { telegram: { token: bot.token } } }, 400, 'hook.telegram NOT_ALLOWED'],
  ] as const)('refuses %s', async (_, more, status, detail) => {
    const { status: actual, body } = await create(more as Partial<InboxCreate>)
    const { details = [] } = body.error ?? {}
    expect([actual, details.map(({ field, code }) => `${field} ${code}`)]).toEqual([status, [detail]])
  })

  it('changes nothing while Telegram does not answer', async () => {
    bot.fail = () => ({ status: 502 })
    const { status, body } = await create({}, { mayFail: true })
    expect([status, body.error?.code]).toEqual([502, 'SVC-CHANNEL-PROVIDER_FAILED'])
    expect(JSON.stringify(body)).not.toContain(bot.token)
    expect((await tenant.skein.listInboxes({})).data.filter(({ type }) => type === 'TELEGRAM')).toEqual([])
  })

  it('keeps the bot of an inbox', async () => {
    const inbox = await connect()
    const change = (body: object) => tenant.api<Inbox>('PATCH', `/inboxes/${inbox.id}`, { body })
    expect((await change({ address: '@other_bot' })).status).toBe(400)
    expect((await change({ address: '@acme_support_bot', name: 'Renamed' })).status).toBe(200)
    expect((await create()).status, 'a second inbox of the bot').toBe(409)
    const rotated = await tenant.api('POST', `/inboxes/${inbox.id}/rotate-secret`, { body: {} })
    expect([rotated.status, rotated.body.error?.code]).toEqual([422, 'SVC-CHANNEL-NOT_CONNECTED'])
  })
})

describe('a customer’s message', () => {
  it('becomes a message of one thread, with its file, and may be changed', async () => {
    const inbox = await connect()
    bot.addFile('photo-1', Buffer.from('89504e470d0a1a0a', 'hex'))
    bot.addFile('doc-1', Buffer.from('Invoice 4711'))
    const first = bot.say('The export is empty.')
    bot.say('', {
      text: undefined,
      caption: 'See the invoice',
      document: { file_id: 'doc-1', file_unique_id: 'd', file_name: 'invoice.txt', file_size: 12 },
    })
    const threadId = await untilThread(inbox)
    await until(async () => (await listMessages(threadId)).some(({ attachments }) => attachments.length === 1), 30_000)
    bot.write({ edited_message: composeBotMessage(first, { text: 'The export of May is empty.', edit_date: 1_790_000_900 }) })
    await until(async () => (await listMessages(threadId)).some(({ bodyText }) => bodyText.includes('of May')), 30_000)
    const messages = await listMessages(threadId)
    expect(messages.map(({ bodyText }) => bodyText).toSorted()).toEqual(['See the invoice', 'The export of May is empty.'])
    expect(messages.flatMap(({ attachments }) => attachments.map(({ filename }) => filename))).toEqual(['invoice.txt'])
    const { data: thread } = await tenant.skein.getThread({ path: { id: threadId } })
    expect(thread).toMatchObject({ channel: 'telegram', customer: { name: 'Ada Lovelace' } })
    const { data: customer } = await tenant.skein.getCustomer({ path: { id: thread.customer.id } })
    expect(customer.identities).toMatchObject([{ type: 'TELEGRAM', value: String(adaId), verified: true, inboxId: inbox.id }])
    expect(await getConnection(inbox)).toMatchObject({ receive: { state: 'CONNECTED' }, lastMailAt: expect.any(String) })
    await until(() => bot.countWaiting() === 0, 30_000)
  })

  it('of a group is ignored, with the reason', async () => {
    const inbox = await connect()
    const id = bot.say('Once')
    bot.write({ message: composeBotMessage(id + 500, { text: 'All', chat: { id: -100, type: 'group' } }) })
    const threadId = await untilThread(inbox)
    await until(() => bot.countWaiting() === 0, 30_000)
    const { data: items } = await tenant.skein.listInboundItems({ query: { inboxId: inbox.id } })
    await until(async () => (await tenant.skein.listInboundItems({ query: { outcome: 'IGNORED' } })).data.length === 1, 30_000)
    const [ignored] = (await tenant.skein.listInboundItems({ query: { outcome: 'IGNORED' } })).data
    expect(ignored).toMatchObject({ channel: 'telegram', reason: expect.stringContaining('groups') })
    expect(items.length).toBe(2)
    expect(await listMessages(threadId)).toHaveLength(1)
  })

  it('waits at Telegram while the inbox is inactive', async () => {
    const inbox = await connect()
    await until(() => bot.polls === 1, 30_000)
    await tenant.skein.updateInbox({ path: { id: inbox.id }, body: { active: false } })
    expect(await getConnection(inbox)).toMatchObject({ receive: { state: 'NOT_USED' } })
    bot.say('Are you there?')
    await tenant.skein.updateInbox({ path: { id: inbox.id }, body: { active: true } })
    await untilThread(inbox)
  })

  it('comes by webhook, if it has the secret of the bot', async () => {
    const inbox = await connect({ hook: { telegram: { token: bot.token, receive: 'WEBHOOK' } } })
    await untilConnected(inbox)
    expect(bot.webhook).toEqual({ url: inbox.hook?.inboundUrl, secret: getWebhookSecret(bot.token) })
    const body = JSON.stringify({ update_id: 1, message: composeBotMessage(900, { text: 'By webhook' }) })
    const post = async (secret: string) => {
      const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret }
      return (await postToHook(service.port, new URL(inbox.hook?.inboundUrl ?? ''), body, headers)).status
    }
    expect([await post('wrong'), await post(getWebhookSecret(bot.token)), await post(getWebhookSecret(bot.token))]).toEqual([401, 202, 200])
    await untilThread(inbox)
  })
})

describe('a reply', () => {
  const open = async () => {
    const inbox = await connect()
    bot.say('The export is empty.')
    return untilThread(inbox)
  }
  const sentSince = (n: number) => bot.sent.slice(n).map(({ text, filename }) => text ?? filename)

  it('is sent in parts, then its files, and no accepted part again', async () => {
    const threadId = await open()
    const before = bot.sent.length
    const { data: file } = await tenant.skein.createUpload({
      body: { file: new Blob(['Invoice'], { type: 'text/plain' }), filename: 'invoice.txt' },
    })
    let failures = 0
    bot.fail = ({ method }) => (method === 'sendDocument' && failures++ === 0 ? { status: 429, retryAfter: 1 } : null)
    const text = `${'a'.repeat(4_000)}\n\n${'b'.repeat(4_000)}`
    const { id } = await reply(threadId, { body: text, attachments: [{ uploadId: file.id }] })
    const sent = await untilState(id, 'SENT')
    expect(sentSince(before)).toEqual(['a'.repeat(4_000), 'b'.repeat(4_000), 'invoice.txt'])
    expect(sent.delivery).toMatchObject({ uncertain: false, recipients: [{ address: String(adaId), state: 'SENT' }] })
  })

  it('that may have arrived is sent again, and says so', async () => {
    const threadId = await open()
    const before = bot.sent.length
    let failures = 0
    bot.fail = ({ method }) => (method === 'sendMessage' && failures++ === 0 ? 'lost' : null)
    const { id } = await reply(threadId)
    expect((await untilState(id, 'SENT')).delivery).toMatchObject({ uncertain: true })
    expect(sentSince(before)).toEqual(Array(2).fill('We are looking into it.'))
  })

  it.each([
    ['blocked the bot', { status: 403, description: 'Forbidden: bot was blocked by the user' }, 'blocked the bot'],
    ['is not known', { status: 400, description: 'Bad Request: chat not found' }, 'does not know the chat'],
  ])('to a customer who %s has failed', async (_, failure, reason) => {
    const threadId = await open()
    bot.fail = ({ method }) => (method === 'sendMessage' ? failure : null)
    const { id } = await reply(threadId)
    const { delivery } = await untilState(id, 'FAILED')
    expect(delivery.recipients[0]?.reason).toContain(reason)
  })

  it('continues after the accepted parts when an agent sends it again', async () => {
    const threadId = await open()
    const before = bot.sent.length
    bot.fail = ({ method, body }) => (method === 'sendMessage' && String(body.text).startsWith('b') ? { status: 403 } : null)
    const { id } = await reply(threadId, { body: `${'a'.repeat(4_000)}\n\n${'b'.repeat(4_000)}` })
    await untilState(id, 'FAILED')
    bot.fail = () => null
    await tenant.skein.sendMessageNow({ path: { id } })
    await untilState(id, 'SENT')
    expect(sentSince(before)).toEqual(['a'.repeat(4_000), 'b'.repeat(4_000)])
  })
})

describe('a connection', () => {
  it.each([
    ['of a bot that another program reads', { status: 409 }, 'FAILING', 'CONFLICT'],
    ['with a token that was revoked', { status: 401 }, 'NEEDS_AUTH', 'SIGN_IN_REFUSED'],
  ])('%s says so, and comes back by itself', async (_, failure, state, code) => {
    bot.fail = ({ method }) => (method === 'getUpdates' ? failure : null)
    const inbox = (await create()).body.data
    await until(async () => (await getConnection(inbox)).receive.state === state, 30_000)
    expect((await getConnection(inbox)).lastError).toMatchObject({ code })
    bot.fail = () => null
    await tenant.skein.reconnectInbox({ path: { id: inbox.id } })
    await untilConnected(inbox)
  })
})

it('the token is in no log, no response, no event and no table', async () => {
  expect(logged).toContain('could not receive')
  expect(logged).not.toContain(bot.token)
  expect(await whereIs(service.db, [bot.token])).toEqual([])
})
