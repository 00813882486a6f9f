import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

/** Finds the tenant of a slug in a small global table. Requests find their tenant only this way. */
export const findTenantIdBySlug = statement<{ slug: string }, { tenantId: Uuid }>(
  'select tenant_id as "tenantId" from tenant_slugs where slug = :slug::text',
)

export const claimSlug = statement<{ slug: string; tenantId: Uuid }, object>(
  'insert into tenant_slugs (slug, tenant_id) values (:slug, :tenantId::uuid)',
)

export type NewTenant = {
  tenantId: Uuid
  slug: string
  name: string
  ticketPrefix: string
  inboxId: Uuid
  ownerId: Uuid
  ownerName: string
  ownerNameKey: string
  ownerEmail: string
}

/** Creates a tenant together with its counters, a default API inbox and an owner. */
export const insertTenant = statement<NewTenant, object>(`with
born as (
  insert into tenants (tenant_id, slug, name, ticket_prefix) values (:tenantId::uuid, :slug, :name, :ticketPrefix)),
counters as (
  insert into tenant_counters (tenant_id) values (:tenantId::uuid)),
inbox as (
  insert into inboxes (tenant_id, id, name, name_key, type, is_default, takes_threads) values (:tenantId::uuid, :inboxId::uuid, 'API', 'api', 'API', true, true))
insert into users (tenant_id, id, name, name_key, email, role)
  values (:tenantId::uuid, :ownerId::uuid, :ownerName, :ownerNameKey, :ownerEmail, 'OWNER')`)

export const countTenants = statement<object, { count: number }>('select count(*) as count from tenant_slugs')

export const listTenantIds = statement<object, { tenantId: Uuid; slug: string }>(
  'select tenant_id as "tenantId", slug from tenant_slugs order by slug',
)

export const findOwner = statement<{ tenantId: Uuid }, { id: Uuid }>(
  `select id from users where tenant_id = :tenantId::uuid and role = 'OWNER' and status = 'ACTIVE' order by created_at, id limit 1`,
)

/** Locks tenant_counters for a recount. The tenant's writers wait at this row, so the count is exact. */
export const lockCounters = statement<{ tenantId: Uuid }, object>(
  'select tenant_id from tenant_counters where tenant_id = :tenantId::uuid for update',
)

export type Counters = {
  threadsOpen: number
  threadsPending: number
  threadsResolved: number
  threadsClosed: number
  customers: number
  auditLogs: number
  uploadBytes: number
  meetings: number
  inboundMails: number
  inboundItems: number
  mailBytes: number
  heldMailBytes: number
}

const counterColumns = `threads_open as "threadsOpen", threads_pending as "threadsPending", threads_resolved as "threadsResolved",
  threads_closed as "threadsClosed", customers, audit_logs as "auditLogs", upload_bytes as "uploadBytes", meetings, inbound_mails as "inboundMails", inbound_items as "inboundItems",
  mail_bytes as "mailBytes", held_mail_bytes as "heldMailBytes"`

export const readCounters = statement<{ tenantId: Uuid }, Counters>(
  `select ${counterColumns} from tenant_counters where tenant_id = :tenantId::uuid`,
)

export const recountCounters = statement<{ tenantId: Uuid }, Counters>(`
  update tenant_counters k set threads_open = s.open, threads_pending = s.pending, threads_resolved = s.resolved, threads_closed = s.closed,
    customers = (select count(*) from customers c where c.tenant_id = :tenantId::uuid and c.merged_into is null),
    audit_logs = (select count(*) from audit_logs l where l.tenant_id = :tenantId::uuid),
    upload_bytes = (select coalesce(sum(u.size), 0) from uploads u where u.tenant_id = :tenantId::uuid and u.state <> 'REJECTED' and u.content_of is null),
    meetings = (select count(*) from meetings m where m.tenant_id = :tenantId::uuid),
    inbound_mails = (select count(*) from inbound_mails e where e.tenant_id = :tenantId::uuid and e.outcome <> 'RESERVED'),
    inbound_items = (select count(*) from inbound_items e where e.tenant_id = :tenantId::uuid),
    mail_bytes = (select coalesce(sum(e.size), 0) from inbound_mails e where e.tenant_id = :tenantId::uuid and e.has_raw and e.outcome <> 'RESERVED'),
    held_mail_bytes = (select coalesce(sum(e.size), 0) from inbound_mails e
      where e.tenant_id = :tenantId::uuid and e.has_raw and e.outcome in ('SUSPENDED', 'DUPLICATE'))
  from (select count(*) filter (where status = 'open') as open, count(*) filter (where status = 'pending') as pending,
      count(*) filter (where status = 'resolved') as resolved, count(*) filter (where status = 'closed') as closed
    from threads where tenant_id = :tenantId::uuid) s
  where k.tenant_id = :tenantId::uuid
  returning ${counterColumns}`)

/** Returns a row if something changed. */
export const setStatus = statement<{ tenantId: Uuid; status: 'ACTIVE' | 'SUSPENDED' }, { tenantId: Uuid }>(`
  update tenants set status = :status where tenant_id = :tenantId::uuid and status <> :status returning tenant_id as "tenantId"`)
