/** Statements that rebuild facts and sums. They hold the reader's cursor, so the reader waits. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { factColumnsSql } from './queries.ts'

type Key = { tenantId: Uuid }

/** SQL: the time zone of a tenant's reports. `t` is its row in tenants. */
export const reportZoneSql = `coalesce(t.reporting ->> 'timezone', t.timezone)`

/** Lifts the statement timeout, because rebuilding all sums in one statement may take longer than a request is allowed to. */
export const allowLongStatements = statement<object, object>(`select set_config('statement_timeout', '0', true)`)

/** Blocks the tenant's reader until the commit. Returns the last sequence that the reader has read. */
export const holdReader = statement<Key, { sequence: number }>(
  `select sequence from reader_cursors where tenant_id = :tenantId::uuid and reader = 'measures' for update`,
)

export const findHead = statement<Key, { sequence: number }>(
  'select event_sequence as sequence from tenant_counters where tenant_id = :tenantId::uuid',
)

/**
 * Range of a fact rebuild: all threads, or threads with an event or a fact since `from`, a local date. `head` is the last event at the
 * start, so that later events do not change the set of threads.
 */
export type RebuiltRange = { from: string | null; head: number }
type Range = Key & RebuiltRange

/** SQL: whether the thread of `k`, a row of thread_measures, is rebuilt. Ids of events start with their time. */
const isInRangeSql = `(:from::date is null or k.recount or exists (
  select 1 from (select at, (extract(epoch from at) * 1000)::bigint as ms from (
    select :from::date::timestamp at time zone z.timezone as at from measure_tenants z where z.tenant_id = :tenantId::uuid) y) x
  where (k.sequence <= :head::bigint and (k.state ->> 'order')::bigint >= x.ms) or exists (
    select 1 from facts f where f.tenant_id = :tenantId::uuid and f.thread_id = k.thread_id and f.sequence <= :head::bigint
      and (f.at >= x.at or f.event_id >= (lpad(to_hex(greatest(x.ms, 0)), 12, '0') || repeat('0', 20))::uuid))))`

/**
 * Filters the threads of some events to the ones being rebuilt. A thread whose creation is not among the events is rebuilt if its rebuild
 * has begun.
 */
export const findThreadsInRange = statement<Range & { threadIds: Uuid[]; createdIds: Uuid[] }, { id: Uuid }>(`
  select t.id from unnest(:threadIds::uuid[]) t(id)
  where exists (select 1 from rebuilt_thread_measures r where r.tenant_id = :tenantId::uuid and r.thread_id = t.id)
    or (t.id = any(:createdIds::uuid[]) and not exists (
      select 1 from thread_measures k where k.tenant_id = :tenantId::uuid and k.thread_id = t.id and not ${isInRangeSql}))`)

/** Returns the events in a range of sequences. */
export const findEventsBetween = statement<Key & { after: number; through: number; types: string[] }, EventRow>(`
  select tenant_id as "tenantId", id, sequence, type, object, previous, actor, cause, created_at as "createdAt" from events
  where tenant_id = :tenantId::uuid and sequence > :after::bigint and sequence <= :through::bigint and type = any(:types::text[]) order by sequence`)

/** Deletes the facts and the states of threads. */
export const forgetFacts = statement<Key & { threadIds: readonly Uuid[] }, object>(`with
  facts_gone as (delete from facts where tenant_id = :tenantId::uuid and thread_id = any(:threadIds::uuid[]))
  delete from thread_measures where tenant_id = :tenantId::uuid and thread_id = any(:threadIds::uuid[])`)

export const lockMeasures = statement<Key, object>('select from measure_tenants where tenant_id = :tenantId::uuid for update')

export const findRunningRebuild = statement<Key, { id: Uuid }>(`
  select id from bulk_jobs where tenant_id = :tenantId::uuid and type = 'REPORT_REBUILD' and state in ('QUEUED', 'RUNNING') limit 1`)

/**
 * Finds threads that were never counted, because all their events were deleted before facts existed. A thread's row is older than its first
 * event by up to a transaction, so threads of the hour before the oldest event are left out.
 */
export const findUncounted = statement<Key & { limit: number }, { id: Uuid }>(`
  select t.id from threads t where t.tenant_id = :tenantId::uuid
    and t.created_at < coalesce((select e.created_at from events e where e.tenant_id = :tenantId::uuid order by e.sequence limit 1), 'infinity'::timestamptz) - interval '1 hour'
    and not exists (select 1 from thread_measures k where k.tenant_id = :tenantId::uuid and k.thread_id = t.id)
  order by t.id limit :limit::int`)

