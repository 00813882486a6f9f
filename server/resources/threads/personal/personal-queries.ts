/** Statements that erase and export customers' threads and messages. */
import { erasedText } from '#kit/privacy/holding.ts'
import { isSubjectSql, lowestIdSql } from '#kit/privacy/subjects.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { messageColumnsSql, type MessageRecord } from '../record/message-queries.ts'
import type { Status } from '../record/status.ts'

type RequestKey = { tenantId: Uuid; requestId: Uuid }
type Customers = { customerIds: readonly Uuid[] }

// --- Noting which threads a request is about -----------------------------------------------------------------------

/** Records the customers' next threads for the request. Returns the newly recorded threads. */
export const noteThreads = statement<RequestKey & Customers & { limit: number }, { id: Uuid }>(`with
unnoted as materialized (
  select t.id from threads t where t.tenant_id = :tenantId::uuid and t.customer_id = any(:customerIds::uuid[])
    and not exists (select 1 from privacy_subjects s where s.tenant_id = :tenantId::uuid and s.request_id = :requestId::uuid and s.object_id = t.id)
  limit :limit::int),
noted as (
  insert into privacy_subjects (tenant_id, request_id, object_id, kind) select :tenantId::uuid, :requestId::uuid, id, 'THREAD' from unnoted
  on conflict (tenant_id, request_id, object_id) do nothing)
select id from unnoted`)

/**
 * Records other customers' threads that contain these customers' messages: threads that one of theirs was merged into, and threads that
 * were split off.
 */
export const noteElsewhere = statement<RequestKey & Customers, object>(`
  insert into privacy_subjects (tenant_id, request_id, object_id, kind)
  select distinct :tenantId::uuid, :requestId::uuid, other.id, 'ELSEWHERE' from (
    select m.root_id as id from privacy_subjects s join thread_merges m on m.tenant_id = :tenantId::uuid and m.source_id = s.object_id
    where s.tenant_id = :tenantId::uuid and s.request_id = :requestId::uuid and s.kind = 'THREAD'
    union all
    select t.id from threads t where t.tenant_id = :tenantId::uuid and t.split_from is not null and t.customer_id <> all(:customerIds::uuid[])
      and exists (select 1 from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = t.id and m.author_id = any(:customerIds::uuid[]))) other
  on conflict (tenant_id, request_id, object_id) do nothing`)

/** Records the threads closed for more than `days` days, longest first, and the threads merged into them. */
export const noteClosed = statement<RequestKey & { days: number; limit: number }, { noted: number }>(`with
due as materialized (
  select id from threads where tenant_id = :tenantId::uuid and status = 'closed' and merged_into is null
    and closed_at < now() - make_interval(days => :days::int) order by closed_at, id limit :limit::int),
noted as (
  insert into privacy_subjects (tenant_id, request_id, object_id, kind)
  select :tenantId::uuid, :requestId::uuid, each.id, 'THREAD' from (
    select id from due
    union select m.source_id from due join thread_merges m on m.tenant_id = :tenantId::uuid and m.root_id = due.id) each
  returning object_id)
select count(*) as noted from noted`)

export const findAnyClosed = statement<{ tenantId: Uuid; days: number }, object>(`
  select from threads where tenant_id = :tenantId::uuid and status = 'closed' and merged_into is null
    and closed_at < now() - make_interval(days => :days::int) limit 1`)

/** Removes from the request the threads that have since been reopened, and returns them. */
export const forgetReopened = statement<RequestKey & { ids: Uuid[] }, { id: Uuid }>(`
  delete from privacy_subjects s using threads t
  where s.tenant_id = :tenantId::uuid and s.request_id = :requestId::uuid and s.object_id = any(:ids::uuid[])
    and t.tenant_id = :tenantId::uuid and t.id = s.object_id and t.status <> 'closed'
  returning s.object_id as id`)

// --- Messages -------------------------------------------------------------------------------------------------------

/**
 * SQL: whether a message or scheduled reply `m` was written by, to or about the customers. Other people's messages count if they were
 * written in a thread of the customers, even if they have moved to another thread since.
 */
const isOfCustomerSql = `(:everything::boolean or m.author_id = any(:customerIds::uuid[])
  or (m.author_type <> 'CUSTOMER' and ${isSubjectSql('coalesce(m.merged_from[1], m.thread_id)')}))`

export type MessagePosition = { at: string | null; id: Uuid | null }
/**
 * Blanks the customers' messages among a thread's next `limit` messages. `scanned` is below the limit at the end of the thread. Bounds the
 * update by times: with a join on the chunk, PostgreSQL may compare every message of the thread with every message of the chunk.
 */
export const blankMessages = statement<
  RequestKey & Customers & MessagePosition & { threadId: Uuid; everything: boolean; dryRun: boolean; limit: number },
  { scanned: number; found: number; withFiles: Uuid[]; at: string | null; id: Uuid | null }
