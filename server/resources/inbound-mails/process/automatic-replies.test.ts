/** Automatic replies answer people once, and every loop with another program ends. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../../test/support/job-fixture.ts'
import { composeMail, type MailHeaders, type MailInbox, openMailInbox, supportAddress } from '../../../../test/support/mails.ts'
import { noReaction, startReactingServer } from '../../../../test/support/reacting-server.ts'
import type { ReceivedData } from '../../../../test/support/scripted-smtp.ts'
import { setUpService, startTestService, type TestTenant } from '../../../../test/support/service.ts'
import { statement } from '#platform/db.ts'

const sink = await startReactingServer()
afterAll(() => sink.stop())
const service = await setUpService({ worker: true, config: { mail: { smtpUrl: sink.url } } })
beforeEach(() => {
  sink.react = noReaction
  sink.received.length = 0
})

const findHeader = ({ raw }: ReceivedData, name: string): string | null =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(raw)?.[1]?.trim() ?? null
const autoReply = 'We have received your mail.'

const findWork = statement<{ tenantId: string }, object>(
  "select 1 as work from jobs where tenant_id = :tenantId::uuid and name in ('process-mail', 'reply-automatically', 'send-message') limit 1",
)

/** Waits until no mail is processed, answered or sent any more. */
async function settle(...tenants: TestTenant[]): Promise<void> {
  for (const { tenantId } of tenants)
    await until(async () => {
      const [found] = await service.db.rows(findWork, { tenantId })
      return found === undefined
    })
}

describe('the automatic reply', () => {
  let tenant: TestTenant
  let inbox: MailInbox
  beforeAll(async () => {
    tenant = await service.createTenant()
    inbox = await openMailInbox(tenant, { autoReply })
  })

  it.each<[string, MailHeaders, { from?: string }?]>([
    ['with Precedence: bulk', { From: 'bulk@example.com', Precedence: 'bulk' }],
    ['of a list', { From: 'list@example.com', 'List-Id': '<news.example.com>' }],
    ['with a null sender', { From: 'null@example.com' }, { from: '' }],
    ['from no-reply', { From: 'no-reply@example.com' }],
    ['from a list’s owner', { From: 'club-owner@example.com' }],
    ['from an own address', { From: supportAddress }],
    ['to a blind copy', { From: 'blind@example.com', To: 'others@example.com' }],
    ['that another program marked', { From: 'robot@example.com', 'Auto-Submitted': 'auto-generated' }],
  ])('is not sent for a mail %s', async (_, headers, query) => {
    await inbox.deliver(composeMail(headers), query)
    await settle(tenant)
    expect(sink.received).toEqual([])
  })

  it('is sent once to a person, from the null sender', async () => {
    await inbox.deliver(composeMail({ From: 'grace@example.com', 'Message-ID': '<first@example.com>' }))
    await inbox.deliver(
      composeMail({ From: 'grace@example.com', 'In-Reply-To': '<first@example.com>', Date: 'Thu, 5 Mar 2026 09:30:00 +0000' }),
    )
    await settle(tenant)
    expect(sink.received).toMatchObject([{ from: '', recipients: ['grace@example.com'] }])
    const [mail] = sink.received
    expect(
      mail && ['Auto-Submitted', 'X-Auto-Response-Suppress', 'Precedence', 'In-Reply-To'].map((name) => findHeader(mail, name)),
    ).toEqual(['auto-replied', 'All', 'auto_reply', '<first@example.com>'])
  })

  it('is no first response and leaves the customer waiting', async () => {
    const targets = { firstResponse: { normal: 60 } }
    await tenant.api('POST', '/sla-policies', { body: { name: 'All', targets } })
    const { threadId } = await inbox.deliver(composeMail({ From: 'hopper@example.com' }))
    await settle(tenant)
    const { data } = await tenant.skein.getThread({ path: { id: threadId ?? '' } })
    expect(data).toMatchObject({
      status: 'open',
      waitingSince: expect.any(String),
      assignee: null,
      sla: [{ metric: 'FIRST_RESPONSE', state: 'PENDING' }],
    })
    expect(sink.received).toHaveLength(1)
  })
})

describe('in the name of another person', () => {
  /** What a stranger wants the person to read and to open. */
  const forged = {
    From: '"http://evil.example/login" <ada@example.com>',
    Subject: `Your prize: https://evil.example/prize ${'and more '.repeat(20)}`,
  }
  const text = 'Hi {{customer.firstName|there}}, dear {{customer.name|customer}}, you wrote about {{thread.subject}}.'
  const readWords = ({ raw }: ReceivedData): string => raw.replaceAll('=\r\n', '').replaceAll('\r\n ', ' ')

  it('an automatic reply carries no link and few words of a stranger', async () => {
    const tenant = await service.createTenant()
    const inbox = await openMailInbox(tenant, { autoReply: text })
    await inbox.deliver(composeMail(forged))
    await settle(tenant)
    const [mail] = sink.received
    expect(mail && readWords(mail)).toContain(
      'Hi there, dear evil. example/ login, you wrote about Your prize: evil. example/ prize and more',
    )
    expect(mail && readWords(mail)).not.toMatch(/evil\.example|:\/\/|(and more ){5}/)
  })

  it('a reply of a rule carries no link and few words of a stranger', async () => {
    const tenant = await service.createTenant()
    const inbox = await openMailInbox(tenant)
    const trigger = { type: 'EVENT', events: ['thread.created'] }
    await tenant.api('POST', '/automation-rules', { body: { name: 'Greet', trigger, actions: [{ type: 'REPLY', body: text }] } })
    await inbox.deliver(composeMail(forged))
    await until(() => sink.received.length > 0)
    const [mail] = sink.received
    expect(mail && readWords(mail)).toContain('dear evil. example/ login')
    expect(mail && readWords(mail)).not.toMatch(/evil\.example|:\/\/|(and more ){5}/)
  })

  it('words of a sender whom a domain vouches for are whole', async () => {
    const tenant = await service.createTenant()
    const inbox = await openMailInbox(tenant, { autoReply: 'You wrote about {{thread.subject}}.' })
    await tenant.skein.updateInbox({ path: { id: inbox.inboxId }, body: { email: { rules: { trustedAuthserv: ['mx.acme.example'] } } } })
    const Subject = `The export of https://example.com/export ${'is empty '.repeat(10)}`.trim()
    const results = { 'Authentication-Results': 'mx.acme.example; dmarc=pass header.from=example.com' }
    await inbox.deliver(composeMail({ Subject, ...results }))
    await settle(tenant)
    expect(sink.received.map(readWords).join('')).toContain(`You wrote about ${Subject}.`)
  })
})

