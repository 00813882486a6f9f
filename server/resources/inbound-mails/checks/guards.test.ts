/** Mails that are no request of a customer: bounces, absences, blocked senders, agents, and people who pretend to be agents. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Message, SenderRule, Thread } from '../../../../client/index.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { composeMail as compose, openMailInbox, supportAddress, type MailHeaders, type MailInbox } from '../../../../test/support/mails.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'

let tenant: TestTenant
let inbox: MailInbox
const service = await setUpService({ worker: true })
beforeEach(async () => {
  tenant = await service.createTenant()
  inbox = await openMailInbox(tenant)
})

const readThread = async (id: string): Promise<Thread> => (await tenant.skein.getThread({ path: { id } })).data
const listMessages = async (id: string): Promise<Message[]> => (await tenant.skein.listMessages({ path: { id } })).data
const countThreads = async (): Promise<number> => (await tenant.skein.listThreads({})).meta.total
const eventTypes = async (): Promise<string[]> =>
  (await tenant.api<{ type: string }[]>('GET', '/events?limit=100')).body.data.map(({ type }) => type)

/** Ada's mail and an agent's reply to it, which has been sent. */
async function converse(): Promise<{ threadId: string; messageId: string; reply: Message }> {
  const threadId = (await inbox.deliver(compose({ 'Message-ID': '<first@example.com>' }))).threadId ?? ''
  const { data } = await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'We are looking into it.' } })
  await until(async () => (await listMessages(threadId))[0]?.delivery.state === 'KEPT')
  await tenant.skein.updateThread({ path: { id: threadId }, body: { status: 'pending' } })
  return { threadId, messageId: data.email?.messageId ?? '', reply: data }
}

