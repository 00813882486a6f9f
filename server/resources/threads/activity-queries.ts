/** The sort keys of threads that change with every message (thread_activity), and since when customers wait. */

/** The sort key of threads whose customer is not waiting: after all others. */
export const notWaitingSql = `'infinity'::timestamptz`

/** Customers wait only in threads with these statuses. */
export const unresolvedStatuses = { status: ['open', 'pending'] }

/** Since when the customer of a thread `t` waits, as stored in thread_activity. */
export const waitingOrderSql = `case when t.status in ('open', 'pending') then coalesce(t.waiting_since, ${notWaitingSql}) else ${notWaitingSql} end`

/** Writes the sort keys of changed threads. `before` has their old status and updated_at, `after` their rows. */
export const activityCtes = (before: string, after: string): string => `resorted as (
  update thread_activity k set status = t.status, updated_at = t.updated_at, last_message_at = t.last_message_at, waiting_since = ${waitingOrderSql}
  from ${after} t join ${before} b on b.id = t.id
  where k.tenant_id = :tenantId::uuid and k.status = b.status and k.updated_at = b.updated_at and k.thread_id = t.id
  returning k.thread_id)`

/** Inserts the sort keys of new threads. */
export const newActivityCte = (created: string): string => `ordered as (
  insert into thread_activity (tenant_id, thread_id, status, updated_at, last_message_at, waiting_since)
  select :tenantId::uuid, t.id, t.status, t.updated_at, t.last_message_at, ${waitingOrderSql} from ${created} t)`

/** Since when the customer waits, computed from the messages of `source`: the customer's first message after the latest answer. */
export const waitingSinceSql = (source: string): string => `with said as (select * from ${source} as said where not said.internal)
  select min(c.created_at) from said c where c.author_type = 'CUSTOMER'
    and c.created_at > coalesce((select max(a.created_at) from said a where a.author_type in ('AGENT', 'BOT')), '-infinity'::timestamptz)`

/** The message fields of a thread, computed from its messages, as `facts`: one row. For equal times, the greater id is later. */
export const messageFactsCtes = (thread: string): string => `latest as materialized (
  select id, created_at, author_type from messages where tenant_id = :tenantId::uuid and thread_id = ${thread}
  order by created_at desc, id desc limit 1),
facts as materialized (
  select (select count(*) from messages where tenant_id = :tenantId::uuid and thread_id = ${thread}) as message_count,
    (select id from latest) as last_message_id, (select created_at from latest) as last_message_at, (select author_type from latest) as last_message_author_type,
    (${waitingSinceSql(`(select author_type, internal, created_at from messages where tenant_id = :tenantId::uuid and thread_id = ${thread})`)}) as waiting_since)`
