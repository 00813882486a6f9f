import { statement } from '../../kit/db.ts'
import { toTypeId, type Uuid } from '../../kit/ids.ts'
import { keysetList } from '../../kit/list.ts'
import type { Static } from '../../kit/schema.ts'
import { isoTime } from '../../kit/time.ts'
import type { Inbox } from './schema.ts'

/** An inbox as the database holds it. */
export type InboxRecord = {
  id: Uuid
  name: string
  type: Static<typeof Inbox>['type']
  address: string | null
  isDefault: boolean
  active: boolean
  autoReply: string | null
  signature: string | null
  version: number
  createdAt: string
}

export function toInbox(record: InboxRecord): Static<typeof Inbox> {
  const { id, name, type, address, isDefault, active, autoReply, signature, createdAt } = record
  // No tenant has teams or SLA policies yet.
  return {
    id: toTypeId('inb', id),
    name,
    type,
    address,
    isDefault,
    active,
    teamId: null,
    slaPolicyId: null,
    autoReply,
    signature,
    createdAt: isoTime(createdAt),
  }
}

const columns = `i.id, i.name, i.type, i.address, i.is_default as "isDefault", i.active, i.auto_reply as "autoReply", i.signature, i.version, i.created_at as "createdAt"`

export const inboxList = keysetList<InboxRecord>({ from: 'inboxes i', alias: 'i', columns })

export const findInbox = statement<{ tenantId: Uuid; id: Uuid }, InboxRecord>(
  `select ${columns} from inboxes i where i.tenant_id = :tenantId::uuid and i.id = :id::uuid`,
)

export const lockInbox = statement<{ tenantId: Uuid; id: Uuid }, InboxRecord>(
  `select ${columns} from inboxes i where i.tenant_id = :tenantId::uuid and i.id = :id::uuid for update`,
)

/** The fields of an inbox that callers change. */
export type InboxFields = Pick<InboxRecord, 'name' | 'address' | 'isDefault' | 'active' | 'autoReply' | 'signature'>

export const insertInbox = statement<InboxFields & { tenantId: Uuid; id: Uuid; type: string }, InboxRecord>(`
  insert into inboxes as i (tenant_id, id, name, type, address, is_default, active, auto_reply, signature)
  values (:tenantId::uuid, :id::uuid, :name, :type, :address, :isDefault, :active, :autoReply, :signature)
  returning ${columns}`)

export const changeInbox = statement<InboxFields & { tenantId: Uuid; id: Uuid }, InboxRecord>(`
  update inboxes i set name = :name, address = :address, is_default = :isDefault, active = :active, auto_reply = :autoReply, signature = :signature,
    version = version + 1
  where i.tenant_id = :tenantId::uuid and i.id = :id::uuid
  returning ${columns}`)

/** Whoever moves the default queues here first, before any inbox is locked: so two moves never meet half-way. */
export const queueForDefault = statement<{ tenantId: Uuid }, object>(
  'select tenant_id from tenants where tenant_id = :tenantId::uuid for no key update',
)

export const unsetDefault = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid }>(`
  update inboxes set is_default = false, version = version + 1 where tenant_id = :tenantId::uuid and is_default and id <> :id::uuid returning id`)
