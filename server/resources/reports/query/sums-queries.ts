/**
 * Reads figures from daily sums, for reports by whole local days of the tenant's zone with at most one dimension. Percentiles of single
 * days are stored with their sums, unless the reader has not computed them yet; others are found by rank.
 */
import { statement, type Queryable, type Statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { isoTime } from '#platform/time.ts'
import { sumDimensions, type SumMetric } from '../measures/fact.ts'
import { ranksSql, valuesSql, wholeRange } from '../measures/percentiles-queries.ts'
import type { Dimension } from '../metric.ts'
import { getMetric, type MetricName } from '../metrics.ts'
import { type Bucket, isStartOfDay, localDate } from './calendar.ts'
import type { Cells, Group, Parts } from './cells.ts'
import { setBacklog, type FactsRequest } from './facts-queries.ts'
import { getNames } from './read-query.ts'
import { toStored, toTime } from './selected-facts.ts'

/** Events counted so far: all up to `sequence`, which was the last event at `at`. */
export type AsOf = {
  sequence: number
  at: string
  lagMs: number
  /** The sequence of the tenant’s latest event, counted or not. */
  head: number
}

type Row = {
  part: 'SUM' | 'BACKLOG' | 'DAY' | 'RANK' | 'ASOF'
  name: string | null
  value: string | null
  b: number | null
  count: number
  sum: number
  /** ASOF: whether the sums are in the requested time zone. DAY: the longest duration, after the median and the 90th percentile. */
  more: number
}

/** The part of a request that daily sums can serve. */
export type SumsRequest = Omit<FactsRequest, 'asOf'>

/**
 * Returns the metrics that daily sums can serve. Distinct threads are not additive, durations are only stored by calendar steps, and a
 * percentile of one team would need its own index.
 */
export function findMetricsOfSums({ selection, metrics, groupBy, buckets }: SumsRequest): MetricName[] {
  const used = new Set([...groupBy, ...getNames(selection.filters)])
  const isKept = (dimension: Dimension): boolean => sumDimensions.some((kept) => kept === dimension)
  if (used.size > 1 || ![...used].every(isKept)) return []
  const { timezone } = selection.calendar
  if (!getEdges(buckets).every((at) => isStartOfDay(at, timezone))) return []
  return metrics.filter((name) => {
    const { type } = getMetric(name).how
    return type !== 'threads' && (type !== 'duration' || (used.size === 0 && selection.time === 'CALENDAR'))
  })
}

const dayMs = 86_400_000

/** Returns the starts of the buckets and the end of the last one. */
function getEdges(buckets: readonly Bucket[]): number[] {
  return [...buckets.map(({ from }) => from), ...buckets.slice(-1).map(({ to }) => to)]
}

/**
 * Adds the metrics' figures to `cells`. Returns which events they cover; null, having added nothing, if the sums are in another time zone.
 */
export async function addFromSums(db: Queryable, tenantId: Uuid, request: SumsRequest, cells: Cells): Promise<AsOf | null> {
  const { selection, metrics, groupBy, buckets } = request
  const { timezone } = selection.calendar
  const [dimension = 'all'] = [...groupBy, ...getNames(selection.filters)]
  const value = dimension === 'all' ? undefined : selection.filters[dimension]
  const edges = getEdges(buckets)
  const days = edges.map((at) => localDate(at, timezone))
  const rows = await db.rows(prepared(metrics, value !== undefined), {
    tenantId,
    timezone,
    dimension,
    // Safe because `all` has no value.
    value: value === undefined || value === null ? '' : toStored(dimension as Dimension, value),
    metrics: getSums(metrics),
    days: days.slice(0, -1),
    areDays: days.every((day, i) => i === 0 || Date.parse(day) - Date.parse(days[i - 1] ?? day) === dayMs),
    firstDay: days[0],
    endDay: days.at(-1),
    edges: edges.map(toTime),
  })
  const asOf = rows.find(({ part }) => part === 'ASOF')
  if (!asOf || asOf.more === 0) return null
  addRows(request, rows, cells)
  return toAsOf(asOf)
}

function addRows({ metrics, groupBy, buckets }: SumsRequest, rows: readonly Row[], cells: Cells): void {
  const getGroup = ({ value }: Row): Group => groupBy.map(() => (value === '' ? null : value))
  const cellKey = ({ b, value }: Row): string => `${b} ${value}`
  const byMetric = Map.groupBy(rows, ({ part, name }) => `${part} ${name}`)
  for (const name of metrics) {
    if (name === 'BACKLOG') continue
    const cellsOfMetric = new Map<string, { row: Row; parts: Parts }>()
    const total = { ...emptyParts }
    for (const [sum, { isWhole, isPart }] of partSums(name)) {
      for (const row of byMetric.get(`SUM ${sum}`) ?? []) {
        const key = cellKey(row)
        let cell = cellsOfMetric.get(key)
        if (!cell) cellsOfMetric.set(key, (cell = { row, parts: { ...emptyParts } }))
        for (const parts of [cell.parts, total]) {
          if (isWhole) parts.count += row.count
          if (isWhole) parts.sum += row.sum
          if (isPart) parts.part += row.count
        }
      }
    }
    for (const { row, parts } of cellsOfMetric.values()) if (parts.count > 0) cells.set(name, row.b ?? 0, getGroup(row), parts)
    cells.setTotal(name, total)
    for (const { b, count, sum, more } of byMetric.get(`DAY ${name}`) ?? [])
      cells.set(name, b ?? 0, [], { median: count, p90: sum, max: more })
    for (const { b, value, count } of byMetric.get(`RANK ${name}`) ?? []) {
      const ranked = { [rankedParts[value ?? ''] ?? 'max']: count }
      if (b === null || b === wholeRange) cells.setTotal(name, ranked)
      else cells.set(name, b, [], ranked)
    }
  }
  if (!metrics.includes('BACKLOG')) return
  const changes = rows.flatMap((row) => (row.part === 'BACKLOG' ? [{ bucket: row.b ?? -1, group: getGroup(row), change: row.count }] : []))
  setBacklog(cells, buckets.length, changes)
}

const emptyParts: Parts = { count: 0, sum: 0, part: 0, median: null, p90: null, max: null }
const rankedParts: Readonly<Record<string, keyof Parts>> = { '0.5': 'median', '0.9': 'p90', '1': 'max' }

/** Returns the daily sums of a metric, each with the part that it contributes. */
function partSums(name: MetricName): Map<string, { isWhole: boolean; isPart: boolean }> {
  const { how } = getMetric(name)
  if (how.type === 'threads') return new Map()
  const whole: readonly SumMetric[] = how.type === 'rate' ? how.sums.whole : how.sums
  const part: readonly SumMetric[] = how.type === 'rate' ? how.sums.part : []
  return new Map([...whole, ...part].map((sum) => [sum, { isWhole: whole.includes(sum), isPart: part.includes(sum) }]))
}

function getSums(metrics: readonly MetricName[]): string[] {
  return [...new Set(metrics.flatMap((name) => (name === 'BACKLOG' ? [] : [...partSums(name).keys()])))]
}

// --- The statement ---------------------------------------------------------------------------------------------------------

const statements = new Map<string, Statement<Record<string, unknown>, Row>>()

function prepared(metrics: readonly MetricName[], hasValue: boolean): Statement<Record<string, unknown>, Row> {
  const durations = metrics.filter((name) => getMetric(name).how.type === 'duration')
  const sql = sumsSql(durations, metrics.includes('BACKLOG'), hasValue)
  let known = statements.get(sql)
  if (!known) statements.set(sql, (known = statement(sql)))
  return known
}

/** SQL: reads sums, percentiles and cursor in one statement, so that all have the same snapshot. */
function sumsSql(durations: readonly MetricName[], hasBacklog: boolean, hasValue: boolean): string {
  const ofDimension = `m.tenant_id = :tenantId::uuid and m.dimension = :dimension::text${hasValue ? ' and m.value = :value::text' : ''}`
  const inRange = 'm.day >= :firstDay::date and m.day < :endDay::date'
  // As a subquery, the array is parsed once rather than per row.
  const bucket = 'width_bucket(m.day, (select :days::text[]::date[])) - 1'
  const names = `any('{${durations.join(',')}}'::text[])`
  const isKnown = ':areDays::boolean and median_ms is not null'
  const percentiles = `, unknown as materialized (select metric, day, b from sums where metric = ${names} and count > 0 and not (${isKnown})),
    steps as (
      select m.metric as key, ${wholeRange} as b, m.step, sum(m.count)::bigint as count from measure_days m
      where ${ofDimension} and m.metric = ${names} and m.step >= 0 and ${inRange} group by m.metric, m.step
      union all
      select u.metric, u.b, m.step, sum(m.count)::bigint from unknown u
      join measure_days m on ${ofDimension} and m.metric = u.metric and m.value = '' and m.day = u.day and m.step >= 0 group by u.metric, u.b, m.step),
    ${ranksSql},
    edges as materialized (select n - 1 as b, edge, lead(edge) over (order by n) as next from unnest(:edges::text[]::timestamptz[]) with ordinality e(edge, n)),
    spans as materialized (select b::int, edge as first_at, next as end_at from edges where next is not null
      union all select ${wholeRange}, min(edge), max(edge) from edges)`
  return `with sums as materialized (
    select m.metric, m.value, m.day, ${bucket} as b, m.count, m.sum, m.median_ms, m.p90_ms, m.max_ms from measure_days m
    where ${ofDimension} and m.metric = any(:metrics::text[]) and m.step = -1 and ${inRange})${durations.length > 0 ? percentiles : ''}
  select 'SUM' as part, metric as name, value, b, sum(count)::bigint as count, sum(sum)::bigint as sum, 0::bigint as more from sums group by metric, value, b
  union all ${asOfSql}
  ${hasBacklog ? `union all select 'BACKLOG', m.metric, m.value, ${bucket}, sum(m.count)::bigint, 0, 0 from measure_days m where ${ofDimension} and m.metric = 'BACKLOG' and m.day < :endDay::date group by m.metric, m.value, 4` : ''}
  ${durations.length > 0 ? `union all select 'DAY', metric, null, b, median_ms, p90_ms, max_ms from sums where metric = ${names} and ${isKnown}` : ''}
  ${durations.map((name) => `union all select 'RANK', key, p::text, b, value, 0, 0 from (${valuesSql(name)}) v`).join(' ')}`
}

/** SQL: the reader's cursor, and in `more` whether the sums are in the requested time zone. */
const asOfSql = `select 'ASOF' as part, (select event_sequence from tenant_counters where tenant_id = :tenantId::uuid)::text as name, coalesce(e.created_at, now())::text as value, null::int as b, c.sequence as count,
    greatest(0, extract(epoch from now() - coalesce(e.created_at, now())) * 1000)::bigint as sum,
    (select count(*) from measure_tenants where tenant_id = :tenantId::uuid and timezone = :timezone::text) as more
  from (select coalesce((select sequence from reader_cursors where tenant_id = :tenantId::uuid and reader = 'measures'), 0) as sequence) c
  left join events e on e.tenant_id = :tenantId::uuid and e.sequence = c.sequence + 1`

const findAsOf = statement<{ tenantId: Uuid; timezone: string }, Row>(asOfSql)

/** Returns which events have been counted. */
export async function readAsOf(db: Queryable, tenantId: Uuid): Promise<AsOf> {
  return toAsOf(await db.first(findAsOf, { tenantId, timezone: '' }))
}

function toAsOf(row: Row | null | undefined): AsOf {
  if (!row) throw new Error('The statement has no row with the position')
  return { sequence: row.count, at: isoTime(row.value ?? ''), lagMs: row.sum, head: Number(row.name) }
}
