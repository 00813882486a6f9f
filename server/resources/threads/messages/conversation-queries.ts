/** Statements for the AI features: threads' conversations, and how agents classified threads. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

type OfTenant = { tenantId: Uuid }

/** A message with truncated text. */
export type MessageExcerpt = {
  id: Uuid
  authorType: 'AGENT' | 'CUSTOMER' | 'BOT' | 'SYSTEM'
  internal: boolean
  text: string
  createdAt: string
}

/** `html` is the sanitised body of an HTML message. It may have four times as many characters as the text, because tags count. */
export type ConversationLine = MessageExcerpt & { html: string | null }

/** Reads the latest messages of a thread or its merge root, oldest first. */
export const readConversation = statement<OfTenant & { threadId: Uuid; limit: number; characters: number }, ConversationLine>(`
  select * from (
    select m.id, m.author_type as "authorType", m.internal, left(m.body_text, :characters::int) as text, m.created_at as "createdAt",
      case when m.body_format = 'html' then left(m.body, 4 * :characters::int) end as html
    from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = coalesce(
      (select g.root_id from thread_merges g where g.tenant_id = :tenantId::uuid and g.source_id = :threadId::uuid), :threadId::uuid)
    order by m.created_at desc, m.id desc limit :limit::int) x
  order by x."createdAt", x.id`)

/** Labels, priority, inbox and team that agents have chosen for a thread. */
export type ThreadDecisions = {
  number: number
  id: Uuid
  subject: string
  status: string
  labelIds: Uuid[]
  priority: string
  inboxId: Uuid
  teamId: Uuid | null
}
const decisionColumnsSql = `t.public_number as number, t.id, t.subject, t.status, t.label_ids as "labelIds", t.priority, t.inbox_id as "inboxId", t.team_id as "teamId"`

export const findDecisions = statement<OfTenant & { numbers: number[] }, ThreadDecisions>(`
  select ${decisionColumnsSql} from threads t where t.tenant_id = :tenantId::uuid and t.public_number = any(:numbers::int[]) and t.merged_into is null`)

/**
 * Finds the latest threads of each label, about `total` in all, for the oldest `labels` labels. Leaves out archived labels, which are no
 * longer suggested.
 */
export const findLatestLabelled = statement<OfTenant & { total: number; labels: number }, ThreadDecisions>(`with
own as materialized (
  select id from labels where tenant_id = :tenantId::uuid and archived_at is null order by created_at, id limit :labels::int),
share as (select ceil(:total::int / greatest(1, count(*))::double precision)::int as each from own)
  select ${decisionColumnsSql} from (
    select distinct w.thread_id from own l
    cross join lateral (
      select thread_id from thread_labels where tenant_id = :tenantId::uuid and label_id = l.id order by thread_created_at desc, thread_id desc
      limit (select each from share)) w) w
  cross join lateral (select * from threads where tenant_id = :tenantId::uuid and id = w.thread_id limit 1) t
  where t.merged_into is null`)

/** Reads agents' first replies to each of some threads, in thread order. Leaves out internal notes. */
export const findFirstReplies = statement<
  OfTenant & { threadIds: Uuid[]; each: number; characters: number },
  MessageExcerpt & { threadId: Uuid }
>(`
  select m.id, m.thread_id as "threadId", m.author_type as "authorType", m.internal, left(m.body_text, :characters::int) as text, m.created_at as "createdAt"
  from unnest(:threadIds::uuid[]) with ordinality as wanted(id, place) cross join lateral (
    select * from messages where tenant_id = :tenantId::uuid and thread_id = wanted.id and author_type = 'AGENT' and not internal
    order by created_at, id limit :each::int) m
  order by wanted.place, m.created_at, m.id`)
