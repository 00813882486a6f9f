import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDnsServer, type DnsServer, type DnsZone } from '../../../test/support/dns-server.ts'
import { createDnsResolver, type DnsResolver } from '#platform/dns.ts'
import { checkRecords, listExpectedRecords, type DnsPurpose } from './dns-records.ts'
import { defaultEmailSettings, type EmailSettings } from '../../channels/email/settings.ts'

let server: DnsServer
let resolver: DnsResolver
beforeAll(async () => {
  server = await startDnsServer()
  resolver = createDnsResolver({ servers: [server.address] })
})
afterAll(() => server.stop())

const owner = { mailDomain: 'desk.example.net', ownDomain: 'acme.desk.example.net', tenantId: 'ten_01abc' }
const dkim = { domain: 'example.com', selector: 'skein1', publicKey: 'MIIB+abc/d==', state: 'UNCHECKED' as const }
const smtp = (host: string): EmailSettings['send'] => ({
  ...defaultEmailSettings.send,
  mode: 'SMTP',
  smtp: { host, port: 587, security: 'STARTTLS', auth: 'PASSWORD', user: 'ada', passwordSet: true },
})

const records = (settings: Partial<EmailSettings> = {}, address = 'support@example.com') =>
  listExpectedRecords(address, { ...defaultEmailSettings, ...settings }, owner)

describe('the expected records', () => {
  test('of a domain of the tenant are all five', () => {
    expect(records({ dkim })).toMatchObject([
      { purpose: 'MX', type: 'MX', name: 'example.com', value: '10 desk.example.net' },
      { purpose: 'OWNERSHIP', type: 'TXT', name: '_skein.example.com', value: 'tenant=ten_01abc' },
      { purpose: 'SPF', type: 'TXT', name: 'example.com', value: 'v=spf1 include:desk.example.net ~all' },
      { purpose: 'DKIM', type: 'TXT', name: 'skein1._domainkey.example.com', value: 'v=DKIM1; k=rsa; p=MIIB+abc/d==' },
      { purpose: 'DMARC', type: 'TXT', name: '_dmarc.example.com', value: 'v=DMARC1; p=none' },
    ])
  })

  test.each<[string, string, Partial<EmailSettings>, DnsPurpose[]]>([
    ['without a key', 'support@example.com', {}, ['MX', 'OWNERSHIP', 'SPF', 'DMARC']],
    [
      'of an inbox that sends nothing',
      'support@example.com',
      { send: { ...defaultEmailSettings.send, mode: 'NONE' } },
      ['MX', 'OWNERSHIP'],
    ],
    ['of the tenant’s own domain', 'support@acme.desk.example.net', {}, ['MX', 'SPF', 'DMARC']],
  ])('%s are fewer', (_, address, settings, purposes) => {
    expect(records(settings, address).map(({ purpose }) => purpose)).toEqual(purposes)
  })

  test('of another tenant’s domain below MAIL_DOMAIN include the proof', () => {
    expect(records({}, 'support@other.desk.example.net').map(({ purpose }) => purpose)).toContain('OWNERSHIP')
  })

  test('of aliases are those for receiving, once for each domain', () => {
    const aliases = ['help@example.com', 'support@example.org', 'help@Example.org']
    const all = records({ receive: { ...defaultEmailSettings.receive, aliases } })
    expect(all.map(({ purpose, domain }) => `${purpose} ${domain}`)).toEqual([
      ...['MX', 'OWNERSHIP', 'SPF', 'DMARC'].map((purpose) => `${purpose} example.com`),
      'MX example.org',
      'OWNERSHIP example.org',
    ])
  })

  test.each([
    ['smtp.gmail.com', 'v=spf1 include:_spf.google.com ~all'],
    ['smtp.office365.com', 'v=spf1 include:spf.protection.outlook.com ~all'],
    ['email-smtp.eu-central-1.amazonaws.com', 'v=spf1 include:amazonses.com ~all'],
    ['smtp.example.org', 'v=spf1 a:smtp.example.org ~all'],
    ['192.0.2.7', 'v=spf1 ip4:192.0.2.7 ~all'],
  ])('of an inbox that sends by %s name its sender', (host, value) => {
    expect(records({ send: smtp(host) }).find(({ purpose }) => purpose === 'SPF')?.value).toBe(value)
  })

  test('of an international domain have names in ASCII', () => {
    expect(records({}, 'hilfe@bücher.example').map(({ name }) => name)).toContain('_skein.xn--bcher-kva.example')
  })
})

