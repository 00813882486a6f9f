import { nameKey, statement, table, type Uuid } from '../../kit/index.ts'
import { Inbox } from './schema.ts'

export const inboxTable = table({
  from: 'inboxes i',
  shape: Inbox,
  derived: { nameKey: ({ name }) => nameKey(name) },
  beginnings: ['nameKey'],
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
 * The active inbox, other than `id`, with this type and address, ignoring letter case. There is no unique index, because tenants of
 * earlier versions may have duplicates. Inboxes of different types may share an address: one telephone number may receive calls and text
 * messages.
 */
export const findAddressHolder = statement<{ tenantId: Uuid; id: Uuid; type: string; address: string }, { name: string }>(`
  select name from inboxes
  where tenant_id = :tenantId::uuid and type = :type and lower(address) = lower(:address) and active and id <> :id::uuid limit 1`)
