/** Lists the DNS records that an EMAIL inbox needs, and checks them. */
import { domainToASCII } from 'node:url'
import type { DnsResolver } from '#platform/dns.ts'
import { toDkimRecord } from '../mail/index.ts'
import type { EmailSettings } from '../../channels/email/settings.ts'
import { findSpfSource, isListed } from './spf-source.ts'

export type DnsPurpose = 'MX' | 'SPF' | 'DKIM' | 'DMARC' | 'OWNERSHIP'

export type ExpectedRecord = {
  readonly purpose: DnsPurpose
  readonly type: 'MX' | 'TXT'
  readonly name: string
  readonly value: string
  /** Domain of the inbox that needs the record, in Unicode. */
  readonly domain: string
}

/** `isKnown` is false when the name servers failed, so that the state of the record is unknown. */
export type CheckedRecord = ExpectedRecord & { readonly found: readonly string[]; readonly ok: boolean; readonly isKnown: boolean }

type Domain = {
  /** Name in Unicode, lower case. */
  readonly name: string
  /** Domain below which the service receives mail. */
  readonly mailDomain: string
  /** Domain that the tenant owns without a proof; null if there is none. */
  readonly ownDomain: string | null
  /** Id of the tenant, with its prefix. */
  readonly tenantId: string
}

/** `value` of a record whose content the mail provider decides. */
const anyMailServer = 'any mail server'

/** Returns an address's domain, in Unicode and lower case. */
export function toDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** True when a domain belongs to the service itself, so that tenants need not prove ownership. */
export function isBelow(domain: string, mailDomain: string): boolean {
  return domain === mailDomain || domain.endsWith(`.${mailDomain}`)
}

/** Returns the record with which a tenant proves that it owns a domain. */
export function toOwnershipRecord({ name, tenantId }: Pick<Domain, 'name' | 'tenantId'>): ExpectedRecord {
  return { purpose: 'OWNERSHIP', type: 'TXT', name: `_skein.${domainToASCII(name)}`, value: `tenant=${tenantId}`, domain: name }
}

/** Returns the MX record that routes a domain's mail to this service. */
export function toExchangeRecord(name: string, mailDomain: string): ExpectedRecord {
  return { purpose: 'MX', type: 'MX', name: domainToASCII(name), value: `10 ${mailDomain}`, domain: name }
}

type Settings = Pick<EmailSettings, 'receive' | 'send' | 'dkim'>

/** Returns the records for an inbox with this address. Alias domains only receive mail. */
export function listExpectedRecords(address: string, settings: Settings, owner: Omit<Domain, 'name'>): ExpectedRecord[] {
  const main = { ...owner, name: toDomain(address) }
  const others = new Set(settings.receive.aliases.map(toDomain))
  others.delete(main.name)
  return [
    listReceivingRecords(main, settings),
    listSendingRecords(main, settings),
    ...[...others].map((name) => listReceivingRecords({ ...owner, name }, settings)),
  ].flat()
}

function listReceivingRecords(domain: Domain, { receive }: Settings): ExpectedRecord[] {
  const { name, mailDomain, ownDomain } = domain
  const mx = toExchangeRecord(name, mailDomain)
  return [receive.mode === 'SMTP' ? mx : { ...mx, value: anyMailServer }, ...(name === ownDomain ? [] : [toOwnershipRecord(domain)])]
}

function listSendingRecords({ name: domain, mailDomain }: Domain, { send, dkim }: Settings): ExpectedRecord[] {
  const name = domainToASCII(domain)
  const source = findSpfSource(send, mailDomain)
  const text = (purpose: DnsPurpose, at: string, value: string): ExpectedRecord => ({ purpose, type: 'TXT', name: at, value, domain })
  return [
    ...(source === null ? [] : [text('SPF', name, `v=spf1 ${source} ~all`)]),
    ...(dkim === null
      ? []
      : [{ purpose: 'DKIM' as const, type: 'TXT' as const, ...toDkimRecord({ ...dkim, domain: domainToASCII(dkim.domain) }), domain }]),
    ...(source === null ? [] : [text('DMARC', `_dmarc.${name}`, 'v=DMARC1; p=none')]),
  ]
}

/** Looks up all records concurrently. Never throws. */
export async function checkRecords(resolver: DnsResolver, expected: readonly ExpectedRecord[]): Promise<CheckedRecord[]> {
  return Promise.all(
    expected.map(async (record) => {
      try {
        const found = await checks[record.purpose].find(resolver, record.name)
        return { ...record, found, ok: found.some((text) => checks[record.purpose].isRight(text, record.value)), isKnown: true }
      } catch {
        return { ...record, found: [], ok: false, isKnown: false }
      }
    }),
  )
}

type Check = {
  /** Returns the records of this kind, without other kinds under the same name. */
  find(resolver: DnsResolver, name: string): Promise<string[]>
  isRight(found: string, expected: string): boolean
}

const checks: Readonly<Record<DnsPurpose, Check>> = {
  MX: {
    find: async (resolver, name) =>
      (await resolver.listMailExchanges(name)).map(({ priority, exchange }) => `${priority} ${exchange.toLowerCase()}`),
    // A "null MX" (RFC 7505) has the root as its only server: the domain receives no mail.
    isRight: (found, expected) => found !== '0 ' && (expected === anyMailServer || isBelow(getHost(found), getHost(expected))),
  },
  SPF: { find: findTexts(/^v=spf1(?: |$)/i), isRight: (found, expected) => isListed(found, expected.split(' ')[1] ?? '') },
  DKIM: { find: findTexts(/\bp\s*=/i), isRight: (found, expected) => readTags(found).p === readTags(expected).p },
  DMARC: { find: findDmarc, isRight: (found) => /^(?:none|quarantine|reject)$/i.test(readTags(found).p ?? '') },
  OWNERSHIP: { find: findTexts(/^\s*tenant\s*=/i), isRight: (found, expected) => found.replaceAll(/\s/g, '') === expected },
}

function findTexts(kind: RegExp): Check['find'] {
  return async (resolver, name) => (await resolver.listTxt(name)).filter((text) => kind.test(text))
}

/** Returns the DMARC policy of a domain, or that of the nearest parent with one, which then applies. */
async function findDmarc(resolver: DnsResolver, name: string): Promise<string[]> {
  const labels = name.replace(/^_dmarc\./, '').split('.')
  for (let i = 0; i === 0 || labels.length - i >= 2; i++) {
    const found = await findTexts(/^v\s*=\s*DMARC1\s*(?:;|$)/)(resolver, `_dmarc.${labels.slice(i).join('.')}`)
    if (found.length > 0) return found
  }
  return []
}

function getHost(mx: string): string {
  return (mx.split(' ')[1] ?? '').replace(/\.$/, '')
}

/** Parses `tag=value; tag=value`. Drops white space inside values, which long keys may have. */
function readTags(text: string): Readonly<Partial<Record<string, string>>> {
  return Object.fromEntries(
    text.split(';').map((part) => {
      const at = part.indexOf('=')
      return [part.slice(0, Math.max(at, 0)).trim().toLowerCase(), part.slice(at + 1).replaceAll(/\s/g, '')]
    }),
  )
}
