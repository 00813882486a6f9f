/** Statements for erasing and exporting a customer's mails. */
import { lowestIdSql } from '#kit/privacy/subjects.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { inboundMailColumns, type InboundMailRecord } from './queries.ts'

/** SQL: deletes mails with their duplicates, or finds them in a dry run. Returns their ids, whose files must be deleted. */
const deleteMatching = (condition: string) => `with
  theirs as materialized (select m.id from inbound_mails m where m.tenant_id = :tenantId::uuid and ${condition} limit :limit::int),
  found as materialized (
    select id from theirs
    union select m.id from theirs t join inbound_mails m on m.tenant_id = :tenantId::uuid and m.duplicate_of = t.id),
  gone as (
    delete from inbound_mails m
    where m.tenant_id = :tenantId::uuid and m.id = any(array(select id from found where not :dryRun::boolean)) returning m.id, m.outcome,
      case when m.has_raw then m.size else 0 end as bytes)
  select f.id, coalesce(g.bytes, 0) as bytes, coalesce(g.outcome in ('SUSPENDED', 'DUPLICATE'), false) as "isHeld"
  from found f left join gone g on g.id = f.id`

type Chunk = { tenantId: Uuid; dryRun: boolean; limit: number }

/** A deleted mail, with the bytes of its raw mail. */
export type ErasedMail = { id: Uuid; bytes: number; isHeld: boolean }

export const deleteMailsOfThreads = statement<Chunk & { threadIds: Uuid[] }, ErasedMail>(
  deleteMatching('m.thread_id = any(:threadIds::uuid[])'),
)
export const deleteMailsFrom = statement<Chunk & { sender: string }, ErasedMail>(deleteMatching('m.sender = :sender::text'))

/** Reads the next senders in alphabetical order, each by one index look-up. */
export const nextSenders = statement<{ tenantId: Uuid; after: string | null; limit: number }, { sender: string }>(`with recursive
  senders as (
    (select m.sender from inbound_mails m where m.tenant_id = :tenantId::uuid and m.sender > coalesce(:after::text, '') order by m.sender limit 1)
    union all
    select (select m.sender from inbound_mails m where m.tenant_id = :tenantId::uuid and m.sender > s.sender order by m.sender limit 1)
    from senders s where s.sender is not null)
  select sender from senders where sender is not null limit :limit::int`)

type OfCustomers = { tenantId: Uuid; customerIds: readonly Uuid[]; after: string | null; limit: number }

/** Reads the mails that customers sent, or that belong to their threads, in id order. */
export const mailsOfCustomers = statement<OfCustomers, InboundMailRecord>(`
  select ${inboundMailColumns} from inbound_mails m where m.tenant_id = :tenantId::uuid and m.outcome <> 'RESERVED'
    and m.id > coalesce(:after::uuid, ${lowestIdSql}) and m.id = any(array(
      select o.id from customers c join inbound_mails o on o.tenant_id = :tenantId::uuid and o.sender = c.email
        where c.tenant_id = :tenantId::uuid and c.id = any(:customerIds::uuid[])
      union select o.id from customer_identities i join inbound_mails o on o.tenant_id = :tenantId::uuid and o.sender = i.value
        where i.tenant_id = :tenantId::uuid and i.customer_id = any(:customerIds::uuid[]) and i.type = 'EMAIL' and i.verified
      union select o.id from threads t join inbound_mails o on o.tenant_id = :tenantId::uuid and o.thread_id = t.id
        where t.tenant_id = :tenantId::uuid and t.customer_id = any(:customerIds::uuid[])))
  order by m.id limit :limit::int`)