// --- Sums -----------------------------------------------------------------------------------------------------------

/** Changes the sums' time zone to the time zone of the tenant's reports. Returns a row if it was different. */
export const changeZone = statement<Key, { timezone: string }>(`
  update measure_tenants z set timezone = ${reportZoneSql} from tenants t
  where z.tenant_id = :tenantId::uuid and t.tenant_id = :tenantId::uuid and z.timezone <> ${reportZoneSql} returning z.timezone`)

// --- Facts ----------------------------------------------------------------------------------------------------------

/** Reserves the rebuild tables. A rebuild that was using them fails at its next chunk. */
export const reserveRebuilt = statement<Key & { rebuildId: Uuid | null }, object>(
  'update measure_tenants set rebuild_id = :rebuildId::uuid where tenant_id = :tenantId::uuid',
)
export const findReserved = statement<Key & { rebuildId: Uuid }, { timezone: string }>(
  'select timezone from measure_tenants where tenant_id = :tenantId::uuid and rebuild_id = :rebuildId::uuid for update',
)

export const clearRebuilt = statement<Key, object>(`with
  states as (delete from rebuilt_thread_measures where tenant_id = :tenantId::uuid)
  delete from rebuilt_facts where tenant_id = :tenantId::uuid`)

/** SQL: threads with all their events. Facts of other threads stay, because they cannot be rebuilt. */
const wholeSql = 'select thread_id from rebuilt_thread_measures where tenant_id = :tenantId::uuid and not from_rows'

/** SQL: columns for comparing facts. Compares JSON as text, which the same code has written. */
const comparedSql = (fact: string): string =>
  factColumnsSql
    .split(', ')
    .map((column) => (column === 'detail' ? `${fact}.detail::text` : `${fact}.${column}`))
    .join(', ')

const shownSql = (fact: string): string =>
  `case when ${fact}.kind is not null then json_build_object('personId', ${fact}.person_id, 'assigneeId', ${fact}.assignee_id, 'teamId', ${fact}.team_id,
    'cause', ${fact}.cause, 'first', ${fact}.is_first, 'from', ${fact}.from_value, 'to', ${fact}.to_value, 'valueMs', ${fact}.value_ms, 'businessMs', ${fact}.business_ms) end`

export type FactDifference = { kind: string; at: string; sequence: number; threadId: Uuid; was: object | null; is: object | null }

export const compareFacts = statement<Range & { limit: number }, { compared: number; kept: number; different: FactDifference[] }>(`with
whole as materialized (${wholeSql}),
stored as materialized (select f.* from facts f where f.tenant_id = :tenantId::uuid and f.thread_id in (select thread_id from whole)),
made as materialized (select f.* from rebuilt_facts f where f.tenant_id = :tenantId::uuid and f.thread_id in (select thread_id from whole)),
different as materialized (
  select kind, at, sequence, n, coalesce(m.thread_id, s.thread_id) as thread_id, ${shownSql('s')} as was, ${shownSql('m')} as is
  from made m full join stored s using (kind, at, sequence, n)
  where (${comparedSql('m')}) is distinct from (${comparedSql('s')})
  order by at, sequence, n limit :limit::int)
select (select count(*) from made) as compared,
  (select count(*) from thread_measures k where k.tenant_id = :tenantId::uuid and k.thread_id not in (select thread_id from whole)
    and ${isInRangeSql}) as kept,
  coalesce((select json_agg(json_build_object('kind', kind, 'at', at, 'sequence', sequence, 'threadId', thread_id, 'was', was, 'is', "is")) from different), '[]') as different`)

export const dropReplacedFacts = statement<Key, object>(
  `delete from facts where tenant_id = :tenantId::uuid and thread_id in (${wholeSql})`,
)
export const takeRebuiltFacts = statement<Key, object>(`
  insert into facts (tenant_id, ${factColumnsSql}) select tenant_id, ${factColumnsSql} from rebuilt_facts f
  where f.tenant_id = :tenantId::uuid and f.thread_id in (${wholeSql})`)
export const takeRebuiltStates = statement<Key, object>(`
  insert into thread_measures as k (tenant_id, thread_id, sequence, state)
  select tenant_id, thread_id, sequence, state from rebuilt_thread_measures where tenant_id = :tenantId::uuid and not from_rows
  on conflict (tenant_id, thread_id) do update set sequence = excluded.sequence, recount = false, missed = '{}', state = excluded.state`)
