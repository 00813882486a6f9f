/** Which thread a mail joins: what leads to a thread, and what a stranger or a forger cannot do with it. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { InboundMail, Message, Thread } from '../../../../client/index.ts'
import { composeMail as compose, openMailInbox, supportAddress, type MailHeaders, type MailInbox } from '../../../../test/support/mails.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'

let tenant: TestTenant
let inbox: MailInbox
const service = await setUpService({ worker: true })
beforeEach(async () => {
  tenant = await service.createTenant()
  inbox = await openMailInbox(tenant)
})

type Conversation = { threadId: string; replyId: string; token: string; ticketNumber: string }

const findToken = statement<{ threadId: string }, { token: string }>(
  'select token from thread_mail_keys where thread_id = :threadId::uuid limit 1',
)

/** Ada's mail `<first@example.com>`, and an agent's reply to it. */
async function converse(of = { tenant, inbox }): Promise<Conversation> {
  const { threadId } = await of.inbox.deliver(compose({ 'Message-ID': '<first@example.com>' }))
  const id = threadId ?? ''
  const { data } = await of.tenant.skein.replyToThread({ path: { id }, body: { body: 'We are looking into it.' } })
  const row = await service.db.first(findToken, { threadId: parseTypeId('thr', id) ?? '' })
  return {
    threadId: id,
    replyId: data.email?.messageId ?? '',
    token: supportAddress.replace('@', `+r${row?.token}@`),
    ticketNumber: (await readThread(id, of.tenant)).ticketNumber,
  }
}
async function readThread(id: string, of = tenant): Promise<Thread> {
  return (await of.skein.getThread({ path: { id } })).data
}
async function listMessages(id: string): Promise<Message[]> {
  return (await tenant.skein.listMessages({ path: { id } })).data
}
let answers = 0
/** No two answers are equal, because a sender who repeats themselves is a flood. */
async function answer(headers: MailHeaders, query?: { rcpt: string }): Promise<InboundMail> {
  const mail = await inbox.deliver(compose({ Subject: 'Re: Empty export', ...headers }, `Any news, ${++answers}?`), query)
  expect(mail).toMatchObject({ outcome: 'MESSAGE', attempts: 1 })
  return mail
}
const eve = { From: 'Eve <eve@example.net>' }
const setStatus = (id: string, status: 'resolved' | 'closed') => tenant.skein.updateThread({ path: { id }, body: { status } })

describe('an answer joins the thread', () => {
  it('by each of its ids and addresses alone', async () => {
    const { threadId, replyId, token, ticketNumber } = await converse()
    const links: [MailHeaders, { rcpt: string }?][] = [
      [{ 'In-Reply-To': `<${replyId}>` }],
      [{ References: `<unknown@example.org> <${replyId}>` }],
      [{ References: '<first@example.com>\r\n <unknown@example.org>' }],
      [{ 'In-Reply-To': `Message of Monday <${replyId.toUpperCase()}>` }],
      [{ To: token }],
      [{ Cc: `"Support, team" <${token.toUpperCase()}>` }],
      [{ 'Delivered-To': token }],
      [{ 'X-Original-To': token }],
      [{}, { rcpt: token }],
      [{ Subject: `Re: [${ticketNumber}] Another subject` }],
    ]
    for (const [headers, query] of links) expect((await answer(headers, query)).threadId, JSON.stringify(headers)).toBe(threadId)
    expect((await tenant.skein.listThreads({})).meta.total).toBe(1)
  })

  it('of mails that have an ancestor in common which never came', async () => {
    const { threadId } = await answer({ References: '<never@example.com>', Cc: 'grace@example.com' })
    expect((await answer({ 'In-Reply-To': '<never@example.com>' })).threadId).toBe(threadId)
    expect((await answer({ From: 'grace@example.com', References: '<never@example.com>' })).threadId).toBe(threadId)
    expect((await answer({ ...eve, References: '<never@example.com>' })).threadId).not.toBe(threadId)
  })

  it('with a new subject while the thread is open, and not once it is resolved', async () => {
    const { threadId, replyId } = await converse()
    const topic = { 'In-Reply-To': `<${replyId}>`, Subject: 'An invoice' }
    expect((await answer(topic)).threadId).toBe(threadId)
    const { data } = await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'Here it is.' } })
    expect(data.email?.subject).toBe('Re: An invoice')
    await setStatus(threadId, 'resolved')
    const other = await answer({ ...topic, Subject: 'A refund' })
    expect(await readThread(other.threadId ?? '')).toMatchObject({ relatedTo: [threadId], followUpOf: null, subject: 'A refund' })
    expect((await answer({ ...topic, Subject: 'AW: Re[2]: FW: an  INVOICE' })).threadId).toBe(threadId)
  })

  it('that another was merged into, and follows up on a closed one', async () => {
    const { threadId, replyId } = await converse()
    const target = (await inbox.deliver(compose({ Subject: 'Empty export' }))).threadId ?? ''
    await tenant.skein.mergeThread({ path: { id: target }, body: { sourceIds: [threadId] } })
    expect((await answer({ 'In-Reply-To': `<${replyId}>` })).threadId).toBe(target)
    await setStatus(target, 'resolved')
    await setStatus(target, 'closed')
    const followUp = await answer({ 'In-Reply-To': `<${replyId}>` })
    expect(await readThread(followUp.threadId ?? '')).toMatchObject({ followUpOf: target, status: 'open' })
  })
})

