/** Automatic replies depend on business hours and name the expected reply time. */
import { afterAll, beforeEach, expect, it } from 'vitest'
import { until } from '../../../../test/support/job-fixture.ts'
import { composeMail, supportAddress } from '../../../../test/support/mails.ts'
import { startScriptedServer } from '../../../../test/support/scripted-smtp.ts'
import { statement } from '#platform/db.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'

const sink = await startScriptedServer()
afterAll(() => sink.stop())
const service = await setUpService({ worker: true, config: { mail: { smtpUrl: sink.url } } })
beforeEach(() => {
  sink.received.length = 0
})

const findWork = statement<{ tenantId: string }, object>(
  "select 1 as work from jobs where tenant_id = :tenantId::uuid and name in ('process-mail', 'reply-automatically', 'send-message') limit 1",
)
const getHours = async ({ api }: TestTenant) => (await api<{ id: string }[]>('GET', '/business-hours')).body.data[0]?.id

const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
/** Around the clock every day. */
const open = Object.fromEntries(dayNames.map((day) => [day, [['00:00', '24:00']]]))
const dayAfter = (days: number): Date => new Date(Date.now() + days * 86_400_000)
/** Closed now: open at 09:00 of the day in three days. */
const closed = { [dayNames[dayAfter(3).getUTCDay()] ?? '']: [['09:00', '10:00']] }

const settings = { timezone: 'UTC', locale: 'en-GB' }

/** Creates a tenant and an inbox of a team with these hours. */
async function openInbox(weekly: object | null, texts: object): Promise<{ tenant: TestTenant; inboxId: string }> {
  const tenant = await service.createTenant()
  await tenant.skein.updateTenantSettings({ body: settings })
  const hours =
    weekly && (await tenant.api<{ id: string }>('POST', '/business-hours', { body: { name: 'H', timezone: 'UTC', weekly } })).body.data
  const { id: teamId } = (await tenant.skein.createTeam({ body: { name: 'First line', businessHoursId: hours?.id ?? null } })).data
  const body = { name: 'Support', type: 'EMAIL', address: supportAddress, teamId, ...texts }
  return { tenant, inboxId: (await tenant.api<{ id: string }>('POST', '/inboxes', { body })).body.data.id }
}

/** Hands over a mail, and returns the automatic replies to it once no work is left. */
async function findReplies({ tenant, inboxId }: { tenant: TestTenant; inboxId: string }, from = 'ada@example.com'): Promise<string[]> {
  await tenant.skein.createInboundMail({ path: { id: inboxId }, query: {}, body: composeMail({ From: from }) })
  await until(async () => (await service.db.rows(findWork, { tenantId: tenant.tenantId })).length === 0)
  const [thread] = (await tenant.skein.listThreads({})).data
  const { data } = await tenant.skein.listMessages({ path: { id: thread?.id ?? '' } })
  return data.filter(({ authorType }) => authorType === 'SYSTEM').map(({ body }) => body)
}

it('are sent only outside business hours if only that text is set', async () => {
  const texts = { autoReplyOutsideHours: 'We are closed.' }
  expect(await findReplies(await openInbox(closed, texts))).toEqual(['We are closed.'])
  expect(sink.received).toMatchObject([{ from: '', recipients: ['ada@example.com'] }])
  expect(await findReplies(await openInbox(open, texts))).toEqual([])
  expect(await findReplies(await openInbox(null, texts)), 'without business hours').toEqual([])
  expect(sink.received).toHaveLength(1)
})

it('have one text within the hours and another outside of them', async () => {
  const texts = { autoReply: 'We are here.', autoReplyOutsideHours: 'We are closed.' }
  expect(await findReplies(await openInbox(open, texts))).toEqual(['We are here.'])
  expect(await findReplies(await openInbox(closed, texts))).toEqual(['We are closed.'])
  expect(await findReplies(await openInbox(closed, { autoReply: 'Got it.' })), 'at any time').toEqual(['Got it.'])
})

it('name the customer, the next opening and the expected reply time', async () => {
  const text = '{{customer.firstName|there}}: {{thread.ticketNumber}}, open {{inbox.nextOpening}}, reply {{inbox.expectedReplyTime|soon}}'
  const waiting = await openInbox(closed, { autoReplyOutsideHours: text })
  const body = { name: 'All', targets: { firstResponse: { normal: 30 } }, businessHoursId: await getHours(waiting.tenant) }
  await waiting.tenant.api('POST', '/sla-policies', { body })
  const [reply] = await findReplies(waiting, 'Ada Lovelace <ada@example.com>')
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(dayAfter(3))
  const { ticketNumber } = (await waiting.tenant.skein.listThreads({})).data[0] ?? {}
  expect(reply).toBe(`Ada: ${ticketNumber}, open on ${weekday} at 09:00, reply by ${weekday} 09:30`)
  const without = await openInbox(closed, { autoReplyOutsideHours: text })
  expect(await findReplies(without)).toEqual([expect.stringMatching(/^there: .*, reply soon$/)])
})

it('have only variables that always have a text to show', async () => {
  const { tenant, inboxId } = await openInbox(null, {})
  const problems = async (body: object) => {
    const [created, changed] = await Promise.all([
      tenant.api('POST', '/inboxes', { body: { name: 'Other', type: 'API', ...body } }),
      tenant.api('PATCH', `/inboxes/${inboxId}`, { body }),
    ])
    expect(changed.body.error?.details).toEqual(created.body.error?.details)
    return [changed.status, changed.body.error?.details?.map(({ field, code }) => `${field} ${code}`)]
  }
  expect(await problems({ autoReply: '{{agent.name}} {{inbox.nextOpening}}' })).toEqual([
    400,
    ['autoReply UNKNOWN_VARIABLE', 'autoReply DEFAULT_REQUIRED'],
  ])
  expect(await problems({ autoReplyOutsideHours: '{{inbox.nextOpening}} {{inbox.expectedReplyTime}} {{customer.firstName | }}' })).toEqual([
    400,
    ['autoReplyOutsideHours DEFAULT_REQUIRED'],
  ])
})
