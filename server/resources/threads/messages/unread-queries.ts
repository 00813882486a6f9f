/** SQL for a user's unread messages, shared by the list (`unread=true`) and the unread counts. */

/** Parameters for a thread's messages and notes by other authors after a time, without silent ones. Values are SQL expressions. */
type Later = { threadId: string; after: string; userId: string }

/** SQL: one row per such message, at most 100, without the keyword `select` or `perform`. */
export const laterRowsSql = (of: Later): string => `1 from messages m
  where m.tenant_id = :tenantId::uuid and m.thread_id = ${of.threadId} and m.created_at > ${of.after} and m.author_id is distinct from ${of.userId} and not m.silent limit 100`

/** SQL: the same as a subquery `later`. */
export const laterFromOthersSql = (of: Later): string => `(select ${laterRowsSql(of)}) later`

/**
 * Whether a user has unread messages in a thread `t`. Messages are read only when an agent or the service wrote the last one, because that
 * may be the user or a silent message.
 * The read mark alone does not decide that case: a user's own message can be later than their mark after a split, which moves messages to a
 * thread without read marks.
 */
export const isUnreadSql = (userId: string): string => `exists (
  select 1 from (select coalesce((select r.read_through from thread_reads r where r.tenant_id = :tenantId::uuid and r.user_id = ${userId} and r.thread_id = t.id),
    '-infinity'::timestamptz) as through offset 0) mark
  where mark.through < t.last_message_at
    and (t.last_message_author_type not in ('AGENT', 'SYSTEM') or exists (select 1 from ${laterFromOthersSql({ threadId: 't.id', after: 'mark.through', userId })})))`
