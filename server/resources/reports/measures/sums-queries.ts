/** Statements for the daily sums of facts: of the facts that a reader adds or removes, and of all facts. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { isGoodSql } from './fact.ts'
import type { FactRow } from './queries.ts'

const dimensions = {
  person: 'f.person_id::text',
  assignee: 'f.assignee_id::text',
  team: 'f.team_id::text',
  inbox: 'f.inbox_id::text',
  priority: 'f.priority',
  channel: 'f.channel',
  policy: 'f.policy_id::text',
} as const

const kindMetrics = {
  CREATED: 'THREADS_CREATED',
  RESOLVED: 'THREADS_RESOLVED',
  REOPENED: 'THREADS_REOPENED',
  CLOSED: 'THREADS_CLOSED',
  MERGED: 'THREADS_MERGED',
  RECEIVED: 'MESSAGES_RECEIVED',
  ANSWERED: 'ANSWERS_SENT',
  AUTOMATIC: 'AUTOMATIC_SENT',
  NOTED: 'NOTES_WRITTEN',
  WAIT_DROPPED: 'WAITS_DROPPED',
  ASKED: 'SATISFACTION_ASKED',
  RATED: 'SATISFACTION_ANSWERED',
  RULE_RAN: 'RULE_RUNS',
} as const

const kindMetricSql = `case f.kind ${Object.entries(kindMetrics)
  .map(([kind, metric]) => `when '${kind}' then '${metric}'`)
  .join(' ')} end`

/**
 * The metrics of a fact `f`: their step (-1 for counts) and what they add. They are selects, because PostgreSQL prepares every expression of a
 * list of VALUES again for each fact, which took half of the time of this statement.
 */
const metricsSql = `(
    select ${kindMetricSql} as metric, -1 as step, 0::bigint as sum, 0::bigint as business_sum
    union all select 'SLA_' || f.field || substr(f.kind, 4), -1, 0, 0 where f.kind in ('SLA_MET', 'SLA_BREACHED')
    union all select case when f.is_first then 'FIRST_RESPONSE_TIME' else 'NEXT_RESPONSE_TIME' end, f.step, f.value_ms, f.business_ms
      where f.kind = 'ANSWERED' and f.step is not null
    union all select 'RESPONSE_TIME', f.step, f.value_ms, f.business_ms where f.kind = 'ANSWERED' and f.step is not null
    union all select 'RESOLUTION_TIME', f.step, f.value_ms, f.business_ms where f.kind = 'RESOLVED' and f.step is not null
    union all select 'FIRST_RESOLUTION_TIME', f.first_step, f.first_ms, f.first_business_ms where f.first_step is not null
    union all select 'OPEN_TIME', f.open_step, f.open_ms, f.open_business_ms where f.open_step is not null
    union all select 'ANSWERS_TO_RESOLUTION', -1, f.answers_before, 0 where f.kind = 'RESOLVED' and f.is_first
    union all select 'RESOLVED_ON_FIRST_ANSWER', -1, 0, 0 where f.kind = 'RESOLVED' and f.is_first and f.answers_before = 1
    union all select 'RESOLVED_WITHOUT_ANSWER', -1, 0, 0 where f.kind = 'RESOLVED' and f.is_first and f.answers_before = 0
    union all select 'SATISFACTION_GOOD', -1, 0, 0 where f.kind = 'RATED' and ${isGoodSql}
  ) m`

/** SQL: the dimensions of a fact `f` with their values. Every fact has the value '' for `all`. */
const toValuesSql = (names: readonly (keyof typeof dimensions)[]): string =>
  `select 'all' as dimension, '' as value ${names.map((name) => `union all select '${name}', coalesce(${dimensions[name]}, '')`).join(' ')}`

// Safe because the names are the keys of the object.
const valuesSql = `(${toValuesSql(Object.keys(dimensions) as (keyof typeof dimensions)[])}) d`

const idsSql = 'f.person_id, f.assignee_id, f.team_id, f.inbox_id, f.priority, f.channel, f.policy_id'

/** SQL: reopenings for the 7-day rate, on the day and with the dimensions of the resolution. */
const reopenedInTimeSql = (given: string): string => `
    select 'REOPENED_IN_TIME', -1, f.at, g.sign, 0, 0, ${idsSql}
    from ${given} g join facts f on f.tenant_id = :tenantId::uuid and f.kind = 'RESOLVED' and f.at = g.started_at and f.sequence = g.of_sequence
    where g.kind = 'REOPENED' and g.cause = 'CUSTOMER' and g.value_ms <= 7 * 86400000`

/** SQL: ratings for the response rate, on the day and with the dimensions of the request. */
const respondedSql = (given: string): string => `
    select 'SATISFACTION_RESPONDED', -1, f.at, g.sign, 0, 0, ${idsSql}
    from ${given} g join facts f on f.tenant_id = :tenantId::uuid and f.kind = 'ASKED' and f.at = g.started_at and f.sequence = g.of_sequence
    where g.kind = 'RATED'`

/** SQL: the dimensions of the backlog's double-entry bookkeeping, each with the field of the MOVED facts that change it. */
const backlogSql = (given: string): string => `
    select d.dimension, d.value, f.at, f.sign * d.change as change
    from ${given} f cross join lateral (
      select v.dimension, v.value, f.backlog::int as change from (${toValuesSql(['assignee', 'team', 'inbox', 'priority', 'channel'])}) v where f.backlog <> 0
      union all select f.field, coalesce(f.from_value, ''), -1 where f.kind = 'MOVED'
      union all select f.field, coalesce(f.to_value, ''), 1 where f.kind = 'MOVED') d`

