/** Statements for erasing and exporting what customers have sent through programs. */
import { lowestIdSql } from '#kit/privacy/subjects.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { ItemRow } from './queries.ts'

/** SQL: deletes items with their duplicates, or finds them in a dry run. */
const deleteMatching = (condition: string) => `with
  theirs as materialized (select m.id from inbound_items m where m.tenant_id = :tenantId::uuid and ${condition} limit :limit::int),
  found as materialized (
    select id from theirs
    union select m.id from theirs t join inbound_items m on m.tenant_id = :tenantId::uuid and m.duplicate_of = t.id),
  gone as (
    delete from inbound_items m where m.tenant_id = :tenantId::uuid and m.id = any(array(select id from found where not :dryRun::boolean)))
  select id from found`

type Chunk = { tenantId: Uuid; dryRun: boolean; limit: number }

export const deleteItemsOfThreads = statement<Chunk & { threadIds: Uuid[] }, { id: Uuid }>(
  deleteMatching('m.thread_id = any(:threadIds::uuid[])'),
)
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
