/** Raw mails count in the storage of their tenant. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { InboundMail } from '../../../../client/index.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { runPrivacyRequest } from '../../../../test/support/privacy.ts'
import { openSmtp, sendMail } from '../../../../test/support/smtp-client.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { runUpkeep } from '../../../../test/support/upkeep.ts'
import { statement } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { createSecrets } from '#platform/secrets.ts'
import { parseTypeId } from '#platform/ids.ts'
import { startMailPort } from '../smtp/port.ts'

const quotaMib = 8
const directory = await mkdtemp(join(tmpdir(), 'skein-storage-'))
const uploads = { location: { kind: 'disk' as const, directory }, quotaBytes: quotaMib * 1_048_576, reserveBytes: 0 }
afterAll(() => rm(directory, { recursive: true }))
const service = await setUpService({ mailPort: true, worker: true, config: { uploads } })

let count = 0
async function createTenant(): Promise<TestTenant> {
  const tenant = await service.createTenant(`tenant${++count}`)
  await tenant.skein.createInbox({ body: { name: 'Support', type: 'EMAIL', address: `support@tenant${count}.localhost` } })
  return tenant
}
/** Sends a mail, which is suspended unless `header` says otherwise, and returns its id. Waits until it has been processed. */
async function send(tenant: TestTenant, { size = 0, id = `${++count}`, header = 'Auto-Submitted: auto-replied' } = {}): Promise<string> {
  const mail = `From: Ada <ada@example.com>\r\nMessage-ID: <${id}@example.com>\r\nSubject: Mail\r\n${header}\r\n\r\n${`${'x'.repeat(78)}\r\n`.repeat(size / 80)}Hello`
  const { reply } = await sendMail(service.mailPort ?? 0, { to: `support@${tenant.slug}.localhost`, mail })
  const mailId = /accepted as (eml_\w{26})$/.exec(reply)?.[1]
  if (mailId === undefined) return reply
  await until(async () => (await getMail(tenant, mailId)).outcome !== 'RECEIVED')
  return mailId
}
const getMail = async (tenant: TestTenant, id: string) => (await tenant.api<InboundMail>('GET', `/inbound-mails/${id}`)).body.data
const mails = async (tenant: TestTenant) =>
  (await tenant.api<InboundMail[]>('GET', '/inbound-mails?limit=100')).body.data.map(({ id }) => id)

type Usage = { mails: number; held: number }
const counted = statement<{ tenantId: string }, Usage>(
  'select mail_bytes as mails, held_mail_bytes as held from tenant_counters where tenant_id = :tenantId::uuid',
)
const real = statement<{ tenantId: string }, Usage>(`
  select coalesce(sum(size), 0)::bigint as mails, coalesce(sum(size) filter (where outcome in ('SUSPENDED', 'DUPLICATE')), 0)::bigint as held
  from inbound_mails where tenant_id = :tenantId::uuid and has_raw and outcome <> 'RESERVED'`)
async function usage(tenant: TestTenant): Promise<Usage> {
  const [stored, summed] = await Promise.all([service.db.first(counted, tenant), service.db.first(real, tenant)])
  expect(stored).toEqual(summed)
  return stored ?? { mails: -1, held: -1 }
}
const getHealth = async (tenant: TestTenant) => (await tenant.skein.getSystemHealth()).data.find(({ component }) => component === 'storage')

it('counts each raw mail exactly, from its arrival to its end', async () => {
  const tenant = await createTenant()
  const kept = await send(tenant, { header: 'X-Test: 1', size: 800 })
  const plain = await usage(tenant)
  expect([plain.held, plain.mails > 800]).toEqual([0, true])
  const [first, second, third] = [await send(tenant), await send(tenant), await send(tenant)]
  const suspended = await usage(tenant)
  expect(suspended.held).toBe(3 * (await getMail(tenant, first)).size)
  // The same mail again, and with another text.
  const same = `${count}`
  await send(tenant, { id: same })
  expect(await usage(tenant)).toEqual(suspended)
  await send(tenant, { id: same, size: 160 })
  expect((await usage(tenant)).held).toBeGreaterThan(suspended.held)
  await tenant.api('POST', `/inbound-mails/${first}/discard`)
  await tenant.api('POST', `/inbound-mails/${first}/discard`)
  await usage(tenant)
  expect((await tenant.api('POST', `/inbound-mails/${second}/release`)).status).toBe(200)
  await usage(tenant)
  expect((await tenant.api('POST', '/inbound-mails/batch', { body: { ids: [third], action: 'RELEASE' } })).status).toBe(200)
  await until(async () => (await getMail(tenant, third)).outcome === 'MESSAGE')
  await usage(tenant)
  const age = (set: string, where: string) =>
    service.db.script(`update inbound_mails set ${set} where tenant_id = '${tenant.tenantId}' and ${where}`)
  await age("expires_at = now() - interval '1 day'", 'expires_at is not null')
  await runUpkeep(service.db)
  expect((await usage(tenant)).held).toBe(0)
  await age("created_at = now() - interval '40 days'", `id = '${parseTypeId('eml', kept)}'`)
  await runUpkeep(service.db)
  await usage(tenant)
  const [customer] = (await tenant.skein.listCustomers({ query: { email: 'ada@example.com' } })).data
  await runPrivacyRequest(tenant, '/privacy/erase', { customerId: customer?.id, mode: 'DELETE' })
  expect(await usage(tenant)).toEqual({ mails: 0, held: 0 })
})

