/** What a person has not read: the one definition, for the list (`unread=true`) and for the count of a thread. */

/** A table or subquery `later` of the messages of a thread after a time that are from others, notes included. Expressions are SQL. */
export const laterFromOthersSql = (of: { threadId: string; after: string; userId: string }): string => `(select 1 from messages m
  where m.tenant_id = :tenantId::uuid and m.thread_id = ${of.threadId} and m.created_at > ${of.after} and m.author_id is distinct from ${of.userId} limit 100) later`

/**
 * Whether a person has something to read in a thread `t`. The messages are looked at only where the last one may be their own, which does not
 * always move their mark: a split takes messages to a thread that nobody has a mark in.
 */
export const isUnreadSql = (userId: string): string => `exists (
  select 1 from (select coalesce((select r.read_through from thread_reads r where r.tenant_id = :tenantId::uuid and r.user_id = ${userId} and r.thread_id = t.id),
    '-infinity'::timestamptz) as through offset 0) mark
  where mark.through < t.last_message_at
    and (t.last_message_author_type <> 'AGENT' or exists (select 1 from ${laterFromOthersSql({ threadId: 't.id', after: 'mark.through', userId })})))`
