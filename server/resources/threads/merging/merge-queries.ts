/** Statements for merging threads, undoing a merge, and splitting. Rows that point to a target are only written under the target's lock. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Status } from '../record/status.ts'
import { messageFactsCtes, newActivityCte } from '../record/activity-queries.ts'
import { ticketNumberSql } from '../record/queries.ts'

// --- Merge ----------------------------------------------------------------------------------------------------------

/**
 * Moves the messages and scheduled replies of the sources to the target. Each row records its old thread, for undoing the merge. Waits for
 * changes of scheduled replies: only a sender locks a thread as well, and it locks the thread first.
 */
export const moveMessages = statement<{ tenantId: Uuid; sourceIds: Uuid[]; targetId: Uuid }, object>(`with
  scheduled as materialized (
    select id from scheduled_messages where tenant_id = :tenantId::uuid and thread_id = any(:sourceIds::uuid[]) and state <> 'SENT'
    for update),
  rescheduled as (
    update scheduled_messages m set thread_id = :targetId::uuid, merged_from = array_append(m.merged_from, m.thread_id)
    from scheduled s where m.tenant_id = :tenantId::uuid and m.id = s.id)
  update messages set thread_id = :targetId::uuid, merged_from = array_append(merged_from, thread_id),
    external_repeated = external_repeated or external_id is not null
  where tenant_id = :tenantId::uuid and thread_id = any(:sourceIds::uuid[])`)

type State = { status: Status; snoozedUntil: string | null }
/** `target` has the target's state before the merge (`before`) and after it (`given`); null when the merge did not change it. */
export type NewMerge = State & { sourceId: Uuid; labelIds: Uuid[]; target: { before: State; given: State } | null }

/** Stores the merges with the data to undo them. Repoints threads that were merged into a source earlier to the target. */
export const insertMerges = statement<{ tenantId: Uuid; sourceIds: Uuid[]; targetId: Uuid; merges: NewMerge[] }, object>(`with
  repointed as (
    update thread_merges set root_id = :targetId::uuid where tenant_id = :tenantId::uuid and root_id = any(:sourceIds::uuid[]))
  insert into thread_merges (tenant_id, source_id, target_id, root_id, status, snoozed_until, label_ids, target_status, target_snoozed_until, given_status, given_snoozed_until)
  select :tenantId::uuid, (m ->> 'sourceId')::uuid, :targetId::uuid, :targetId::uuid, m ->> 'status', (m ->> 'snoozedUntil')::timestamptz,
    array(select json_array_elements_text(m -> 'labelIds')::uuid), m #>> '{target,before,status}', (m #>> '{target,before,snoozedUntil}')::timestamptz,
    m #>> '{target,given,status}', (m #>> '{target,given,snoozedUntil}')::timestamptz
  from json_array_elements(:merges::json) as m`)

// --- Undo a merge ----------------------------------------------------------------------------------------------

/**
 * A stored merge. `isOver` is true when the source's snooze would have ended by now; `isTargetOver` means the same for the target.
 * `isFollowed` is true when the target got a message after the merge.
 */
export type Merge = NewMerge & { targetId: Uuid; isOver: boolean; isTargetOver: boolean; isFollowed: boolean }

/** Returns the merge of a source, then the merge of its target, and so on. The last target has the messages. */
export const findMerges = statement<{ tenantId: Uuid; sourceId: Uuid }, Merge>(`with recursive
  up as (
    select m.*, 1 as n from thread_merges m where m.tenant_id = :tenantId::uuid and m.source_id = :sourceId::uuid
    union all select m.*, up.n + 1 from up join thread_merges m on m.tenant_id = :tenantId::uuid and m.source_id = up.target_id)
  select source_id as "sourceId", target_id as "targetId", status, snoozed_until as "snoozedUntil", label_ids as "labelIds",
    case when target_status is not null then json_build_object('before', json_build_object('status', target_status, 'snoozedUntil', target_snoozed_until),
      'given', json_build_object('status', given_status, 'snoozedUntil', given_snoozed_until)) end as target,
    coalesce(snoozed_until <= now(), false) as "isOver", coalesce(target_snoozed_until <= now(), false) as "isTargetOver",
    exists (select 1 from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = up.root_id and m.created_at > up.created_at) as "isFollowed"
  from up order by n`)

