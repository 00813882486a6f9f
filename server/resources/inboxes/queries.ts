import { nameKey } from '#kit/name-key.ts'
import { table } from '#kit/table.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { getChannel } from '../../channels/index.ts'
import { Inbox } from './schema.ts'

export const inboxTable = table({
  from: 'inboxes i',
  shape: Inbox,
  // The presenter computes them from the settings.
  computed: { capabilities: { sql: 'null::jsonb', initially: 'null::jsonb' } },
  derived: { nameKey: ({ name }) => nameKey(name) },
  // Statements ask these columns, and no name of a type.
  derivedFlags: { sends: (fields) => getChannel(fields.type).sends(fields), takesThreads: ({ type }) => getChannel(type).takesThreads },
  isFoundByName: true,
})

/**
 * Locks the tenant's inboxes as a set, by the tenant's row. A request that changes the default inbox or claims an address takes this lock
 * before it locks any inbox, so that two such requests cannot deadlock.
 */
export const lockTenantInboxes = statement<{ tenantId: Uuid }, object>(
  'select tenant_id from tenants where tenant_id = :tenantId::uuid for no key update',
)

export const lockDefault = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid }>(
  'select id from inboxes where tenant_id = :tenantId::uuid and is_default and id <> :id::uuid for update',
)

/**
 * Finds another active inbox (not `id`) with this type and address, ignoring letter case. There is no unique index, because tenants of
 * earlier versions may have duplicates. Inboxes of different types may share an address: one telephone number may receive calls and text
 * messages.
 */
export const findAddressHolder = statement<{ tenantId: Uuid; id: Uuid; type: string; address: string }, { name: string }>(`
  select name from inboxes
  where tenant_id = :tenantId::uuid and type = :type and lower(address) = lower(:address) and active and id <> :id::uuid limit 1`)

// --- E-mail ---------------------------------------------------------------------------------------------------------

type InboxKey = { tenantId: Uuid; inboxId: Uuid }

/** Finds another active EMAIL inbox that receives mail for one of the addresses. */
export const findAddressHolderOfAny = statement<InboxKey & { addresses: string[] }, { name: string; address: string }>(`
  select i.name, a.address from inbox_addresses a join inboxes i on i.tenant_id = :tenantId::uuid and i.id = a.inbox_id
  where a.tenant_id = :tenantId::uuid and a.address = any(:addresses::text[]) and a.inbox_id <> :inboxId::uuid and i.active limit 1`)

export const deleteInboxAddresses = statement<InboxKey, object>(
  'delete from inbox_addresses where tenant_id = :tenantId::uuid and inbox_id = :inboxId::uuid',
)
export const insertInboxAddresses = statement<InboxKey & { addresses: { address: string; kind: string }[] }, object>(`
  insert into inbox_addresses (tenant_id, inbox_id, address, kind)
  select :tenantId::uuid, :inboxId::uuid, a.address, a.kind from json_to_recordset(:addresses::json) as a(address text, kind text)`)

export const upsertInboxSecret = statement<InboxKey & { kind: string; secret: string }, object>(`
  insert into inbox_secrets (tenant_id, inbox_id, kind, secret) values (:tenantId::uuid, :inboxId::uuid, :kind, :secret)
  on conflict (tenant_id, inbox_id, kind) do update set secret = excluded.secret, updated_at = excluded.updated_at`)
export const deleteInboxSecret = statement<InboxKey & { kind: string }, object>(
  'delete from inbox_secrets where tenant_id = :tenantId::uuid and inbox_id = :inboxId::uuid and kind = :kind',
)
export const findInboxSecret = statement<InboxKey & { kind: string }, { secret: string }>(
  'select secret from inbox_secrets where tenant_id = :tenantId::uuid and inbox_id = :inboxId::uuid and kind = :kind',
)
export const lockInboxSecret = statement<InboxKey & { kind: string }, { secret: string }>(
  'select secret from inbox_secrets where tenant_id = :tenantId::uuid and inbox_id = :inboxId::uuid and kind = :kind for update',
)

/** Lists the users who can sign in again for an inbox. */
export const listAdmins = statement<{ tenantId: Uuid }, { name: string; email: string }>(`
  select name, email from users
  where tenant_id = :tenantId::uuid and role in ('OWNER', 'ADMIN') and status = 'ACTIVE' order by id limit 50`)