const cases: [string, DnsPurpose, DnsZone, boolean][] = [
  ['the domain of the service', 'MX', { MX: { 'example.com': [{ priority: 5, exchange: 'Desk.example.net' }] } }, true],
  ['a host below it', 'MX', { MX: { 'example.com': [{ priority: 5, exchange: 'mx1.desk.example.net' }] } }, true],
  ['another server', 'MX', { MX: { 'example.com': [{ priority: 5, exchange: 'mx.example.org' }] } }, false],
  ['no record', 'MX', {}, false],
  ['our include among others', 'SPF', { TXT: { 'example.com': ['other', 'v=spf1 mx include:Desk.Example.net -all'] } }, true],
  ['our host as an address', 'SPF', { TXT: { 'example.com': ['v=spf1 a:desk.example.net/28 ?all'] } }, true],
  ['a record that excludes us', 'SPF', { TXT: { 'example.com': ['v=spf1 -include:desk.example.net -all'] } }, false],
  ['a record of others', 'SPF', { TXT: { 'example.com': ['v=spf1 include:desk.example.network -all'] } }, false],
  ['the key with spaces in it', 'DKIM', { TXT: { 'skein1._domainkey.example.com': ['v=DKIM1;p=MIIB+abc /d=='] } }, true],
  ['another key', 'DKIM', { TXT: { 'skein1._domainkey.example.com': ['v=DKIM1; p=MIIB'] } }, false],
  ['any policy', 'DMARC', { TXT: { '_dmarc.example.com': ['v=DMARC1; p=reject; rua=mailto:ada@example.com'] } }, true],
  ['no valid policy', 'DMARC', { TXT: { '_dmarc.example.com': ['v=DMARC1; p=maybe'] } }, false],
  ['the proof', 'OWNERSHIP', { TXT: { '_skein.example.com': ['tenant=ten_02', ' tenant = ten_01abc'] } }, true],
  ['the proof of another tenant', 'OWNERSHIP', { TXT: { '_skein.example.com': ['tenant=ten_01abcd'] } }, false],
]

describe('a check', () => {
  const check = async (zone: DnsZone, settings: Partial<EmailSettings> = {}, address?: string) => {
    Object.assign(server.zone, { MX: {}, TXT: {}, failing: [], ...zone })
    const checked = await checkRecords(resolver, records({ dkim, ...settings }, address))
    return Object.fromEntries(checked.map((record) => [record.purpose, record]))
  }

  test.each(cases)('of %s for %s', async (_, purpose, zone, ok) => {
    expect((await check(zone))[purpose]).toMatchObject({ ok, isKnown: true })
  })

  test('shows the records of its kind only', async () => {
    const { SPF, MX } = await check({
      TXT: { 'example.com': ['v=spf1 -all', 'verification=1'] },
      MX: { 'example.com': [{ priority: 5, exchange: 'mx.example.org' }] },
    })
    expect([SPF?.found, MX?.found]).toEqual([['v=spf1 -all'], ['5 mx.example.org']])
  })

  test('accepts any mail server when mail is fetched', async () => {
    const receive = { ...defaultEmailSettings.receive, mode: 'IMAP' as const }
    expect((await check({ MX: { 'example.com': [{ priority: 5, exchange: 'mx.example.org' }] } }, { receive })).MX).toMatchObject({
      ok: true,
    })
    expect((await check({}, { receive })).MX).toMatchObject({ ok: false })
  })

  test('accepts the policy of the parent domain', async () => {
    const zone = { TXT: { '_dmarc.example.com': ['v=DMARC1; p=none'] } }
    expect((await check(zone, {}, 'ada@mail.support.example.com')).DMARC).toMatchObject({ ok: true, found: ['v=DMARC1; p=none'] })
  })

  test('is not known where name servers fail', async () => {
    const { OWNERSHIP, MX } = await check({ failing: ['_skein.example.com'] })
    expect([OWNERSHIP?.isKnown, OWNERSHIP?.ok, MX?.isKnown]).toEqual([false, false, true])
  })
})
