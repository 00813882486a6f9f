/** Statements on the leases of workers that receive for inboxes. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EmailSettings } from '../../../channels/email/settings.ts'
import type { HookSettings } from '../../../channels/hook-settings.ts'
import type { ConnectionStateName } from '../connection-schema.ts'

type InboxKey = { tenantId: Uuid; inboxId: Uuid }
/** `token` identifies the lease. A worker that has lost its lease changes nothing. */
type Lease = InboxKey & { token: Uuid }

/** Finds inboxes of mailboxes or of providers that are due and not leased, or whose worker has not renewed the lease. */
export const findDueInboxes = statement<
  { limit: number; isOfProvider: boolean },
  InboxKey
>(`/* across tenants: the worker serves all of them */
  select c.tenant_id as "tenantId", c.inbox_id as "inboxId" from inbox_connections c
  join inboxes i on i.tenant_id = c.tenant_id and i.id = c.inbox_id
  where c.receive_next_at <= now() and (i.hook is not null) = :isOfProvider::boolean
  order by c.receive_next_at limit :limit::int`)

export type ClaimedInbox = {
  email: EmailSettings | null
  hook: HookSettings | null
  isSuspended: boolean
  state: ConnectionStateName
  attempts: number
  folder: string | null
  uidValidity: number | null
  uid: number | null
  fetchFrom: string | null
  lastMailAt: string | null
}

/** Takes the lease. No row if another worker was first, or the inbox is gone. Until the lease expires, the inbox is not due. */
export const claimInbox = statement<Lease & { leaseSeconds: number }, ClaimedInbox>(`
  update inbox_connections c set lease_token = :token::uuid, leased_until = now() + make_interval(secs => :leaseSeconds::double precision),
    receive_next_at = now() + make_interval(secs => :leaseSeconds::double precision)
  from inboxes i, tenants t
  where c.tenant_id = :tenantId::uuid and c.inbox_id = :inboxId::uuid and c.receive_next_at <= now()
    and i.tenant_id = :tenantId::uuid and i.id = c.inbox_id and t.tenant_id = :tenantId::uuid
  returning i.email, i.hook, t.status = 'SUSPENDED' as "isSuspended", c.receive_state as state, c.receive_attempts as attempts, c.folder,
    c.uid_validity as "uidValidity", c.uid, c.fetch_from as "fetchFrom", c.last_mail_at as "lastMailAt"`)

/**
 * Renews leases and returns those that the worker still holds. Also records when each inbox was read. Leases of suspended tenants end.
 */
export const renewLeases = statement<
  { tenantId: Uuid; leaseSeconds: number; held: readonly { inboxId: Uuid; token: Uuid; readSecondsAgo: number | null }[] },
  { token: Uuid }
>(`
  update inbox_connections c set leased_until = now() + make_interval(secs => :leaseSeconds::double precision),
    receive_next_at = now() + make_interval(secs => :leaseSeconds::double precision), receive_read_at = coalesce(h."readAt", c.receive_read_at)
  from (select r."inboxId", r.token, now() - make_interval(secs => r."readSecondsAgo") as "readAt"
    from json_to_recordset(:held::json) as r("inboxId" uuid, token uuid, "readSecondsAgo" double precision)) as h
  where c.tenant_id = :tenantId::uuid and c.inbox_id = h."inboxId" and c.lease_token = h.token
    and exists (select 1 from tenants t where t.tenant_id = :tenantId::uuid and t.status <> 'SUSPENDED')
  returning h.token`)

/** Releases a lease, so that another worker can claim it after `inSeconds`; never when null. */
export const releaseLease = statement<Lease & { inSeconds: number | null }, object>(`
  update inbox_connections c set lease_token = null, leased_until = null,
    receive_next_at = now() + make_interval(secs => :inSeconds::double precision)
  where c.tenant_id = :tenantId::uuid and c.inbox_id = :inboxId::uuid and c.lease_token = :token::uuid`)

export const markConnected = statement<Lease, { previous: ConnectionStateName }>(`with
  before as materialized (
    select c.inbox_id, c.receive_state, c.receive_since, now() as now from inbox_connections c
    where c.tenant_id = :tenantId::uuid and c.inbox_id = :inboxId::uuid and c.lease_token = :token::uuid for update)
  update inbox_connections c set receive_state = 'CONNECTED', receive_error = null,
    receive_since = case when b.receive_state = 'CONNECTED' then b.receive_since else b.now end
  from before b where c.tenant_id = :tenantId::uuid and c.inbox_id = b.inbox_id returning b.receive_state as previous`)

type Failure = Lease & { state: 'FAILING' | 'NEEDS_AUTH'; error: { code: string; message: string }; attempts: number; inSeconds: number }

/** Records a failure and releases the lease until the next attempt. */
export const markFailed = statement<Failure, { previous: ConnectionStateName }>(`with
  before as materialized (
    select c.inbox_id, c.receive_state, c.receive_since, now() as now, now() + make_interval(secs => :inSeconds::double precision) as next_at,
      :error::jsonb || jsonb_build_object('at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as error
    from inbox_connections c
    where c.tenant_id = :tenantId::uuid and c.inbox_id = :inboxId::uuid and c.lease_token = :token::uuid for update)
  update inbox_connections c set receive_state = :state::text, receive_error = b.error,
    receive_since = case when b.receive_state = :state::text then b.receive_since else b.now end, receive_attempts = :attempts::int,
    receive_next_at = b.next_at, lease_token = null, leased_until = null
  from before b where c.tenant_id = :tenantId::uuid and c.inbox_id = b.inbox_id returning b.receive_state as previous`)

/** Records that something came in. No row when the lease is lost. */
export const recordArrival = statement<Lease, InboxKey>(`
  update inbox_connections c set last_mail_at = now()
  where c.tenant_id = :tenantId::uuid and c.inbox_id = :inboxId::uuid and c.lease_token = :token::uuid returning c.inbox_id as "inboxId"`)
