import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { type DomainRule, ownsDomainSql } from '../../inboxes/index.ts'

/** An inbox of a recipient's address. */
export type Destination = { tenantId: Uuid; inboxId: Uuid; isSuspended: boolean }

const destinationColumns = `a.tenant_id as "tenantId", a.inbox_id as "inboxId", t.status = 'SUSPENDED' as "isSuspended"`

export type AddressedInbox = Destination & { address: string; isProved: boolean }

/** Finds the inboxes with one of the addresses, in all tenants; the longest address first, and active inboxes before inactive ones. */
export const findAddressedInboxes = statement<
  { candidates: readonly string[]; domain: string } & DomainRule,
  AddressedInbox
>(`/* across tenants: the recipient of a mail says whose it is */
  select ${destinationColumns}, a.address, a.kind = 'FORWARD' or ${ownsDomainSql('t', ':domain::text')} as "isProved"
  from inbox_addresses a
  join inboxes i on i.tenant_id = a.tenant_id and i.id = a.inbox_id
  join tenants t on t.tenant_id = a.tenant_id
  where a.address = any(:candidates::text[])
  order by length(a.address) desc, i.active desc, i.id
  limit 100`)

/** Finds the inbox of a forwarding address. The address names no tenant, and its domain may be an earlier MAIL_DOMAIN. */
export const findForwardedInbox = statement<{ inboxId: Uuid }, Destination>(`/* across tenants: the recipient of a mail says whose it is */
  select a.tenant_id as "tenantId", a.id as "inboxId", t.status = 'SUSPENDED' as "isSuspended"
  from inboxes a join tenants t on t.tenant_id = a.tenant_id
  where a.id = :inboxId::uuid and a.email is not null`)

/** Finds the tenants that own a domain. */
export const findDomainOwners = statement<
  { domain: string } & DomainRule,
  { tenantId: Uuid; isSuspended: boolean }
>(`/* across tenants: the recipient of a mail says whose it is */
  select t.tenant_id as "tenantId", t.status = 'SUSPENDED' as "isSuspended" from tenants t where ${ownsDomainSql('t', ':domain::text')} limit 10`)

/** Finds the installation's only tenant; no row when there are several. */
export const findOnlyTenant = statement<
  object,
  { tenantId: Uuid; isSuspended: boolean }
>(`/* across tenants: the recipient of a mail says whose it is */
  select t.tenant_id as "tenantId", t.status = 'SUSPENDED' as "isSuspended" from tenants t
  where not exists (select 1 from tenants o where o.tenant_id <> t.tenant_id) limit 1`)

/** Finds the active inbox for a domain's mail to unknown addresses: one in the domain, the default inbox, or the oldest. */
export const findPostmasterInbox = statement<{ tenantId: Uuid; domain: string }, { inboxId: Uuid }>(`
  select i.id as "inboxId" from inboxes i where i.tenant_id = :tenantId::uuid and i.email is not null and i.active
  order by coalesce(lower(split_part(i.address, '@', 2)) = :domain::text, false) desc, i.is_default desc, i.id limit 1`)

/** Finds the inbox of the thread of a reply address. */
export const findTokenInbox = statement<{ tenantId: Uuid; token: string }, { inboxId: Uuid }>(`
  select th.inbox_id as "inboxId" from thread_mail_keys k
  join threads th on th.tenant_id = :tenantId::uuid and th.id = k.thread_id
  join inboxes i on i.tenant_id = :tenantId::uuid and i.id = th.inbox_id and i.email is not null
  where k.tenant_id = :tenantId::uuid and k.token = :token`)
