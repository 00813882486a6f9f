/** Replies that rules send by mail go only to the customer, are marked as automatic, and are sent only to people who have just written. */
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { AutomationExplanation, Thread } from '../../../../client/index.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { composeMail, type MailHeaders, type MailInbox, openMailInbox, supportAddress } from '../../../../test/support/mails.ts'
import { type RuleKit, getRules } from '../../../../test/support/rules.ts'
import { noReaction, startReactingServer } from '../../../../test/support/reacting-server.ts'
import type { ReceivedData } from '../../../../test/support/scripted-smtp.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'

let tenant: TestTenant
let rules: RuleKit
let inbox: MailInbox
const sink = await startReactingServer()
afterAll(() => sink.stop())
const service = await setUpService({ worker: true, config: { mail: { smtpUrl: sink.url } } })
beforeEach(async () => {
  sink.react = noReaction
  sink.received.length = 0
  tenant = await service.createTenant()
  rules = getRules(service, tenant)
  inbox = await openMailInbox(tenant)
})

const onMessage = {
  trigger: { type: 'EVENT', events: ['message.created'] },
  message: { authorTypes: ['CUSTOMER'] },
  actions: [{ type: 'REPLY', body: 'We are on it.' }],
}
const onPriority = { trigger: { type: 'EVENT', events: ['thread.priority_changed'] }, actions: onMessage.actions }
const getHeaders = ({ raw }: ReceivedData, ...names: string[]) =>
  names.map((name) => new RegExp(`^${name}: (.*)$`, 'im').exec(raw)?.[1]?.trim() ?? null)

it('a mail of a rule is marked as an automatic reply, and goes to the customer alone', async () => {
  await rules.make(onMessage)
  const headers = { 'Message-ID': '<asked@example.com>', Cc: 'bob@example.com', 'Reply-To': 'elsewhere@example.net' }
  const { threadId } = await inbox.deliver(composeMail(headers, 'A secret of Ada.'))
  await until(() => sink.received.length > 0)
  expect(sink.received).toMatchObject([{ from: '', recipients: ['ada@example.com'] }])
  const [mail] = sink.received
  const marks = ['Auto-Submitted', 'X-Auto-Response-Suppress', 'Precedence', 'X-Skein-Loop', 'In-Reply-To', 'Cc']
  expect(mail && getHeaders(mail, ...marks)).toEqual([
    'auto-replied',
    'All',
    'auto_reply',
    expect.stringMatching(/^[0-9a-f]{16};1$/),
    '<asked@example.com>',
    null,
  ])
  expect(mail?.raw).not.toContain('A secret of Ada.')
  const { data: messages } = await tenant.skein.listMessages({ path: { id: threadId ?? '' } })
  expect(messages.find(({ authorType }) => authorType === 'BOT')).toMatchObject({ automatic: true, email: { automatic: 'AUTO_REPLY' } })
})

it('rules of two tenants that reply to every message write one mail in all', async () => {
  const theirs = await service.createTenant()
  const theirInbox = await openMailInbox(theirs)
  const other = 'desk@other.example'
  await theirs.skein.updateInbox({ path: { id: theirInbox.inboxId }, body: { address: other } })
  await rules.make(onMessage)
  await getRules(service, theirs).make(onMessage)
  sink.react = ({ from, recipients: [rcpt = ''], raw }) => (rcpt === other ? theirInbox : inbox).post(raw, { from, rcpt })
  await inbox.deliver(composeMail({ From: other, To: supportAddress }))
  await until(async () => {
    const [arrived] = (await theirs.skein.listInboundMails({})).data
    return arrived !== undefined && arrived.outcome !== 'RECEIVED'
  })
  expect((await theirs.skein.listInboundMails({})).data).toMatchObject([{ outcome: 'SUSPENDED', cause: 'AUTOMATIC' }])
  expect((await theirs.skein.listThreads({})).meta.total).toBe(0)
  expect(sink.received.map(({ recipients }) => recipients)).toEqual([[other]])
})

it.each<[string, MailHeaders]>([
  ['of a list', { 'List-Id': '<news.example.com>' }],
  ['with Precedence: bulk', { Precedence: 'bulk' }],
  ['from a no-reply address', { From: 'no-reply@example.com' }],
  ['to a blind copy', { To: 'others@example.com' }],
])('a rule that replies does not run on a mail %s', async (_, headers) => {
  await rules.make(onMessage)
  const { outcome } = await inbox.deliver(composeMail(headers))
  expect(outcome).toBe('MESSAGE')
  await until(async () => (await rules.list()).length > 0)
  expect(await rules.outcomes()).toEqual(['LIMITED AUTOMATIC_MESSAGE'])
  expect(sink.received).toEqual([])
})

