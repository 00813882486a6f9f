/** Checks hourly which domains a tenant owns and where their mail goes, so that mail starts to arrive without a visit to the settings. */
import { fetchOne } from '#kit/write.ts'
import { createDnsResolver } from '#platform/dns.ts'
import { toTypeId } from '#platform/ids.ts'
import { job } from '#platform/jobs/job.ts'
import { checkRecords, toExchangeRecord, toOwnershipRecord } from '../dns-records.ts'
import { deleteMissingProofs, findOwnSlug, listMailDomains, setMailExchanges, upsertProvedDomains } from './domain-queries.ts'
import { toDomainRule, toOwnDomain } from './sender-proof.ts'

export const proveDomains = job({
  name: 'prove-domains',
  description: 'Looks up the DNS records by which a tenant proves that it owns the domains of its inboxes, and where their mail goes.',
  every: { seconds: 3_600, for: 'tenant' },
  async outside({ db, tenantId, config }) {
    const domains = (await db.rows(listMailDomains, { tenantId })).map(({ domain }) => domain)
    if (domains.length === 0) return []
    const { slug } = await fetchOne(db, findOwnSlug, { tenantId })
    const foreign = domains.filter((domain) => domain !== toOwnDomain(toDomainRule(config), slug))
    const expected = foreign.flatMap((name) => [
      toOwnershipRecord({ name, tenantId: toTypeId('ten', tenantId) }),
      toExchangeRecord(name, config.mail.domain),
    ])
    return checkRecords(createDnsResolver({ servers: config.dnsServers }), expected)
  },
  async run({ tx, tenantId, found }) {
    const proofs = found.filter(({ purpose }) => purpose === 'OWNERSHIP')
    const proved = proofs.filter(({ ok }) => ok).map(({ domain }) => domain)
    const missing = proofs.filter(({ ok, isKnown }) => !ok && isKnown).map(({ domain }) => domain)
    if (proved.length > 0) await tx.rows(upsertProvedDomains, { tenantId, domains: proved })
    if (missing.length > 0) await tx.rows(deleteMissingProofs, { tenantId, domains: missing })
    const exchanges = found.flatMap(({ purpose, isKnown, ok, domain }) => (purpose === 'MX' && isKnown ? [{ domain, leadsHere: ok }] : []))
    if (exchanges.length > 0) await tx.rows(setMailExchanges, { tenantId, found: exchanges })
  },
})
