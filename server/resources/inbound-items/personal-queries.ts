/** Statements for erasing and exporting what customers have sent through programs. */
import { lowestIdSql } from '#kit/privacy/subjects.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { ItemRow } from './queries.ts'

/**
 * SQL: deletes items with their duplicates and the changes that no thread has. In a dry run, finds those that no earlier step of the request
 * has found.
 */
const deleteMatching = (condition: string) => `with
  theirs as materialized (select m.id, m.inbox_id, m.external_id from inbound_items m where m.tenant_id = :tenantId::uuid and ${condition}
    and not (:dryRun::boolean and exists (
      select 1 from privacy_subjects p where p.tenant_id = :tenantId::uuid and p.request_id = :requestId::uuid and p.object_id = m.id))
    limit :limit::int),
  found as materialized (
    select id from theirs
    union select m.id from theirs t join inbound_items m on m.tenant_id = :tenantId::uuid and m.duplicate_of = t.id
    union select m.id from theirs t join inbound_items m on m.tenant_id = :tenantId::uuid and m.inbox_id = t.inbox_id and m.external_id = t.external_id
      where m.thread_id is null and m.outcome <> 'RECEIVED'),
  gone as (
    delete from inbound_items m where m.tenant_id = :tenantId::uuid and m.id = any(array(select id from found where not :dryRun::boolean)))
  select id from found`

type Chunk = { tenantId: Uuid; requestId: Uuid; dryRun: boolean; limit: number }

export const deleteItemsOfThreads = statement<Chunk & { threadIds: Uuid[] }, { id: Uuid }>(
  deleteMatching('m.thread_id = any(:threadIds::uuid[])'),
)
export const deleteItemsOfSender = statement<Chunk & { inboxId: Uuid; sender: string }, { id: Uuid }>(
  deleteMatching('m.inbox_id = :inboxId::uuid and m.sender = :sender::text'),
)

/** Records the threads of other customers that have messages of a sender: conversations of several people. */
export const noteThreadsOfSender = statement<
  { tenantId: Uuid; requestId: Uuid; customerIds: readonly Uuid[]; inboxId: Uuid; sender: string },
  object
>(`
  insert into privacy_subjects (tenant_id, request_id, object_id, kind)
  select distinct :tenantId::uuid, :requestId::uuid, t.id, 'ELSEWHERE' from inbound_items m
    left join thread_merges g on g.tenant_id = :tenantId::uuid and g.source_id = m.thread_id
    join threads t on t.tenant_id = :tenantId::uuid and t.id = coalesce(g.root_id, m.thread_id)
  where m.tenant_id = :tenantId::uuid and m.inbox_id = :inboxId::uuid and m.sender = :sender::text and t.customer_id <> all(:customerIds::uuid[])
  on conflict (tenant_id, request_id, object_id) do nothing`)

/** Reads the next senders in the order of their inboxes and addresses, each by one index look-up. */
export const nextItemSenders = statement<
  { tenantId: Uuid; afterInboxId: Uuid | null; afterSender: string; limit: number },
  { inboxId: Uuid; sender: string }
>(`with recursive
  senders as (
    (select m.inbox_id, m.sender from inbound_items m
      where m.tenant_id = :tenantId::uuid and m.sender is not null and (m.inbox_id, m.sender) > (coalesce(:afterInboxId::uuid, ${lowestIdSql}), :afterSender::text)
      order by m.inbox_id, m.sender limit 1)
    union all
    select n.inbox_id, n.sender from senders s cross join lateral (
      select m.inbox_id, m.sender from inbound_items m
      where m.tenant_id = :tenantId::uuid and m.sender is not null and (m.inbox_id, m.sender) > (s.inbox_id, s.sender)
      order by m.inbox_id, m.sender limit 1) n)
  select inbox_id as "inboxId", sender from senders limit :limit::int`)
export const deleteItems = statement<Chunk & { ids: Uuid[] }, { id: Uuid }>(deleteMatching('m.id = any(:ids::uuid[])'))

/** Reads the next items that belong to no thread and still have their bytes. */
export const nextItemsWithoutThread = statement<
  { tenantId: Uuid; after: Uuid | null; limit: number },
  Pick<ItemRow, 'id' | 'inboxId' | 'provider' | 'payload'>
>(`
  select id, inbox_id as "inboxId", provider, payload from inbound_items
  where tenant_id = :tenantId::uuid and thread_id is null and payload is not null and id > coalesce(:after::uuid, ${lowestIdSql})
  order by id limit :limit::int`)

/** Reads the ids and bytes of items that customers sent, or that belong to their threads, in id order. */
export const itemsOfCustomers = statement<
  { tenantId: Uuid; customerIds: readonly Uuid[]; after: Uuid | null; limit: number },
  { id: Uuid; payload: Buffer | null }
>(`
  select m.id, m.payload from inbound_items m where m.tenant_id = :tenantId::uuid
    and m.id > coalesce(:after::uuid, ${lowestIdSql}) and m.id = any(array(
      select o.id from customer_identities i join inbound_items o on o.tenant_id = :tenantId::uuid and o.inbox_id = i.inbox_id and o.sender = i.value
        where i.tenant_id = :tenantId::uuid and i.customer_id = any(:customerIds::uuid[]) and i.type = 'EXTERNAL'
      union select o.id from threads t join inbound_items o on o.tenant_id = :tenantId::uuid and o.thread_id = t.id
        where t.tenant_id = :tenantId::uuid and t.customer_id = any(:customerIds::uuid[])))
  order by m.id limit :limit::int`)