/**
 * Passes the target's state before this merge to the next merge into the same target, which then determines the state to restore. Returns
 * no row when there is no later merge.
 */
export const passStateToLaterMerge = statement<{ tenantId: Uuid; sourceId: Uuid; targetId: Uuid }, { id: Uuid }>(`with
  own as materialized (select * from thread_merges where tenant_id = :tenantId::uuid and source_id = :sourceId::uuid),
  heir as materialized (
    select h.source_id from thread_merges h, own where h.tenant_id = :tenantId::uuid and h.target_id = :targetId::uuid and h.source_id <> :sourceId::uuid
      and h.created_at >= own.created_at order by h.created_at, h.source_id limit 1)
  update thread_merges m set target_status = own.target_status, target_snoozed_until = own.target_snoozed_until,
    given_status = coalesce(m.given_status, own.given_status),
    given_snoozed_until = case when m.given_status is null then own.given_snoozed_until else m.given_snoozed_until end
  from own, heir where m.tenant_id = :tenantId::uuid and m.source_id = heir.source_id and own.target_status is not null
    and (m.target_status is null or (m.target_status = own.given_status and m.target_snoozed_until is not distinct from own.given_snoozed_until))
  returning m.source_id as id`)

/** Returns a row when there are later merges into the same target. */
export const hasLaterMerge = statement<{ tenantId: Uuid; sourceId: Uuid; targetId: Uuid }, { id: Uuid }>(`
  select h.source_id as id from thread_merges own join thread_merges h on h.tenant_id = :tenantId::uuid and h.target_id = :targetId::uuid
    and h.source_id <> own.source_id and h.created_at >= own.created_at
  where own.tenant_id = :tenantId::uuid and own.source_id = :sourceId::uuid limit 1`)

/** Moves back the messages that left a source, including messages of threads merged into it. */
export const returnMessages = statement<{ tenantId: Uuid; sourceId: Uuid; rootId: Uuid }, { id: Uuid }>(`with
  scheduled as materialized (
    select id from scheduled_messages
    where tenant_id = :tenantId::uuid and thread_id = :rootId::uuid and state <> 'SENT' and :sourceId::uuid = any(merged_from)
    for update),
  rescheduled as (
    update scheduled_messages m set thread_id = :sourceId::uuid,
      merged_from = nullif(m.merged_from[1:array_position(m.merged_from, :sourceId::uuid) - 1], '{}'::uuid[])
    from scheduled s where m.tenant_id = :tenantId::uuid and m.id = s.id),
  returned as (
    update messages set thread_id = :sourceId::uuid,
      merged_from = nullif(merged_from[1:array_position(merged_from, :sourceId::uuid) - 1], '{}'::uuid[])
    where tenant_id = :tenantId::uuid and thread_id = :rootId::uuid and :sourceId::uuid = any(merged_from) returning id)
  select id from returned limit 1`)

/** Deletes a merge. Threads that had been merged into the source point to it again. */
export const deleteMerge = statement<{ tenantId: Uuid; sourceId: Uuid; rootId: Uuid }, object>(`with recursive
  below as (
    select m.source_id from thread_merges m where m.tenant_id = :tenantId::uuid and m.root_id = :rootId::uuid and m.target_id = :sourceId::uuid
    union all select m.source_id from below b
      join thread_merges m on m.tenant_id = :tenantId::uuid and m.root_id = :rootId::uuid and m.target_id = b.source_id),
  gone as (delete from thread_merges where tenant_id = :tenantId::uuid and source_id = :sourceId::uuid)
  update thread_merges set root_id = :sourceId::uuid
  where tenant_id = :tenantId::uuid and root_id = :rootId::uuid and source_id in (select source_id from below)`)

