/** In whose name the operator's mail server sends for a tenant. */
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ChannelConnection, Inbox, Job, Message, ThreadRecipients } from '../../../../client/index.ts'
import { startDnsServer } from '../../../../test/support/dns-server.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { startMailServer } from '../../../../test/support/mail-server.ts'
import { composeMail } from '../../../../test/support/mails.ts'
import { getRules } from '../../../../test/support/rules.ts'
import { setUpService, startTestService, type TestTenant } from '../../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import { toTypeId } from '#platform/ids.ts'

let acme: TestTenant
const dns = await startDnsServer({ TXT: {}, MX: {} })
const sink = await startMailServer()
const mail = { smtpUrl: sink.url, from: 'no-reply@operator.localhost', requireSenderProof: null }
afterAll(async () => {
  await sink.stop()
  await dns.stop()
})
const service = await setUpService({ worker: true, config: { dnsServers: [dns.address], mail } })
await service.createTenant('other')
beforeEach(async () => {
  sink.accepted.length = 0
  acme = await service.createTenant()
})

const createInbox = async (address: string, more: object = {}, tenant = acme): Promise<string> =>
  (await tenant.api<Inbox>('POST', '/inboxes', { body: { name: address, type: 'EMAIL', address, ...more } })).body.data.id
const createThread = async (inboxId: string, tenant = acme) =>
  (await tenant.skein.createThread({ body: { title: 'Export', body: 'It is empty.', requester: { email: 'ada@example.com' }, inboxId } }))
    .data.threadId
const compose = (inboxId: string, tenant = acme) =>
  tenant.api('POST', '/threads/compose', { body: { inboxId, to: ['ada@example.com'], subject: 'Invoice', body: 'Please pay.' } })
const outcome = ({ status, body }: { status: number; body: { error?: { code: string } | null } }) => [status, body.error?.code]
const unproved = [409, 'SVC-INBOX-DOMAIN_UNPROVED']
const getConnection = async (inboxId: string) => (await acme.api<ChannelConnection>('GET', `/inboxes/${inboxId}/connection`)).body.data
const getProof = ({ tenantId }: TestTenant): string => `tenant=${toTypeId('ten', tenantId)}`
async function prove(domain: string, inboxId: string) {
  Object.assign(dns.zone.TXT ?? {}, { [`_skein.${domain}`]: [getProof(acme)] })
  await acme.api('GET', `/inboxes/${inboxId}/dns`)
}
const forgetProofs = statement<{ tenantId: string }, object>('delete from proved_domains where tenant_id = :tenantId::uuid')
const senders = () => sink.accepted.map(({ from }) => from?.address)

