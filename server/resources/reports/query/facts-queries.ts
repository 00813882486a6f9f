/** Statements that compute figures from facts. Built once per combination of metrics, dimensions and filters. */
import { statement, type Queryable, type Statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { type Calculation, type Dimension, type Metric, type Person, getPerson } from '../metric.ts'
import { getMetric, type MetricName } from '../metrics.ts'
import type { Bucket } from './calendar.ts'
import { type Cells, type Group, type Parts } from './cells.ts'
import { getNames, refuseSize, type Selection } from './read-query.ts'
import { dimensionSql, filtersSql, joinsSql, getKinds, ofMetricSql, getParameters, toTime } from './selected-facts.ts'

const maxFacts = 3_000_000

export type FactsRequest = {
  selection: Selection
  metrics: readonly MetricName[]
  groupBy: readonly Dimension[]
  buckets: readonly Bucket[]
  asOf: number
}

type Params = Record<string, unknown>
type Row = Record<string, number | string | null>

const statements = new Map<string, Statement<Params, Row>>()

function prepared(sql: string): Statement<Params, Row> {
  let known = statements.get(sql)
  if (!known) statements.set(sql, (known = statement(sql)))
  return known
}

/** Adds the figures of the metrics to `cells`. Throws SVC-REPORT-TOO_LARGE if that needs too many facts. */
export async function addFromFacts(db: Queryable, tenantId: Uuid, request: FactsRequest, cells: Cells): Promise<void> {
  const { selection, groupBy, buckets, asOf } = request
  const [first, last] = [buckets[0], buckets.at(-1)]
  if (!first || !last) return
  const parameters = {
    ...getParameters(tenantId, selection),
    asOf,
    from: toTime(first.from),
    to: toTime(last.to),
    edges: buckets.map(({ from }) => toTime(from)),
  }
  for (const { person, metrics, kinds } of listScans(request)) {
    for (const row of await db.rows(prepared(scanSql(selection, metrics, groupBy, person)), { ...parameters, kinds })) {
      checkRead(Number(row['facts']))
      for (const [i, name] of metrics.entries()) {
        const parts = readParts(getMetric(name).how, row, i)
        if (row['b'] === null) cells.setTotal(name, parts)
        else if (parts.count > 0) cells.set(name, Number(row['b']), getGroup(row, groupBy), parts)
      }
    }
    // A thread with several labels is several rows of the join, so read the total without the join.
    if (groupBy.includes('label')) {
      for (const row of await db.rows(prepared(scanSql(selection, metrics, [], person)), { ...parameters, kinds }))
        if (row['b'] === null) for (const [i, name] of metrics.entries()) cells.setTotal(name, readParts(getMetric(name).how, row, i))
    }
  }
  if (!request.metrics.includes('BACKLOG')) return
  await addBacklog(db, parameters, request, cells)
  if (groupBy.includes('label')) await addBacklog(db, parameters, { ...request, groupBy: [] }, cells, { onlyTotal: true })
}

function checkRead(facts: number): void {
  if (facts <= maxFacts) return
  throw refuseSize(
    `The report would read more than ${maxFacts.toLocaleString('en')} facts. Choose a shorter range, fewer metrics, or leave out the ` +
      'second dimension or the filter, which day sums do not have.',
  )
}

function getGroup(row: Row, groupBy: readonly Dimension[]): Group {
  return groupBy.map((_, i) => row[`g${i}`] as string | null)
}

type Scan = { person: Person; metrics: MetricName[]; kinds: string[] }

/** Lists the scans for a report. If a report involves agents, metrics that credit different columns need separate scans. */
function listScans({ metrics, groupBy, selection: { filters } }: FactsRequest): Scan[] {
  const flows = metrics.filter((name) => getMetric(name).how.type !== 'stock')
  const usesPerson = groupBy.includes('person') || getNames(filters).includes('person')
  const byPerson = new Map<Person, MetricName[]>()
  for (const name of flows) {
    const person = usesPerson ? getPerson(getMetric(name)) : 'person_id'
    byPerson.set(person, [...(byPerson.get(person) ?? []), name])
  }
  return [...byPerson].map(([person, names]) => ({ person, metrics: names, kinds: getKinds(names.map(getMetric)) }))
}

/**
 * Returns the statement for metrics that count facts in buckets. Its rows have the bucket's number in `b` and the groups in `g0` and `g1`.
 * The row without a bucket has the totals.
 */
function scanSql(selection: Selection, metrics: readonly MetricName[], groupBy: readonly Dimension[], person: Person): string {
  const groups = groupBy.map((dimension, i) => `${dimensionSql(dimension, person)} as g${i}`)
  const names = groupBy.map((_, i) => `f.g${i}`)
  // Grouping by ids takes a fifth of the time of grouping by their text.
  const texts = groupBy.map((_, i) => `f.g${i}::text as g${i}`)
  const filtered = getNames(selection.filters)
  const where = [
    'f.tenant_id = :tenantId::uuid',
    'f.kind = any(:kinds::text[])',
    'f.at >= :from::timestamptz and f.at < :to::timestamptz',
    'f.sequence <= :asOf::bigint',
    // Wrapped in coalesce, so that the metrics' condition does not tempt PostgreSQL to use the durations index, which lacks the dimensions.
    `coalesce(${metrics.map((name) => `(${ofMetricSql(getMetric(name).how)})`).join(' or ')}, false)`,
    ...filtersSql(selection, person, groupBy),
  ]
  const columns = ['f.*', 'width_bucket(f.at, (select :edges::text[]::timestamptz[])) - 1 as b', ...groups].join(', ')
  const figures = metrics.flatMap((name, i) => partsSql(getMetric(name), selection, i))
  return `select ${['f.b', ...texts, 'count(*) as facts', ...figures].join(', ')}
  from (select ${columns} from facts f ${joinsSql(groupBy, filtered)} where ${where.join(' and ')} limit ${maxFacts + 1}) f
  group by grouping sets ((${['f.b', ...names].join(', ')}), ())`
}

/** Returns the aggregates of a metric. Percentiles are nearest-rank, so each is one of the durations. */
function partsSql(metric: Metric, { time }: Selection, i: number): string[] {
  const { how } = metric
  const chosen = `filter (where ${ofMetricSql(how)})`
  if (how.type === 'threads') return [`count(distinct f.thread_id) ${chosen} as count${i}`]
  const count = `count(*) ${chosen} as count${i}`
  if (how.type === 'rate') return [count, `count(*) filter (where ${ofMetricSql(how)} and ${how.part}) as part${i}`]
  if (how.type === 'average') return [count, `coalesce(sum(${how.column}) ${chosen}, 0)::bigint as sum${i}`]
  if (how.type !== 'duration') return [count]
  const value = time === 'WORKING' ? how.columns.working : how.columns.calendar
  const ranked = `(percentile_disc(array[0.5, 0.9]) within group (order by ${value}) ${chosen})`
  return [
    count,
    `coalesce(sum(${value}) ${chosen}, 0)::bigint as sum${i}`,
    `${ranked}[1] as median${i}`,
    `${ranked}[2] as p90${i}`,
    `max(${value}) ${chosen} as max${i}`,
  ]
}

function readParts(how: Calculation, row: Row, i: number): Partial<Parts> & { count: number } {
  const read = (part: string): number | null => row[`${part}${i}`] as number | null
  const count = read('count') ?? 0
  if (how.type === 'rate') return { count, part: read('part') ?? 0 }
  if (how.type === 'average') return { count, sum: read('sum') ?? 0 }
  if (how.type !== 'duration') return { count }
  return { count, sum: read('sum') ?? 0, median: read('median'), p90: read('p90'), max: read('max') }
}

// --- The backlog -----------------------------------------------------------------------------------------------------------

const movedDimensions = { assignee: 'assignee_id', team: 'team_id', inbox: 'inbox_id', priority: 'priority' } as const

/**
 * SQL: a table `f` of backlog changes: facts that add a thread to the backlog or remove it and, if a dimension can change in between, two
 * rows per move, out of the old value and into the new one.
 */
export function backlogChangesSql(used: readonly Dimension[]): string {
  const own = ['f.kind', 'f.at', 'f.sequence', 'f.n', 'f.thread_id', 'f.channel']
  const columns = (isMovedFrom: boolean): string =>
    [
      ...own,
      ...Object.entries(movedDimensions).map(([field, column]) => {
        const type = column.endsWith('_id') ? '::uuid' : ''
        return isMovedFrom ? `case when f.field = '${field}' then f.from_value${type} else f.${column} end as ${column}` : `f.${column}`
      }),
    ].join(', ')
  const range = 'f.tenant_id = :tenantId::uuid and f.at < :to::timestamptz and f.sequence <= :asOf::bigint'
  const kinds = `f.kind in ('CREATED', 'RESOLVED', 'REOPENED', 'MERGED', 'UNMERGED', 'ERASED')`
  const changes = `select ${columns(false)}, f.backlog as change from facts f where ${range} and ${kinds} and f.backlog <> 0`
  if (!used.some((dimension) => dimension in movedDimensions)) return `(${changes})`
  const moved = `from facts f where ${range} and f.kind = 'MOVED'`
  return `(${changes} union all select ${columns(false)}, 1 ${moved} union all select ${columns(true)}, -1 ${moved})`
}

async function addBacklog(
  db: Queryable,
  parameters: Params,
  { selection, groupBy, buckets }: FactsRequest,
  cells: Cells,
  { onlyTotal = false }: { onlyTotal?: boolean } = {},
): Promise<void> {
  const filtered = getNames(selection.filters)
  const groups = groupBy.map((dimension, i) => `${dimensionSql(dimension)} as g${i}`)
  const names = groupBy.map((_, i) => `g${i}`)
  const texts = groupBy.map((_, i) => `g${i}::text as g${i}`)
  const where = filtersSql(selection, 'person_id', groupBy)
  const sql = `select ${['b', ...texts, 'sum(change)::bigint as change', 'count(*) as facts'].join(', ')} from (
    select ${['width_bucket(f.at, (select :edges::text[]::timestamptz[])) - 1 as b', ...groups, 'f.change'].join(', ')}
    from ${backlogChangesSql([...groupBy, ...filtered])} f ${joinsSql(groupBy, filtered)}
    ${where.length > 0 ? `where ${where.join(' and ')}` : ''} limit ${maxFacts + 1}) f
  group by ${['b', ...names].join(', ')}`
  const rows = await db.rows(prepared(sql), parameters)
  checkRead(rows.reduce((sum, { facts }) => sum + Number(facts), 0))
  const changes = rows.map((row) => ({ bucket: Number(row['b']), group: getGroup(row, groupBy), change: Number(row['change']) }))
  setBacklog(cells, buckets.length, changes, { onlyTotal, hasTotal: !groupBy.includes('label') })
}

type Change = { bucket: number; group: Group; change: number }

/** Sets the backlog at the end of each bucket from its changes. Changes before the first bucket have bucket -1. */
export function setBacklog(
  cells: Cells,
  buckets: number,
  changes: readonly Change[],
  { onlyTotal = false, hasTotal = true }: { onlyTotal?: boolean; hasTotal?: boolean } = {},
): void {
  const byGroup = new Map<string, { group: Group; changes: number[] }>()
  let total = 0
  for (const { bucket, group, change } of changes) {
    total += change
    const key = JSON.stringify(group)
    let own = byGroup.get(key)
    if (!own) byGroup.set(key, (own = { group, changes: Array.from({ length: buckets + 1 }, () => 0) }))
    own.changes[bucket + 1] = (own.changes[bucket + 1] ?? 0) + change
  }
  if (onlyTotal || hasTotal) cells.setTotal('BACKLOG', { count: total })
  if (onlyTotal) return
  for (const { group, changes: own } of byGroup.values()) {
    let stock = own[0] ?? 0
    for (let bucket = 0; bucket < buckets; bucket++) {
      stock += own[bucket + 1] ?? 0
      if (stock !== 0) cells.set('BACKLOG', bucket, group, { count: stock })
    }
  }
}