describe('suspended mails', () => {
  it('that are discarded free their space at once', async () => {
    const tenant = await createTenant()
    const ids = [await send(tenant, { size: 4_000_000 }), await send(tenant, { size: 4_000_000 })]
    expect(await send(tenant, { size: 4_000_000 }), 'the last one before the quota is used up').toMatch(/^eml_/)
    expect(await send(tenant)).toBe('452 4.3.1 There is no space for this mail; try again later')
    const inbox = (await tenant.skein.listInboxes()).data.find(({ type }) => type === 'EMAIL')
    const posted = await fetch(`${service.baseUrl}/api/v1/inboxes/${inbox?.id}/mails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'message/rfc822' },
      body: 'From: ada@example.com\r\nSubject: Form\r\n\r\nHello',
    })
    expect([posted.status, await posted.json()]).toMatchObject([507, { error: { code: expect.stringContaining('STORAGE_FULL') } }])
    expect(await getHealth(tenant)).toMatchObject({
      status: 'DEGRADED',
      detail: expect.stringMatching(
        /^Your files and mails take 11\.\d MiB of 8 MiB, .*suspended ones 11\.\d MiB of 1 GiB.*no mail is accepted\.$/,
      ),
    })
    const batch = await tenant.api('POST', '/inbound-mails/batch', { body: { ids, action: 'DISCARD' } })
    expect(batch.status).toBe(200)
    expect((await usage(tenant)).mails).toBeLessThan(4_200_000)
    expect(await send(tenant)).toMatch(/^eml_/)
    expect(await getHealth(tenant)).toMatchObject({ status: 'OK' })
    expect((await tenant.api('POST', `/inbound-mails/${ids[0]}/release`)).status).toBe(409)
    expect((await tenant.api('GET', `/inbound-mails/${ids[0]}/original`)).status).toBe(404)
  })

  it('beyond their share make room for newer ones, the oldest first', async () => {
    const tenant = await createTenant()
    const kept = await send(tenant, { header: 'X-Test: 1', size: 400_000 })
    await tenant.skein.updateTenantSettings({ body: { storage: { suspendedMiB: 1 } } })
    const ids: string[] = []
    for (let i = 0; i < 6; i++) ids.push(await send(tenant, { size: 400_000 }))
    await until(async () => (await mails(tenant)).length === 3)
    expect(await mails(tenant)).toEqual([ids[5], ids[4], kept])
    expect((await usage(tenant)).held).toBeLessThan(1_048_576)
  })

  it('are deleted when their share becomes smaller', async () => {
    const tenant = await createTenant()
    const ids = [await send(tenant, { size: 800_000 }), await send(tenant, { size: 800_000 })]
    await tenant.skein.updateTenantSettings({ body: { storage: { suspendedMiB: 1 } } })
    await until(async () => (await mails(tenant)).length === 1)
    expect(await mails(tenant)).toEqual([ids[1]])
    await usage(tenant)
  })
})

it('a network that sends more than its rate gets 451 until the next hour', async () => {
  const tenant = await createTenant()
  const { config, db } = service
  const guards = { ...config.mailIn.guards, networkMiB: 1 }
  const strict = { ...config, mailIn: { ...config.mailIn, port: 0, trustedRelays: ['192.0.2.0/24'], guards } }
  const services = { db, config: strict, log: createLog('silent').log, secrets: createSecrets(config.secretKey), onWrite: () => {} }
  const port = await startMailPort(services)
  const to = `support@${tenant.slug}.localhost`
  const text = `From: ada@example.com\r\n\r\n${`${'x'.repeat(78)}\r\n`.repeat(15_000)}`
  expect((await sendMail(port?.port ?? 0, { to, mail: text })).reply).toMatch(/^250 /)
  const client = await openSmtp(port?.port ?? 0)
  expect(await client.say('MAIL FROM:<ada@example.com>')).toBe('451 4.7.1 Too many bytes from your network; try again in an hour')
  client.end()
  await port?.stop()
})
