/** Each recipient of a mail gets a copy with a mark, by which a report about the copy is believed. */
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Message } from '../../../../client/index.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { composeMail, type MailInbox, openMailInbox } from '../../../../test/support/mails.ts'
import { startScriptedServer } from '../../../../test/support/scripted-smtp.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'

let tenant: TestTenant
let inbox: MailInbox
const sink = await startScriptedServer()
afterAll(() => sink.stop())
const service = await setUpService({ worker: true, config: { mail: { smtpUrl: sink.url } } })
beforeEach(async () => {
  sink.received.length = 0
  tenant = await service.createTenant()
  inbox = await openMailInbox(tenant)
})

async function createThread(): Promise<string> {
  const body = { title: 'Empty export', body: 'It is empty.', requester: { email: 'ada@example.com' }, inboxId: inbox.inboxId }
  return (await tenant.skein.createThread({ body })).data.threadId
}
async function readMessage({ id, threadId }: Pick<Message, 'id' | 'threadId'>): Promise<Message> {
  const { data } = await tenant.skein.listMessages({ path: { id: threadId } })
  const found = data.find((message) => message.id === id)
  if (!found) throw new Error(`There is no message ${id}`)
  return found
}
/** Sends a reply to Ada and Eve. */
async function send(threadId: string): Promise<Message> {
  const body = { body: 'We are looking into it.', to: ['ada@example.com'], cc: ['eve@example.com'] }
  const { data } = await tenant.skein.replyToThread({ path: { id: threadId }, body })
  await until(async () => (await readMessage(data)).delivery.state === 'SENT')
  return data
}
const getStates = ({ delivery }: Message): Record<string, string> =>
  Object.fromEntries(delivery.recipients.map(({ address, state }) => [address, state]))

it('a recipient gets a copy with a mark of its own, and the same mail otherwise', async () => {
  await send(await createThread())
  const marks = sink.received.map(({ raw }) => /^X-Skein-Message:\s+(\S+)\r\n/im.exec(raw)?.[1] ?? '')
  expect(new Set(marks).size).toBe(2)
  for (const mark of marks) expect(mark).toMatch(/^[0-9a-z]{26}\.[0-9a-z]{16}\.[0-9a-z]{16}$/)
  expect(new Set(sink.received.map(({ raw }, i) => raw.replace(marks[i] ?? '', ''))).size).toBe(1)
})

it('a recipient cannot report the mail of another recipient as returned', async () => {
  const threadId = await createThread()
  const message = await send(threadId)
  await tenant.skein.updateThread({ path: { id: threadId }, body: { status: 'resolved' } })
  const getCopy = (address: string): string => sink.received.find(({ recipients }) => recipients.includes(address))?.raw ?? ''
  let reports = 0
  const report = (headers: string): string =>
    composeMail(
      {
        From: 'mailer-daemon@mx.example.com',
        Subject: 'Undelivered',
        'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b',
      },
      `${++reports}\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nFinal-Recipient: rfc822; ada@example.com\r\n` +
        `Action: failed\r\nStatus: 5.1.1\r\n\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\n${headers}\r\n--b--`,
    )
  const forged = getCopy('eve@example.com').split('\r\n\r\n')[0] ?? ''
  const getCustomer = async () => (await tenant.skein.upsertCustomer({ body: { email: 'ada@example.com' } })).data
  for (const headers of [forged.replace(/^X-Skein-Message:\s+\S+\r\n/im, ''), `Message-ID: <${message.email?.messageId}>`])
    expect(await inbox.deliver(report(headers), { from: '' })).toMatchObject({ outcome: 'BOUNCE', threadId, resultId: message.id })
  expect(getStates(await readMessage(message))).toEqual({ 'ada@example.com': 'SENT', 'eve@example.com': 'SENT' })
  expect((await tenant.skein.getThread({ path: { id: threadId } })).data.status).toBe('resolved')
  expect((await getCustomer()).emailFailedAt).toBeNull()
  const notes = (await tenant.skein.listMessages({ path: { id: threadId } })).data.filter(({ internal }) => internal)
  expect(notes.map(({ bodyText }) => bodyText)).toEqual([expect.stringContaining('A report says that a mail to ada@example.com')])
  // With the mark of the forger's own copy, the report is about the forger.
  await inbox.deliver(report(forged), { from: '' })
  expect(getStates(await readMessage(message))).toEqual({ 'ada@example.com': 'SENT', 'eve@example.com': 'BOUNCED' })
  await inbox.deliver(report(getCopy('ada@example.com').split('\r\n\r\n')[0] ?? ''), { from: '' })
  expect(getStates(await readMessage(message))).toEqual({ 'ada@example.com': 'BOUNCED', 'eve@example.com': 'BOUNCED' })
  expect((await getCustomer()).emailFailedAt).not.toBeNull()
})

it('a person who joined later cannot report the only recipient of an earlier mail', async () => {
  const threadId = await createThread()
  const { data: message } = await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'We are looking into it.' } })
  await until(async () => (await readMessage(message)).delivery.state === 'SENT')
  const id = (await readMessage(message)).email?.messageId ?? ''
  await inbox.deliver(composeMail({ From: 'ada@example.com', Cc: 'eve@example.com', 'In-Reply-To': `<${id}>` }, 'Eve knows more.'))
  const returned = (headers: string): string =>
    composeMail(
      { From: 'mailer-daemon@mx.example.com', Subject: 'Undelivered' },
      `<ada@example.com>: 550 5.1.1 user unknown\r\n\r\n${headers}`,
    )
  expect(await inbox.deliver(returned(`Message-ID: <${id}>`), { from: '' })).toMatchObject({ outcome: 'BOUNCE', threadId })
  expect(getStates(await readMessage(message))).toEqual({ 'ada@example.com': 'SENT' })
  const copy = sink.received.find(({ recipients }) => recipients.includes('ada@example.com'))?.raw.split('\r\n\r\n')[0] ?? ''
  await inbox.deliver(returned(copy), { from: '' })
  expect(getStates(await readMessage(message))).toEqual({ 'ada@example.com': 'BOUNCED' })
})
