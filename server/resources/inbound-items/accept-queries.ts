/** Statements that find the inbox of a request, and accept its items. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { enqueueCtes } from '#platform/jobs/queries.ts'
import type { HookSettings } from '../../channels/hook-settings.ts'

/** The inbox of a hook's URL. */
export type HookInbox = { tenantId: Uuid; inboxId: Uuid; hook: HookSettings }

/** Finds the inbox of a URL, which names no tenant. Suspended tenants accept nothing. */
export const findHookInbox = statement<{ inboxId: Uuid }, HookInbox>(`/* across tenants: the URL of a hook says whose it is */
  select i.tenant_id as "tenantId", i.id as "inboxId", i.hook from inboxes i join tenants t on t.tenant_id = i.tenant_id
  where i.id = :inboxId::uuid and i.hook is not null and t.status <> 'SUSPENDED'`)

export type NewItem = {
  tenantId: Uuid
  id: Uuid
  inboxId: Uuid
  provider: string
  kind: string
  externalId: string | null
  identity: Buffer
  /** HMAC of the bytes. */
  digest: Buffer
  payload: Buffer
}

/**
 * Records the identity and the row of a new item, counts it and enqueues its processing, in one round trip. Returns no row for a known
 * identity; a concurrent request with the same one waits for this commit.
 */
export const recordNewItem = statement<NewItem & { jobId: Uuid }, { id: Uuid }>(`with
  identity as (
    insert into inbound_identities (tenant_id, identity, mail_id, body_digest)
    values (:tenantId::uuid, :identity::bytea, :id::uuid, :digest::bytea) on conflict (tenant_id, identity) do nothing returning mail_id as id),
  item as (
    insert into inbound_items (tenant_id, id, inbox_id, provider, kind, outcome, external_id, payload, size)
    select :tenantId::uuid, i.id, :inboxId::uuid, :provider, :kind, 'RECEIVED', :externalId::text, :payload::bytea, octet_length(:payload::bytea)
    from identity i returning id),
  ${enqueueCtes({ name: 'process-item', id: ':jobId::uuid', key: 'item.id::text', input: `'{}'::json`, from: 'item' })},
  counted as (
    update tenant_counters set inbound_items = inbound_items + (select count(*) from item)
    where tenant_id = :tenantId::uuid and (select count(*) from queued) > 0)
  select id from item`)

/** Finds the first item of an identity. `isKept` is false after an erasure. */
export const findFirstItem = statement<
  { tenantId: Uuid; identity: Buffer; digest: Buffer },
  { id: Uuid; differs: boolean; isKept: boolean }
>(`
  select i.mail_id as id, i.body_digest <> :digest::bytea as differs,
    exists (select 1 from inbound_items o where o.tenant_id = :tenantId::uuid and o.id = i.mail_id) as "isKept"
  from inbound_identities i where i.tenant_id = :tenantId::uuid and i.identity = :identity::bytea`)

/** Records a duplicate. Its bytes are stored for `daysKept` if they differ from the first ones; null for not at all. */
export const insertDuplicate = statement<
  Omit<NewItem, 'identity' | 'digest' | 'payload'> & {
    duplicateOf: Uuid | null
    differs: boolean
    payload: Buffer | null
    size: number
    daysKept: number | null
  },
  object
>(`
  insert into inbound_items (tenant_id, id, inbox_id, provider, kind, outcome, external_id, payload, size, duplicate_of, differs, processed_at, expires_at)
  values (:tenantId::uuid, :id::uuid, :inboxId::uuid, :provider, :kind, 'DUPLICATE', :externalId::text, :payload::bytea, :size::int, :duplicateOf::uuid,
    :differs::boolean, now(), now() + make_interval(days => :daysKept::int))`)

/** Counts a duplicate. Must be last in the transaction, like all writes to the tenant's counters. */
export const countItem = statement<{ tenantId: Uuid }, object>(
  'update tenant_counters set inbound_items = inbound_items + 1 where tenant_id = :tenantId::uuid',
)
