/** Decides which tenant owns a mail domain, with the statements that apply the rule. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

/** Domains whose owner follows from the configuration. */
export type DomainRule = {
  /** MAIL_DOMAIN. Each tenant owns the subdomain of its slug. */
  mailDomain: string
  /** Domain of MAIL_FROM, from which the operator sends. A tenant owns it only if it has proved so. */
  operatorDomain: string
}

/**
 * SQL: whether the tenant in row `tenant` of `tenants` owns a domain: that of its slug below MAIL_DOMAIN, or one that it has proved. Both
 * receiving and sending mail depend on this condition.
 */
export const ownsDomainSql = (tenant: string, domain: string): string =>
  `((${domain} = ${tenant}.slug || '.' || :mailDomain::text and ${domain} <> :operatorDomain::text) or exists (
    select 1 from proved_domains p where p.tenant_id = ${tenant}.tenant_id and p.domain = ${domain}))`

/** SQL: the domain of an inbox `i`. */
export const inboxDomainSql = `lower(split_part(i.address, '@', -1))`

type TenantDomains = { tenantId: Uuid; domains: readonly string[] }

/** Returns which of the domains the tenant owns. */
export const listOwnedDomains = statement<TenantDomains & DomainRule, { domain: string }>(`
  select d.domain from unnest(:domains::text[]) d(domain) join tenants t on t.tenant_id = :tenantId::uuid where ${ownsDomainSql('t', 'd.domain')}`)

/** Whether the installation has more than one tenant. */
export const countTenants = statement<object, { isOne: boolean }>(`/* across tenants: counts them */
  select count(*) < 2 as "isOne" from (select tenant_id from tenants limit 2) t`)

/** Finds the tenant's slug, whose domain below MAIL_DOMAIN needs no proof. */
export const findOwnSlug = statement<{ tenantId: Uuid }, { slug: string }>('select slug from tenants where tenant_id = :tenantId::uuid')

/** Records that the tenant owns these domains, with the time of the latest proof. */
export const upsertProvedDomains = statement<TenantDomains, object>(`
  insert into proved_domains (tenant_id, domain, proved_at) select :tenantId::uuid, domain, now() from unnest(:domains::text[]) domain
  on conflict (tenant_id, domain) do update set proved_at = excluded.proved_at`)

/** Deletes domains whose proof has been missing for three days, so that a mistake in a zone does not stop mail at once. */
export const deleteMissingProofs = statement<TenantDomains, object>(`
  delete from proved_domains
  where tenant_id = :tenantId::uuid and domain = any(:domains::text[]) and proved_at < now() - interval '3 days'`)

/** Finds domains that another tenant has proved to own. */
export const findDomainsOfOthers = statement<
  TenantDomains,
  { domain: string }
>(`/* across tenants: a domain belongs to the tenants that have proved it */
  select domain from proved_domains where domain = any(:domains::text[]) and tenant_id <> :tenantId::uuid`)

/** Lists the domains of the tenant's inbox addresses, and those that the tenant has proved. */
export const listMailDomains = statement<{ tenantId: Uuid }, { domain: string }>(`
  select split_part(address, '@', -1) as domain from inbox_addresses where tenant_id = :tenantId::uuid and kind <> 'FORWARD'
  union select domain from proved_domains where tenant_id = :tenantId::uuid`)

/** Records whether the MX records of domains point to this service, for the inboxes with an address in them. */
export const setMailExchanges = statement<{ tenantId: Uuid; found: { domain: string; leadsHere: boolean }[] }, object>(`
  insert into inbox_connections as c (tenant_id, inbox_id, mx_leads_here)
  select :tenantId::uuid, i.id, f."leadsHere" from json_to_recordset(:found::json) as f(domain text, "leadsHere" boolean)
  join inboxes i on i.tenant_id = :tenantId::uuid and i.email is not null and ${inboxDomainSql} = f.domain
  on conflict (tenant_id, inbox_id) do update set mx_leads_here = excluded.mx_leads_here
  where c.mx_leads_here is distinct from excluded.mx_leads_here`)