describe('a bounce', () => {
  const daemon = { From: 'Mail Delivery Subsystem <mailer-daemon@mx.example.com>', Subject: 'Undelivered Mail Returned to Sender' }
  const returned = (id: string): string =>
    `From: ${supportAddress}\r\nTo: ada@example.com\r\nMessage-ID: <${id}>\r\nSubject: Re: Empty export\r\n`
  const report = (id: string, action: string, status: string): string =>
    compose(
      { ...daemon, 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' },
      `--b\r\n\r\nSorry.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.com\r\n\r\nFinal-Recipient: rfc822; ada@example.com\r\n` +
        `Action: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 ${status} No such person\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\n${returned(id)}--b--`,
    )
  const plain = (id: string): string =>
    compose(
      daemon,
      `Hi. This is the qmail-send program.\r\n<ada@example.com>:\r\nUser unknown (#5.1.1)\r\n\r\n--- Below this line is a copy of the message.\r\n\r\n${returned(id)}`,
    )

  it.each([
    ['as a report', (id: string) => report(id, 'failed', '5.1.1')],
    ['as text with the returned headers', plain],
  ])('%s changes the delivery, opens the thread and starts none', async (_, write) => {
    const { threadId, messageId, reply } = await converse()
    expect((await readThread(threadId)).status).toBe('pending')
    expect(await inbox.deliver(write(messageId), { from: '' })).toMatchObject({ outcome: 'BOUNCE', threadId, resultId: reply.id })
    const messages = await listMessages(threadId)
    expect(messages.find(({ id }) => id === reply.id)?.delivery).toMatchObject({
      state: 'BOUNCED',
      recipients: [{ address: 'ada@example.com', state: 'BOUNCED', code: '5.1.1' }],
    })
    expect(messages[0]).toMatchObject({ author: null, internal: false, bodyText: expect.stringContaining('could not be delivered: 5.1.1') })
    expect([await readThread(threadId), await countThreads()]).toMatchObject([{ status: 'open' }, 1])
    expect(await eventTypes()).toContain('message.delivery_changed')
    expect((await tenant.skein.listCustomers({})).data).toMatchObject([{ email: 'ada@example.com', emailFailedAt: expect.any(String) }])
  })

  it('that speaks of a delay changes no state', async () => {
    const { threadId, messageId, reply } = await converse()
    expect((await inbox.deliver(report(messageId, 'delayed', '4.4.1'), { from: '' })).outcome).toBe('BOUNCE')
    expect((await listMessages(threadId))[0]).toMatchObject({ id: reply.id, delivery: { state: 'KEPT', recipients: [{ code: '4.4.1' }] } })
    expect((await readThread(threadId)).status).toBe('pending')
  })

  it('of a mail that nobody sent waits for an agent', async () => {
    const other = await service.createTenant()
    const { threadId } = await (await openMailInbox(other)).deliver(compose())
    const foreign = await other.skein.replyToThread({ path: { id: threadId ?? '' }, body: { body: 'Hello' } })
    for (const id of ['unknown@example.org', foreign.data.email?.messageId ?? ''])
      expect(await inbox.deliver(report(id, 'failed', '5.1.1'), { from: '' })).toMatchObject({
        outcome: 'SUSPENDED',
        cause: 'BOUNCE_UNMATCHED',
      })
    expect([await countThreads(), (await tenant.skein.listCustomers({})).data]).toEqual([0, []])
  })
})

describe('an absence notice', () => {
  it.each(['Auto-Submitted', 'X-Autoreply', 'Precedence'])('marked by %s opens, wakes and promises nothing', async (name) => {
    const { threadId, messageId } = await converse()
    await tenant.skein.updateThread({ path: { id: threadId }, body: { status: 'resolved' } })
    const before = await readThread(threadId)
    const value = name === 'Auto-Submitted' ? 'auto-replied' : name === 'Precedence' ? 'auto_reply' : 'yes'
    const mail = await inbox.deliver(compose({ 'In-Reply-To': `<${messageId}>`, Subject: 'Away', [name]: value }, 'I am away.'), {
      from: '',
    })
    expect(mail).toMatchObject({ outcome: 'MESSAGE', threadId })
    expect((await listMessages(threadId))[0]).toMatchObject({ email: { automatic: 'AUTO_REPLY' } })
    const { status, waitingSince, resolvedAt, sla } = before
    expect(await readThread(threadId)).toMatchObject({ status, waitingSince, resolvedAt, sla })
  })
})

it('a rule for an address wins over one for its domain', async () => {
  for (const rule of [
    { pattern: '@example.com', action: 'BLOCK' },
    { pattern: 'ada@example.com', action: 'ALLOW' },
  ])
    await tenant.api<SenderRule>('POST', '/sender-rules', { body: rule })
  expect((await inbox.deliver(compose({ 'Auto-Submitted': 'auto-generated' }))).outcome).toBe('MESSAGE')
  expect((await inbox.deliver(compose({ From: 'grace@example.com' }))).cause).toBe('BLOCKED')
})

describe('an agent', () => {
  let agent: string
  beforeEach(async () => {
    agent = (await tenant.skein.getUser({ path: { id: tenant.ownerId } })).data.email
    await tenant.skein.updateInbox({ path: { id: inbox.inboxId }, body: { email: { rules: { trustedAuthserv: ['mx.acme.example'] } } } })
  })
  const pass = (domain: string): string => `mx.acme.example; dmarc=pass header.from=${domain}; dkim=pass header.d=${domain}`
  const trust = (): MailHeaders => ({ 'Authentication-Results': pass(agent.split('@')[1] ?? '') })

  it('who is verified writes a note, and forwards a mail for its sender', async () => {
    const { threadId, messageId } = await converse()
    const note = await inbox.deliver(compose({ From: agent, 'In-Reply-To': `<${messageId}>`, ...trust() }, 'She is a friend.'))
    expect(note).toMatchObject({ outcome: 'MESSAGE', threadId })
    expect((await listMessages(threadId))[0]).toMatchObject({
      internal: true,
      email: { sender: 'AGENT', sentOutside: true, authentication: { domain: agent.split('@')[1] } },
    })
    const inner = 'From: Grace <grace@example.org>\r\nSubject: Lost\r\n\r\nWhere is it?'
    const body = `--b\r\n\r\nPlease help her.\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--b--`
    const headers = { From: agent, Subject: 'Fwd: Lost', 'Content-Type': 'multipart/mixed; boundary=b', ...trust() }
    const forward = await inbox.deliver(compose(headers, body))
    expect(await readThread(forward.threadId ?? '')).toMatchObject({ customer: { email: 'grace@example.org' } })
    const messages = await listMessages(forward.threadId ?? '')
    expect(messages.map(({ internal, bodyText }) => [internal, bodyText.trim()])).toEqual([
      [true, 'Please help her.'],
      [false, 'Where is it?'],
    ])
  })

  it('is not verified by a server that only another inbox trusts', async () => {
    const { messageId } = await converse()
    const body = { name: 'Sales', type: 'EMAIL', address: 'sales@acme.example' } as const
    const { id } = (await tenant.skein.createInbox({ body })).data
    const mail = compose({ From: agent, 'In-Reply-To': `<${messageId}>`, ...trust() })
    const { id: mailId } = (await tenant.skein.createInboundMail({ path: { id }, body: mail })).data
    const read = async () => (await tenant.skein.getInboundMail({ path: { id: mailId } })).data
    await until(async () => (await read()).outcome !== 'RECEIVED')
    expect(await read()).toMatchObject({ outcome: 'SUSPENDED', cause: 'UNVERIFIED_AGENT' })
  })

  it('in whose name others write is not believed', async () => {
    const { threadId, messageId } = await converse()
    const domain = agent.split('@')[1] ?? ''
    const forged: MailHeaders[] = [
      { From: agent },
      { From: agent, 'Authentication-Results': `mx.evil.example; dmarc=pass header.from=${domain}` },
      { From: agent, 'Authentication-Results': `mx.evil.example; none\r\nAuthentication-Results: ${pass(domain)}` },
      { From: agent, 'Authentication-Results': `mx.acme.example; dmarc=fail (dmarc=pass) header.from=${domain}` },
      { From: agent, 'Authentication-Results': `mx.acme.example; dkim=pass header.d=evil.example` },
      { From: `${agent}, eve@evil.example`, 'Authentication-Results': `mx.acme.example; dkim=pass header.d=evil.example` },
      { From: `${agent}\r\nFrom: eve@evil.example`, 'Authentication-Results': `mx.acme.example; dkim=pass header.d=evil.example` },
      ...[
        `(eve@evil.example <${agent}>`,
        `eve@evil.example " <${agent}>`,
        `<=?utf-8?q?${agent.replace('@', '=40')}?=>, <eve@evil.example>`,
        `a <${agent}\r\n <eve@evil.example>`,
        `"${agent}" (<eve@evil.example>) <${agent}>`,
        `${agent}\rFrom: eve@evil.example`,
        `Team: ${agent};`,
        `<@evil.example:${agent}>`,
      ].map((From) => ({ From, 'Authentication-Results': pass('evil.example') })),
      { From: agent, 'Authentication-Results': 'mx.acme.example; dmarc=pass' },
      { From: agent, 'Authentication-Results': `mx.acme.example; dkim=pass header.i="x@${domain}"@evil.example` },
      // The form mailer is authenticated, and the person whom it names is not.
      { From: `form@${domain}`, 'X-Original-From': agent, 'Authentication-Results': pass(domain) },
    ]
    await tenant.skein.updateInbox({ path: { id: inbox.inboxId }, body: { email: { rules: { replyToOf: [domain] } } } })
    for (const headers of forged) {
      const mail = await inbox.deliver(compose({ 'In-Reply-To': `<${messageId}>`, ...headers }, JSON.stringify(headers)))
      expect([headers, mail.outcome, mail.cause]).toEqual([headers, 'SUSPENDED', 'UNVERIFIED_AGENT'])
    }
    const named = await inbox.deliver(compose({ From: `${agent} <eve@evil.example>`, 'In-Reply-To': `<${messageId}>` }))
    expect(named).toMatchObject({ outcome: 'MESSAGE', from: 'eve@evil.example' })
    expect((await listMessages(threadId)).filter(({ email }) => email?.sender === 'AGENT')).toEqual([])
  })
})

it('a form mailer writes for the person it names, and Reply-To names no other author', async () => {
  const form = await inbox.deliver(
    compose({ From: supportAddress, 'X-Original-From': 'Grace <grace@example.org>', 'Reply-To': 'eve@example.net' }),
  )
  expect(await readThread(form.threadId ?? '')).toMatchObject({ customer: { email: 'grace@example.org', name: 'Grace' } })
  const { threadId } = await inbox.deliver(compose({ 'Reply-To': 'Eve <eve@example.net>' }))
  expect(await readThread(threadId ?? '')).toMatchObject({ customer: { email: 'ada@example.com' } })
  const { to } = (await tenant.skein.getThreadRecipients({ path: { id: threadId ?? '' }, query: {} })).data
  expect(to).toMatchObject([{ address: 'eve@example.net' }])
})
