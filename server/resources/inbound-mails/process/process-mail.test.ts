/** From the bytes of a mail to its outcome, through the API and the worker. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Customer, Message, Thread } from '../../../../client/index.ts'
import { composeMail as compose, openMailInbox, supportAddress as address, type MailInbox } from '../../../../test/support/mails.ts'
import { newId } from '#platform/ids.ts'
import { createSecrets } from '#platform/secrets.ts'
import { markRecipient } from '../../mail/index.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'

let tenant: TestTenant
let inboxId: string
let deliver: MailInbox['deliver']
let post: MailInbox['post']
const service = await setUpService({ worker: true })
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

describe('an attachment', () => {
  it('without a byte is attached like any other', async () => {
    const parts = ['--b', 'Content-Type: text/plain', '', 'See file.', '--b', 'Content-Type: text/csv; name=empty.csv', '', '', '--b--', '']
    const { threadId } = await deliver(compose({ 'Content-Type': 'multipart/mixed; boundary=b' }, parts.join('\r\n')))
    const [message] = await listMessages(threadId ?? '')
    expect(message).toMatchObject({ attachments: [{ filename: 'empty.csv', size: 0 }], email: { omitted: [] } })
    const served = await fetch(String(message?.attachments?.[0]?.url).replace('http://localhost', service.baseUrl))
    expect([served.status, await served.text()]).toEqual([200, ''])
  })
})

describe('a calendar reply', () => {
  it('sets the answer of the attendee who sent it, and of nobody else', async () => {
    const { threadId } = await deliver(compose())
    const startsAt = new Date(Date.now() + 86_400_000).toISOString()
    const endsAt = new Date(Date.now() + 90_000_000).toISOString()
    const body = { startsAt, endsAt, timezone: 'UTC', attendees: [{ email: 'ada@example.com' }, { email: 'grace@example.com' }] }
    const { data: meeting } = await tenant.skein.scheduleMeeting({ path: { id: threadId ?? '' }, body })
    const calendar = (attendee: string) =>
      [
        'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\nDTSTAMP:20260304T093000Z',
        `UID:${meeting.icsUid}\r\nATTENDEE;PARTSTAT=ACCEPTED:mailto:${attendee}\r\nEND:VEVENT\r\nEND:VCALENDAR`,
      ].join('\r\n')
    const type = { 'Content-Type': 'text/calendar; method=REPLY', Subject: 'Accepted' }
    await deliver(compose({ ...type, From: 'eve@example.net' }, calendar('grace@example.com')))
    await deliver(compose(type, calendar('Ada@example.com')))
    const { data } = await tenant.skein.getMeeting({ path: { id: meeting.id } })
    expect(data.attendees.map(({ email, rsvp }) => [email, rsvp])).toEqual([
      ['ada@example.com', 'ACCEPTED'],
      ['grace@example.com', 'NEEDS_ACTION'],
    ])
    expect(data.icsSequence).toBe(0)
  })
})

describe('a bounce of a mail of the service itself', () => {
  it('creates nothing, and stops automatic mail to the address', async () => {
    const { data: customer } = await tenant.skein.upsertCustomer({ body: { email: 'ada@example.com' } })
    const signedId = markRecipient(createSecrets(service.config.secretKey), tenant.tenantId, newId(), 'ada@example.com')
    const report = [
      '--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.net',
      'Final-Recipient: rfc822; ada@example.com\r\nAction: failed\r\nStatus: 5.1.1',
      `--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <${signedId}@example.com>\r\n--b--`,
    ].join('\r\n\r\n')
    const type = { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' }
    const bounce = await deliver(compose({ ...type, From: 'mailer-daemon@example.net' }, report))
    expect(bounce).toMatchObject({ outcome: 'BOUNCE', threadId: null, resultId: null })
    expect((await tenant.skein.getCustomer({ path: { id: customer.id } })).data.emailFailedAt).not.toBeNull()
    expect(await listThreads()).toEqual([])
  })
})
