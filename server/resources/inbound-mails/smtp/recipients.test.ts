/** Which recipients the SMTP port accepts, and for whom. */
import { describe, expect, it } from 'vitest'
import { openSmtp } from '../../../../test/support/smtp-client.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { parseTypeId, toTypeId } from '#platform/ids.ts'
import { addAddressToken, newAddressToken } from '../../mail/index.ts'
import { findRecipient } from './find-recipients.ts'

const statements: [string, readonly unknown[]][] = []
const service = await setUpService({ mailPort: true, onStatement: (...statement) => void statements.push(statement) })
const [acme, beta] = await Promise.all([service.createTenant('acme'), service.createTenant('beta')])

const createInbox = async (tenant: TestTenant, address: string, more: { active?: boolean; aliases?: string[] } = {}): Promise<string> => {
  const { active = true, aliases = [] } = more
  const body = { name: address, type: 'EMAIL' as const, address, active, email: { receive: { aliases } } }
  return (await tenant.skein.createInbox({ body })).data.id
}
const prove = ({ tenantId }: TestTenant, domain: string): Promise<void> =>
  service.db.script(`insert into proved_domains (tenant_id, domain) values ('${tenantId}', '${domain}')`)

/** Returns the reply to RCPT. */
async function offer(address: string): Promise<string> {
  const client = await openSmtp(service.mailPort ?? 0)
  await client.say('MAIL FROM:<grace@example.com>')
  const reply = await client.say(`RCPT TO:<${address}>`)
  client.end()
  return reply
}

/** Returns the inboxes to which an address leads. */
async function getInboxes(address: string): Promise<string[]> {
  const found = await findRecipient(service.db, service.config, address)
  return found.kind === 'FOUND' ? found.destinations.map(({ inboxId }) => inboxId) : []
}
const getUuid = (id: string): string => parseTypeId('inb', id) ?? ''

