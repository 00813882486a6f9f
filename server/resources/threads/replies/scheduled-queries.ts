/** Statements on scheduled replies. */
import { keysetList } from '#kit/list.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { UserKind } from '#platform/principal.ts'
import type { StoredAttachment } from '../../uploads/index.ts'
import type { MessageRecord } from '../record/message-queries.ts'
import type { Frozen } from '../outgoing/frozen.ts'
import type { StoredEmail } from '../record/message-email-schema.ts'
import type { Changes } from './reply-changes.ts'

/** A stored scheduled reply: a message with a send time and a delivery state. */
export type ScheduledRecord = MessageRecord & {
  authorId: Uuid
  authorName: string
  sendAt: string
  deliveryState: 'QUEUED' | 'SENT' | 'FAILED'
  deliveryError: string | null
}

/** A scheduled reply with the thread changes to make when it is sent. */
export type LockedScheduled = ScheduledRecord & {
  changes: Changes | null
  /** What goes out, frozen when the reply was written; null if nothing does. */
  mail: Frozen | null
  authorKind: UserKind
}
type Key = { tenantId: Uuid; id: Uuid }

export const scheduledColumnsSql = `m.id, m.thread_id as "threadId", 'AGENT' as "authorType", m.author_id as "authorId", m.author_name as "authorName", m.body,
  m.body_format as "bodyFormat", m.body_text as "bodyText", false as internal, null as "externalId", m.attachments, m.created_at as "createdAt",
  m.email, m.send_at as "sendAt", m.state as "deliveryState", m.error as "deliveryError"`

export const scheduledRowBytes = { sql: 'octet_length(m.body) + octet_length(m.body_text)', max: 2_097_152 }

export const scheduledList = keysetList<ScheduledRecord>({
  from: 'scheduled_messages m',
  alias: 'm',
  columns: scheduledColumnsSql,
  rowBytes: scheduledRowBytes,
  filters: { threadId: `m.thread_id = :threadId::uuid and m.state <> 'SENT'` },
})

export type NewScheduled = Key & {
  threadId: Uuid
  authorId: Uuid
  authorName: string
  body: string
  bodyFormat: string
  bodyText: string
  attachments: StoredAttachment[] | null
  sendAt: string
  changes: Changes | null
  email: StoredEmail | null
  mail: Frozen | null
}
export const insertScheduled = statement<NewScheduled, ScheduledRecord>(`
  insert into scheduled_messages as m (tenant_id, id, thread_id, author_id, author_name, body, body_format, body_text, attachments, send_at, changes, email, mail)
  values (:tenantId::uuid, :id::uuid, :threadId::uuid, :authorId::uuid, :authorName, :body, :bodyFormat, :bodyText, :attachments::jsonb, :sendAt::timestamptz, :changes::jsonb, :email::jsonb, :mail::jsonb)
  returning ${scheduledColumnsSql}`)

/** Finds an unsent reply. */
export const findScheduled = statement<Key, ScheduledRecord>(
  `select ${scheduledColumnsSql} from scheduled_messages m where m.tenant_id = :tenantId::uuid and m.id = :id::uuid and m.state <> 'SENT'`,
)

/** Finds the thread of an unsent reply. */
export const findScheduledThread = statement<Key, { threadId: Uuid }>(
  `select thread_id as "threadId" from scheduled_messages where tenant_id = :tenantId::uuid and id = :id::uuid and state <> 'SENT'`,
)

/** Returns a row if the reply was sent. */
export const findSent = statement<Key, { id: Uuid }>(
  `select id from scheduled_messages where tenant_id = :tenantId::uuid and id = :id::uuid and state = 'SENT'`,
)

/**
 * Locks the reply until the commit, for changing or cancelling it. Do not lock a thread after locking an unsent reply, because
 * merges lock threads first. `lockForSending` locks both.
 */
export const lockScheduled = statement<Key, LockedScheduled>(
  `select ${scheduledColumnsSql}, m.changes, m.mail, (select u.kind from users u where u.tenant_id = :tenantId::uuid and u.id = m.author_id) as "authorKind" from scheduled_messages m where m.tenant_id = :tenantId::uuid and m.id = :id::uuid for update of m`,
)

export const deleteScheduled = statement<Key, object>('delete from scheduled_messages where tenant_id = :tenantId::uuid and id = :id::uuid')

/** Marks the reply as sent and clears its text, which is now in the message. */
export const markSent = statement<Key, object>(
  `update scheduled_messages set state = 'SENT', body = '', body_text = '', changes = null, email = null, mail = null where tenant_id = :tenantId::uuid and id = :id::uuid`,
)

export const markFailed = statement<Key & { error: string }, ScheduledRecord>(
  `update scheduled_messages m set state = 'FAILED', error = :error where m.tenant_id = :tenantId::uuid and m.id = :id::uuid returning ${scheduledColumnsSql}`,
)

/** Sets another time. A reply that could not be sent waits again. */
export const reschedule = statement<Key & { sendAt: string }, ScheduledRecord>(
  `update scheduled_messages m set send_at = :sendAt::timestamptz, state = 'QUEUED', error = null where m.tenant_id = :tenantId::uuid and m.id = :id::uuid returning ${scheduledColumnsSql}`,
)

export const deleteOldSent = statement<{ tenantId: Uuid; days: number; limit: number }, { id: Uuid }>(`
  with old as materialized (
    select id from scheduled_messages where tenant_id = :tenantId::uuid and state = 'SENT' and send_at < now() - make_interval(days => :days::int)
    order by send_at limit :limit::int)
  delete from scheduled_messages m using old where m.tenant_id = :tenantId::uuid and m.id = old.id returning m.id`)
