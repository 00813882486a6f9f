/** SQL for thread_activity, the sort keys that change with every message, and for the start of a customer's wait. */
import { isAnswerSql, isAutomaticSql, notSentSql } from './answer.ts'

/** Sort key `waiting_since` of threads whose customer is not waiting, which sort last. */
export const notWaitingSql = `'infinity'::timestamptz`

/** Statuses in which a customer can be waiting. */
export const unresolvedStatuses = { status: ['open', 'pending'] }

/** SQL: the sort key `waiting_since` of a thread `t`. */
export const waitingOrderSql = `case when t.status in ('open', 'pending') then coalesce(t.waiting_since, ${notWaitingSql}) else ${notWaitingSql} end`

/**
 * SQL: a procedure step that updates the sort keys of a changed thread, from the variables `old` (its old status and updated_at) and `t`.
 */
export const activityStep = `update thread_activity set status = t.status, updated_at = t.updated_at, last_message_at = t.last_message_at, waiting_since = ${waitingOrderSql}
    where tenant_id = :tenantId and status = old.status and updated_at = old.updated_at and thread_id = t.id;
  if not found then raise exception 'A thread and its row in thread_activity differ'; end if;`

/** SQL: inserts the sort keys of the threads in the CTE `created`. */
export const newActivityCte = (created: string): string => `inserted_activity as (
  insert into thread_activity (tenant_id, thread_id, status, updated_at, last_message_at, waiting_since)
  select :tenantId::uuid, t.id, t.status, t.updated_at, t.last_message_at, ${waitingOrderSql} from ${created} t)`

/** SQL: whether a customer's message starts a wait. Notes and automatic messages neither start nor end one. */
export const asksSql = `author_type = 'CUSTOMER' and not internal and not ${isAutomaticSql('messages')}`

/** SQL: the message columns for `waitingSinceSql`. */
export const waitColumnsSql = `${asksSql} as asks, ${isAnswerSql('messages')} as answers, created_at`

/** SQL: the start of the customer's wait: their first message after the latest reply. `source` is a subquery with `waitColumnsSql`. */
export const waitingSinceSql = (source: string): string => `with said as (select * from ${source} as said)
  select min(c.created_at) from said c where c.asks and c.created_at > coalesce((select max(a.created_at) from said a where a.answers), '-infinity'::timestamptz)`

/**
 * SQL: the same as a procedure step, which reads a thread's messages and sets the variable `waits_since`. `answered` is a step that may
 * change `answered_at`, the time of the latest reply.
 */
export const waitingSinceStep = (thread: string, answered = ''): string => `select max(created_at) into answered_at
      from messages where tenant_id = :tenantId and thread_id = ${thread} and ${isAnswerSql('messages')};
    ${answered}
    select min(created_at) into waits_since
      from messages where tenant_id = :tenantId and thread_id = ${thread} and ${asksSql} and created_at > coalesce(answered_at, '-infinity');`

/**
 * SQL: the order of messages in which a thread's latest message comes first. A silent message is the latest one only if the thread has no
 * other. Of messages with equal times, the one with the greater id counts as later.
 */
export const latestOrderSql = 'silent, created_at desc, id desc'

/** SQL: CTEs whose last one, `facts`, has one row: a thread's message fields. */
export const messageFactsCtes = (thread: string): string => `latest as materialized (
  select id, created_at, author_type from messages where tenant_id = :tenantId::uuid and thread_id = ${thread}
  order by ${latestOrderSql} limit 1),
facts as materialized (
  select (select count(*) from messages where tenant_id = :tenantId::uuid and thread_id = ${thread}) as message_count,
    (select id from latest) as last_message_id, (select created_at from latest) as last_message_at, (select author_type from latest) as last_message_author_type,
    (select max(created_at) from messages where tenant_id = :tenantId::uuid and thread_id = ${thread} and silent
      and created_at > (select created_at from latest)) as silent_message_at,
    (${waitingSinceSql(`(select ${waitColumnsSql} from messages where tenant_id = :tenantId::uuid and thread_id = ${thread})`)}) as waiting_since,
    ${notSentSql(thread)} as not_sent_id)`