describe('the SMTP port', () => {
  it('accepts addresses, aliases and plus forms of inboxes, in any letter case', async () => {
    const id = await createInbox(acme, 'support@acme.localhost', { aliases: ['help@acme.localhost'] })
    for (const address of [
      'support@acme.localhost',
      'Support@ACME.localhost',
      'help@acme.localhost',
      'support+anything+more@acme.localhost',
      `help+r${newAddressToken()}@acme.localhost`,
    ]) {
      expect(await offer(address), address).toBe('250 2.1.5 Accepted')
      expect(await getInboxes(address), address).toEqual([getUuid(id)])
    }
  })

  it('refuses unknown addresses, other tenants’ slugs and foreign domains', async () => {
    await createInbox(beta, 'sales@acme.localhost')
    for (const address of [
      'nobody@acme.localhost',
      'support@beta.localhost',
      'ada@example.net',
      'support@localhost',
      'support@acme.example',
    ])
      expect(await offer(address), address).toBe('550 5.1.1 No inbox has this address')
    expect(await offer('sales@acme.localhost'), 'an address below the slug of another tenant').toMatch(/^550 5\.7\.1 /)
    expect(await offer('postmaster')).toMatch(/^550 5\.1\.1 /)
    expect(await offer('two words@acme.localhost')).toMatch(/^501 5\.1\.3 /)
  })

  it('accepts a tenant’s own domain only after the tenant has proved it', async () => {
    const id = await createInbox(acme, 'help@bücher.example')
    expect(await offer('help@xn--bcher-kva.example')).toBe(
      `550 5.7.1 The owner of xn--bcher-kva.example has not been verified: publish the TXT record _skein.xn--bcher-kva.example with the value tenant=${toTypeId('ten', acme.tenantId)}`,
    )
    await prove(acme, 'bücher.example')
    expect(await offer('help+1@xn--bcher-kva.example')).toMatch(/^250 /)
    expect(await getInboxes('help@bücher.example')).toEqual([getUuid(id)])
  })

  it('gives no tenant the mail of a domain that another tenant has proved', async () => {
    const theirs = await createInbox(beta, 'info@globex.example')
    const ours = await createInbox(acme, 'info@globex.example')
    expect(await offer('info@globex.example')).toBe(
      '550 5.7.1 The owner of globex.example has not been verified: publish the TXT record _skein.globex.example',
    )
    await prove(acme, 'globex.example')
    expect(await getInboxes('info@globex.example')).toEqual([getUuid(ours)])
    await prove(beta, 'globex.example')
    expect((await getInboxes('info@globex.example')).toSorted()).toEqual([getUuid(theirs), getUuid(ours)].toSorted())
  })

  it('accepts mail to the postmaster of a domain that gets mail, for a fitting inbox', async () => {
    const carol = await service.createTenant('carol')
    expect(await offer('postmaster@carol.localhost'), 'no inbox could show the mail').toMatch(/^550 5\.1\.1 /)
    const first = await createInbox(carol, 'mail@carol.example')
    for (const address of ['postmaster@carol.localhost', 'PostMaster@CAROL.localhost', 'postmaster+x@carol.localhost']) {
      expect(await offer(address), address).toMatch(/^250 /)
      expect(await getInboxes(address), address).toEqual([getUuid(first)])
    }
    const inDomain = await createInbox(carol, 'help@carol.localhost')
    expect(await getInboxes('postmaster@carol.localhost')).toEqual([getUuid(inDomain)])
    const own = await createInbox(carol, 'postmaster@carol.localhost')
    expect(await getInboxes('postmaster@carol.localhost')).toEqual([getUuid(own)])
    expect(await offer('postmaster@carol.example'), 'not proved').toMatch(/^550 5\.1\.1 /)
    await prove(carol, 'carol.example')
    expect(await getInboxes('postmaster@carol.example')).toEqual([getUuid(first)])
    for (const address of ['postmaster@nobody.example', 'postmaster@localhost', 'postmasters@carol.localhost'])
      expect(await offer(address), address).toMatch(/^550 /)
  })

  it('accepts the forwarding address of an inbox, also after MAIL_DOMAIN has changed', async () => {
    const id = await createInbox(acme, 'forwarded@unproved.example')
    const { data } = await acme.skein.getInbox({ path: { id } })
    const forwardTo = data.email?.receive.forwardTo ?? ''
    expect(forwardTo).toBe(`${id.slice(4)}@localhost`)
    for (const address of [
      forwardTo,
      forwardTo.toUpperCase(),
      forwardTo.replace('@', '+tag@'),
      forwardTo.replace('localhost', 'new.example.com'),
    ]) {
      expect(await offer(address), address).toMatch(/^250 /)
      expect(await getInboxes(address), address).toEqual([getUuid(id)])
    }
    expect(await offer(`${acme.inboxId.slice(4)}@localhost`), 'an inbox of another type').toMatch(/^550 5\.1\.1 /)
  })

  it('prefers the longest address, and an active inbox to an inactive one', async () => {
    const long = await createInbox(acme, 'team+sales@acme.localhost')
    const short = await createInbox(acme, 'team@acme.localhost')
    expect(await getInboxes('team+sales+x@acme.localhost')).toEqual([getUuid(long)])
    expect(await getInboxes('team+other@acme.localhost')).toEqual([getUuid(short)])
    const old = await createInbox(acme, 'old@acme.localhost', { active: false })
    expect(await getInboxes('old@acme.localhost'), 'threads of an inactive inbox get replies').toEqual([getUuid(old)])
    const renewed = await createInbox(acme, 'old@acme.localhost')
    expect(await getInboxes('old@acme.localhost')).toEqual([getUuid(renewed)])
  })

  it('accepts the reply address of a thread whose inbox has another address by now', async () => {
    const inboxId = await createInbox(acme, 'before@acme.localhost')
    const thread = await acme.skein.createThread({ body: { title: 'a', body: 'b', requester: { email: 'ada@example.com' }, inboxId } })
    const token = newAddressToken()
    const threadId = parseTypeId('thr', thread.data.id)
    await service.db.script(
      `insert into thread_mail_keys (tenant_id, thread_id, token) values ('${acme.tenantId}', '${threadId}', '${token}')`,
    )
    await acme.skein.updateInbox({ path: { id: inboxId }, body: { address: 'after@acme.localhost' } })
    const address = addAddressToken('before@acme.localhost', token) ?? ''
    expect(await offer(address)).toMatch(/^250 /)
    expect(await getInboxes(address)).toEqual([getUuid(inboxId)])
    expect(await offer(address.replace('acme', 'beta')), 'a domain of another tenant').toMatch(/^550 5\.1\.1 /)
    expect(await offer(addAddressToken('before@acme.localhost', newAddressToken()) ?? '')).toMatch(/^550 5\.1\.1 /)
  })

  it('looks for the inbox of an address once in a moment, and again after a refusal', async () => {
    const looks = (address: string): number => statements.filter(([, parameters]) => JSON.stringify(parameters).includes(address)).length
    expect(await offer('moment@acme.localhost')).toMatch(/^550 /)
    await createInbox(acme, 'moment@acme.localhost')
    statements.length = 0
    for (let n = 0; n < 20; n++) expect(await offer('moment@acme.localhost')).toMatch(/^250 /)
    expect(looks('moment@acme.localhost')).toBeGreaterThan(0)
    expect(looks('moment@acme.localhost')).toBeLessThan(20)
  })

  it('asks for a later retry while the tenant is suspended', async () => {
    await createInbox(beta, 'support@beta.localhost')
    const setStatus = (status: string) => service.db.script(`update tenants set status = '${status}' where slug = 'beta'`)
    await setStatus('SUSPENDED')
    expect(await offer('support@beta.localhost')).toBe('451 4.3.0 The workspace is suspended; try again later')
    await setStatus('ACTIVE')
    expect(await offer('support@beta.localhost')).toMatch(/^250 /)
  })
})
