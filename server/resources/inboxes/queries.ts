import { nameKey, statement, table, type Uuid } from '../../kit/index.ts'
import { Inbox } from './schema.ts'

export const inboxTable = table({
  from: 'inboxes i',
  shape: Inbox,
  derived: { nameKey: ({ name }) => nameKey(name) },
  beginnings: ['nameKey'],
})

/** A request that moves the default takes this lock first, before it locks any inbox, so that two moves cannot deadlock. */
export const queueForDefault = statement<{ tenantId: Uuid }, object>(
  'select tenant_id from tenants where tenant_id = :tenantId::uuid for no key update',
)

export const lockDefault = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid }>(
  'select id from inboxes where tenant_id = :tenantId::uuid and is_default and id <> :id::uuid for update',
)
