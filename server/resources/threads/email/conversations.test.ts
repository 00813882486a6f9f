/** Mail programs show the mails of a thread as one conversation, and mails that name only the thread find it. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../../test/support/job-fixture.ts'
import { countInDovecot, hasDovecot, listConversations } from '../../../../test/support/mail-threads.ts'
import { startMailServer } from '../../../../test/support/mail-server.ts'
import { composeMail, type MailHeaders, type MailInbox, openMailInbox } from '../../../../test/support/mails.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'

let tenant: TestTenant
let inbox: MailInbox
/** The mails of the customer's mailbox, in and out. */
let mails: string[]
const sink = await startMailServer()
afterAll(() => sink.stop())
const service = await setUpService({ worker: true, config: { mail: { smtpUrl: sink.url } } })
beforeEach(async () => {
  mails = []
  sink.accepted.length = 0
  tenant = await service.createTenant()
  inbox = await openMailInbox(tenant)
})

async function write(headers: MailHeaders) {
  const mail = composeMail(headers)
  mails.push(mail)
  return inbox.deliver(mail)
}
async function waitForMail(): Promise<string> {
  const { length } = mails
  await until(() => sink.accepted.length > 0)
  const raw = sink.accepted.shift()?.raw ?? ''
  mails.push(raw)
  expect(mails).toHaveLength(length + 1)
  return raw
}
async function reply(threadId: string): Promise<string> {
  await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'We are looking into it.' } })
  return waitForMail()
}
const idsOf = (raw: string, name: string): string[] => {
  const value = new RegExp(`^${name}:((?:.|\\r\\n[ \\t])*)`, 'im').exec(raw)?.[1] ?? ''
  return value.split(/\s+/).filter(Boolean)
}
/** The headers with which a mail program answers. */
const answering = (raw: string): MailHeaders => {
  const id = idsOf(raw, 'Message-ID')[0] ?? ''
  return { Subject: 'Re: Empty export', 'In-Reply-To': id, References: [...idsOf(raw, 'References'), id].join(' ') }
}

/** A conversation with two replies in a row, a reply that a relay has renamed, and a mail that a phone has sent without any ids. */
async function converse(): Promise<string> {
  const { threadId } = await write({ 'Message-ID': '<first@example.com>' })
  const id = threadId ?? ''
  const first = await reply(id)
  await write(answering(first))
  await reply(id)
  const fourth = await reply(id)
  const renamed = fourth.replace(/^Message-ID:.*$/im, 'Message-ID: <0102018@eu-central-1.amazonses.com>')
  mails.splice(mails.indexOf(fourth), 1, renamed)
  expect((await write(answering(renamed))).threadId).toBe(threadId)
  await write({ Subject: `Re: Empty export [${(await tenant.skein.getThread({ path: { id } })).data.ticketNumber}]` })
  await reply(id)
  return id
}

it('a reply names the thread first and the mail answered last', async () => {
  const { threadId } = await write({ 'Message-ID': '<second@example.com>', References: '<root@example.com> <first@example.com>' })
  const first = await reply(threadId ?? '')
  const [thread, ...others] = idsOf(first, 'References')
  expect(thread).toMatch(/^<[0-9a-z]{26}\.[0-9a-z]{16}@acme\.example>$/)
  expect(others).toEqual(['<root@example.com>', '<first@example.com>', '<second@example.com>'])
  expect(idsOf(first, 'In-Reply-To')).toEqual(['<second@example.com>'])
  const answer = await write(answering(first))
  expect(answer.threadId).toBe(threadId)
  const second = await reply(threadId ?? '')
  expect(idsOf(second, 'References')[0]).toBe(thread)
  expect(idsOf(second, 'References').at(-1)).toBe(idsOf(second, 'In-Reply-To')[0])
})

describe('the mails of a thread are one conversation', () => {
  it('by the algorithm of RFC 5256', async () => {
    await converse()
    // The mail without ids names nothing, and no mail of ours can change that before the reply to it.
    expect(listConversations(mails)).toHaveLength(1)
    const foreign = composeMail({ 'Message-ID': '<other@example.com>' })
    expect(listConversations([...mails, foreign])).toHaveLength(2)
  })

  it.skipIf(!hasDovecot)('in Dovecot, if it is installed', async () => {
    await converse()
    expect(await countInDovecot(mails, 'REFS')).toBe(1)
    expect(await countInDovecot(mails, 'REFERENCES')).toBe(1)
    expect(await countInDovecot([...mails, composeMail({ Subject: 'Other' })], 'REFS')).toBe(2)
  })

  it('also if an agent began it and writes again before an answer', async () => {
    const body = { inboxId: inbox.inboxId, to: ['ada@example.com'], subject: 'Your order', body: 'It is late.' }
    const { id: threadId } = (await tenant.skein.composeThread({ body })).data
    const first = await waitForMail()
    await reply(threadId)
    expect((await write({ ...answering(first), Subject: 'Re: Your order' })).threadId).toBe(threadId)
    expect(listConversations(mails)).toHaveLength(1)
  })
})

describe('a mail that names only the thread’s id', () => {
  const onlyThread = (raw: string): MailHeaders => ({ Subject: 'Re: Empty export', References: idsOf(raw, 'References')[0] ?? '' })

  it('belongs to the thread, also in In-Reply-To, and from a stranger as themselves', async () => {
    const { threadId } = await write({})
    const sent = await reply(threadId ?? '')
    expect((await write(onlyThread(sent))).threadId).toBe(threadId)
    expect((await write({ Subject: 'Re: Empty export', 'In-Reply-To': idsOf(sent, 'References')[0] ?? '' })).threadId).toBe(threadId)
    const ofStranger = await write({ ...onlyThread(sent), From: 'Bob <bob@example.net>' })
    expect(ofStranger.threadId).toBe(threadId)
    const { data } = await tenant.skein.listMessages({ path: { id: threadId ?? '' } })
    expect(data.find(({ id }) => id === ofStranger.resultId)?.email?.sender).toBe('NEW')
  })

  it('follows a merge to its target', async () => {
    const [source, target] = [await write({}), await write({ From: 'Bob <bob@example.net>' })]
    const sent = await reply(source.threadId ?? '')
    await tenant.skein.mergeThread({
      path: { id: target.threadId ?? '' },
      body: { sourceIds: [source.threadId ?? ''], allowCrossCustomer: true },
    })
    expect((await write(onlyThread(sent))).threadId).toBe(target.threadId)
  })

  it('starts a thread of its own if the id is forged or of another tenant', async () => {
    const { threadId } = await write({})
    const sent = await reply(threadId ?? '')
    const forged = (idsOf(sent, 'References')[0] ?? '').replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0'))
    expect((await write({ Subject: 'Re: Empty export', References: forged, From: 'Bob <bob@example.net>' })).threadId).not.toBe(threadId)
    const other = await openMailInbox(await service.createTenant())
    const there = await other.deliver(composeMail({ ...onlyThread(sent), From: 'Bob <bob@example.net>' }))
    expect(there).toMatchObject({ outcome: 'MESSAGE' })
    expect(there.threadId).not.toBe(threadId)
  })
})
