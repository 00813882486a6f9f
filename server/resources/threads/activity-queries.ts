/** The orders of threads that change with every message: thread_activity, and since when customers wait. */

/** The time that threads sort by whose customer does not wait: after all others. */
export const notWaiting = `'infinity'::timestamptz`

/** Customers wait in threads of these statuses alone. */
export const unresolved = { status: ['open', 'pending'] }

/** Since when the customer of a thread `t` waits, as thread_activity holds it. */
export const waitingOrder = `case when t.status in ('open', 'pending') then coalesce(t.waiting_since, ${notWaiting}) else ${notWaiting} end`

/** Writes the orders of changed threads. `before` holds their status and updated_at of before, `after` their rows. */
export const activityCtes = (before: string, after: string): string => `sorted as materialized (
  select t.id, b.status as old_status, b.updated_at as old_updated_at, t.status, t.updated_at, t.last_message_at, ${waitingOrder} as waiting_since
  from ${after} t join ${before} b on b.id = t.id),
resorted as (
  update thread_activity k set status = s.status, updated_at = s.updated_at, last_message_at = s.last_message_at, waiting_since = s.waiting_since
  from sorted s where k.tenant_id = :tenantId::uuid and k.status = s.old_status and k.updated_at = s.old_updated_at and k.thread_id = s.id
  returning k.thread_id)`

/** Adds the orders of new threads. */
export const newActivityCte = (created: string): string => `ordered as (
  insert into thread_activity (tenant_id, thread_id, status, updated_at, last_message_at, waiting_since)
  select :tenantId::uuid, t.id, t.status, t.updated_at, t.last_message_at, ${waitingOrder} from ${created} t)`

/** Since when the customer waits, by the messages of `source`: the first of the customer after the latest answer. */
export const waitingSinceOf = (source: string): string => `with said as (select * from ${source} as said where not said.internal)
  select min(c.created_at) from said c where c.author_type = 'CUSTOMER'
    and c.created_at > coalesce((select max(a.created_at) from said a where a.author_type in ('AGENT', 'BOT')), '-infinity'::timestamptz)`

/** What a thread knows of its messages, read from them, as `facts`: one row. Of messages of one time the one with the greater id is later. */
export const messageFacts = (thread: string): string => `latest as materialized (
  select id, created_at, author_type from messages where tenant_id = :tenantId::uuid and thread_id = ${thread}
  order by created_at desc, id desc limit 1),
facts as materialized (
  select (select count(*) from messages where tenant_id = :tenantId::uuid and thread_id = ${thread}) as message_count,
    (select id from latest) as last_message_id, (select created_at from latest) as last_message_at, (select author_type from latest) as last_message_author_type,
    (${waitingSinceOf(`(select author_type, internal, created_at from messages where tenant_id = :tenantId::uuid and thread_id = ${thread})`)}) as waiting_since)`
