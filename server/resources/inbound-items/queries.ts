/** Statements on inbound items. */
import { createPresenter } from '#kit/present.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import type { HookSettings } from '../../channels/hook-settings.ts'
import type { InboxTypeName } from '../../channels/index.ts'
import { getChannel } from '../../channels/index.ts'
import { allSql, columnsSql, joinSql } from './list-fragments.ts'
import { InboundItem } from './schema.ts'

type Key = { tenantId: Uuid; id: Uuid }
type ItemWire = Static<typeof InboundItem>

/** An item as the database stores it. `inboxType` is null if the inbox is gone. */
export type InboundItemRecord = Omit<ItemWire, 'channel'> & { id: Uuid; inboxType: InboxTypeName | null }

const presentFields = createPresenter(InboundItem)

export function toInboundItem({ inboxType, ...record }: InboundItemRecord): ItemWire {
  const channel = record.mailId === null ? (inboxType === null ? 'api' : getChannel(inboxType).threadChannel) : 'email'
  return presentFields({ ...record, channel })
}

/** Finds an item or a mail. */
export const findInboundItem = statement<Key, InboundItemRecord>(`
  select ${columnsSql} from (${allSql('and r.id = :id::uuid')}) e ${joinSql}`)
export const readPayload = statement<Key, { payload: Buffer | null }>(
  'select payload from inbound_items where tenant_id = :tenantId::uuid and id = :id::uuid',
)

export type ItemRow = {
  id: Uuid
  inboxId: Uuid
  provider: string
  outcome: string
  externalId: string | null
  payload: Buffer | null
  attempts: number
  receivedAt: string
  resultId: Uuid | null
  isExpired: boolean
}
export const lockItem = statement<Key, ItemRow>(`
  select id, inbox_id as "inboxId", provider, outcome, external_id as "externalId", payload, attempts, received_at as "receivedAt", result_id as "resultId",
    coalesce(expires_at < now(), false) as "isExpired"
  from inbound_items where tenant_id = :tenantId::uuid and id = :id::uuid for update`)
export const findItem = statement<Key, Pick<ItemRow, 'inboxId' | 'provider' | 'payload' | 'resultId'>>(`
  select inbox_id as "inboxId", provider, payload, result_id as "resultId" from inbound_items where tenant_id = :tenantId::uuid and id = :id::uuid`)
/** Locks an item against its erasure until the commit. */
export const holdItem = statement<Key, { resultId: Uuid | null }>(`
  select result_id as "resultId" from inbound_items where tenant_id = :tenantId::uuid and id = :id::uuid for share`)

export type ItemOutcome = Key & {
  outcome: 'MESSAGE' | 'STATUS' | 'CHANGE' | 'IGNORED' | 'SUSPENDED'
  cause: string | null
  reason: string | null
  sender: string | null
  threadId: Uuid | null
  resultId: Uuid | null
  error: string | null
  /** Days until the item is deleted; null for never. */
  daysKept: number | null
}
export const settleItem = statement<ItemOutcome, object>(`
  update inbound_items set outcome = :outcome, cause = :cause::text, reason = :reason::text, sender = coalesce(:sender::text, sender), thread_id = :threadId::uuid,
    result_id = :resultId::uuid, last_error = :error::text, processed_at = now(), attempts = attempts + 1, expires_at = now() + make_interval(days => :daysKept::int)
  where tenant_id = :tenantId::uuid and id = :id::uuid`)

/** Counts an attempt that found nothing to change yet. */
export const countAttempt = statement<Key & { error: string }, object>(
  'update inbound_items set attempts = attempts + 1, last_error = :error where tenant_id = :tenantId::uuid and id = :id::uuid',
)

// --- What decides about an item ---------------------------------------------------------------------------------------

export const findItemInbox = statement<Key, { type: InboxTypeName; active: boolean; hook: HookSettings | null }>(
  'select type, active, hook from inboxes where tenant_id = :tenantId::uuid and id = :id::uuid',
)

/** Counts the sender's messages of the last hour, at most `limit`. */
export const countRecentItems = statement<{ tenantId: Uuid; inboxId: Uuid; sender: string; limit: number }, { count: number }>(`
  select count(*) as count from (
    select 1 from inbound_items where tenant_id = :tenantId::uuid and inbox_id = :inboxId::uuid and sender = :sender
      and created_at > now() - interval '1 hour' and outcome = 'MESSAGE' limit :limit::int) recent`)

/** Finds the message that an item of the inbox became. */
export const findMessageOfItem = statement<{ tenantId: Uuid; inboxId: Uuid; externalId: string }, { messageId: Uuid }>(`
  select result_id as "messageId" from inbound_items
  where tenant_id = :tenantId::uuid and inbox_id = :inboxId::uuid and external_id = :externalId and outcome = 'MESSAGE' and result_id is not null
  order by created_at desc, id desc limit 1`)

/**
 * Drops the bytes of a message that its customer has deleted, and of its changes. An item that is not processed yet keeps them, except for
 * `id`, which is being processed.
 */
export const dropDeletedPayloads = statement<Key & { inboxId: Uuid; externalId: string }, object>(`
  update inbound_items set payload = null
  where tenant_id = :tenantId::uuid and inbox_id = :inboxId::uuid and external_id = :externalId and outcome <> 'STATUS'
    and (outcome <> 'RECEIVED' or id = :id::uuid)`)

/** Ends the suspended items of a message that its customer has deleted, so that no release brings it back. */
export const dropSuspended = statement<{ tenantId: Uuid; inboxId: Uuid; externalId: string; reason: string }, { id: Uuid }>(`
  update inbound_items set outcome = 'IGNORED', cause = 'DELETED', reason = :reason, payload = null, expires_at = null
  where tenant_id = :tenantId::uuid and inbox_id = :inboxId::uuid and external_id = :externalId and outcome = 'SUSPENDED' returning id`)

/** Drops the bytes of an item that is being processed. */
export const dropPayload = statement<Key, object>(
  'update inbound_items set payload = null where tenant_id = :tenantId::uuid and id = :id::uuid',
)

// --- Deletion -------------------------------------------------------------------------------------------------------

type Chunk = { tenantId: Uuid; limit: number }

export const deleteExpiredItems = statement<Chunk, { id: Uuid }>(`with
  gone as materialized (
    select id from inbound_items where tenant_id = :tenantId::uuid and expires_at < now() and outcome = 'SUSPENDED'
    order by expires_at limit :limit::int for update skip locked)
  delete from inbound_items m using gone where m.tenant_id = :tenantId::uuid and m.id = gone.id returning m.id`)

export const dropPayloadOfDuplicates = statement<Chunk, { id: Uuid }>(`with
  old as materialized (
    select id from inbound_items where tenant_id = :tenantId::uuid and expires_at < now() and outcome = 'DUPLICATE'
    order by expires_at limit :limit::int for update skip locked)
  update inbound_items m set payload = null, expires_at = null from old where m.tenant_id = :tenantId::uuid and m.id = old.id returning m.id`)

/** Drops the bytes of processed items past the tenant's retention of raw mails. */
export const dropOldPayloads = statement<Chunk, { id: Uuid }>(`with
  old as materialized (
    select id from inbound_items where tenant_id = :tenantId::uuid and payload is not null and processed_at is not null and expires_at is null
      and created_at < now() - make_interval(days => (select t.keep_raw_mails_days from tenants t where t.tenant_id = :tenantId::uuid))
    order by created_at limit :limit::int for update skip locked)
  update inbound_items m set payload = null from old where m.tenant_id = :tenantId::uuid and m.id = old.id returning m.id`)
