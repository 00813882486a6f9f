/** Moves messages of a thread into a new one. */
import { statement, type Uuid } from '../../../kit/index.ts'
import { messageFacts, newActivityCte } from '../activity-queries.ts'
import { ticketNumberOf } from '../queries.ts'

/** Gives the new thread the messages permanently: undoing an earlier merge does not move them back. Returns those that existed. */
export const takeMessages = statement<{ tenantId: Uuid; fromId: Uuid; id: Uuid; messageIds: Uuid[] }, { id: Uuid }>(`
  update messages set thread_id = :id::uuid, merged_from = null
  where tenant_id = :tenantId::uuid and thread_id = :fromId::uuid and id = any(:messageIds::uuid[]) returning id`)

/** Inserts a thread for existing messages, with the fields of their former thread. Takes the tenant's counters for its number. */
export const insertSplitThread = statement<{ tenantId: Uuid; fromId: Uuid; id: Uuid; subject: string }, object>(`with
${messageFacts(':id::uuid')},
counted as (
  update tenant_counters set last_public_number = last_public_number + 1 where tenant_id = :tenantId::uuid returning last_public_number as number),
created as (
  insert into threads as t (tenant_id, id, public_number, ticket_number, subject, priority, channel, inbox_id, team_id, assignee_id, queued_for, customer_id, split_from,
    label_ids, custom_fields, last_message_id, last_message_at, last_message_author_type, waiting_since, message_count)
  select :tenantId::uuid, :id::uuid, n.number, ${ticketNumberOf('n.number')}, :subject, o.priority, o.channel, o.inbox_id, o.team_id, o.assignee_id, o.queued_for,
    coalesce((select c.merged_into from customers c where c.tenant_id = :tenantId::uuid and c.id = o.customer_id), o.customer_id), :fromId::uuid, o.label_ids, o.custom_fields, f.last_message_id, f.last_message_at, f.last_message_author_type, f.waiting_since, f.message_count
  from counted n, facts f, tenants p, threads o
  where p.tenant_id = :tenantId::uuid and o.tenant_id = :tenantId::uuid and o.id = :fromId::uuid
  returning t.*),
${newActivityCte('created')},
labelled as (
  insert into thread_labels (tenant_id, label_id, thread_created_at, thread_id)
  select :tenantId::uuid, unnest(t.label_ids), t.created_at, t.id from created t)
select 1`)
