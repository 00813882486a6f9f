import { afterAll, expect, it } from 'vitest'
import { startDnsServer } from '../../test/support/dns-server.ts'
import { setUpTenant } from '../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import { toTypeId } from '#platform/ids.ts'
import { examineInboxHealth } from './doctor-inboxes.ts'

const dns = await startDnsServer({ TXT: {}, MX: {} })
afterAll(() => dns.stop())
const { service, tenant } = await setUpTenant({ config: { dnsServers: [dns.address], mail: { domain: 'mail.example' } } })

const examine = () => examineInboxHealth(service.db, service.config)
const connect = statement<{ tenantId: string; state: string; lagSeconds: number }, object>(`
  insert into inbox_connections (tenant_id, inbox_id, receive_state, receive_error, lag_seconds)
  select tenant_id, id, :state::text, '{"message": "The server refused the connection."}', :lagSeconds::double precision
  from inboxes where tenant_id = :tenantId::uuid and email #>> '{receive,mode}' = 'IMAP'
  on conflict (tenant_id, inbox_id) do update set receive_state = excluded.receive_state, receive_error = excluded.receive_error, lag_seconds = excluded.lag_seconds`)
const failSending = statement<{ tenantId: string }, object>(`
  insert into inbox_connections (tenant_id, inbox_id, send_state, send_error)
  select tenant_id, id, 'FAILING', '{"message": "Your program responded 500."}' from inboxes where tenant_id = :tenantId::uuid and hook is not null`)

it('names the DNS records that an inbox lacks, until they are published', async () => {
  expect(await examine()).toEqual([])
  await tenant.skein.createInbox({ body: { name: 'Support', type: 'EMAIL', address: 'support@acme.example' } })
  const proof = `tenant=${toTypeId('ten', tenant.tenantId)}`
  expect(await examine()).toEqual([
    {
      check: 'mail records',
      status: 'warning',
      says:
        `support@acme.example (${tenant.slug}) lacks MX (acme.example: 10 mail.example), OWNERSHIP (_skein.acme.example: ${proof}), ` +
        'SPF (acme.example: v=spf1 include:mail.example ~all), DMARC (_dmarc.acme.example: v=DMARC1; p=none).',
      cure: expect.stringContaining('the SMTP port refuses mail'),
    },
    { check: 'sender proof', status: 'ok', says: expect.stringContaining('from the second tenant on'), cure: null },
  ])
  dns.zone.failing = ['acme.example', '_dmarc.acme.example', '_skein.acme.example']
  expect(await examine()).toMatchObject([{ says: expect.stringContaining('the name servers do not respond') }, { check: 'sender proof' }])
  dns.zone.failing = []
  dns.zone.MX = { 'acme.example': [{ priority: 10, exchange: 'mail.example' }] }
  dns.zone.TXT = {
    'acme.example': ['v=spf1 include:mail.example ~all'],
    '_dmarc.acme.example': ['v=DMARC1; p=none'],
    '_skein.acme.example': [proof],
  }
  expect(await examine()).toMatchObject([{ check: 'mail records', status: 'ok' }, { check: 'sender proof' }])
})

it('names mailboxes that cannot be read, and those whose mail waits', async () => {
  const imap = { host: 'imap.example.com', user: 'ada', password: 'app-password' }
  await tenant.skein.createInbox({
    body: { name: 'Sales', type: 'EMAIL', address: 'sales@acme.example', email: { receive: { mode: 'IMAP', imap } } },
  })
  const show = async (state: string, lagSeconds: number) => {
    await service.db.rows(connect, { tenantId: tenant.tenantId, state, lagSeconds })
    return (await examine()).filter(({ check }) => check === 'mailboxes').map(({ status, says }) => `${status}: ${says}`)
  }
  expect(await show('FAILING', 0)).toEqual([
    `warning: sales@acme.example (${tenant.slug}): the mailbox cannot be read: The server refused the connection.`,
  ])
  expect(await show('CONNECTED', 700)).toEqual([
    `warning: sales@acme.example (${tenant.slug}): the latest mail had waited 12 minutes in the mailbox.`,
  ])
  expect(await show('CONNECTED', 4)).toEqual(['ok: 1 mailbox is read; the latest mail had waited 4 s.'])
})

it('says whether tenants must prove the domains from which they send', async () => {
  const show = async (requireSenderProof: boolean | null) => {
    const config = { ...service.config, mail: { ...service.config.mail, requireSenderProof } }
    const found = (await examineInboxHealth(service.db, config)).find(({ check }) => check === 'sender proof')
    return `${found?.status}: ${found?.says}`
  }
  expect(await show(null)).toMatch(/^ok: The tenant can send in the name of any domain/)
  expect(await show(true)).toMatch(/^ok: Mail leaves through SMTP_URL only/)
  await service.createTenant()
  expect(await show(null)).toMatch(/^ok: Mail leaves through SMTP_URL only/)
  expect(await show(false)).toMatch(/^warning: REQUIRE_SENDER_PROOF is off/)
})

it('names inboxes with a program that lack a secret or a URL, or cannot send', async () => {
  const show = async () => (await examine()).filter(({ check }) => check === 'own programs').map(({ status, says }) => `${status}: ${says}`)
  expect(await show()).toEqual([])
  const { data } = await tenant.skein.createInbox({ body: { name: 'Chat', type: 'API', hook: {} } })
  const inbox = `The inbox “Chat” (${tenant.slug})`
  expect(await show()).toEqual([`warning: ${inbox} has no secret: it accepts nothing, and sends nothing.`])
  await tenant.skein.rotateInboxSecret({ path: { id: data.id }, body: {} })
  expect(await show()).toEqual([`warning: ${inbox} has no URL of its program: replies are kept, and reach nobody.`])
  await tenant.skein.updateInbox({ path: { id: data.id }, body: { hook: { outboundUrl: 'http://127.0.0.1:1/' } } })
  expect(await show()).toEqual(['ok: One inbox has a program of its own, a secret and a URL.'])
  await service.db.rows(failSending, { tenantId: tenant.tenantId })
  expect(await show()).toEqual([`warning: ${inbox} cannot send to its program: Your program responded 500.`])
})
