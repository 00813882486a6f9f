/** DNS records of inboxes: proofs of ownership, and keys for signatures. */
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { Inbox } from '../../../client/index.ts'
import { startDnsServer } from '../../../test/support/dns-server.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { runUpkeep } from '../../../test/support/upkeep.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId, toTypeId, type Uuid } from '#platform/ids.ts'
import { createSecrets } from '#platform/secrets.ts'

type DnsRecord = { purpose: string; name: string; value: string; found: string[]; ok: boolean }

const dns = await startDnsServer({ TXT: {}, MX: {} })
afterAll(() => dns.stop())
const service = await setUpService({ worker: true, config: { dnsServers: [dns.address] } })
const acme = await service.createTenant()
const other = await service.createTenant()

const create = async (tenant: TestTenant, address: string | null, more: object = {}) =>
  tenant.api<Inbox>('POST', '/inboxes', {
    body: { name: `Mail ${address}`, type: 'EMAIL', ...(address === null ? {} : { address }), ...more },
  })
const look = async (tenant: TestTenant, id: string) => (await tenant.api<DnsRecord[]>('GET', `/inboxes/${id}/dns`)).body.data
const getProof = ({ tenantId }: TestTenant): string => `tenant=${toTypeId('ten', tenantId)}`
const prove = (domain: string, tenant: TestTenant) => Object.assign(dns.zone.TXT ?? {}, { [`_skein.${domain}`]: [getProof(tenant)] })

describe('a domain', () => {
  it('that a tenant has proved is closed to others for mail by SMTP', async () => {
    const { id } = (await create(acme, 'support@acme.example')).body.data
    // Nothing is proved yet, so another tenant may have an inbox there; the SMTP port accepts no mail for it.
    const early = await create(other, 'early@acme.example')
    expect(early.status).toBe(201)
    expect((await look(acme, id)).find(({ purpose }) => purpose === 'OWNERSHIP')).toMatchObject({ ok: false, found: [] })
    prove('acme.example', acme)
    const record = (await look(acme, id)).find(({ purpose }) => purpose === 'OWNERSHIP')
    expect(record).toMatchObject({ name: '_skein.acme.example', value: getProof(acme), found: [getProof(acme)], ok: true })
    const refused = await create(other, 'support@acme.example')
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'SVC-INBOX-DOMAIN_UNPROVED'])
    const aliased = await other.api('PATCH', `/inboxes/${early.body.data.id}`, {
      body: { email: { receive: { aliases: ['sales@acme.example'] } } },
    })
    expect([aliased.status, aliased.body.error?.code]).toEqual([409, 'SVC-INBOX-DOMAIN_UNPROVED'])
    expect((await create(acme, 'sales@acme.example')).status).toBe(201)
    const fetched = { receive: { mode: 'IMAP', imap: { host: 'imap.example.com', user: 'ada', password: 'app-password' } } }
    expect((await create(other, 'support@acme.example', { email: fetched })).status, 'a mailbox proves itself').toBe(201)
    Object.assign(dns.zone.TXT ?? {}, { '_skein.acme.example': [getProof(acme), getProof(other)] })
    await look(other, early.body.data.id)
    expect((await create(other, 'help@acme.example')).status).toBe(201)
  })

  it('is proved by the hourly job, and lost when the proof has been missing for days', async () => {
    const domains = async () => (await service.db.rows(provedDomains, { tenantId: acme.tenantId })).map(({ domain }) => domain)
    await create(acme, 'support@bücher.example')
    prove('xn--bcher-kva.example', acme)
    await runUpkeep(service.db)
    expect(await domains()).toContain('bücher.example')
    const age = async (days: number) =>
      service.db.script(`update proved_domains set proved_at = now() - interval '${days} days' where domain = 'bücher.example'`)
    Object.assign(dns.zone.TXT ?? {}, { '_skein.xn--bcher-kva.example': [] })
    dns.zone.failing = ['_skein.xn--bcher-kva.example']
    await age(9)
    await runUpkeep(service.db)
    expect(await domains(), 'a failing name server takes nothing away').toContain('bücher.example')
    dns.zone.failing = []
    await age(2)
    await runUpkeep(service.db)
    expect(await domains()).toContain('bücher.example')
    await age(4)
    await runUpkeep(service.db)
    expect(await domains()).not.toContain('bücher.example')
  })
})

