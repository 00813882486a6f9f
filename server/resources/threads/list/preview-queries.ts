/** Reads the latest messages of a page of threads, for `include=preview`. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { MessageRecord } from '../record/message-queries.ts'

/** Characters of a text that are read: a preview is shorter, but its text may begin with white space. */
const readLength = 1000

/** The beginning of a message. `replyFrom` and `quotedFrom` are places in the whole text of a mail. */
export type PreviewRow = Pick<MessageRecord, 'id' | 'authorType' | 'authorId' | 'authorName' | 'internal' | 'attachments' | 'deletedAt'> & {
  beginning: string
  replyFrom: number
  quotedFrom: number | null
}

/** Finds messages by primary key. `limit 1` makes PostgreSQL look them up one by one, however many messages the threads have. */
export const findPreviews = statement<{ tenantId: Uuid; threadIds: Uuid[]; times: string[]; ids: Uuid[] }, PreviewRow>(`
  select m.id, m.author_type as "authorType", m.author_id as "authorId", m.author_name as "authorName", m.internal, m.attachments, m.deleted_at as "deletedAt",
    left(m.body_text, m.reply_from + ${readLength}) as beginning, m.reply_from as "replyFrom", (m.email ->> 'quotedFrom')::int as "quotedFrom"
  from unnest(:threadIds::uuid[], :times::timestamptz[], :ids::uuid[]) as wanted(thread_id, created_at, id) cross join lateral (
    select id, author_type, author_id, author_name, internal, attachments, deleted_at, body_text, email,
      coalesce((email ->> 'replyFrom')::int, 0) as reply_from
    from messages where tenant_id = :tenantId::uuid and thread_id = wanted.thread_id and created_at = wanted.created_at and id = wanted.id limit 1) m`)
