/** Replies through mail servers that answer late, are silent, or replace the Message-ID. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Message, ReplyCreate } from '../../../../client/index.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { composeMail, type MailHeaders, type MailInbox, openMailInbox, supportAddress } from '../../../../test/support/mails.ts'
import { type SmtpScript, startScriptedServer } from '../../../../test/support/scripted-smtp.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'

const script: SmtpScript = {}
let tenant: TestTenant
let inbox: MailInbox
const sink = await startScriptedServer(script)
const mail = { smtpUrl: sink.url, stepTimeoutSeconds: 1, retrySeconds: Array(60).fill(0.05) }
afterAll(() => sink.stop())
const service = await setUpService({ worker: true, config: { mail } })
beforeEach(async () => {
  delete script.dot
  sink.received.length = 0
  tenant = await service.createTenant()
  inbox = await openMailInbox(tenant)
})

async function reply(threadId: string, more: Partial<ReplyCreate> = {}): Promise<Message> {
  return (await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'We are looking into it.', ...more } })).data
}
async function createThread(email = 'ada@example.com'): Promise<string> {
  const body = { title: 'Empty export', body: 'It is empty.', requester: { email }, inboxId: inbox.inboxId }
  return (await tenant.skein.createThread({ body })).data.threadId
}
async function waitForSent({ id, threadId }: Message): Promise<Message> {
  const find = async () => (await tenant.skein.listMessages({ path: { id: threadId } })).data.filter((message) => message.id === id)
  await until(async () => (await find())[0]?.delivery.state === 'SENT')
  const [found] = await find()
  if (!found) throw new Error(`There is no message ${id}`)
  return found
}

it('a mail whose final dot is answered later than any other step leaves once', async () => {
  script.dot = () => sleep(2_000, '250 2.0.0 Ok: queued as SLOW1')
  const sent = await waitForSent(await reply(await createThread()))
  expect(sent.delivery).toMatchObject({ uncertain: false, providerId: 'SLOW1' })
  expect(sink.received).toHaveLength(1)
})

it('an inbox whose server is silent delays no reply of another inbox', async () => {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  script.dot = async ({ from }) => {
    if (from === supportAddress) await released
    return '250 2.0.0 Ok'
  }
  const threadId = await createThread()
  const waiting: Message[] = []
  for (let i = 0; i < 10; i++) waiting.push(await reply(threadId))
  await until(() => sink.received.length === 2)
  const body = { name: 'Sales', type: 'EMAIL', address: 'sales@acme.example' } as const
  const { id: fromInboxId } = (await tenant.skein.createInbox({ body })).data
  await waitForSent(await reply(await createThread('eve@example.com'), { fromInboxId }))
  expect(sink.received.map(({ from }) => from)).toEqual([supportAddress, supportAddress, 'sales@acme.example'])
  release()
  for (const message of waiting) expect((await waitForSent(message)).delivery.uncertain).toBe(false)
  expect(sink.received.filter(({ from }) => from === supportAddress)).toHaveLength(10)
})

it('an answer that refers only to the id that the server gave reaches the thread', async () => {
  script.dot = () => '250 Ok <0100018b5c3c-1@eu-west-1.amazonses.com>'
  const { threadId } = await waitForSent(await reply(await createThread()))
  const answer = (headers: MailHeaders, text: string) => inbox.deliver(composeMail({ Subject: 'Re: Empty export', ...headers }, text))
  const whole = await answer({ 'In-Reply-To': '<0100018b5c3c-1@eu-west-1.amazonses.com>' }, 'Thank you.')
  expect(whole).toMatchObject({ outcome: 'MESSAGE', threadId })
  const other = await answer({ References: '<0100018b5c3c-2@eu-west-1.amazonses.com>' }, 'Another export.')
  expect(other.outcome).toBe('MESSAGE')
  expect(other.threadId).not.toBe(threadId)
  script.dot = () => '250 Ok 0100018b5c3c-3'
  await waitForSent(await reply(threadId))
  const part = await answer({ References: '<0100018b5c3c-3@eu-west-1.amazonses.com>' }, 'It works.')
  expect(part).toMatchObject({ outcome: 'MESSAGE', threadId })
})
