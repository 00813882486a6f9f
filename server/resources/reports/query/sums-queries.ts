/**
 * Figures from day sums, for reports by whole local days of the tenant's zone with at most one dimension.
 *
 * Percentiles are exact: the sums say in which step of durations a rank lies and how many shorter steps there are, and an index of facts finds
 * the value inside the step.
 */
import { isoTime, statement, type Queryable, type Statement, type Uuid } from '../../../kit/index.ts'
import { sumDimensions, type SumMetric } from '../measures/fact.ts'
import type { Dimension } from '../metric.ts'
import { getMetric, type MetricName } from '../metrics.ts'
import { type Bucket, isStartOfDay, localDate } from './calendar.ts'
import type { Cells, Group, Parts } from './cells.ts'
import { setBacklog, type FactsRequest } from './facts-queries.ts'
import { namesOf } from './read-query.ts'
import { toStored, toTime } from './selected-facts.ts'

/** What has been counted: the events up to `sequence`, which were all events until `at`. */
export type AsOf = {
  sequence: number
  at: string
  lagMs: number
  /** The sequence of the tenant’s latest event, counted or not. */
  head: number
}

type Row = {
  part: 'SUM' | 'BACKLOG' | 'RANK' | 'ASOF'
  name: string | null
  value: string | null
  b: number | null
  count: number
  sum: number
  /** ASOF: whether the sums are those of the time zone. */
  matches: number
}

/** The parts of a request that day sums can answer. */
export type SumsRequest = Omit<FactsRequest, 'asOf'>

/**
 * Returns the metrics whose figures day sums have. Distinct threads cannot be added up, durations are kept in steps on the calendar only, and
 * a percentile of one team would need an index of its own.
 */
export function findMetricsOfSums({ selection, metrics, groupBy, buckets }: SumsRequest): MetricName[] {
  const used = new Set([...groupBy, ...namesOf(selection.filters)])
  const isKept = (dimension: Dimension): boolean => sumDimensions.some((kept) => kept === dimension)
  if (used.size > 1 || ![...used].every(isKept)) return []
  const { timezone } = selection.calendar
  if (!edgesOf(buckets).every((at) => isStartOfDay(at, timezone))) return []
  return metrics.filter((name) => {
    const { type } = getMetric(name).how
    return type !== 'threads' && (type !== 'duration' || (used.size === 0 && selection.time === 'CALENDAR'))
  })
}

/** Returns the beginnings of the buckets and the end of the last one. */
function edgesOf(buckets: readonly Bucket[]): number[] {
  return [...buckets.map(({ from }) => from), ...buckets.slice(-1).map(({ to }) => to)]
}

/**
 * Adds the figures of the metrics to `cells` and returns which events they contain. Returns null, having added nothing, if the sums are not
 * those of the time zone.
 */
export async function addFromSums(db: Queryable, tenantId: Uuid, request: SumsRequest, cells: Cells): Promise<AsOf | null> {
  const { selection, metrics, groupBy, buckets } = request
  const { timezone } = selection.calendar
  const [dimension = 'all'] = [...groupBy, ...namesOf(selection.filters)]
  const value = dimension === 'all' ? undefined : selection.filters[dimension]
  const edges = edgesOf(buckets)
  const days = edges.map((at) => localDate(at, timezone))
  const rows = await db.rows(prepared(metrics, value !== undefined), {
    tenantId,
    timezone,
    dimension,
    // Safe because `all` has no value.
    value: value === undefined || value === null ? '' : toStored(dimension as Dimension, value),
    metrics: sumsOf(metrics),
    days: days.slice(0, -1),
    firstDay: days[0],
    endDay: days.at(-1),
    edges: edges.map(toTime),
  })
  const asOf = rows.find(({ part }) => part === 'ASOF')
  if (!asOf || asOf.matches === 0) return null
  addRows(request, rows, cells)
  return toAsOf(asOf)
}

function addRows({ metrics, groupBy, buckets }: SumsRequest, rows: readonly Row[], cells: Cells): void {
  const groupOf = ({ value }: Row): Group => groupBy.map(() => (value === '' ? null : value))
  const cellKey = ({ b, value }: Row): string => `${b} ${value}`
  for (const name of metrics) {
    if (name === 'BACKLOG') continue
    const cellsOfMetric = new Map<string, { row: Row; parts: Parts }>()
    const total = { ...emptyParts }
    const sums = partSums(name)
    for (const row of rows) {
      if (row.part !== 'SUM' || row.b === null) continue
      const kind = sums.get(row.name ?? '')
      if (!kind) continue
      const key = cellKey(row)
      let cell = cellsOfMetric.get(key)
      if (!cell) cellsOfMetric.set(key, (cell = { row, parts: { ...emptyParts } }))
      for (const parts of [cell.parts, total]) {
        if (kind.isWhole) parts.count += row.count
        if (kind.isWhole) parts.sum += row.sum
        if (kind.isPart) parts.part += row.count
      }
    }
    for (const { row, parts } of cellsOfMetric.values()) if (parts.count > 0) cells.set(name, row.b ?? 0, groupOf(row), parts)
    cells.setTotal(name, total)
    for (const row of rows) {
      if (row.part !== 'RANK' || row.name !== name) continue
      const ranked = { [rankedParts[row.value ?? ''] ?? 'max']: row.count }
      if (row.b === null) cells.setTotal(name, ranked)
      else cells.set(name, row.b, [], ranked)
    }
  }
  if (!metrics.includes('BACKLOG')) return
  const changes = rows.flatMap((row) => (row.part === 'BACKLOG' ? [{ bucket: row.b ?? -1, group: groupOf(row), change: row.count }] : []))
  setBacklog(cells, buckets.length, changes)
}

