/** Replies by mail, from the request to the test's mail server. */
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Message } from '../../../../client/index.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { startMailServer } from '../../../../test/support/mail-server.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'

let tenant: TestTenant
let inboxId: string
const statements: string[] = []
const address = 'support@acme.example'
const sink = await startMailServer()
const onStatement = (text: string): void => void statements.push(text)
afterAll(() => sink.stop())
const service = await setUpService({ worker: true, config: { mail: { smtpUrl: sink.url } }, onStatement })
beforeEach(async () => {
  sink.accepted.length = 0
  tenant = await service.createTenant()
  const email = { send: { plusAddressing: 'ON' as const } }
  inboxId = (await tenant.skein.createInbox({ body: { name: 'Support', type: 'EMAIL', address, signature: 'The support team', email } }))
    .data.id
})

async function createThread(): Promise<string> {
  const body = { title: 'Empty export', body: 'It is empty.', requester: { email: 'ada@example.com', name: 'Ada' }, inboxId }
  return (await tenant.skein.createThread({ body })).data.threadId
}
async function findMessage(threadId: string, id: string): Promise<Message | undefined> {
  return (await tenant.skein.listMessages({ path: { id: threadId } })).data.find((message) => message.id === id)
}

it('a reply reaches the customer once, with headers that lead back to the thread', async () => {
  const threadId = await createThread()
  expect((await tenant.skein.getThreadRecipients({ path: { id: threadId } })).data.sending).toBe('MAIL_SERVER')
  const { data } = await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'We are looking into it.' } })
  expect(data.delivery).toMatchObject({
    state: 'QUEUED',
    channel: 'email',
    recipients: [{ address: 'ada@example.com', kind: 'TO', state: 'QUEUED' }],
  })
  await until(async () => (await findMessage(threadId, data.id))?.delivery.state === 'SENT')
  const [mail, ...more] = sink.accepted
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    recipients: ['ada@example.com'],
    from: { address },
    subject: 'Re: Empty export',
    messageId: `<${data.email?.messageId}>`,
  })
  expect(mail?.replyTo).toMatchObject([{ address: expect.stringMatching(/^support\+r[0-9a-z]{16}@acme\.example$/) }])
  expect(mail?.text).toMatch(/We are looking into it\.[^]*The support team[^]*> It is empty\./)
  expect(mail?.references).toBe(data.email?.references.map((id) => `<${id}>`).join(' '))
})

it('a scheduled reply goes to the customer that the thread had when it was written', async () => {
  const threadId = await createThread()
  const { data } = await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'Later.', undoSeconds: 1 } })
  expect(data).toMatchObject({ sendAt: expect.any(String), email: { to: [{ address: 'ada@example.com' }] } })
  await until(async () => (await findMessage(threadId, data.id))?.delivery.state === 'SENT')
  expect(sink.accepted.map(({ recipients }) => recipients)).toEqual([['ada@example.com']])
})

it('a reply that names no mail stays unsent, and one to an API inbox is not mailed', async () => {
  const threadId = await createThread()
  const none = await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'Not by mail.', sendBy: 'NONE' } })
  const other = (
    await tenant.skein.createThread({ body: { title: 'A', body: 'b', requester: { email: 'ada@example.com' }, inboxId: tenant.inboxId } })
  ).data
  const api = await tenant.skein.replyToThread({ path: { id: other.threadId }, body: { body: 'Not by mail.' } })
  expect([none, api].map(({ data }) => [data.delivery.state, data.email])).toEqual([
    ['NOT_APPLICABLE', null],
    ['NOT_APPLICABLE', null],
  ])
})

it('a second reply on an API inbox does not look for recipients, one by mail does', async () => {
  const body = { title: 'A', body: 'b', requester: { email: 'ada@example.com' } }
  const { threadId } = (await tenant.skein.createThread({ body: { ...body, inboxId: tenant.inboxId } })).data
  const send = (id: string) => tenant.skein.replyToThread({ path: { id }, body: { body: 'Soon.' } })
  await send(threadId)
  statements.length = 0
  const [api, mailed] = [await send(threadId), await send(await createThread())]
  const looks = statements.filter((text) => text.includes('"customerAddress"'))
  expect(looks, 'only the reply on the EMAIL inbox looks for recipients').toHaveLength(1)
  expect([api.data.delivery.state, mailed.data.delivery.state]).toEqual(['NOT_APPLICABLE', 'QUEUED'])
  await until(() => sink.accepted.length === 1)
})