/**
 * SQL: the day sums of the facts in `given`, which has their columns and `sign`. Aggregates facts before expanding them by dimension; the
 * other way round takes PostgreSQL five times as long. A row with the step -1 is the whole day; durations also have rows per step, which
 * only percentiles of all facts need.
 */
const sumsSql = (given: string): string => `
  with zone as materialized (select timezone from measure_tenants where tenant_id = :tenantId::uuid),
  counted as materialized (
    select m.metric, m.step, f.at, f.sign as count, f.sign * m.sum as sum, f.sign * m.business_sum as business_sum, ${idsSql}
    from ${given} f cross join lateral ${metricsSql} where m.metric is not null
    union all ${reopenedInTimeSql(given)}
    union all ${respondedSql(given)}),
  daily as materialized (
    select f.metric, f.step, (f.at at time zone z.timezone)::date as day, sum(f.count) as count, sum(f.sum) as sum, sum(f.business_sum) as business_sum, ${idsSql}
    from counted f cross join zone z group by f.metric, f.step, day, ${idsSql})
  select f.metric, d.dimension, d.value, f.day, (-1)::smallint as step, sum(f.count)::bigint as count, sum(f.sum)::bigint as sum,
    sum(f.business_sum)::bigint as business_sum
  from daily f cross join lateral ${valuesSql} group by 1, 2, 3, 4
  union all
  select f.metric, 'all', '', f.day, f.step::smallint, sum(f.count)::bigint, sum(f.sum)::bigint, sum(f.business_sum)::bigint
  from daily f where f.step >= 0 group by 1, 4, 5
  union all
  select 'BACKLOG', b.dimension, b.value, (b.at at time zone z.timezone)::date, (-1)::smallint, sum(b.change)::bigint, 0, 0
  from (${backlogSql(given)}) b cross join zone z group by 2, 3, 4`

/** The columns that sums need. */
const record = `kind text, at timestamptz, sequence bigint, person_id uuid, assignee_id uuid, team_id uuid, inbox_id uuid, priority text, channel text,
  policy_id uuid, cause text, is_first boolean, backlog smallint, field text, from_value text, to_value text, started_at timestamptz, of_sequence bigint,
  value_ms bigint, business_ms bigint, step smallint, first_ms bigint, first_business_ms bigint, first_step smallint, open_ms bigint,
  open_business_ms bigint, open_step smallint, answers_before integer`

/** Adds facts to the daily sums, and subtracts removed ones. Empty sums stay as zeros. Percentiles are invalidated. */
export const addToSums = statement<{ tenantId: Uuid; gone: FactRow[]; facts: FactRow[] }, object>(`with
given as materialized (
  select 1 as sign, f.* from json_to_recordset(:facts::json) as f(${record})
  union all select -1, g.* from json_to_recordset(:gone::json) as g(${record}))
insert into measure_days as k (tenant_id, metric, dimension, value, day, step, count, sum, business_sum)
select :tenantId::uuid, n.* from (${sumsSql('given')}) n
order by metric, dimension, value, day, step
on conflict (tenant_id, metric, dimension, value, day, step) do update
set count = k.count + excluded.count, sum = k.sum + excluded.sum, business_sum = k.business_sum + excluded.business_sum,
  median_ms = null, p90_ms = null, max_ms = null`)

/**
 * SQL: the facts in the daily sums since `from`, or all facts. A reopening counts on the earlier day of its resolution. The range starts
 * three hours early, because a clock set back at midnight makes the start of the day ambiguous.
 */
const factsSinceSql = `(select 1 as sign, a.* from facts a where a.tenant_id = :tenantId::uuid and (:from::date is null
  or a.at >= (select (:from::date::timestamp at time zone timezone) - interval '3 hours' from zone)))`
const sinceSql = `(:from::date is null or day >= :from::date)`

/** Daily sums from a local date on; of all days when `from` is null. */
export type SumsSince = { tenantId: Uuid; from: string | null }

/** Returns the daily sums that differ from the facts, at most `limit`, and the number of sums. */
export const compareSums = statement<SumsSince & { limit: number }, { compared: number; different: object[] }>(`with
wanted as materialized (select * from (${sumsSql(factsSinceSql)}) w where ${sinceSql} and (w.count <> 0 or w.sum <> 0 or w.business_sum <> 0)),
stored as materialized (
  select metric, dimension, value, day, step, count, sum, business_sum from measure_days
  where tenant_id = :tenantId::uuid and ${sinceSql} and (count <> 0 or sum <> 0 or business_sum <> 0)),
different as materialized (
  select metric, dimension, value, day, step, json_build_object('count', s.count, 'sum', s.sum, 'businessSum', s.business_sum) as was,
    json_build_object('count', w.count, 'sum', w.sum, 'businessSum', w.business_sum) as is
  from wanted w full join stored s using (metric, dimension, value, day, step)
  where (w.count, w.sum, w.business_sum) is distinct from (s.count, s.sum, s.business_sum)
  order by 1, 2, 3, 4, 5 limit :limit::int)
select (select count(*) from wanted) as compared, coalesce((select json_agg(json_build_object('metric', metric, 'dimension', dimension, 'value', value, 'day', day,
  'step', step, 'was', was, 'is', "is")) from different), '[]') as different`)

export const deleteSums = statement<SumsSince, object>(`delete from measure_days where tenant_id = :tenantId::uuid and ${sinceSql}`)

/** Inserts daily sums, sorted so that the rows of a report are adjacent on disk. */
export const insertSums = statement<SumsSince, object>(`
insert into measure_days (tenant_id, metric, dimension, value, day, step, count, sum, business_sum)
select :tenantId::uuid, n.* from (${sumsSql(factsSinceSql)}) n where ${sinceSql} order by metric, dimension, value, step, day`)