const provedDomains = statement<{ tenantId: Uuid }, { domain: string }>(
  'select domain from proved_domains where tenant_id = :tenantId::uuid',
)

describe('an inbox', () => {
  it('without an e-mail address needs no records', async () => {
    expect(await look(acme, acme.inboxId)).toEqual([])
    expect(await look(acme, (await create(acme, null)).body.data.id)).toEqual([])
  })

  it('of another tenant is not found', async () => {
    const { id } = (await create(acme, 'hidden@example.com')).body.data
    for (const [method, path] of [
      ['GET', 'dns'],
      ['POST', 'dkim'],
      ['DELETE', 'dkim'],
    ])
      expect((await other.api(method ?? '', `/inboxes/${id}/${path}`)).status).toBe(404)
  })
})

describe('the key of an inbox', () => {
  it('is created with a record to publish, and its state follows the record', async () => {
    const { id } = (await create(acme, 'signed@example.com')).body.data
    const made = await acme.api<Inbox>('POST', `/inboxes/${id}/dkim`, { body: {} })
    expect(made.status, made.text).toBe(200)
    const dkim = made.body.data.email?.dkim
    expect(dkim).toMatchObject({ domain: 'example.com', state: 'UNCHECKED' })
    expect(made.text).not.toContain('PRIVATE')
    const record = async () => (await look(acme, id)).find(({ purpose }) => purpose === 'DKIM')
    const state = async () => (await acme.skein.getInbox({ path: { id } })).data.email?.dkim?.state
    expect(await record()).toMatchObject({ name: `${dkim?.selector}._domainkey.example.com`, ok: false })
    expect(await state()).toBe('WRONG')
    const missing = await record()
    Object.assign(dns.zone.TXT ?? {}, { [missing?.name ?? '']: [missing?.value] })
    expect(await record()).toMatchObject({ ok: true })
    expect(await state()).toBe('OK')
    // A failing name server says nothing about the record.
    dns.zone.failing = [missing?.name ?? '']
    await look(acme, id)
    expect(await state()).toBe('OK')
    dns.zone.failing = []
  })

  it('is replaced under another selector, and deleted with its private part', async () => {
    const { id } = (await create(acme, 'rotated@example.com')).body.data
    const keys = []
    for (const body of [{}, { domain: 'example.com' }]) {
      const { data } = (await acme.api<Inbox>('POST', `/inboxes/${id}/dkim`, { body })).body
      const sealed = await getSecrets(id)
      expect(sealed).toHaveLength(1)
      const pem = createSecrets('a key that is known to everybody, for tests').decrypt('inbox', sealed[0] ?? '')
      const publicKey = createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'der' }).toString('base64')
      expect(data.email?.dkim?.publicKey).toBe(publicKey)
      keys.push(data.email?.dkim?.selector)
    }
    expect(new Set(keys).size).toBe(2)
    const deleted = await acme.api<Inbox>('DELETE', `/inboxes/${id}/dkim`)
    expect([deleted.status, deleted.body.data.email?.dkim, await getSecrets(id)]).toEqual([200, null, []])
    expect((await acme.api<Inbox>('DELETE', `/inboxes/${id}/dkim`)).status).toBe(200)
  })

  it('signs for the domain of the address or one above it only', async () => {
    const { id } = (await create(acme, 'signed@mail.example.org')).body.data
    const send = async (domain: string) => (await acme.api<Inbox>('POST', `/inboxes/${id}/dkim`, { body: { domain } })).status
    expect(await Promise.all(['example.org', 'mail.example.org'].map(send)).then((all) => all.toSorted())).toEqual([200, 200])
    for (const domain of ['org', 'example.com', 'other.example.org', 'ample.org', '']) expect(await send(domain), domain).toBe(400)
    const none = await acme.api('POST', `/inboxes/${acme.inboxId}/dkim`, { body: {} })
    expect([none.status, none.body.error?.code]).toEqual([422, 'SVC-CHANNEL-NOT_CONNECTED'])
  })

  async function getSecrets(id: string): Promise<string[]> {
    const rows = await service.db.rows(
      statement<{ id: string }, { secret: string }>(
        "/* across tenants: a test */ select secret from inbox_secrets where inbox_id = :id::uuid and kind = 'DKIM'",
      ),
      { id: parseTypeId('inb', id) ?? '' },
    )
    return rows.map(({ secret }) => secret)
  }
})