it('one limit an hour holds for all automatic mail of an inbox', async () => {
  const guards = { ...service.config.mailIn.guards, autoRepliesPerInboxHour: 2 }
  const limited = await startTestService({ config: { mail: { smtpUrl: sink.url }, mailIn: { guards } }, worker: true })
  try {
    const tenant = await limited.createTenant()
    const { inboxId, deliver } = await openMailInbox(tenant, { autoReply })
    const trigger = { type: 'EVENT', events: ['thread.created'] }
    const rule = { name: 'Greet', trigger, actions: [{ type: 'REPLY', body: 'It has arrived.' }] }
    await tenant.api('POST', '/automation-rules', { body: rule })
    for (const name of ['ada', 'grace', 'hedy'])
      await tenant.skein.createThread({
        body: { title: 'Export', body: 'It is empty.', inboxId, requester: { email: `${name}@example.com` } },
      })
    await deliver(composeMail({ From: 'edith@example.com' }))
    const runs = async () => (await tenant.skein.listAutomationRuns({ query: {} })).data
    await until(async () => (await runs()).length === 4)
    const works = async () => (await limited.db.rows(findWork, { tenantId: tenant.tenantId })).length > 0
    await until(async () => !(await works()))
    // The reply of the inbox may be the first of them.
    const ofRules = (await runs()).map(({ outcome, guard }) => guard ?? outcome)
    expect(new Set(ofRules)).toEqual(new Set(['APPLIED', 'MAILS_PER_DAY']))
    expect(sink.received).toHaveLength(2)
  } finally {
    await limited.stop()
  }
})

describe('a loop', () => {
  it('of two inboxes that reply automatically ends after one automatic mail each way', async () => {
    const [ours, theirs] = [await service.createTenant(), await service.createTenant()]
    const [ourInbox, theirInbox] = [await openMailInbox(ours, { autoReply }), await openMailInbox(theirs, { autoReply })]
    const other = 'desk@other.example'
    await theirs.skein.updateInbox({ path: { id: theirInbox.inboxId }, body: { address: other } })
    sink.react = ({ from, recipients, raw }) =>
      (recipients.includes(other) ? theirInbox : ourInbox).post(raw, {
        from,
        ...(recipients[0] === undefined ? {} : { rcpt: recipients[0] }),
      })
    const body = { title: 'Hello', body: 'Is anybody there?', requester: { email: other }, inboxId: ourInbox.inboxId }
    const { threadId } = (await ours.skein.createThread({ body })).data
    await ours.skein.replyToThread({ path: { id: threadId }, body: { body: 'Hello?' } })
    await until(() => sink.received.length >= 2)
    await settle(ours, theirs)
    await settle(ours, theirs)
    expect(sink.received.map(({ from, recipients }) => [from, recipients])).toEqual([
      [supportAddress, [other]],
      ['', [supportAddress]],
    ])
    expect((await ours.skein.listThreads({})).meta.total).toBe(1)
  })

  it.each([
    [
      'in new threads',
      (mail: ReceivedData): MailHeaders => ({ To: findHeader(mail, 'From'), Subject: `Ticket ${sink.received.length}` }),
      2,
    ],
    [
      'in the same thread',
      (mail: ReceivedData): MailHeaders => ({ To: findHeader(mail, 'Reply-To'), Subject: findHeader(mail, 'Subject') }),
      1,
    ],
  ])('with a responder that marks nothing and answers %s ends', async (_, toHeaders, expected) => {
    const tenant = await service.createTenant()
    const inbox = await openMailInbox(tenant, { autoReply })
    const robot = 'robot@example.com'
    sink.react = (mail) =>
      inbox.post(composeMail({ From: robot, ...toHeaders(mail) }, `I answer everything: ${sink.received.length}`), { from: robot })
    await inbox.post(composeMail({ From: robot }), { from: robot })
    await until(() => sink.received.length >= expected)
    await settle(tenant)
    await settle(tenant)
    expect(sink.received).toHaveLength(expected)
    expect((await tenant.skein.listThreads({})).meta.total).toBeLessThanOrEqual(3)
  })

  it('of a program that starts thread after thread is a flood after twenty', async () => {
    const tenant = await service.createTenant()
    const inbox = await openMailInbox(tenant, { autoReply })
    for (let i = 0; i < 24; i++) await inbox.post(composeMail({ From: 'robot@example.com', Subject: `Alarm ${i}` }, `Alarm ${i}`))
    await settle(tenant)
    expect((await tenant.skein.listThreads({})).meta.total).toBe(20)
    expect((await tenant.skein.listInboundMails({ query: { cause: 'FLOOD' } })).meta.total).toBe(4)
    expect(sink.received).toHaveLength(2)
  })
})
