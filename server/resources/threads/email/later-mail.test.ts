/** Mails of replies that are written in other ways or leave later: one mail each, to the people that the agent saw. */
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Message, ReplyCreate } from '../../../../client/index.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { composeMail, type MailInbox, openMailInbox } from '../../../../test/support/mails.ts'
import { type SmtpScript, startScriptedServer } from '../../../../test/support/scripted-smtp.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { resumeTenant, suspendTenant } from '../../tenants/index.ts'

const script: SmtpScript = {}
let tenant: TestTenant
let inbox: MailInbox
/** Addresses of the test's own, because mails of earlier tests may arrive during the test. */
let ada: string
let grace: string
let tests = 0
const sink = await startScriptedServer(script)
afterAll(() => sink.stop())
const service = await setUpService({ worker: true, config: { mail: { smtpUrl: sink.url, retrySeconds: Array(60).fill(0.05) } } })
beforeEach(async () => {
  delete script.rcptTo
  const domain = `t${++tests}.example`
  ada = `ada@${domain}`
  grace = `grace@${domain}`
  tenant = await service.createTenant()
  inbox = await openMailInbox(tenant)
})

async function createThread(email = ada): Promise<string> {
  const body = { title: 'Empty export', body: 'It is empty.', requester: { email }, inboxId: inbox.inboxId }
  return (await tenant.skein.createThread({ body })).data.threadId
}
async function reply(threadId: string, more: Partial<ReplyCreate> = {}): Promise<Message> {
  return (await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'We are looking into it.', ...more } })).data
}
async function waitForSent(count = 1): Promise<string[][]> {
  const list = () => sink.received.map(({ recipients }) => recipients).filter((each) => each.includes(ada) || each.includes(grace))
  await until(() => list().length >= count)
  return list()
}

it('a scheduled reply that is sent at once and again leaves once', async () => {
  const { id } = await reply(await createThread(), { undoSeconds: 60 })
  await tenant.skein.sendMessageNow({ path: { id } })
  expect((await tenant.api('POST', `/messages/${id}/send`, { mayFail: true })).status).toBe(409)
  expect(await waitForSent()).toEqual([[ada]])
  expect((await tenant.api('DELETE', `/messages/${id}`, { mayFail: true })).status).toBe(409)
})

it('a reply goes to the customer of its time, although the thread gets another', async () => {
  script.rcptTo = () => '451 4.3.0 later'
  const { threadId } = await reply(await createThread(), { undoSeconds: 0 })
  const { id: customerId } = (await tenant.skein.upsertCustomer({ body: { email: grace } })).data
  await tenant.skein.updateThread({ path: { id: threadId }, body: { customerId } })
  delete script.rcptTo
  expect(await waitForSent()).toEqual([[ada]])
  await reply(threadId)
  expect(await waitForSent(2)).toEqual([[ada], [grace]])
})

it('a scheduled reply that is taken back is not mailed', async () => {
  const threadId = await createThread()
  // Longer than a busy machine needs to take it back.
  const { id } = await reply(threadId, { undoSeconds: 5 })
  await tenant.skein.deleteMessage({ path: { id } })
  await reply(threadId, { to: [grace], undoSeconds: 5 })
  expect(await waitForSent()).toEqual([[grace]])
})

it('a scheduled reply of a merged thread is mailed once; answers reach the target', async () => {
  const [source, target] = [await createThread(), await createThread()]
  await reply(source, { undoSeconds: 1 })
  await tenant.skein.mergeThread({ path: { id: target }, body: { sourceIds: [source] } })
  expect(await waitForSent()).toEqual([[ada]])
  const to = /^Reply-To: .*<(.*)>/im.exec(sink.received.find(({ recipients }) => recipients.includes(ada))?.raw ?? '')?.[1] ?? ''
  const answer = await inbox.deliver(composeMail({ From: ada, To: to, Subject: 'Re: Empty export' }), { rcpt: to })
  expect(answer).toMatchObject({ outcome: 'MESSAGE', threadId: target })
})

it('a reply that also resolves its thread, and a canned response, are mailed once', async () => {
  const threadId = await createThread()
  await reply(threadId, { changes: { status: 'resolved' } })
  const { data: canned } = await tenant.skein.createCannedResponse({ body: { title: 'Thanks', shortcut: 'thanks', body: 'Thank you.' } })
  await tenant.skein.applyCannedResponse({ path: { id: await createThread(grace) }, body: { cannedResponseId: canned.id } })
  expect((await waitForSent(2)).toSorted()).toEqual([[ada], [grace]])
  expect((await tenant.skein.getThread({ path: { id: threadId } })).data.status).toBe('resolved')
})

it('a reply that is refused leaves no mail', async () => {
  const threadId = await createThread()
  const { data } = await tenant.skein.getThread({ path: { id: threadId } })
  await tenant.skein.createMessage({ path: { id: threadId }, body: { body: 'One more thing.' } })
  const body = { body: 'Too late.', expectedLastMessageId: data['lastMessageId'] }
  expect((await tenant.api('POST', `/threads/${threadId}/reply`, { body, mayFail: true })).status).toBe(409)
  await tenant.skein.updateThread({ path: { id: threadId }, body: { status: 'closed' } })
  expect((await tenant.api('POST', `/threads/${threadId}/reply`, { body: { body: 'Closed.' }, mayFail: true })).status).toBe(409)
  await reply(await createThread(grace))
  expect(await waitForSent()).toEqual([[grace]])
})

it('a mail that waits is not sent after its customer was erased', async () => {
  script.rcptTo = (address) => (address === ada ? '451 4.3.0 later' : '250 ok')
  const threadId = await createThread()
  await reply(threadId)
  const { customer } = (await tenant.skein.getThread({ path: { id: threadId } })).data
  await tenant.api('POST', '/privacy/erase', { body: { customerId: customer?.id, mode: 'ANONYMIZE' } })
  await until(async () => (await tenant.skein.listPrivacyRequests({})).data.every(({ state }) => state === 'DONE'))
  delete script.rcptTo
  await reply(await createThread(grace))
  expect(await waitForSent()).toEqual([[grace]])
})

it('a suspended tenant’s mail waits, and is sent once when the tenant is resumed', async () => {
  script.rcptTo = () => '451 4.3.0 later'
  await reply(await createThread())
  await suspendTenant(service.db, tenant.tenantId)
  delete script.rcptTo
  await resumeTenant(service.db, tenant.tenantId)
  expect(await waitForSent()).toEqual([[ada]])
})
