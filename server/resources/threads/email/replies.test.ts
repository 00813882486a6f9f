/** Replies by mail, from the request to the mail server of the test. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Message } from '../../../../client/index.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { startMailServer, type MailServer } from '../../../../test/support/mail-server.ts'
import { startTestService, type TestService, type TestTenant } from '../../../../test/support/service.ts'

let sink: MailServer
let service: TestService
let tenant: TestTenant
let inboxId: string
const address = 'support@acme.example'
beforeAll(async () => {
  sink = await startMailServer()
  service = await startTestService({ worker: true, config: { mail: { smtpUrl: sink.url } } })
})
afterAll(async () => {
  await service.stop()
  await sink.stop()
})
beforeEach(async () => {
  sink.accepted.length = 0
  tenant = await service.createTenant()
  inboxId = (await tenant.skein.createInbox({ body: { name: 'Support', type: 'EMAIL', address, signature: 'The support team' } })).data.id
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
  expect(mail?.references).toContain(data.email?.messageId)
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
