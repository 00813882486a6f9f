import type { Copies, Copy } from '#kit/privacy/copies.ts'
import { isSubjectSql } from '#kit/privacy/subjects.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { readThroughSql } from '#platform/outbox/reader-queries.ts'

const columnsSql =
  'e.tenant_id as "tenantId", e.id, e.sequence, e.type, e.object, e.previous, e.actor, e.cause, e.created_at as "createdAt"'

type Span = { tenantId: Uuid; after: number; limit: number }

export const findEvents = statement<Span, EventRow>(`
  select ${columnsSql} from events e where e.tenant_id = :tenantId::uuid and e.sequence > :after::bigint order by e.sequence limit :limit::int`)

/** Merges one index range per type. A single range would scan all other types to find a rare type. */
export const findEventsOfTypes = statement<Span & { types: string[] }, EventRow>(`
  select ${columnsSql} from unnest(:types::text[]) as wanted(type) cross join lateral (
    select * from events where tenant_id = :tenantId::uuid and type = wanted.type and sequence > :after::bigint order by sequence limit :limit::int) e
  order by e.sequence limit :limit::int`)

/** Parameters of the same two statements, newest first: the events before `before`. */
type SpanBefore = { tenantId: Uuid; before: number; limit: number }
export const findEventsBefore = statement<SpanBefore, EventRow>(`
  select ${columnsSql} from events e where e.tenant_id = :tenantId::uuid and e.sequence < :before::bigint order by e.sequence desc limit :limit::int`)
export const findEventsOfTypesBefore = statement<SpanBefore & { types: string[] }, EventRow>(`
  select ${columnsSql} from unnest(:types::text[]) as wanted(type) cross join lateral (
    select * from events where tenant_id = :tenantId::uuid and type = wanted.type and sequence < :before::bigint order by sequence desc limit :limit::int) e
  order by e.sequence desc limit :limit::int`)

/** SQL: true when all events after `after` still exist, that is, when `after` itself exists, since the oldest events are deleted first. */
const isHeldSql =
  '(:after::bigint = 0 or exists (select 1 from events where tenant_id = :tenantId::uuid and sequence = :after::bigint)) as held'

type Counted = { total: number; held: boolean }

/** Counts all events: last minus first plus one, because sequences have no gaps and the oldest are deleted first. */
export const countAllEvents = statement<{ tenantId: Uuid; after: number }, Counted>(`
  select coalesce((select sequence from events where tenant_id = :tenantId::uuid order by sequence desc limit 1)
    - (select sequence from events where tenant_id = :tenantId::uuid order by sequence limit 1) + 1, 0) as total, ${isHeldSql}`)

/** Counts the events of some types: the job's count up to a sequence, plus the few events after that sequence. */
export const countEventsOfTypes = statement<{ tenantId: Uuid; after: number; types: string[] }, Counted>(`
  select (select coalesce(sum(count), 0)::bigint from event_type_totals where tenant_id = :tenantId::uuid and type = any(:types::text[]))
    + (select count(*) from events where tenant_id = :tenantId::uuid and type = any(:types::text[])
      and sequence > coalesce((select sequence from event_rollups where tenant_id = :tenantId::uuid), 0)) as total, ${isHeldSql}`)

export const findSequence = statement<{ tenantId: Uuid; id: Uuid }, { sequence: number }>(
  'select sequence from events where tenant_id = :tenantId::uuid and id = :id::uuid',
)

/** The position before the oldest retained event. */
export const findBeginning = statement<{ tenantId: Uuid }, { sequence: number }>(`
  select coalesce((select sequence - 1 from events where tenant_id = :tenantId::uuid order by sequence limit 1), event_sequence) as sequence
  from tenant_counters where tenant_id = :tenantId::uuid`)

/** Finds the tenant's latest event. `id` is null when that event was deleted, or there has been none. */
export const findHead = statement<{ tenantId: Uuid }, { sequence: number; id: Uuid | null }>(`
  select k.event_sequence as sequence, e.id from tenant_counters k left join events e on e.tenant_id = :tenantId::uuid and e.sequence = k.event_sequence
  where k.tenant_id = :tenantId::uuid`)

/** The latest sequences of several tenants. */
export const findHeads = statement<{ tenantIds: Uuid[] }, { tenantId: Uuid; sequence: number }>(
  `/* across tenants: one query for all streams of a process */
  select tenant_id as "tenantId", event_sequence as sequence from tenant_counters where tenant_id = any(:tenantIds::uuid[])`,
)

// --- Pre-counting by type ----------------------------------------------------------------------------------------------

/** Tenants with many uncounted events. */
export const findTenantsToRollUp = statement<{ tail: number }, { tenantId: Uuid }>(`/* across tenants: maintenance serves all of them */
  select k.tenant_id as "tenantId" from tenant_counters k left join event_rollups r on r.tenant_id = k.tenant_id
  where k.event_sequence - coalesce(r.sequence, 0) > :tail::bigint limit 100`)

/**
 * Locks the tenant's count and returns the sequence up to which events are counted. The lock prevents two workers from counting the same
 * range.
 */
export const lockRollUp = statement<{ tenantId: Uuid }, { sequence: number }>(`
  insert into event_rollups as r (tenant_id, sequence) values (:tenantId::uuid, 0)
  on conflict (tenant_id) do update set sequence = r.sequence returning sequence`)

