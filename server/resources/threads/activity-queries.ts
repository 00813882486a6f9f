/** SQL for thread_activity, the sort keys that change with every message, and for the time since when a customer waits. */
import { isAnswerSql, isAutomaticSql } from './messages/answer.ts'

/** The sort key `waiting_since` of threads whose customer is not waiting: after all others. */
export const notWaitingSql = `'infinity'::timestamptz`

/** The statuses in which a customer can be waiting. */
export const unresolvedStatuses = { status: ['open', 'pending'] }

/** The sort key `waiting_since` of a thread `t`. */
export const waitingOrderSql = `case when t.status in ('open', 'pending') then coalesce(t.waiting_since, ${notWaitingSql}) else ${notWaitingSql} end`

/** Updates the sort keys of changed threads. `before` names the CTE with their old status and updated_at, `after` that with their rows. */
export const activityCtes = (before: string, after: string): string => `updated_activity as (
  update thread_activity k set status = t.status, updated_at = t.updated_at, last_message_at = t.last_message_at, waiting_since = ${waitingOrderSql}
  from ${after} t join ${before} b on b.id = t.id
  where k.tenant_id = :tenantId::uuid and k.status = b.status and k.updated_at = b.updated_at and k.thread_id = t.id
  returning k.thread_id)`

/** Inserts the sort keys of the threads in the CTE `created`. */
export const newActivityCte = (created: string): string => `inserted_activity as (
  insert into thread_activity (tenant_id, thread_id, status, updated_at, last_message_at, waiting_since)
  select :tenantId::uuid, t.id, t.status, t.updated_at, t.last_message_at, ${waitingOrderSql} from ${created} t)`

/** Whether a message of the customer starts a wait. Notes and automatic messages neither start nor end one. */
export const asksSql = `author_type = 'CUSTOMER' and not internal and not ${isAutomaticSql('messages')}`

/** The columns of messages by which `waitingSinceSql` decides. */
export const waitColumnsSql = `${asksSql} as asks, ${isAnswerSql('messages')} as answers, created_at`

/** The time since when the customer waits: their first message after the latest answer. `source` is a subquery with `waitColumnsSql`. */
export const waitingSinceSql = (source: string): string => `with said as (select * from ${source} as said)
  select min(c.created_at) from said c where c.asks and c.created_at > coalesce((select max(a.created_at) from said a where a.answers), '-infinity'::timestamptz)`

/** CTEs whose last one, `facts`, has one row: a thread's fields about its messages. Of messages with equal times, the greater id is later. */
export const messageFactsCtes = (thread: string): string => `latest as materialized (
  select id, created_at, author_type from messages where tenant_id = :tenantId::uuid and thread_id = ${thread}
  order by created_at desc, id desc limit 1),
facts as materialized (
  select (select count(*) from messages where tenant_id = :tenantId::uuid and thread_id = ${thread}) as message_count,
    (select id from latest) as last_message_id, (select created_at from latest) as last_message_at, (select author_type from latest) as last_message_author_type,
    (${waitingSinceSql(`(select ${waitColumnsSql} from messages where tenant_id = :tenantId::uuid and thread_id = ${thread})`)}) as waiting_since)`