it('a mail that starts a thread gets one automatic reply, which no program answers', async () => {
  await tenant.skein.updateInbox({ path: { id: inboxId }, body: { autoReply: 'We have received your mail.' } })
  const lines = ['From: Ada <ada@example.com>', `To: ${address}`, 'Subject: Empty export', 'Message-ID: <first@example.com>']
  await tenant.skein.createInboundMail({ path: { id: inboxId }, body: `${lines.join('\r\n')}\r\n\r\nIt is empty.\r\n` })
  await until(() => sink.accepted.length > 0)
  const [reply] = sink.accepted
  const headers = new Map(reply?.headers.map(({ key, value }) => [key, value]))
  expect(reply).toMatchObject({ recipients: ['ada@example.com'], subject: 'Re: Empty export', inReplyTo: '<first@example.com>' })
  expect(reply?.text).toContain('We have received your mail.')
  expect(['auto-submitted', 'precedence', 'x-auto-response-suppress'].map((name) => headers.get(name))).toEqual([
    'auto-replied',
    'auto_reply',
    'All',
  ])
  expect(headers.get('x-skein-loop')).toMatch(/;1$/)
  const [thread] = (await tenant.skein.listThreads({})).data
  const { data } = await tenant.skein.listMessages({ path: { id: thread?.id ?? '' } })
  expect(data.map(({ authorType }) => authorType)).toEqual(['SYSTEM', 'CUSTOMER'])
  expect(thread).toMatchObject({ status: 'open', waitingSince: expect.any(String) })
  await tenant.skein.createInboundMail({
    path: { id: inboxId },
    body: `${lines.join('\r\n')}\r\nPrecedence: bulk\r\nDate: Wed, 4 Mar 2026 09:30:00 +0000\r\n\r\nNews.\r\n`,
  })
  await until(async () => (await tenant.skein.listInboundMails({ query: { outcome: 'MESSAGE' } })).meta.total === 2)
  expect(sink.accepted).toHaveLength(1)
})

it('a bounce marks the recipient, opens the thread and says so', async () => {
  const threadId = await createThread()
  const { data } = await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'We are looking into it.' } })
  await until(async () => (await findMessage(threadId, data.id))?.delivery.state === 'SENT')
  await tenant.skein.updateThread({ path: { id: threadId }, body: { status: 'resolved' } })
  const text = `Your mail could not be delivered.\r\n\r\n<ada@example.com>: 550 5.1.1 user unknown\r\n\r\n--- Original headers ---\r\nMessage-ID: <${data.email?.messageId}>\r\n`
  const bounce = `From: MAILER-DAEMON@mx.example.com\r\nTo: ${address}\r\nSubject: Undelivered Mail\r\n\r\n${text}`
  await tenant.skein.createInboundMail({ path: { id: inboxId }, query: { from: '' }, body: bounce })
  await until(async () => (await findMessage(threadId, data.id))?.delivery.state === 'BOUNCED')
  const message = await findMessage(threadId, data.id)
  expect(message?.delivery.recipients).toMatchObject([{ state: 'BOUNCED', code: '5.1.1' }])
  expect((await tenant.skein.getThread({ path: { id: threadId } })).data).toMatchObject({ status: 'open' })
  const { data: messages } = await tenant.skein.listMessages({ path: { id: threadId } })
  expect(messages[0]).toMatchObject({ authorType: 'SYSTEM', bodyText: expect.stringContaining('ada@example.com could not be delivered') })
  expect((await tenant.skein.listCustomers({})).data).toMatchObject([{ emailFailedAt: expect.any(String) }])
  const again = await tenant.skein.sendMessageNow({ path: { id: data.id } })
  expect(again.data.delivery).toMatchObject({ state: 'QUEUED', recipients: [{ state: 'QUEUED' }] })
  await until(() => sink.accepted.length === 2)
  expect(sink.accepted[1]?.raw).toBe(sink.accepted[0]?.raw)
})
