/** Inserts threads that happened before, with their own times. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { waitingOrderSql } from '../record/activity-queries.ts'
import { ticketNumberSql } from '../record/queries.ts'

/** Takes the next numbers of threads and locks the counters. Returns the first number, and the prefix of tickets is read by the insert. */
export const takeThreadNumbers = statement<{ tenantId: Uuid; count: number }, { first: number }>(`
  update tenant_counters set last_public_number = last_public_number + :count::int where tenant_id = :tenantId::uuid
  returning last_public_number - :count::int + 1 as first`)

export type PastThreadRow = {
  id: Uuid
  number: number
  subject: string
  status: string
  priority: string
  channel: string
  inboxId: Uuid
  assigneeId: Uuid | null
  customerId: Uuid
  labelIds: readonly Uuid[]
  snoozedUntil: string | null
  resolvedAt: string | null
  closedAt: string | null
  createdAt: string
  updatedAt: string
  lastMessageId: Uuid
  lastMessageAt: string
  lastMessageAuthorType: string
  waitingSince: string | null
  messageCount: number
}

export const insertPastThreads = statement<{ tenantId: Uuid; threads: readonly PastThreadRow[] }, { id: Uuid }>(`with
given as materialized (
  select x.* from json_to_recordset(:threads::json) as x(id uuid, number bigint, subject text, status text, priority text, channel text,
    "inboxId" uuid, "assigneeId" uuid, "customerId" uuid, "labelIds" uuid[], "snoozedUntil" timestamptz, "resolvedAt" timestamptz, "closedAt" timestamptz,
    "createdAt" timestamptz, "updatedAt" timestamptz, "lastMessageId" uuid, "lastMessageAt" timestamptz, "lastMessageAuthorType" text,
    "waitingSince" timestamptz, "messageCount" int)),
created as (
  insert into threads (tenant_id, id, public_number, ticket_number, subject, status, priority, channel, inbox_id, assignee_id, customer_id, label_ids,
      snoozed_until, resolved_at, closed_at, created_at, updated_at, last_message_id, last_message_at, last_message_author_type, waiting_since, message_count)
    select :tenantId::uuid, g.id, g.number, ${ticketNumberSql('g.number')}, g.subject, g.status, g.priority, g.channel, g."inboxId", g."assigneeId", g."customerId",
      g."labelIds", g."snoozedUntil", g."resolvedAt", g."closedAt", g."createdAt", g."updatedAt", g."lastMessageId", g."lastMessageAt",
      g."lastMessageAuthorType", g."waitingSince", g."messageCount"
    from given g cross join (select ticket_prefix from tenants where tenant_id = :tenantId::uuid) p
  returning *),
activity as (
  insert into thread_activity (tenant_id, thread_id, status, updated_at, last_message_at, waiting_since)
    select :tenantId::uuid, t.id, t.status, t.updated_at, t.last_message_at, ${waitingOrderSql} from created t),
labelled as (
  insert into thread_labels (tenant_id, label_id, thread_created_at, thread_id)
    select :tenantId::uuid, l.id, t.created_at, t.id from created t cross join lateral unnest(t.label_ids) as l(id))
select id from created`)

export type PastMessageRow = {
  id: Uuid
  threadId: Uuid
  authorType: string
  authorId: Uuid
  authorName: string
  body: string
  internal: boolean
  createdAt: string
}

export const insertPastMessages = statement<{ tenantId: Uuid; messages: readonly PastMessageRow[] }, object>(`
  insert into messages (tenant_id, id, thread_id, author_type, author_id, author_name, body, body_format, body_text, internal, created_at)
  select :tenantId::uuid, x.id, x."threadId", x."authorType", x."authorId", x."authorName", x.body, 'text', x.body, x.internal, x."createdAt"
  from json_to_recordset(:messages::json) as x(id uuid, "threadId" uuid, "authorType" text, "authorId" uuid, "authorName" text, body text, internal boolean,
    "createdAt" timestamptz)`)