it('a rule that replies does not run on a mail that an agent released', async () => {
  await rules.make(onMessage)
  await tenant.skein.createSenderRule({ body: { pattern: 'ada@example.com', action: 'BLOCK' } })
  const { id } = await inbox.deliver(composeMail())
  await tenant.skein.releaseInboundMail({ path: { id }, body: {} })
  await until(async () => (await rules.list()).length > 0)
  expect(await rules.outcomes()).toEqual(['LIMITED AUTOMATIC_MESSAGE'])
})

it.each([
  ['that programs read', 'no-reply@example.com', ''],
  ['of an inbox', supportAddress, ''],
  ['whose mail bounces', 'gone@example.com', 'email_failed_at = now()'],
])('a rule that replies does not run for a customer with an address %s', async (_, email, change) => {
  const body = { title: 'Export', body: 'It is empty.', requester: { email }, inboxId: inbox.inboxId }
  const { threadId } = (await tenant.skein.createThread({ body })).data
  if (change) await service.db.script(`update customers set ${change} where tenant_id = '${tenant.tenantId}'`)
  await rules.make({ ...onPriority, oncePerThread: true })
  await tenant.api('PATCH', `/threads/${threadId}`, { body: { priority: 'high' } })
  await until(async () => (await rules.list()).length > 0)
  expect(await rules.outcomes()).toEqual(['LIMITED RECIPIENT'])
  expect(sink.received).toEqual([])
})

it('a rule replies without mail to a customer whose address gets no automatic mail', async () => {
  const { data: api } = await tenant.skein.createInbox({ body: { name: 'API', type: 'API' } })
  await rules.make(onMessage)
  const body = { title: 'Export', body: 'It is empty.', requester: { email: 'no-reply@example.com' }, inboxId: api.id }
  await tenant.skein.createThread({ body })
  await until(async () => (await rules.list()).length > 0)
  expect(await rules.outcomes()).toEqual(['APPLIED'])
})

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()
const onThread = { ...onMessage, trigger: { type: 'EVENT', events: ['thread.created'] }, message: null }

const compose = () =>
  tenant.api<Thread>('POST', '/threads/compose', {
    body: { inboxId: inbox.inboxId, to: ['ada@example.com'], subject: 'News', body: 'Hello Ada' },
  })

it('a rule that replies to new threads does not write into one that an agent began', async () => {
  await rules.make(onThread)
  await compose()
  await until(async () => (await rules.list()).length > 0)
  expect(await rules.outcomes()).toEqual(['LIMITED NOT_ASKED'])
})

it('a rule that replies to new threads does not reply to one that was split off', async () => {
  const { threadId } = await inbox.deliver(composeMail())
  const path = { id: threadId ?? '' }
  const { data: message } = await tenant.skein.createMessage({ path, body: { body: 'And the import?', authorType: 'CUSTOMER' } })
  await rules.make(onThread)
  await tenant.skein.splitThread({ path, body: { messageIds: [message.id], subject: 'Import' } })
  await until(async () => (await rules.list()).length > 0)
  expect(await rules.outcomes()).toEqual(['LIMITED NOT_ASKED'])
})

it('a rule does not reply to imported history, and replies to what comes after it', async () => {
  const { threadId } = await inbox.deliver(composeMail())
  const path = { id: threadId ?? '' }
  // Two days later, so that a message can be old but still newer than its thread.
  await rules.pass(2 * 24 * 60)
  await rules.make(onMessage)
  const ranOn = async (count: number) => {
    await until(async () => (await rules.list()).length >= count)
    return rules.outcomes()
  }
  const write = (sentAt?: string) =>
    tenant.skein.createMessage({ path, body: { body: 'It is empty.', authorType: 'CUSTOMER', ...(sentAt ? { sentAt } : {}) } })
  await write(daysAgo(900))
  expect(await ranOn(1)).toEqual(['LIMITED NOT_ASKED'])
  await write(daysAgo(1.5))
  expect(await ranOn(2)).toEqual(['LIMITED NOT_ASKED', 'LIMITED NOT_ASKED'])
  await write(daysAgo(0.5))
  expect(await ranOn(3)).toEqual(['LIMITED NOT_ASKED', 'LIMITED NOT_ASKED', 'APPLIED'])
})

it('the explanation of a rule names the guard of a thread that an agent began', async () => {
  const { data: thread } = (await compose()).body
  const { data: events } = await tenant.skein.listEvents({ query: { types: 'thread.created' } })
  const rule = { name: 'Arrived', ...onThread }
  const { body } = await tenant.api<AutomationExplanation>('POST', '/automation-rules/explain', {
    body: { rule, threadId: thread.id, eventId: events[0]?.id },
  })
  expect(body.data).toMatchObject({ holds: true, guard: 'NOT_ASKED' })
})