/**
 * Records that the source no longer contributes these labels to its target. If another thread merged into the target has such a label, that
 * thread now contributes it. Returns those labels, which the target keeps.
 */
export const passLabelsToOtherMerges = statement<
  { tenantId: Uuid; sourceId: Uuid; targetId: Uuid; rootId: Uuid; labelIds: Uuid[] },
  { labelId: Uuid }
>(`with
  heirs as materialized (
    select l.id as label_id, h.source_id from unnest(:labelIds::uuid[]) as l(id) cross join lateral (
      select m.source_id from thread_merges m join threads t on t.tenant_id = :tenantId::uuid and t.id = m.source_id
      where m.tenant_id = :tenantId::uuid and m.root_id = :rootId::uuid and m.target_id = :targetId::uuid and m.source_id <> :sourceId::uuid
        and l.id = any(t.label_ids) order by m.source_id limit 1) h),
  inherited as (
    update thread_merges m set label_ids = array_cat(m.label_ids, h.ids)
    from (select source_id, array_agg(label_id) as ids from heirs group by source_id) h
    where m.tenant_id = :tenantId::uuid and m.source_id = h.source_id),
  dropped as (
    update thread_merges m set label_ids = array(select g.id from unnest(m.label_ids) as g(id) where g.id <> all(:labelIds::uuid[]))
    where m.tenant_id = :tenantId::uuid and m.source_id = :sourceId::uuid)
  select label_id as "labelId" from heirs`)

// --- Split ----------------------------------------------------------------------------------------------------------

/** Moves messages to the new thread permanently: undoing an earlier merge does not move them back. Returns the messages found. */
export const takeMessages = statement<{ tenantId: Uuid; fromId: Uuid; id: Uuid; messageIds: Uuid[] }, { id: Uuid }>(`
  update messages set thread_id = :id::uuid, merged_from = null
  where tenant_id = :tenantId::uuid and thread_id = :fromId::uuid and id = any(:messageIds::uuid[]) returning id`)

/** Inserts a thread for existing messages, with the fields of their old thread. Locks the tenant's counters to number the thread. */
export const insertSplitThread = statement<{ tenantId: Uuid; fromId: Uuid; id: Uuid; subject: string }, object>(`with
${messageFactsCtes(':id::uuid')},
counted as (
  update tenant_counters set last_public_number = last_public_number + 1 where tenant_id = :tenantId::uuid returning last_public_number as number),
created as (
  insert into threads as t (tenant_id, id, public_number, ticket_number, subject, priority, channel, inbox_id, team_id, assignee_id, queued_for, customer_id, split_from,
    label_ids, custom_fields, last_message_id, last_message_at, last_message_author_type, silent_message_at, waiting_since, not_sent_id, message_count)
  select :tenantId::uuid, :id::uuid, n.number, ${ticketNumberSql('n.number')}, :subject, o.priority, o.channel, o.inbox_id, o.team_id, o.assignee_id, o.queued_for,
    coalesce((select c.merged_into from customers c where c.tenant_id = :tenantId::uuid and c.id = o.customer_id), o.customer_id), :fromId::uuid, o.label_ids, o.custom_fields, f.last_message_id, f.last_message_at, f.last_message_author_type, f.silent_message_at, f.waiting_since, f.not_sent_id, f.message_count
  from counted n, facts f, tenants p, threads o
  where p.tenant_id = :tenantId::uuid and o.tenant_id = :tenantId::uuid and o.id = :fromId::uuid
  returning t.*),
${newActivityCte('created')},
labelled as (
  insert into thread_labels (tenant_id, label_id, thread_created_at, thread_id)
  select :tenantId::uuid, unnest(t.label_ids), t.created_at, t.id from created t)
select 1`)
