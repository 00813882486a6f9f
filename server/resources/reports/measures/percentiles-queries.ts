/**
 * Exact percentiles of durations. Daily sums give the histogram step of a rank and the count below it, and an index of facts finds the
 * value inside the step. The reader stores each day's percentiles with its sum.
 */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { getMetric, metricNames, type MetricName } from '../metrics.ts'

/** Duration metrics. Each also has daily sums. */
export const durationMetrics = metricNames.filter((name) => getMetric(name).how.type === 'duration')

/** Bucket of `steps` and `ranks` that stands for the whole range. */
export const wholeRange = -1

/**
 * SQL: for each percentile, the step with its rank, and the rank's position in that step. `steps` has the counts of durations by `key`,
 * bucket `b` and step. Uses the formula of `percentile_disc`.
 */
export const ranksSql = `ranks as (select s.key, s.b, s.step, r.p, r.rank - (s.upto - s.count) - 1 as place
    from (select key, b, step, count, sum(count) over (partition by key, b order by step)::bigint as upto,
      sum(count) over (partition by key, b)::bigint as n from steps) s
    cross join lateral (select p, ceil(p * s.n)::bigint as rank from (values (0.5::float8), (0.9::float8), (1::float8)) as v(p)) r
    where r.rank > s.upto - s.count and r.rank <= s.upto)`

/** SQL: the values of a metric at its ranks. `spans` has the range of each bucket; `also` further restricts the facts `f`. */
export function valuesSql(name: MetricName, also = ''): string {
  const { how } = getMetric(name)
  if (how.type !== 'duration') throw new Error(`${name} is not a duration`)
  const found = how.steps.map(
    ({
      step,
      when,
    }) => `select ${how.columns.calendar} as value from facts f where f.tenant_id = :tenantId::uuid and ${when} and ${step} = r.step
      and f.at >= s.first_at and f.at < s.end_at${also}`,
  )
  return `select r.key, r.p, r.b, v.value from ranks r join spans s on s.b = r.b
    cross join lateral (select value from (${found.join(' union all ')}) as each order by value offset r.place limit 1) v where r.key = '${name}'`
}

/**
 * SQL: daily percentiles. `wanted` selects rows `k` of `measure_days`. Extends a day's range by three hours at both ends, because a clock
 * set back at midnight makes the start of the day ambiguous; the local date of each fact decides.
 */
const percentilesOfDaysSql = (wanted: string): string => `
  zone as materialized (select timezone from measure_tenants where tenant_id = :tenantId::uuid),
  wanted as materialized (select k.metric, k.day from measure_days k where k.tenant_id = :tenantId::uuid
    and k.metric = any('{${durationMetrics.join(',')}}'::text[]) and k.dimension = 'all' and k.value = '' and k.step = -1 and k.count > 0 and ${wanted}),
  steps as (select w.metric as key, w.day - date '2000-01-01' as b, m.step, m.count from wanted w
    join measure_days m on m.tenant_id = :tenantId::uuid and m.metric = w.metric and m.dimension = 'all' and m.value = '' and m.day = w.day and m.step >= 0),
  ${ranksSql},
  spans as materialized (select d.day - date '2000-01-01' as b, d.day, z.timezone, (d.day::timestamp at time zone z.timezone) - interval '3 hours' as first_at,
    ((d.day + 1)::timestamp at time zone z.timezone) + interval '3 hours' as end_at from (select distinct day from wanted) d cross join zone z),
  percentiles as materialized (select key as metric, date '2000-01-01' + b as day, max(value) filter (where p = 0.5) as median_ms,
    max(value) filter (where p = 0.9) as p90_ms, max(value) filter (where p = 1) as max_ms
    from (${durationMetrics.map((name) => valuesSql(name, ' and (f.at at time zone s.timezone)::date = s.day')).join(' union all ')}) found group by key, b)`

const keepSql = (wanted: string): string => `with
${percentilesOfDaysSql(wanted)}
update measure_days k set median_ms = p.median_ms, p90_ms = p.p90_ms, max_ms = p.max_ms from percentiles p
where k.tenant_id = :tenantId::uuid and k.metric = p.metric and k.dimension = 'all' and k.value = '' and k.day = p.day and k.step = -1`

/** Stores the missing percentiles of days with facts at these times. */
export const keepPercentiles = statement<{ tenantId: Uuid; times: string[] }, object>(
  // As an array, the days become part of the index condition.
  keepSql(`k.p90_ms is null and k.day = any(array(
    select distinct (x.at at time zone z.timezone)::date from unnest(:times::text[]::timestamptz[]) x(at) cross join zone z))`),
)

/** Stores the missing percentiles of all days. */
export const keepAllPercentiles = statement<{ tenantId: Uuid }, object>(keepSql('k.p90_ms is null'))

/** Returns the stored percentiles (of all days, or of days since `from`) that differ from the percentiles computed from sums and facts. */
export const comparePercentiles = statement<{ tenantId: Uuid; from: string | null; limit: number }, { different: object[] }>(`with
${percentilesOfDaysSql('k.p90_ms is not null and (:from::date is null or k.day >= :from::date)')},
different as materialized (
  select k.metric, k.day, json_build_object('medianMs', k.median_ms, 'p90Ms', k.p90_ms, 'maxMs', k.max_ms) as was,
    json_build_object('medianMs', p.median_ms, 'p90Ms', p.p90_ms, 'maxMs', p.max_ms) as is
  from percentiles p join measure_days k on k.tenant_id = :tenantId::uuid and k.metric = p.metric and k.dimension = 'all' and k.value = '' and k.day = p.day
    and k.step = -1
  where (k.median_ms, k.p90_ms, k.max_ms) is distinct from (p.median_ms, p.p90_ms, p.max_ms) order by 1, 2 limit :limit::int)
select coalesce((select json_agg(json_build_object('metric', metric, 'dimension', 'all', 'value', '', 'day', day, 'step', -1, 'was', was, 'is', "is"))
  from different), '[]') as different`)
