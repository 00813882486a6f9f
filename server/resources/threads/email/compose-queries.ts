/** Statements on threads that agents start, and on messages that they forward. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { StoredAttachment } from '../../uploads/index.ts'
import { newActivityCte } from '../record/activity-queries.ts'
import type { MessageBody } from '../record/message-body.ts'
import type { StoredEmail } from '../record/message-email-schema.ts'
import {
  eventMessageColumnsSql,
  channelColumns,
  channelColumnsSql,
  type MessageChannel,
  type MessageRecord,
} from '../record/message-queries.ts'
import { ticketNumberSql } from '../record/queries.ts'

type Key = { tenantId: Uuid; id: Uuid }

export type ComposedThread = Key &
  MessageBody & {
    subject: string
    status: 'open' | 'pending'
    priority: string
    inboxId: Uuid
    teamId: Uuid | null
    assigneeId: Uuid | null
    queuedFor: string | null
    customerId: Uuid
    labelIds: Uuid[]
    messageId: Uuid
    authorId: Uuid
    authorName: string
    /** True if the author is a SERVICE user. */
    byProgram: boolean
    attachments: StoredAttachment[] | null
    mail: MessageChannel
  }

/** Finds the messages to forward, oldest first: those of `ids`, or the latest that the customer can see. */
export const insertComposedThread = statement<ComposedThread, MessageRecord & { truncated: boolean }>(`with
counted as (
  update tenant_counters set last_public_number = last_public_number + 1 where tenant_id = :tenantId::uuid returning last_public_number as number),
created as (
  insert into threads as t (tenant_id, id, public_number, ticket_number, subject, status, priority, channel, inbox_id, team_id, assignee_id, queued_for, customer_id,
    label_ids, custom_fields, last_message_id, last_message_at, last_message_author_type, message_count)
  select :tenantId::uuid, :id::uuid, n.number, ${ticketNumberSql('n.number')}, :subject, :status, :priority, 'email', :inboxId::uuid, :teamId::uuid,
    :assigneeId::uuid, :queuedFor::text, :customerId::uuid, :labelIds::uuid[], '{}', :messageId::uuid, now(), 'AGENT', 1
  from counted n, tenants p where p.tenant_id = :tenantId::uuid
  returning t.*),
${newActivityCte('created')},
labelled as (
  insert into thread_labels (tenant_id, label_id, thread_created_at, thread_id)
  select :tenantId::uuid, unnest(t.label_ids), t.created_at, t.id from created t),
first_message as (
  insert into messages as m (tenant_id, id, thread_id, author_type, author_id, author_name, body, body_format, body_text, automatic, attachments, ${channelColumns}, created_at)
  select :tenantId::uuid, :messageId::uuid, t.id, 'AGENT', :authorId::uuid, :authorName, :body, :bodyFormat, :bodyText, :byProgram::boolean, :attachments::jsonb,
    ${channelColumnsSql}, t.last_message_at
  from created t
  returning m.*),
read_mark as (
  insert into thread_reads (tenant_id, user_id, thread_id, read_through)
  select :tenantId::uuid, :authorId::uuid, m.thread_id, m.created_at from first_message m)
select ${eventMessageColumnsSql()} from first_message m`)

export type ForwardedMessage = MessageBody & {
  id: Uuid
  authorName: string | null
  createdAt: string
  attachments: StoredAttachment[] | null
  email: StoredEmail | null
}

/** The messages of a thread to forward, oldest first: those of `ids`, or the latest one that the customer can see. */
export const findForwarded = statement<{ tenantId: Uuid; threadId: Uuid; ids: Uuid[] | null }, ForwardedMessage>(`
  select m.* from (
    select id, author_name as "authorName", body, body_format as "bodyFormat", body_text as "bodyText", created_at as "createdAt", attachments, email
    from messages where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid and case when :ids::uuid[] is null then not internal else id = any(:ids::uuid[]) end
    order by created_at desc, id desc limit case when :ids::uuid[] is null then 1 else 100 end) m
  order by m."createdAt", m.id`)
