/** From the bytes of a mail to its outcome, through the API and the worker. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Customer, Message, Thread } from '../../../../client/index.ts'
import { composeMail as compose, openMailInbox, supportAddress as address, type MailInbox } from '../../../../test/support/mails.ts'
import { startTestService, type TestService, type TestTenant } from '../../../../test/support/service.ts'

let service: TestService
let tenant: TestTenant
let inboxId: string
let deliver: MailInbox['deliver']
let post: MailInbox['post']
beforeAll(async () => {
  service = await startTestService({ worker: true })
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await service.createTenant()
  ;({ inboxId, deliver, post } = await openMailInbox(tenant))
})

async function listThreads(): Promise<Thread[]> {
  return (await tenant.skein.listThreads({})).data
}
async function listMessages(id: string): Promise<Message[]> {
  return (await tenant.skein.listMessages({ path: { id } })).data
}

describe('a mail', () => {
  it('becomes a thread of its sender, once, however often it is delivered', async () => {
    const mail = compose()
    const first = await deliver(mail)
    expect(first).toMatchObject({ outcome: 'MESSAGE', cause: null, from: 'ada@example.com', attempts: 1 })
    expect(await post(mail)).toMatchObject({ id: first.id, outcome: 'MESSAGE' })
    const [thread, ...others] = await listThreads()
    expect(others).toEqual([])
    expect(thread).toMatchObject({
      subject: 'Empty export',
      channel: 'email',
      status: 'open',
      inboxId,
      customer: { email: 'ada@example.com', name: 'Ada' },
    })
    const [message, ...more] = await listMessages(thread?.id ?? '')
    expect(more).toEqual([])
    expect(message).toMatchObject({
      id: first.resultId,
      bodyText: expect.stringContaining('The export is empty.'),
      channel: 'email',
      email: { direction: 'IN', subject: 'Empty export', from: { name: 'Ada', address: 'ada@example.com' }, sender: 'PARTICIPANT' },
      delivery: { state: 'NOT_APPLICABLE' },
    })
  })

  it('with the same id and another Date is another message, not with another body', async () => {
    const first = await deliver(compose({ 'Message-ID': '<same@example.com>' }))
    const later = await deliver(compose({ 'Message-ID': '<same@example.com>', Date: 'Thu, 5 Mar 2026 09:30:00 +0000' }))
    expect(later).toMatchObject({ outcome: 'MESSAGE' })
    expect((await post(compose({ 'Message-ID': '<same@example.com>' }, 'The export is empty.\r\n-- footer'))).id).toBe(first.id)
    const { data } = await tenant.skein.listInboundMails({ query: { outcome: 'DUPLICATE' } })
    expect(data).toMatchObject([{ differs: true, duplicateOf: first.id }])
  })

  it('without any header is refused, and nothing is kept', async () => {
    await expect(post('no headers at all')).rejects.toMatchObject({ code: 'SVC-MAIL-MALFORMED' })
    expect((await tenant.skein.listInboundMails({})).meta.total).toBe(0)
  })
})

describe('an answer', () => {
  it('by In-Reply-To of a known mail stays in the thread', async () => {
    const first = await deliver(compose({ 'Message-ID': '<first@example.com>' }))
    const answer = await deliver(compose({ 'In-Reply-To': '<first@example.com>', Subject: 'Re: Empty export' }, 'Any news?'))
    expect(answer).toMatchObject({ outcome: 'MESSAGE', threadId: first.threadId })
    expect((await listMessages(first.threadId ?? '')).map(({ inReplyToId }) => inReplyToId)).toEqual([first.resultId, null])
  })

  it('of a stranger who names a known id starts a thread that is related', async () => {
    const first = await deliver(compose({ 'Message-ID': '<secret@example.com>' }))
    const other = await deliver(compose({ From: 'Eve <eve@example.net>', References: '<secret@example.com>' }))
    expect(other.threadId).not.toBe(first.threadId)
    const { data } = await tenant.skein.getThread({ path: { id: other.threadId ?? '' } })
    expect(data).toMatchObject({ relatedTo: [first.threadId], customer: { email: 'eve@example.net' } })
  })

  it('opens a resolved thread, and an automatic one does not', async () => {
    const first = await deliver(compose({ 'Message-ID': '<one@example.com>' }))
    const id = first.threadId ?? ''
    await tenant.skein.updateThread({ path: { id }, body: { status: 'resolved' } })
    const absence = await deliver(compose({ 'In-Reply-To': '<one@example.com>', 'Auto-Submitted': 'auto-replied' }, 'I am away.'))
    expect(absence).toMatchObject({ outcome: 'MESSAGE', threadId: id })
    expect((await tenant.skein.getThread({ path: { id } })).data).toMatchObject({ status: 'resolved', waitingSince: null, messageCount: 2 })
    await deliver(compose({ 'In-Reply-To': '<one@example.com>', Subject: 'Re: Empty export' }, 'It is still empty.'))
    expect((await tenant.skein.getThread({ path: { id } })).data).toMatchObject({ status: 'open', messageCount: 3 })
  })
})

describe('a guard', () => {
  it('suspends an absence notice that belongs to no thread, without a customer', async () => {
    const mail = await deliver(compose({ 'Auto-Submitted': 'auto-replied' }))
    expect(mail).toMatchObject({ outcome: 'SUSPENDED', cause: 'AUTOMATIC', threadId: null })
    expect((await tenant.skein.listCustomers({})).data satisfies Customer[]).toEqual([])
  })

  it.each([
    ['NO_SENDER', { From: null }],
    ['SPAM', { 'X-Spam-Flag': 'YES' }],
    ['SELF_SENT', { From: address }],
  ])('suspends with %s', async (cause, headers) => {
    expect(await deliver(compose(headers))).toMatchObject({ outcome: 'SUSPENDED', cause })
  })
})
