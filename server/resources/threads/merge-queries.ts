/** Merging threads and undoing it. Every row that points to a target changes only under the lock of that target. */
import { statement } from '../../kit/db.ts'
import type { Uuid } from '../../kit/ids.ts'
import type { Status } from './status.ts'

/** The target of an existing thread, if it was merged. */
export const findMergedInto = statement<{ tenantId: Uuid; id: Uuid }, { mergedInto: Uuid | null }>(`
  select (select m.root_id from thread_merges m where m.tenant_id = :tenantId::uuid and m.source_id = t.id) as "mergedInto"
  from threads t where t.tenant_id = :tenantId::uuid and t.id = :id::uuid`)

// --- Merge ----------------------------------------------------------------------------------------------------------

/**
 * Each message stores the thread that it leaves, and so does a scheduled one, which the target then lists. A scheduled one that is being
 * sent at this moment is not touched: its sender waits for the thread's lock and then follows the merge.
 */
export const moveMessages = statement<{ tenantId: Uuid; sourceIds: Uuid[]; targetId: Uuid }, object>(`with
  scheduled as materialized (
    select id from scheduled_messages where tenant_id = :tenantId::uuid and thread_id = any(:sourceIds::uuid[]) and state <> 'SENT'
    for update skip locked),
  rescheduled as (
    update scheduled_messages m set thread_id = :targetId::uuid, merged_from = array_append(m.merged_from, m.thread_id)
    from scheduled s where m.tenant_id = :tenantId::uuid and m.id = s.id)
  update messages set thread_id = :targetId::uuid, merged_from = array_append(merged_from, thread_id)
  where tenant_id = :tenantId::uuid and thread_id = any(:sourceIds::uuid[])`)

export type NewMerge = { sourceId: Uuid; status: Status; snoozedUntil: string | null; labelIds: Uuid[] }

/** Stores what is needed to undo the merges; everything that pointed to a source points to the target now. */
export const insertMerges = statement<{ tenantId: Uuid; sourceIds: Uuid[]; targetId: Uuid; merges: NewMerge[] }, object>(`with
  led as (
    update thread_merges set root_id = :targetId::uuid where tenant_id = :tenantId::uuid and root_id = any(:sourceIds::uuid[]))
  insert into thread_merges (tenant_id, source_id, target_id, root_id, status, snoozed_until, label_ids)
  select :tenantId::uuid, (m ->> 'sourceId')::uuid, :targetId::uuid, :targetId::uuid, m ->> 'status', (m ->> 'snoozedUntil')::timestamptz,
    array(select json_array_elements_text(m -> 'labelIds')::uuid)
  from json_array_elements(:merges::json) as m`)

// --- Undo a merge ----------------------------------------------------------------------------------------------

/** A stored merge. `isOver`: its snooze would have ended by now. */
export type Merge = NewMerge & { targetId: Uuid; isOver: boolean }

/** The merge of a source, that of its target, and so on: the last target has the messages. */
export const findMerges = statement<{ tenantId: Uuid; sourceId: Uuid }, Merge>(`with recursive
  up as (
    select m.*, 1 as n from thread_merges m where m.tenant_id = :tenantId::uuid and m.source_id = :sourceId::uuid
    union all select m.*, up.n + 1 from up join thread_merges m on m.tenant_id = :tenantId::uuid and m.source_id = up.target_id)
  select source_id as "sourceId", target_id as "targetId", status, snoozed_until as "snoozedUntil", label_ids as "labelIds",
    coalesce(snoozed_until <= now(), false) as "isOver" from up order by n`)

/** Returns the messages that left a source, including those of threads that had been merged into it. */
export const returnMessages = statement<{ tenantId: Uuid; sourceId: Uuid; rootId: Uuid }, { id: Uuid }>(`with
  scheduled as materialized (
    select id from scheduled_messages
    where tenant_id = :tenantId::uuid and thread_id = :rootId::uuid and state <> 'SENT' and :sourceId::uuid = any(merged_from)
    for update skip locked),
  rescheduled as (
    update scheduled_messages m set thread_id = :sourceId::uuid,
      merged_from = nullif(m.merged_from[1:array_position(m.merged_from, :sourceId::uuid) - 1], '{}'::uuid[])
    from scheduled s where m.tenant_id = :tenantId::uuid and m.id = s.id),
  returned as (
    update messages set thread_id = :sourceId::uuid,
      merged_from = nullif(merged_from[1:array_position(merged_from, :sourceId::uuid) - 1], '{}'::uuid[])
    where tenant_id = :tenantId::uuid and thread_id = :rootId::uuid and :sourceId::uuid = any(merged_from) returning id)
  select id from returned limit 1`)

/** Deletes a merge; threads that had been merged into the source point to the source again. */
export const deleteMerge = statement<{ tenantId: Uuid; sourceId: Uuid; rootId: Uuid }, object>(`with recursive
  below as (
    select m.source_id from thread_merges m where m.tenant_id = :tenantId::uuid and m.root_id = :rootId::uuid and m.target_id = :sourceId::uuid
    union all select m.source_id from below b
      join thread_merges m on m.tenant_id = :tenantId::uuid and m.root_id = :rootId::uuid and m.target_id = b.source_id),
  gone as (delete from thread_merges where tenant_id = :tenantId::uuid and source_id = :sourceId::uuid)
  update thread_merges set root_id = :sourceId::uuid
  where tenant_id = :tenantId::uuid and root_id = :rootId::uuid and source_id in (select source_id from below)`)

/**
 * The source no longer contributes these labels to its target. Returns the labels that another thread merged into the same target also has:
 * from now on the target has them from that one.
 */
export const inheritLabels = statement<
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
  given_up as (
    update thread_merges m set label_ids = array(select g.id from unnest(m.label_ids) as g(id) where g.id <> all(:labelIds::uuid[]))
    where m.tenant_id = :tenantId::uuid and m.source_id = :sourceId::uuid)
  select label_id as "labelId" from heirs`)
