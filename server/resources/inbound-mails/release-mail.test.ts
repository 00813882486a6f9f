import { beforeEach, describe, expect, it } from 'vitest'
import type { InboundMail, InboundMailBatchResult, MailLook, MailOriginal, Message, SenderRule, Thread } from '../../../client/index.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { composeMail as compose, openMailInbox, type MailInbox } from '../../../test/support/mails.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'

let tenant: TestTenant
let deliver: MailInbox['deliver']
let inboxId: string
const service = await setUpService({ worker: true })
beforeEach(async () => {
  tenant = await service.createTenant()
  ;({ deliver, inboxId } = await openMailInbox(tenant))
})

const automatic = (subject: string): string => compose({ 'Auto-Submitted': 'auto-replied', Subject: subject })
const act = (id: string, action: 'release' | 'discard', body: object = {}) =>
  tenant.api<InboundMail>('POST', `/inbound-mails/${id}/${action}`, action === 'release' ? { body } : {})
const threads = async () => (await tenant.skein.listThreads({})).data
const eventTypes = async () => (await tenant.api<{ type: string }[]>('GET', '/events?limit=100')).body.data.map(({ type }) => type)

describe('a suspended mail', () => {
  it('becomes one message when it is released, however often', async () => {
    const mail = await deliver(automatic('Absent'))
    expect([mail.outcome, mail.cause, (await threads()).length]).toEqual(['SUSPENDED', 'AUTOMATIC', 0])
    const { status, body } = await act(mail.id, 'release')
    expect([status, body.data]).toMatchObject([
      200,
      { id: mail.id, outcome: 'MESSAGE', cause: null, expiresAt: null, threadId: expect.any(String) },
    ])
    expect((await act(mail.id, 'release')).body.data).toEqual(body.data)
    const [thread, ...others] = await threads()
    expect([others, thread?.id, thread?.subject]).toEqual([[], body.data.threadId, 'Absent'])
    expect((await eventTypes()).filter((type) => type.startsWith('inbound_mail.'))).toEqual([
      'inbound_mail.suspended',
      'inbound_mail.released',
    ])
  })

  it('has the name of its sender', async () => {
    const named = await deliver(
      compose({ From: '"Lucky Lamps" <offers@example.com>', 'Auto-Submitted': 'auto-replied', Subject: 'Half price' }),
    )
    const { data } = await tenant.skein.getInboundMail({ path: { id: named.id } })
    expect(data).toMatchObject({ outcome: 'SUSPENDED', from: 'offers@example.com', fromName: 'Lucky Lamps' })
  })

  it('goes into the thread of the request, and its sender can be allowed from then on', async () => {
    const first = await deliver(compose({ Subject: 'Empty export' }))
    const mail = await deliver(automatic('Absent'))
    await tenant.api('POST', '/sender-rules', { body: { pattern: 'ada@example.com', action: 'BLOCK' } })
    const released = await act(mail.id, 'release', { threadId: first.threadId, allowSender: true })
    expect(released.body.data).toMatchObject({ outcome: 'MESSAGE', threadId: first.threadId })
    const rules = (await tenant.api<SenderRule[]>('GET', '/sender-rules')).body.data
    expect(rules).toMatchObject([{ pattern: 'ada@example.com', action: 'ALLOW', inboxId: null }])
    expect((await deliver(automatic('Back again'))).outcome).toBe('MESSAGE')
    const unknown = await act(mail.id, 'release', { threadId: 'thr_01k2w3t5q7e0r9vbx4m6n8h2dz' })
    expect([unknown.status, unknown.body.data]).toEqual([200, released.body.data])
  })

  it('cannot be released after it was discarded, and refuses unknown references', async () => {
    const mail = await deliver(automatic('Absent'))
    const unknown = await act(mail.id, 'release', { threadId: 'thr_01k2w3t5q7e0r9vbx4m6n8h2dz' })
    expect([unknown.status, unknown.body.error?.details?.[0]?.field]).toEqual([422, 'threadId'])
    expect((await act(mail.id, 'discard')).status).toBe(200)
    const late = await act(mail.id, 'release')
    expect([late.status, late.body.error?.code]).toEqual([409, 'SVC-INBOUND_MAIL-NOT_SUSPENDED'])
    const message = await deliver(compose({ Subject: 'Empty export' }))
    expect((await act(message.id, 'release')).status).toBe(409)
  })

  it('without a sender needs a customer', async () => {
    const mail = await deliver(compose({ From: null, Subject: 'Scan' }))
    expect([mail.outcome, mail.cause]).toEqual(['SUSPENDED', 'NO_SENDER'])
    const refused = await act(mail.id, 'release')
    expect([refused.status, refused.body.error?.details?.[0]?.field]).toEqual([400, 'customerId'])
    const { data } = (await tenant.api<{ id: string }>('POST', '/customers', { body: { email: 'grace@example.com' } })).body
    expect((await act(mail.id, 'release', { customerId: data.id })).body.data.outcome).toBe('MESSAGE')
    expect((await threads())[0]?.customer?.email).toBe('grace@example.com')
  })

  it('from a machine needs a customer, who gets the replies', async () => {
    const mail = await deliver(compose({ From: 'root@server', Subject: 'Disk full' }))
    expect(mail).toMatchObject({ outcome: 'SUSPENDED', cause: 'NO_SENDER', from: 'root@server' })
    const { data } = (await tenant.api<{ id: string }>('POST', '/customers', { body: { email: 'grace@example.com' } })).body
    const choice = { customerId: data.id }
    const refused = await act(mail.id, 'release', { ...choice, allowSender: true })
    expect([refused.status, refused.body.error?.details?.[0]?.field]).toEqual([400, 'allowSender'])
    const { threadId } = (await act(mail.id, 'release', choice)).body.data
    const { to } = (await tenant.skein.getThreadRecipients({ path: { id: threadId ?? '' } })).data
    expect(to.map(({ address }) => address)).toEqual(['grace@example.com'])
  })

  it('keeps its files, and needs an active inbox', async () => {
    const parts = ['--b', 'Content-Type: text/plain', '', 'I am away.', '--b', 'Content-Type: text/csv; name=a.csv', '', '1,2', '--b--', '']
    const type = { 'Content-Type': 'multipart/mixed; boundary=b' }
    const mail = await deliver(compose({ 'Auto-Submitted': 'auto-replied', ...type }, parts.join('\r\n')))
    await tenant.skein.updateInbox({ path: { id: inboxId }, body: { active: false } })
    const inactive = await act(mail.id, 'release')
    expect([inactive.status, inactive.body.error?.details?.[0]?.field]).toEqual([422, 'inboxId'])
    await tenant.skein.updateInbox({ path: { id: inboxId }, body: { active: true } })
    const [first, second] = await Promise.all([act(mail.id, 'release'), act(mail.id, 'release')])
    expect([first.status, second.status, second.body.data]).toEqual([200, 200, first.body.data])
    const { data } = await tenant.skein.listMessages({ path: { id: first.body.data.threadId ?? '' } })
    expect(data).toMatchObject([{ attachments: [{ filename: 'a.csv' }], email: { automatic: 'AUTO_REPLY' } }])
  })

  it('can be released or discarded with others', async () => {
    const mails = [await deliver(automatic('One')), await deliver(automatic('Two')), await deliver(automatic('Three'))]
    const [one = '', two = '', three = ''] = mails.map(({ id }) => id)
    const other = await deliver(compose({ Subject: 'Empty export' }))
    const batch = async (ids: string[], action: string) =>
      (await tenant.api<InboundMailBatchResult>('POST', '/inbound-mails/batch', { body: { ids, action } })).body.data
    const released = await batch([one, two, other.id], 'RELEASE')
    expect([released.mails.map(({ outcome }) => outcome), released.skipped]).toEqual([['RECEIVED', 'RECEIVED'], [other.id]])
    await until(async () => (await threads()).length === 3)
    const discarded = await batch([three, one], 'DISCARD')
    expect([discarded.mails.map(({ id }) => id), discarded.skipped]).toEqual([[three], [one]])
    expect(Date.parse(discarded.mails[0]?.expiresAt ?? '')).toBeLessThanOrEqual(Date.now())
  })
})

