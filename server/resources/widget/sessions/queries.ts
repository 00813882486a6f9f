import { statement } from '#platform/db.ts'
import { hasAddressSql } from '../../customers/index.ts'
import type { Uuid } from '#platform/ids.ts'

/** The tenant and the inbox of a session that is still valid. */
export type LiveSession = { slug: string; tenantName: string; suspended: boolean }

/**
 * Finds the inbox of a session. An inactive inbox is found too, because its conversations go on. Returns no row if the session has ended or
 * the inbox no longer accepts this kind of visitor, or is no longer a part of the help centre with its portal.
 */
export const findLiveSession = statement<
  { tenantId: Uuid; inboxId: Uuid; sessionId: Uuid; isIdentified: boolean; portal: boolean },
  LiveSession
>(`
  select t.slug, t.name as "tenantName", t.status = 'SUSPENDED' as suspended from inboxes i join tenants t on t.tenant_id = :tenantId::uuid
  where i.tenant_id = :tenantId::uuid and i.id = :inboxId::uuid
    and (:isIdentified::boolean or not coalesce((i.widget ->> 'requireIdentity')::boolean, false))
    and (not :portal::boolean or coalesce((i.widget ->> 'helpCenter')::boolean, true))
    and not exists (select 1 from ended_visitor_sessions e where e.tenant_id = :tenantId::uuid and e.id = :sessionId::uuid)`)

export const insertEndedSession = statement<{ tenantId: Uuid; sessionId: Uuid; expiresAt: string }, object>(`
  insert into ended_visitor_sessions (tenant_id, id, expires_at) values (:tenantId::uuid, :sessionId::uuid, :expiresAt::timestamptz)
  on conflict do nothing`)

export const deleteExpiredEnds = statement<{ tenantId: Uuid }, object>(
  'delete from ended_visitor_sessions where tenant_id = :tenantId::uuid and expires_at < now()',
)

export type VisitorRow = { id: Uuid; inboxId: Uuid; customerId: Uuid; verified: boolean; email: string | null; name: string | null }

/** Finds a visitor who has written. */
export const findVisitor = statement<{ tenantId: Uuid; visitorId: Uuid }, VisitorRow>(`
  select id, inbox_id as "inboxId", customer_id as "customerId", verified, email, name from visitors
  where tenant_id = :tenantId::uuid and id = :visitorId::uuid`)

/**
 * Finds the customer of a visitor about whom nothing is proved: they have no address and no external id, were not merged, and agents have given
 * them no thread that takes place with somebody else. `address` is the id of the visitor, `vst_…`.
 */
export const findUnknownCustomer = statement<{ tenantId: Uuid; visitorId: Uuid; address: string }, { id: Uuid }>(`
  select c.id from visitors v join customers c on c.tenant_id = :tenantId::uuid and c.id = v.customer_id
  where v.tenant_id = :tenantId::uuid and v.id = :visitorId::uuid and not v.verified and c.merged_into is null and c.erased_at is null
    and c.external_id is null and not ${hasAddressSql('c.email')}
    and not exists (select 1 from customers o where o.tenant_id = :tenantId::uuid and o.merged_into = c.id)
    and not exists (
      select 1 from threads t left join thread_conversations y on y.tenant_id = :tenantId::uuid and y.thread_id = t.id
      where t.tenant_id = :tenantId::uuid and t.customer_id = c.id and t.split_from is null and y.address is distinct from :address) for update of c`)