const emptyParts: Parts = { count: 0, sum: 0, part: 0, median: null, p90: null, max: null }
const rankedParts: Readonly<Record<string, keyof Parts>> = { '0.5': 'median', '0.9': 'p90', '1': 'max' }

/** Returns the day sums of a metric, each with what it is counted as. */
function partSums(name: MetricName): Map<string, { isWhole: boolean; isPart: boolean }> {
  const { how } = getMetric(name)
  if (how.type === 'threads') return new Map()
  const whole: readonly SumMetric[] = how.type === 'rate' ? how.sums.whole : how.sums
  const part: readonly SumMetric[] = how.type === 'rate' ? how.sums.part : []
  return new Map([...whole, ...part].map((sum) => [sum, { isWhole: whole.includes(sum), isPart: part.includes(sum) }]))
}

function sumsOf(metrics: readonly MetricName[]): string[] {
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

/** One statement reads sums, ranks and position, so that all of them are of one moment. */
function sumsSql(durations: readonly MetricName[], hasBacklog: boolean, hasValue: boolean): string {
  const ofDimension = `m.tenant_id = :tenantId::uuid and m.dimension = :dimension::text${hasValue ? ' and m.value = :value::text' : ''}`
  // As a subquery, the array is parsed once and not for each row.
  const bucket = 'width_bucket(m.day, (select :days::text[]::date[])) - 1'
  const ranks = durations.length === 0 ? [] : [`${stepsSql(durations)}, ${ranksSql}`]
  return `with days as materialized (
    select m.metric, m.value, ${bucket} as b, m.step, m.count, m.sum from measure_days m
    where ${ofDimension} and m.metric = any(:metrics::text[]) and m.day >= :firstDay::date and m.day < :endDay::date)${ranks.map((sql) => `, ${sql}`).join('')}
  select 'SUM' as part, metric as name, value, b, sum(count)::bigint as count, sum(sum)::bigint as sum, 0 as matches
  from days group by metric, value, b
  union all ${asOfSql}
  ${hasBacklog ? `union all select 'BACKLOG', m.metric, m.value, ${bucket}, sum(m.count)::bigint, 0, 0 from measure_days m where ${ofDimension} and m.metric = 'BACKLOG' and m.day < :endDay::date group by m.metric, m.value, 4` : ''}
  ${durations.map((name) => `union all ${valueSql(name)}`).join(' ')}`
}

/** The position of the reader, and in `matches` whether the sums are those of the time zone. */
const asOfSql = `select 'ASOF' as part, (select event_sequence from tenant_counters where tenant_id = :tenantId::uuid)::text as name, coalesce(e.created_at, now())::text as value, null::int as b, c.sequence as count,
    greatest(0, extract(epoch from now() - coalesce(e.created_at, now())) * 1000)::bigint as sum,
    (select count(*) from measure_tenants where tenant_id = :tenantId::uuid and timezone = :timezone::text) as matches
  from (select coalesce((select sequence from reader_cursors where tenant_id = :tenantId::uuid and reader = 'measures'), 0) as sequence) c
  left join events e on e.tenant_id = :tenantId::uuid and e.sequence = c.sequence + 1`

/** Counts of the durations by step, in each bucket and in all. */
function stepsSql(durations: readonly MetricName[]): string {
  const keys = durations.flatMap((name) => [...partSums(name).keys()].map((sum) => `('${name}', '${sum}')`))
  return `steps as (select k.key, d.b, d.step, sum(d.count)::bigint as count from days d
    join (values ${keys.join(', ')}) as k(key, metric) on k.metric = d.metric
    group by grouping sets ((k.key, d.b, d.step), (k.key, d.step)))`
}

/** For each percentile, the step that has its rank, and the place of the rank in this step. The formula is that of \`percentile_disc\`. */
const ranksSql = `ranks as (select s.key, s.b, s.step, r.p, r.rank - (s.upto - s.count) - 1 as place
    from (select key, b, step, count, sum(count) over (partition by key, b order by step)::bigint as upto,
      sum(count) over (partition by key, b)::bigint as n from steps) s
    cross join lateral (select p, ceil(p * s.n)::bigint as rank from (values (0.5::float8), (0.9::float8), (1::float8)) as v(p)) r
    where r.rank > s.upto - s.count and r.rank <= s.upto)`

function valueSql(name: MetricName): string {
  const { how } = getMetric(name)
  if (how.type !== 'duration') throw new Error(`${name} is not a duration`)
  const column = how.columns.calendar
  const found = how.steps.map(
    ({ step, when }) => `select ${column} as value from facts f where f.tenant_id = :tenantId::uuid and ${when} and ${step} = r.step
      and f.at >= coalesce((select :edges::text[]::timestamptz[])[r.b + 1], (select :edges::text[]::timestamptz[])[1])
      and f.at < coalesce((select :edges::text[]::timestamptz[])[r.b + 2], (select :edges::text[]::timestamptz[])[cardinality((select :edges::text[]::timestamptz[]))])`,
  )
  return `select 'RANK', r.key, r.p::text, r.b, v.value, 0, 0 from ranks r
    cross join lateral (select value from (${found.join(' union all ')}) as each order by value offset r.place limit 1) v where r.key = '${name}'`
}

const findAsOf = statement<{ tenantId: Uuid; timezone: string }, Row>(asOfSql)

/** Returns which events have been counted. */
export async function readAsOf(db: Queryable, tenantId: Uuid): Promise<AsOf> {
  return toAsOf(await db.first(findAsOf, { tenantId, timezone: '' }))
}

function toAsOf(row: Row | null | undefined): AsOf {
  if (!row) throw new Error('The statement has no row with the position')
  return { sequence: row.count, at: isoTime(row.value ?? ''), lagMs: row.sum, head: Number(row.name) }
}