describe('sender rules', () => {
  it('suspend mail of a blocked domain, but not of an address that is allowed', async () => {
    for (const [pattern, action] of [
      ['@example.com', 'BLOCK'],
      ['grace@example.com', 'ALLOW'],
    ])
      await tenant.api('POST', '/sender-rules', { body: { pattern, action } })
    expect(await deliver(compose())).toMatchObject({ outcome: 'SUSPENDED', cause: 'BLOCKED' })
    expect(await deliver(compose({ From: 'Grace <grace@example.com>' }))).toMatchObject({ outcome: 'MESSAGE' })
  })
})

describe('the raw mail of a message', () => {
  it('can be read, and messages that were no mails have none', async () => {
    const { resultId, id, threadId } = await deliver(compose({}, 'As it arrived.'))
    const { data } = (await tenant.api<MailOriginal>('GET', `/messages/${resultId}/original`)).body
    expect(await (await fetch(data.url.replace('http://localhost', service.baseUrl))).text()).toContain('As it arrived.')
    const details = await tenant.skein.getInboundMail({ path: { id } })
    expect(details.data.preview).toMatchObject({ bodyFormat: 'text', bodyText: 'As it arrived.' })
    const reply = await tenant.api<Message>('POST', `/threads/${threadId}/reply`, { body: { body: 'Thank you.' } })
    const none = await tenant.api('GET', `/messages/${reply.body.data.id}/original`)
    expect([none.status, none.body.error?.code]).toEqual([404, 'SVC-MESSAGE-ORIGINAL_GONE'])
  })
})