/**
 * Counts the next range of a tenant's events. The last range ends at the latest sequence, even if events before it are missing. Reads that
 * sequence before the events, so that none is skipped: Citus runs the CTEs one after another, each with its own snapshot.
 */
export const rollUp = statement<{ tenantId: Uuid; from: number; stretch: number }, object>(`with
latest as materialized (
  select event_sequence as sequence from tenant_counters where tenant_id = :tenantId::uuid),
stretch as materialized (
  select sequence, type from events where tenant_id = :tenantId::uuid and sequence > :from::bigint and sequence <= (select sequence from latest)
  order by sequence limit :stretch::int),
counted as (
  insert into event_type_totals as t (tenant_id, type, count)
  select :tenantId::uuid, type, count(*) from stretch group by type order by type
  on conflict (tenant_id, type) do update set count = t.count + excluded.count)
update event_rollups set sequence = case when (select count(*) from stretch) = :stretch::int then (select max(sequence) from stretch)
  else (select sequence from latest) end
where tenant_id = :tenantId::uuid`)

/**
 * Deletes the oldest events of a tenant if they are past the retention period, counted and read by all readers, and subtracts them from the totals. Subtracts
 * only the events that this statement itself deleted, because another worker may delete the same events concurrently.
 */
export const pruneEvents = statement<
  { tenantId: Uuid; days: number; batch: number; readers: string[]; onDemand: string[] },
  { pruned: number; held: number }
>(`with
past as materialized (
  select sequence, sequence <= least(coalesce((select sequence from event_rollups where tenant_id = :tenantId::uuid), 0), ${readThroughSql}) as deletable
  from (select sequence, created_at from events where tenant_id = :tenantId::uuid order by sequence limit :batch::int) as oldest
  where created_at < now() - make_interval(days => :days::int)),
old as materialized (
  select sequence from past where deletable),
gone as (
  delete from events e using old where e.tenant_id = :tenantId::uuid and e.sequence = old.sequence returning e.type),
totals as (
  update event_type_totals t set count = t.count - g.n from (select type, count(*) as n from gone group by type) g
  where t.tenant_id = :tenantId::uuid and t.type = g.type)
select (select count(*) from gone) as pruned, (select count(*) from past where not deletable) as held`)

/** Locks a tenant's totals, so that no events are deleted before the recount has committed. */
export const lockTypeTotals = statement<{ tenantId: Uuid }, object>(
  'select type from event_type_totals where tenant_id = :tenantId::uuid order by type for update',
)

/** Sets a tenant's totals by type to the count up to `to`. Returns how many were wrong. Run `lockRollUp` and `lockTypeTotals` first. */
export const recountTypes = statement<{ tenantId: Uuid; to: number }, { corrected: number }>(`with
counted as materialized (
  select type, count(*) as n from events where tenant_id = :tenantId::uuid and sequence <= :to::bigint group by type),
corrected as (
  insert into event_type_totals as t (tenant_id, type, count) select :tenantId::uuid, type, n from counted
  on conflict (tenant_id, type) do update set count = excluded.count where t.count <> excluded.count
  returning 1),
emptied as (
  update event_type_totals t set count = 0 where t.tenant_id = :tenantId::uuid and t.count <> 0 and not exists (select 1 from counted c where c.type = t.type)
  returning 1)
select (select count(*) from corrected) + (select count(*) from emptied) as corrected`)

type Chunk = { tenantId: Uuid; requestId: Uuid; after: string | null; limit: number }

/**
 * Whether an event `e` is about a customer or thread of the privacy request, or about a message in one of its threads. For an erasure,
 * messages of other customers in these threads do not count.
 */
export const concernsSubjectSql = `${isSubjectSql('e.object_id', `(e.object ->> 'threadId')::uuid`, `(e.object ->> 'customerId')::uuid`, `(e.object ->> 'authorId')::uuid`)}
  and (e.object ->> 'authorType' is distinct from 'CUSTOMER' or e.object ->> 'authorId' is null or ${isSubjectSql(`(e.object ->> 'authorId')::uuid`)}
    or not exists (select 1 from privacy_requests r where r.tenant_id = :tenantId::uuid and r.id = :requestId::uuid and r.type = 'ERASURE'))`

/** Reads the next batch of events, oldest first, and returns those that concern a subject of the privacy request. */
export const readEvents = statement<Chunk, Copies<Copy<'object' | 'previous'>>>(`with
chunk as materialized (
  select * from events where tenant_id = :tenantId::uuid and sequence > coalesce(:after::text, '0')::bigint
  order by sequence limit :limit::int)
select case when (select count(*) from chunk) = :limit::int then (select max(sequence) from chunk)::text end as next,
  (select coalesce(json_agg(json_build_object('key', json_build_object('sequence', e.sequence), 'subjects', array[e.object_id], 'object', e.object, 'previous', e.previous)
    order by e.sequence), '[]') from chunk e where ${concernsSubjectSql}) as rows`)

export const writeEvents = statement<{ tenantId: Uuid; rows: { object: unknown; previous: unknown }[] }, object>(`
  update events e set object = r.object, previous = r.previous
  from json_to_recordset(:rows::json) as r(sequence bigint, object json, previous json) where e.tenant_id = :tenantId::uuid and e.sequence = r.sequence`)
