/** Checks once an hour which domains a tenant owns, so that mail starts to come in without a visit to the settings. */
import { createDnsResolver, job, toTypeId } from '../../kit/index.ts'
import { deleteMissingProofs, listMailDomains, upsertProvedDomains } from './dns-queries.ts'
import { checkRecords, isTenantDomain, toOwnershipRecord } from './dns-records.ts'

export const proveDomains = job({
  name: 'prove-domains',
  description: 'Looks up the DNS records by which a tenant proves that it owns the domains of its inboxes.',
  every: { seconds: 3_600, for: 'tenant' },
  async outside({ db, tenantId, config }) {
    const domains = (await db.rows(listMailDomains, { tenantId })).map(({ domain }) => domain)
    const foreign = domains.filter((domain) => !isTenantDomain(domain, config.mail.domain))
    const expected = foreign.map((name) => toOwnershipRecord({ name, tenantId: toTypeId('ten', tenantId) }))
    return checkRecords(createDnsResolver({ servers: config.dnsServers }), expected)
  },
  async run({ tx, tenantId, found }) {
    const proved = found.filter(({ ok }) => ok).map(({ domain }) => domain)
    const missing = found.filter(({ ok, isKnown }) => !ok && isKnown).map(({ domain }) => domain)
    if (proved.length > 0) await tx.rows(upsertProvedDomains, { tenantId, domains: proved })
    if (missing.length > 0) await tx.rows(deleteMissingProofs, { tenantId, domains: missing })
  },
})