describe('the look of a mail', () => {
  it('keeps colours and tables, runs nothing, and belongs to its tenant', async () => {
    const html =
      '<table bgcolor="#fee"><tr><td style="color: red; position: fixed">Late</td></tr></table><script>x()</script><img src="cid:a@b">'
    const { resultId } = await deliver(compose({ 'Content-Type': 'text/html; charset=utf-8' }, html))
    const look = await tenant.api<MailLook>('GET', `/messages/${resultId}/look`)
    expect(look.body.data.html?.trim()).toBe(
      '<table bgcolor="#fee"><tr><td style="color: red">Late</td></tr></table><img data-content-id="a@b" alt="" />',
    )
    const plain = await deliver(compose())
    expect((await tenant.api<MailLook>('GET', `/messages/${plain.resultId}/look`)).body.data).toEqual({ html: null })
    const stranger = await service.createTenant()
    expect((await stranger.api('GET', `/messages/${resultId}/look`)).status).toBe(404)
  })
})

describe('the look of a mail while others are read', () => {
  it('is refused for a moment, and never said to be empty', async () => {
    const { resultId } = await deliver(compose({ 'Content-Type': 'text/html' }, '<p>Hello</p>'.repeat(4_000)))
    const read = () => tenant.api<MailLook>('GET', `/messages/${resultId}/look`, { mayFail: true })
    const responses = await Promise.all(Array.from({ length: 12 }, read))
    const refused = responses.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const { status, body, headers } of refused)
      expect([status, body.error?.code, headers['retry-after']]).toEqual([503, 'SVC-SYSTEM-UNAVAILABLE', '1'])
    const shown = [...responses.filter(({ status }) => status === 200), await read()]
    expect(shown.map(({ body }) => body.data.html?.startsWith('<p>Hello</p>'))).toEqual(shown.map(() => true))
  })
})

describe('marking a thread as spam', () => {
  it('closes it, and blocks the address or the domain of its customer', async () => {
    const { threadId } = await deliver(compose())
    await tenant.api('POST', '/sender-rules', { body: { pattern: 'ada@example.com', action: 'ALLOW' } })
    const spam = (body: object) => tenant.api<Thread>('POST', `/threads/${threadId}/spam`, { body })
    expect((await spam({})).body.data).toMatchObject({ status: 'closed', waitingSince: null })
    const rules = async () =>
      (await tenant.api<SenderRule[]>('GET', '/sender-rules')).body.data.map(({ pattern, action }) => `${action} ${pattern}`).toSorted()
    expect(await rules()).toEqual(['ALLOW ada@example.com'])
    expect((await spam({ block: 'ADDRESS' })).status).toBe(200)
    expect((await spam({ block: 'domain' })).status).toBe(200)
    expect(await rules()).toEqual(['BLOCK @example.com', 'BLOCK ada@example.com'])
    expect(await deliver(compose({ From: 'grace@example.com' }))).toMatchObject({ outcome: 'SUSPENDED', cause: 'BLOCKED' })
  })
})