>(`with
chunk as materialized (
  select m.id, m.created_at, m.body <> '${erasedText}' or m.external_id is not null or m.attachments is not null or m.email is not null as holds,
    m.attachments is not null as has_files, ${isOfCustomerSql} as is_theirs from messages m
  where m.tenant_id = :tenantId::uuid and m.thread_id = :threadId::uuid
    and (m.created_at, m.id) > (coalesce(:at::timestamptz, '-infinity'), coalesce(:id::uuid, ${lowestIdSql}))
  order by m.created_at, m.id limit :limit::int),
blanked as (
  update messages m set body = '${erasedText}', body_text = '${erasedText}', body_format = 'text', external_id = null, attachments = null, email = null, delivery = null, parts = null, client_id = null,
    author_name = case when m.author_type = 'CUSTOMER' then null else m.author_name end
  where m.tenant_id = :tenantId::uuid and m.thread_id = :threadId::uuid
    and m.created_at >= coalesce(:at::timestamptz, '-infinity') and m.created_at <= (select max(created_at) from chunk)
    and m.id = any(array(select id from chunk where holds and is_theirs and not :dryRun::boolean))),
unsent as (
  delete from outgoing_messages o where o.tenant_id = :tenantId::uuid
    and o.message_id = any(array(select id from chunk where holds and is_theirs and not :dryRun::boolean))),
unanswered as (
  delete from automatic_replies r where r.tenant_id = :tenantId::uuid
    and r.message_id = any(array(select id from chunk where holds and is_theirs and not :dryRun::boolean)))
select (select count(*) from chunk) as scanned, (select count(*) from chunk where holds and is_theirs) as found,
  array(select id from chunk where has_files and is_theirs) as "withFiles",
  (select created_at from chunk order by created_at desc, id desc limit 1) as at, (select id from chunk order by created_at desc, id desc limit 1) as id`)

/** Filters the messages to those in a thread of the customers. */
export const findMessagesOfSubjects = statement<RequestKey & { ids: Uuid[] }, { id: Uuid }>(`
  select m.id from messages m where m.tenant_id = :tenantId::uuid and m.id = any(:ids::uuid[]) and ${isSubjectSql('coalesce(m.merged_from[1], m.thread_id)')}`)

/** Deletes scheduled replies to the customers, so that they are never sent. Returns them. */
export const deleteScheduledOf = statement<RequestKey & { threadIds: Uuid[]; dryRun: boolean }, { id: Uuid }>(`with
theirs as materialized (
  select m.id from scheduled_messages m where m.tenant_id = :tenantId::uuid and m.thread_id = any(:threadIds::uuid[])
    and ${isSubjectSql('coalesce(m.merged_from[1], m.thread_id)')}),
gone as (
  delete from scheduled_messages m where m.tenant_id = :tenantId::uuid and m.id = any(array(select id from theirs where not :dryRun::boolean)))
select id from theirs`)

// --- Threads --------------------------------------------------------------------------------------------------------

/** Counts the messages of each thread. */
export const countMessages = statement<{ tenantId: Uuid; ids: Uuid[] }, { id: Uuid; messages: number }>(
  'select id, message_count as messages from threads where tenant_id = :tenantId::uuid and id = any(:ids::uuid[]) order by id',
)

export type ErasedThread = { id: Uuid; publicNumber: number; ticketNumber: string }
const erasedThreadColumnsSql = 't.id, t.public_number as "publicNumber", t.ticket_number as "ticketNumber"'

/** Returns the threads that still have personal data in their own fields. */
export const findThreadsToBlank = statement<{ tenantId: Uuid; ids: Uuid[]; keepSubjects: boolean }, ErasedThread>(`
  select ${erasedThreadColumnsSql} from threads t where t.tenant_id = :tenantId::uuid and t.id = any(:ids::uuid[])
    and (t.external_ref is not null or t.custom_fields <> '{}' or (t.subject <> '${erasedText}' and not :keepSubjects::boolean)) order by t.id`)

export const blankThreads = statement<{ tenantId: Uuid; ids: Uuid[]; keepSubjects: boolean }, object>(`
  update threads t set subject = case when :keepSubjects::boolean then t.subject else '${erasedText}' end, external_ref = null, custom_fields = '{}',
    version = t.version + 1 where t.tenant_id = :tenantId::uuid and t.id = any(:ids::uuid[])`)

/**
 * Finds threads that must not be deleted because they have messages of other customers, each with the customer who inherits the thread: one
 * who wrote in it, or whose thread was merged with it.
 */
