import { nameKey, statement, table, type Uuid } from '../../kit/index.ts'
import { Inbox } from './schema.ts'

export const inboxTable = table({
  from: 'inboxes i',
  shape: Inbox,
  derived: { nameKey: ({ name }) => nameKey(name) },
  beginnings: ['nameKey'],
})

/**
 * Locks the tenant's inboxes as a set. A request that moves the default or claims an address takes this lock first, before it locks any
 * inbox, so that two of them cannot deadlock.
 */
export const lockTenantInboxes = statement<{ tenantId: Uuid }, object>(
  'select tenant_id from tenants where tenant_id = :tenantId::uuid for no key update',
)

export const lockDefault = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid }>(
  'select id from inboxes where tenant_id = :tenantId::uuid and is_default and id <> :id::uuid for update',
)

/**
 * The active inbox of this type with this address in any letter case, other than `id`. A statement and not a unique index: tenants of
 * earlier versions may have duplicates, and the type belongs to the address (one telephone number may take calls and text messages).
 */
export const findAddressHolder = statement<{ tenantId: Uuid; id: Uuid; type: string; address: string }, { name: string }>(`
  select name from inboxes
  where tenant_id = :tenantId::uuid and type = :type and lower(address) = lower(:address) and active and id <> :id::uuid limit 1`)
