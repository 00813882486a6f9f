import { statement, type Uuid } from '../../kit/index.ts'

type TenantDomains = { tenantId: Uuid; domains: string[] }

/** Records that the tenant owns these domains. The time is that of the latest proof. */
export const upsertProvedDomains = statement<TenantDomains, object>(`
  insert into proved_domains (tenant_id, domain, proved_at) select :tenantId::uuid, domain, now() from unnest(:domains::text[]) domain
  on conflict (tenant_id, domain) do update set proved_at = excluded.proved_at`)

/** Forgets domains whose proof has been missing for three days, so that a mistake in a zone does not stop mail at once. */
export const deleteMissingProofs = statement<TenantDomains, object>(`
  delete from proved_domains
  where tenant_id = :tenantId::uuid and domain = any(:domains::text[]) and proved_at < now() - interval '3 days'`)

export const findProvedDomains = statement<TenantDomains, { domain: string }>(
  'select domain from proved_domains where tenant_id = :tenantId::uuid and domain = any(:domains::text[])',
)

/** Domains that another tenant has proved to own. */
export const findDomainsOfOthers = statement<
  TenantDomains,
  { domain: string }
>(`/* across tenants: a domain belongs to the tenants that have proved it */
  select domain from proved_domains where domain = any(:domains::text[]) and tenant_id <> :tenantId::uuid`)

/** The domains to which addresses of the tenant's inboxes belong, and those that the tenant has proved. */
export const listMailDomains = statement<{ tenantId: Uuid }, { domain: string }>(`
  select split_part(address, '@', -1) as domain from inbox_addresses where tenant_id = :tenantId::uuid and kind <> 'FORWARD'
  union select domain from proved_domains where tenant_id = :tenantId::uuid`)

/** Records whether the DNS record of a key is right, unless the inbox has another key by now. */
export const updateDkimState = statement<{ tenantId: Uuid; id: Uuid; selector: string; state: string }, object>(`
  update inboxes set email = jsonb_set(email, '{dkim,state}', to_jsonb(:state::text))
  where tenant_id = :tenantId::uuid and id = :id::uuid and email #>> '{dkim,selector}' = :selector::text
    and email #>> '{dkim,state}' <> :state::text`)