describe('with several tenants, the operator’s mail server sends', () => {
  it.each([
    ['of another company', () => 'support@bank.example'],
    ['of another tenant', () => 'support@other.localhost'],
    ['of the operator', () => 'no-reply@operator.localhost'],
    ['of MAIL_DOMAIN itself', () => 'support@localhost'],
    ['two labels below MAIL_DOMAIN', () => `support@mail.${acme.slug}.localhost`],
    ['that ends like the tenant’s own', () => `support@x${acme.slug}.localhost`],
    ['below the tenant’s own', () => `support@${acme.slug}.localhost.bank.example`],
  ])('nothing in the name of a domain %s', async (_, addressOf) => {
    const inboxId = await createInbox(addressOf())
    const refused = await compose(inboxId)
    expect(outcome(refused)).toEqual(unproved)
    expect(refused.body.error?.message).toContain('OWNERSHIP')
    expect((await acme.skein.listThreads({})).meta.total).toBe(0)
    expect(await getConnection(inboxId)).toMatchObject({ send: { state: 'FAILING' }, lastError: { code: 'DOMAIN_UNPROVED' } })
  })

  it('as a tenant whose slug is the domain of MAIL_FROM only after a proof', async () => {
    const tenant = await service.createTenant('operator')
    const inboxId = await createInbox('support@operator.localhost', {}, tenant)
    expect(outcome(await compose(inboxId, tenant))).toEqual(unproved)
  })

  it('from the tenant’s own domain, and from a proved one', async () => {
    const own = await createInbox(`Support@${acme.slug.toUpperCase()}.localhost`)
    expect((await compose(own)).status).toBe(201)
    expect((await getConnection(own)).lastError).toBeNull()
    const proved = await createInbox('support@acme.example')
    expect(outcome(await compose(proved))).toEqual(unproved)
    await prove('acme.example', proved)
    expect((await compose(proved)).status).toBe(201)
    expect((await getConnection(proved)).lastError).toBeNull()
    await until(() => sink.accepted.length === 2)
    expect(senders().toSorted()).toEqual(['support@acme.example', `support@${acme.slug}.localhost`])
  })

  it('no reply, forward or scheduled reply of an unproved inbox', async () => {
    const [bank, own] = [await createInbox('support@bank.example'), await createInbox(`support@${acme.slug}.localhost`)]
    const [ofBank, ofOwn, ofProgram] = [await createThread(bank), await createThread(own), await createThread(acme.inboxId)]
    const reply = (threadId: string, more: object = {}) =>
      acme.api<Message>('POST', `/threads/${threadId}/reply`, { body: { body: 'We are looking.', ...more } })
    for (const refused of [
      await reply(ofBank),
      await reply(ofBank, { undoSeconds: 30 }),
      await reply(ofBank, { sendAt: new Date(Date.now() + 3_600_000).toISOString() }),
      await reply(ofOwn, { fromInboxId: bank }),
      await reply(ofProgram, { fromInboxId: bank }),
      await reply(ofProgram, { sendBy: 'EMAIL' }),
      await acme.api('POST', `/threads/${ofBank}/forward`, { body: { to: ['bob@example.com'] } }),
    ])
      expect(outcome(refused)).toEqual(unproved)
    const shown = (await acme.api<ThreadRecipients>('GET', `/threads/${ofBank}/recipients`)).body.data
    expect(shown).toMatchObject({ from: null, sending: 'NONE' })
    expect((await reply(ofBank, { sendBy: 'NONE' })).status).toBe(201)
    expect((await reply(ofOwn)).status).toBe(201)
    await until(() => sink.accepted.length > 0)
    expect(senders()).toEqual([`support@${acme.slug}.localhost`])
  })

  it('no automatic reply, reply of a rule or test of an unproved inbox', async () => {
    const bank = await createInbox('support@bank.example', { autoReply: 'We have it.' })
    const rules = getRules(service, acme)
    const rule = await rules.make({
      trigger: { type: 'EVENT', events: ['message.created'] },
      message: { authorTypes: ['CUSTOMER'] },
      actions: [{ type: 'REPLY', body: 'We are on it.' }],
    })
    await acme.skein.createInboundMail({ path: { id: bank }, body: composeMail({ To: 'support@bank.example' }) })
    const { data } = (await acme.api<Job>('POST', `/inboxes/${bank}/test`, { body: { roundTrip: true } })).body
    await until(async () => (await acme.skein.getJob({ path: { id: data.id } })).data.state === 'FAILED')
    expect(JSON.stringify((await acme.skein.getJob({ path: { id: data.id } })).data.result)).toContain(
      'has not proved that it owns bank.example',
    )
    await until(async () => (await rules.list(`&ruleId=${rule.id}`)).length > 0)
    expect(await rules.list(`&ruleId=${rule.id}`)).toMatchObject([{ outcome: 'FAILED' }])
    expect((await acme.skein.listThreads({})).meta.total).toBe(1)
    expect(sink.accepted).toEqual([])
  })

  it('a frozen mail only while its domain is proved', async () => {
    const inboxId = await createInbox('support@late.example')
    await prove('late.example', inboxId)
    const threadId = await createThread(inboxId)
    await acme.skein.replyToThread({ path: { id: threadId }, body: { body: 'We are looking.', undoSeconds: 2 } })
    await service.db.rows(forgetProofs, { tenantId: acme.tenantId })
    await until(async () =>
      (await acme.skein.listMessages({ path: { id: threadId } })).data.some(({ delivery }) => delivery.lastError !== null),
    )
    const replies = async () =>
      (await acme.skein.listMessages({ path: { id: threadId } })).data.filter(({ authorType }) => authorType === 'AGENT')
    expect(await replies()).toMatchObject([{ delivery: { state: 'QUEUED', lastError: expect.stringContaining('late.example') } }])
    expect(sink.accepted).toEqual([])
    await prove('late.example', inboxId)
    await acme.skein.reconnectInbox({ path: { id: inboxId } })
    await service.db.script(
      `update jobs set due_at = now() where name = 'send-message'; update job_queues set due_at = now() where name = 'send-message'`,
    )
    await until(() => sink.accepted.length > 0)
    expect(await until(async () => (await replies())[0]?.delivery.state === 'SENT')).toBeUndefined()
  })

  it('nothing for an inbox with a server of its own, which needs no proof', async () => {
    const { hostname, port } = new URL(sink.url)
    const smtp = { host: hostname, port: Number(port), security: 'NONE' }
    const inboxId = await createInbox('support@bank.example', { email: { send: { mode: 'SMTP', smtp } } })
    expect((await compose(inboxId)).status).toBe(201)
    await until(() => sink.accepted.length > 0)
    await acme.api('PATCH', `/inboxes/${inboxId}`, { body: { email: { send: { mode: 'DEFAULT' } } } })
    expect(outcome(await compose(inboxId))).toEqual(unproved)
  })
})

describe('REQUIRE_SENDER_PROOF', () => {
  const start = async (requireSenderProof: boolean | null) => {
    const own = await startTestService({ config: { mail: { requireSenderProof } } })
    onTestFinished(() => own.stop())
    const tenant = await own.createTenant()
    return { own, tenant, inboxId: await createInbox('support@acme.example', {}, tenant) }
  }

  it('is on by default from the second tenant on', async () => {
    const { own, tenant, inboxId } = await start(null)
    expect((await compose(inboxId, tenant)).status).toBe(201)
    await own.createTenant()
    expect(outcome(await compose(inboxId, tenant))).toEqual(unproved)
  })

  it('can be switched on for one tenant, and off for several', async () => {
    const on = await start(true)
    expect(outcome(await compose(on.inboxId, on.tenant))).toEqual(unproved)
    const off = await start(false)
    await off.own.createTenant()
    expect((await compose(off.inboxId, off.tenant)).status).toBe(201)
  })
})