export const findHeirs = statement<{ tenantId: Uuid; ids: Uuid[]; customerIds: readonly Uuid[] }, { id: Uuid; heirId: Uuid }>(`
  select t.id, heir.id as "heirId" from threads t cross join lateral (
    select other.id from (
      select m.author_id as id from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = t.id and m.author_type = 'CUSTOMER'
        and m.author_id <> all(:customerIds::uuid[])
      union all
      select o.customer_id from thread_merges g cross join lateral (
        select customer_id from threads where tenant_id = :tenantId::uuid and id = any(array[g.source_id, g.target_id, g.root_id])) o
      where g.tenant_id = :tenantId::uuid and (g.source_id = t.id or g.root_id = t.id) and o.customer_id <> all(:customerIds::uuid[])) other
    limit 1) heir
  where t.tenant_id = :tenantId::uuid and t.id = any(:ids::uuid[])`)

export const giveToHeir = statement<{ tenantId: Uuid; id: Uuid; heirId: Uuid }, object>(
  'update threads set customer_id = :heirId::uuid where tenant_id = :tenantId::uuid and id = :id::uuid',
)

/** Deletes threads with their rows in all other tables: messages, merges, labels, followers, clocks and sort keys. */
export const deleteThreads = statement<{ tenantId: Uuid; ids: Uuid[] }, ErasedThread & { status: Status }>(`with
deleted_threads as (delete from threads t where t.tenant_id = :tenantId::uuid and t.id = any(:ids::uuid[]) returning t.*),
deleted_activity as (
  delete from thread_activity k using deleted_threads g where k.tenant_id = :tenantId::uuid and k.status = g.status and k.updated_at = g.updated_at and k.thread_id = g.id),
deleted_labels as (
  delete from thread_labels l using deleted_threads g where l.tenant_id = :tenantId::uuid and l.label_id = any(g.label_ids)
    and l.thread_created_at = g.created_at and l.thread_id = g.id),
deleted_messages as (delete from messages m using deleted_threads g where m.tenant_id = :tenantId::uuid and m.thread_id = g.id),
deleted_followers as (delete from thread_followers f where f.tenant_id = :tenantId::uuid and f.thread_id = any(:ids::uuid[])),
deleted_clocks as (delete from sla_threads s where s.tenant_id = :tenantId::uuid and s.thread_id = any(:ids::uuid[])),
deleted_merges as (
  delete from thread_merges m where m.tenant_id = :tenantId::uuid and (m.source_id = any(:ids::uuid[]) or m.root_id = any(:ids::uuid[])))
select ${erasedThreadColumnsSql}, t.status from deleted_threads t order by t.id`)

// --- Export ---------------------------------------------------------------------------------------------------------

type ChunkOfCustomers = Customers & { tenantId: Uuid; after: Uuid | null; limit: number }

/** Returns the customers' next threads, in id order. */
export const findThreadsOfCustomers = statement<ChunkOfCustomers, { id: Uuid }>(`
  select id from threads where tenant_id = :tenantId::uuid and customer_id = any(:customerIds::uuid[]) and id > coalesce(:after::uuid, ${lowestIdSql})
  order by id limit :limit::int`)

/** Returns other customers' threads with messages of these customers. */
export const findThreadsElsewhere = statement<Customers & { tenantId: Uuid }, { id: Uuid }>(`
  select distinct other.id from (
    select m.root_id as id from threads t join thread_merges m on m.tenant_id = :tenantId::uuid and m.source_id = t.id
    where t.tenant_id = :tenantId::uuid and t.customer_id = any(:customerIds::uuid[])
    union all
    select t.id from threads t where t.tenant_id = :tenantId::uuid and t.split_from is not null
      and exists (select 1 from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = t.id and m.author_id = any(:customerIds::uuid[]))) other
  join threads o on o.tenant_id = :tenantId::uuid and o.id = other.id and o.customer_id <> all(:customerIds::uuid[])`)

const concernsCustomersSql = `(m.author_id = any(:customerIds::uuid[]) or (m.author_type <> 'CUSTOMER' and exists (
  select 1 from threads o where o.tenant_id = :tenantId::uuid and o.id = coalesce(m.merged_from[1], m.thread_id) and o.customer_id = any(:customerIds::uuid[]))))`

/** Returns the next messages of a thread. `record` is null for messages not written by, to or about the customers. */
export const findMessagesOfCustomers = statement<
  Customers & MessagePosition & { tenantId: Uuid; threadId: Uuid; limit: number },
  { at: string; id: Uuid; record: MessageRecord | null }
>(`
  select m.created_at as at, m.id, case when ${concernsCustomersSql} then (select row_to_json(r) from (select ${messageColumnsSql()}) r) end as record
  from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = :threadId::uuid
    and (m.created_at, m.id) > (coalesce(:at::timestamptz, '-infinity'), coalesce(:id::uuid, ${lowestIdSql}))
  order by m.created_at, m.id limit :limit::int`)
