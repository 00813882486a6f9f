/** Statements on replies that a provider sends, for the operator's commands. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Delivery } from '../record/message-email-schema.ts'

/** A reply that a provider sends, sent, or will get when the inbox has a URL. */
export type ProvidedReply = {
  messageId: Uuid
  threadId: Uuid
  inbox: string
  deliveryId: Uuid
  /** What the provider made of the reply. */
  snapshot: object
  bodyText: string
  delivery: Delivery
  createdAt: string
}

/**
 * Lists the latest replies of all inboxes or of one, newest first. They are kept for a month. Ids of deliveries are ordered by time, so the
 * index finds the latest without reading mails.
 */
export const listProvidedReplies = statement<{ tenantId: Uuid; inboxId: Uuid | null; limit: number }, ProvidedReply>(`
  select m.id as "messageId", m.thread_id as "threadId", i.name as inbox, o.delivery_id as "deliveryId", o.snapshot, m.body_text as "bodyText",
    m.delivery, o.created_at as "createdAt"
  from outgoing_messages o
    join messages m on m.tenant_id = :tenantId::uuid and m.id = o.message_id and m.channel is not null
    join inboxes i on i.tenant_id = :tenantId::uuid and i.id = o.inbox_id
  where o.tenant_id = :tenantId::uuid and o.delivery_id is not null and (:inboxId::uuid is null or o.inbox_id = :inboxId::uuid)
  order by o.delivery_id desc limit :limit::int`)