describe('a stranger', () => {
  it('who knows the id of a mail starts a thread that is related', async () => {
    const { threadId } = await converse()
    const other = await answer({ ...eve, References: '<first@example.com>' })
    expect(await readThread(other.threadId ?? '')).toMatchObject({ relatedTo: [threadId], customer: { email: 'eve@example.net' } })
  })

  it('with the secret address writes as themselves, and gets no replies', async () => {
    const { threadId, token } = await converse()
    expect((await answer({ ...eve, To: token })).threadId).toBe(threadId)
    const [message] = await listMessages(threadId)
    expect(message).toMatchObject({ email: { sender: 'NEW', from: { address: 'eve@example.net' } }, author: { name: 'Eve' } })
    const { to, cc } = (await tenant.skein.getThreadRecipients({ path: { id: threadId }, query: {} })).data
    expect([...to, ...cc].map(({ address }) => address)).toEqual(['ada@example.com'])
    expect(await readThread(threadId)).toMatchObject({ customer: { email: 'ada@example.com' } })
  })

  it("with a closed thread's secret address becomes the follow-up's customer", async () => {
    const { threadId, token } = await converse()
    await setStatus(threadId, 'resolved')
    await setStatus(threadId, 'closed')
    const id = (await answer({ ...eve, To: token })).threadId ?? ''
    expect(await readThread(id)).toMatchObject({ followUpOf: threadId, customer: { email: 'eve@example.net' } })
    const [message] = await listMessages(id)
    expect(message).toMatchObject({ email: { sender: 'PARTICIPANT', from: { address: 'eve@example.net' } } })
    const { to, cc } = (await tenant.skein.getThreadRecipients({ path: { id }, query: {} })).data
    expect([...to, ...cc].map(({ address }) => address)).toEqual(['eve@example.net'])
  })

  it('gets nowhere with the number of a ticket, which its customer can use', async () => {
    const { threadId, ticketNumber } = await converse()
    const subject = { Subject: `[${ticketNumber}] Empty export` }
    const other = await answer({ ...eve, ...subject })
    expect(other.threadId).not.toBe(threadId)
    expect(await readThread(other.threadId ?? '')).toMatchObject({ relatedTo: [threadId] })
    expect((await answer(subject)).threadId).toBe(threadId)
    await setStatus(threadId, 'resolved')
    await setStatus(threadId, 'closed')
    const later = await answer(subject)
    expect(await readThread(later.threadId ?? '')).toMatchObject({ relatedTo: [threadId], followUpOf: null })
  })

  it('who writes in the name of a participant by look-alike letters is another person', async () => {
    const { threadId } = await converse()
    const other = await answer({ From: 'Ada <\u0430da@example.com>', 'In-Reply-To': '<first@example.com>' })
    expect(other.threadId).not.toBe(threadId)
  })
})

describe('no thread is found by', () => {
  it('a forged id or token', async () => {
    const { threadId, replyId, token } = await converse()
    const [local = '', domain = ''] = replyId.split('@')
    const change = (text: string): string => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')
    const forged: MailHeaders[] = [
      { 'In-Reply-To': `<${change(local)}@${domain}>` },
      { 'In-Reply-To': `<${local.slice(0, -1)}@${domain}>` },
      { To: token.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@')) },
      { To: `${supportAddress.replace('@', '+r@')}` },
      { Subject: 'Re: Empty export', 'Thread-Index': 'AQHTQ', 'Thread-Topic': 'Empty export' },
      { 'In-Reply-To': '<>', References: `<${'x'.repeat(999)}@example.com> <> < >` },
    ]
    for (const headers of forged) {
      const other = await answer({ ...eve, ...headers })
      expect(other.threadId).not.toBe(threadId)
      expect(await readThread(other.threadId ?? '')).toMatchObject({ relatedTo: [] })
    }
  })

  it("another tenant's ids, tokens and numbers", async () => {
    const other = await service.createTenant()
    const foreign = await converse({ tenant: other, inbox: await openMailInbox(other) })
    const links: MailHeaders[] = [
      { 'In-Reply-To': `<${foreign.replyId}>` },
      { References: '<first@example.com>' },
      { To: foreign.token },
      { Subject: `[${foreign.ticketNumber}]` },
    ]
    for (const headers of links) {
      const { threadId } = await answer(headers)
      expect(await readThread(threadId ?? '')).toMatchObject({ relatedTo: [] })
    }
    expect(await readThread(foreign.threadId, other)).toMatchObject({ messageCount: 2 })
  })
})
