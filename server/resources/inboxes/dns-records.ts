/** The DNS records that an EMAIL inbox needs, and whether they are there. */
import { domainToASCII } from 'node:url'
import type { DnsResolver } from '#platform/dns.ts'
import { toDkimRecord } from '../mail/index.ts'
import type { EmailSettings } from './email-channel.ts'
import { findSpfSource, isListed } from './spf-source.ts'

export type DnsPurpose = 'MX' | 'SPF' | 'DKIM' | 'DMARC' | 'OWNERSHIP'

export type ExpectedRecord = {
  readonly purpose: DnsPurpose
  readonly type: 'MX' | 'TXT'
  readonly name: string
  readonly value: string
  /** The domain of the inbox that needs the record, in Unicode. */
  readonly domain: string
}

/** `isKnown` is false when the name servers failed, so that it is not known whether the record is there. */
export type CheckedRecord = ExpectedRecord & { readonly found: readonly string[]; readonly ok: boolean; readonly isKnown: boolean }

type Domain = {
  /** In Unicode, lower case. */
  readonly name: string
  /** The domain below which the service receives mail. */
  readonly mailDomain: string
  /** The domain that the tenant owns without a proof; null if there is none. */
  readonly ownDomain: string | null
  /** The id of the tenant, with its prefix. */
  readonly tenantId: string
}

/** The `value` of a record that may be any, because the mail provider decides it. */
const anyMailServer = 'any mail server'

/** Returns the domain of an address, in Unicode and lower case. */
export function toDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** True when a domain belongs to the service itself, so that tenants need not prove that they own it. */
export function isBelow(domain: string, mailDomain: string): boolean {
  return domain === mailDomain || domain.endsWith(`.${mailDomain}`)
}

/** Returns the record by which a tenant proves that it owns a domain. */
export function toOwnershipRecord({ name, tenantId }: Pick<Domain, 'name' | 'tenantId'>): ExpectedRecord {
  return { purpose: 'OWNERSHIP', type: 'TXT', name: `_skein.${domainToASCII(name)}`, value: `tenant=${tenantId}`, domain: name }
}

/** Returns the record by which mail to a domain comes to this service. */
export function toExchangeRecord(name: string, mailDomain: string): ExpectedRecord {
  return { purpose: 'MX', type: 'MX', name: domainToASCII(name), value: `10 ${mailDomain}`, domain: name }
}

type Settings = Pick<EmailSettings, 'receive' | 'send' | 'dkim'>

/** Returns the records for an inbox with this address. Domains of aliases only receive mail. */
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

/** Looks the records up, all at once. Never throws. */
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
  /** Returns the records of this kind, without those of other kinds under the same name. */
  find(resolver: DnsResolver, name: string): Promise<string[]>
  isRight(found: string, expected: string): boolean
}

const checks: Readonly<Record<DnsPurpose, Check>> = {
  MX: {
    find: async (resolver, name) =>
      (await resolver.listMailExchanges(name)).map(({ priority, exchange }) => `${priority} ${exchange.toLowerCase()}`),
    // A "null MX" (RFC 7505) has the root as its only server, and means that the domain receives no mail.
    isRight: (found, expected) => found !== '0 ' && (expected === anyMailServer || isBelow(hostOf(found), hostOf(expected))),
  },
  SPF: { find: findTexts(/^v=spf1(?: |$)/i), isRight: (found, expected) => isListed(found, expected.split(' ')[1] ?? '') },
  DKIM: { find: findTexts(/\bp\s*=/i), isRight: (found, expected) => readTags(found).p === readTags(expected).p },
  DMARC: { find: findDmarc, isRight: (found) => /^(?:none|quarantine|reject)$/i.test(readTags(found).p ?? '') },
  OWNERSHIP: { find: findTexts(/^\s*tenant\s*=/i), isRight: (found, expected) => found.replaceAll(/\s/g, '') === expected },
}

function findTexts(kind: RegExp): Check['find'] {
  return async (resolver, name) => (await resolver.listTxt(name)).filter((text) => kind.test(text))
}

/** Returns the policy of a domain, or the one of the nearest parent that has one, which then applies. */
async function findDmarc(resolver: DnsResolver, name: string): Promise<string[]> {
  const labels = name.replace(/^_dmarc\./, '').split('.')
  for (let i = 0; i === 0 || labels.length - i >= 2; i++) {
    const found = await findTexts(/^v\s*=\s*DMARC1\s*(?:;|$)/)(resolver, `_dmarc.${labels.slice(i).join('.')}`)
    if (found.length > 0) return found
  }
  return []
}

function hostOf(mx: string): string {
  return (mx.split(' ')[1] ?? '').replace(/\.$/, '')
}

/** Reads `tag=value; tag=value`. White space inside values, which long keys may have, is dropped. */
function readTags(text: string): Readonly<Partial<Record<string, string>>> {
  return Object.fromEntries(
    text.split(';').map((part) => {
      const at = part.indexOf('=')
      return [part.slice(0, Math.max(at, 0)).trim().toLowerCase(), part.slice(at + 1).replaceAll(/\s/g, '')]
    }),
  )
}
