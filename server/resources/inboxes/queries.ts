import { statement, table, type Uuid } from '../../kit/index.ts'
import { Inbox } from './schema.ts'

export const inboxTable = table({ from: 'inboxes i', shape: Inbox })

/** Whoever moves the default queues here first, before any inbox is locked: so two moves never meet half-way. */
export const queueForDefault = statement<{ tenantId: Uuid }, object>(
  'select tenant_id from tenants where tenant_id = :tenantId::uuid for no key update',
)

export const lockDefault = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid }>(
  'select id from inboxes where tenant_id = :tenantId::uuid and is_default and id <> :id::uuid for update',
)
