/** Statements on messages that came from a provider, and on the conversations that their threads take place in. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { StoredAttachment } from '../../uploads/index.ts'
import { eventMessageColumnsSql, type MessageRecord } from '../record/message-queries.ts'

type Key = { tenantId: Uuid; messageId: Uuid }

export type ConversationThread = { id: Uuid; isClosed: boolean }

/**
 * Finds the thread of a conversation, following merges: the latest that is not closed, or else the latest. Reads at most twenty, because a
 * conversation gets a new thread each time the earlier one was closed.
 */
export const findThreadOfConversation = statement<{ tenantId: Uuid; inboxId: Uuid; conversationKey: string }, ConversationThread>(`
  with latest as materialized (
    select coalesce(g.root_id, c.thread_id) as id, c.created_at from thread_conversations c
    left join thread_merges g on g.tenant_id = :tenantId::uuid and g.source_id = c.thread_id
    where c.tenant_id = :tenantId::uuid and c.inbox_id = :inboxId::uuid and c.conversation_key = :conversationKey
    order by c.created_at desc limit 20)
  select t.id, t.status = 'closed' as "isClosed" from latest l join threads t on t.tenant_id = :tenantId::uuid and t.id = l.id
  order by t.status = 'closed', l.created_at desc, t.id desc limit 1`)

/**
 * Finds the customer's latest thread of an inbox that is not closed and has a message of the last 24 hours. Not one that takes place at
 * another address: a program may find the customer by what somebody claims to be, and must not get the replies to somebody else.
 */
export const findRecentThread = statement<{ tenantId: Uuid; inboxId: Uuid; customerId: Uuid; address: string }, ConversationThread>(`
  select t.id, false as "isClosed" from threads t
  where t.tenant_id = :tenantId::uuid and t.inbox_id = :inboxId::uuid and t.merged_into is null and t.status <> 'closed'
    and t.last_message_at > now() - interval '24 hours'
    and t.customer_id = any(array(select c.id from customers c where c.tenant_id = :tenantId::uuid and (c.id = :customerId::uuid or c.merged_into = :customerId::uuid)))
    and not exists (select 1 from thread_conversations v where v.tenant_id = :tenantId::uuid and v.thread_id = t.id and v.inbox_id = :inboxId::uuid and v.address <> :address)
  order by t.last_message_at desc, t.id desc limit 1`)

/** Records where a thread takes place. A thread keeps its conversation; without one, replies go to the address that wrote last. */
export const recordConversation = statement<
  { tenantId: Uuid; threadId: Uuid; inboxId: Uuid; conversationKey: string | null; address: string },
  object
>(`
  insert into thread_conversations as c (tenant_id, thread_id, inbox_id, conversation_key, address)
  values (:tenantId::uuid, :threadId::uuid, :inboxId::uuid, :conversationKey::text, :address)
  on conflict (tenant_id, thread_id) do update set conversation_key = excluded.conversation_key, address = excluded.address, inbox_id = excluded.inbox_id
    where c.conversation_key is null`)

export const deleteConversations = statement<{ tenantId: Uuid; threadIds: readonly Uuid[] }, object>(
  'delete from thread_conversations where tenant_id = :tenantId::uuid and thread_id = any(:threadIds::uuid[])',
)
export const listConversations = statement<{ tenantId: Uuid; customerIds: readonly Uuid[] }, StoredConversation>(`
  select c.thread_id as "threadId", c.inbox_id as "inboxId", c.conversation_key as "conversationKey", c.address
  from threads t join thread_conversations c on c.tenant_id = :tenantId::uuid and c.thread_id = t.id
  where t.tenant_id = :tenantId::uuid and t.customer_id = any(:customerIds::uuid[]) order by c.thread_id`)
export type StoredConversation = { threadId: Uuid; inboxId: Uuid; conversationKey: string | null; address: string }

// --- Changes of a message -------------------------------------------------------------------------------------------

export type ArrivedState = {
  threadId: Uuid
  bodyText: string
  editedAt: string | null
  deletedAt: string | null
  attachments: StoredAttachment[] | null
  /** True for the first message of its thread, whose first line became the subject. */
  isFirst: boolean
}

export const findArrived = statement<Key, ArrivedState>(`
  select m.thread_id as "threadId", m.body_text as "bodyText", m.edited_at as "editedAt", m.deleted_at as "deletedAt", m.attachments,
    not exists (select 1 from messages e where e.tenant_id = :tenantId::uuid and e.thread_id = m.thread_id and (e.created_at, e.id) < (m.created_at, m.id)) as "isFirst"
  from messages m where m.tenant_id = :tenantId::uuid and m.id = :messageId::uuid and m.channel is not null and m.author_type = 'CUSTOMER'`)

/** Replaces the text of a message. */
export const replaceText = statement<Key & { body: string; bodyFormat: string; bodyText: string }, MessageRecord>(`
  update messages m set body = :body, body_format = :bodyFormat, body_text = :bodyText, edited_at = now()
  where m.tenant_id = :tenantId::uuid and m.id = :messageId::uuid returning ${eventMessageColumnsSql()}`)

/** Empties a message that the customer has deleted. */
export const emptyMessage = statement<Key, MessageRecord>(`
  update messages m set body = '', body_format = 'text', body_text = '', attachments = null, deleted_at = now()
  where m.tenant_id = :tenantId::uuid and m.id = :messageId::uuid returning ${eventMessageColumnsSql()}`)

export const addFile = statement<Key & { file: StoredAttachment }, MessageRecord>(`
  update messages m set attachments = coalesce(m.attachments, '[]') || jsonb_build_array(:file::jsonb)
  where m.tenant_id = :tenantId::uuid and m.id = :messageId::uuid returning ${eventMessageColumnsSql()}`)
