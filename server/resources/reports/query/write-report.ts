/** Builds the response of a report: rows for all buckets and groups, with links to the facts behind each figure. */
import { toTypeId } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import type { Pauser } from '#platform/turns.ts'
import { dimensionsOfNow, type Dimension } from '../metric.ts'
import { daysUntilSettled, getMetric, type MetricName } from '../metrics.ts'
import type { Report, ReportFigures } from '../schema.ts'
import { priorities } from '../../thread-words/index.ts'
import type { Bucket, Span } from './calendar.ts'
import { type Group, keyOfGroup, type Parts } from './cells.ts'
import { namedDimensions } from './names-queries.ts'
import { getNames, type ReportPlan } from './read-query.ts'
import { filterOf, weekdays } from './request-schema.ts'
import type { Figures } from './read-figures.ts'
import type { AsOf } from './sums-queries.ts'

type Names = (dimension: Dimension, value: string) => string | null
type Wire = Static<typeof Report>
type WireFigures = Static<typeof ReportFigures>

const dayMs = 86_400_000
const path = '/api/v1/reports/facts'

export async function writeReport(
  plan: ReportPlan,
  { found, compared }: { found: Figures; compared: Figures | null },
  groups: readonly Group[],
  names: Names,
  { now, pauser }: { now: number; pauser: Pauser },
): Promise<Wire> {
  const { buckets, compared: comparedBuckets, calendar, time, grain, groupBy, filters } = plan
  // Computed once per group and bucket, because a report has up to 20,000 cells.
  const writtenGroups = groups.map((group) => ({
    key: keyOfGroup(group),
    wire: groupBy.map((dimension, place) => writeGroup(dimension, group[place] ?? null, names)),
    parameters: parametersOfGroup(plan, group),
  }))
  const rows: Wire['rows'] = []
  for (const [i, bucket] of buckets.entries()) {
    const wire = grain === 'none' ? null : { from: iso(bucket.from), to: iso(bucket.to), label: bucket.label }
    const before = comparedBuckets?.[i]
    const range = toRange(bucket)
    const rangeBefore = before && toRange(before)
    for (const { key, wire: ofGroup, parameters } of writtenGroups) {
      const write = (figures: Figures, of: Range): WireFigures =>
        writeFigures(plan.metrics, (metric) => figures.cells.get(metric, i, key), { ...of, parameters, asOf: figures.asOf.sequence, now })
      rows.push({
        bucket: wire,
        groups: ofGroup,
        figures: write(found, range),
        previous: compared && rangeBefore ? write(compared, rangeBefore) : null,
      })
    }
    const pausing = pauser.pause()
    if (pausing) await pausing
  }
  const parameters = parametersOfGroup({ ...plan, groupBy: [] }, [])
  const total = ({ cells, asOf }: Figures, of: readonly Bucket[]): WireFigures => {
    const span = { from: of[0]?.from ?? plan.span.from, to: of.at(-1)?.to ?? plan.span.to }
    return writeFigures(plan.metrics, (metric) => cells.getTotal(metric), { ...toRange(span), parameters, asOf: asOf.sequence, now })
  }
  return {
    timezone: calendar.timezone,
    time,
    asOf: { sequence: found.asOf.sequence, at: found.asOf.at, lagMs: found.asOf.lagMs },
    building: toBuilding(found.asOf),
    asItIsNow: [...new Set([...groupBy, ...getNames(filters)])].filter((dimension) => dimensionsOfNow.includes(dimension)),
    rows,
    totals: total(found, buckets),
    previousTotals: compared && comparedBuckets ? total(compared, comparedBuckets) : null,
  }
}

/** Number of uncounted events above which figures are marked incomplete. Fewer are counted within seconds. */
const maxUncounted = 5_000

/** Returns how far the backfill has got, as after an upgrade; null when it is complete. */
function toBuilding({ sequence, head }: AsOf): Wire['building'] {
  return head - sequence > maxUncounted ? { done: sequence, total: head } : null
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

/** Range of figures. `query` is its part of the facts URL, shared by all groups and metrics. */
type Range = { to: number; query: string }

function toRange({ from, to }: Span): Range {
  return { to, query: `&from=${iso(from)}&to=${iso(to)}` }
}

/** `parameters` are the parameters of `GET /reports/facts` for the group and the filters. */
type Cell = Range & { parameters: string; asOf: number; now: number }

function writeFigures(metrics: readonly MetricName[], partsOf: (metric: MetricName) => Parts, cell: Cell): WireFigures {
  const rest = `${cell.query}${cell.parameters}&asOf=${cell.asOf}`
  const figures: Record<string, object> = {}
  for (const name of metrics) figures[name] = writeFigure(name, partsOf(name), cell, `${path}?metric=${name}${rest}`)
  // Safe because each figure has its metric's shape.
  return figures as WireFigures
}

function writeFigure(name: MetricName, { count, sum, part, median, p90, max }: Parts, { to, now }: Cell, factsUrl: string): object {
  switch (getMetric(name).figure) {
    case 'DURATION':
      return {
        count,
        sumMs: sum,
        averageMs: count === 0 ? null : Math.round(sum / count),
        medianMs: median,
        p90Ms: p90,
        maxMs: max,
        factsUrl,
      }
    case 'RATE':
      return {
        part,
        whole: count,
        rate: count === 0 ? null : part / count,
        settled: daysUntilSettled[name] === undefined || to + daysUntilSettled[name] * dayMs <= now,
        factsUrl,
      }
    case 'AVERAGE':
      return { count, sum, average: count === 0 ? null : sum / count, factsUrl }
    default:
      return { count, factsUrl }
  }
}

/** Returns the parameters of `GET /reports/facts` for a group and the filters. */
function parametersOfGroup({ groupBy, filters, fieldKey, calendar, time }: ReportPlan, group: Group): string {
  const values = new Map<Dimension, string | null>(getNames(filters).map((dimension) => [dimension, filters[dimension] ?? null]))
  for (const [i, dimension] of groupBy.entries()) values.set(dimension, toFilterValue(dimension, group[i] ?? null))
  const parameters = new URLSearchParams()
  for (const [dimension, value] of values) parameters.set(filterOf[dimension], writeValue(dimension, value))
  if (fieldKey !== null) parameters.set('fieldKey', fieldKey)
  if (values.has('hourOfDay') || values.has('weekday')) parameters.set('timezone', calendar.timezone)
  if (time === 'WORKING') parameters.set('time', time)
  return parameters.size === 0 ? '' : `&${parameters.toString()}`
}

/** Converts a group's value to a filter value. */
function toFilterValue(dimension: Dimension, value: string | null): string | null {
  return dimension === 'weekday' ? (weekdayNames[Number(value) - 1] ?? null) : value
}

const weekdayNames = Object.keys(weekdays)

/** Formats a value as a request parameter. */
function writeValue(dimension: Dimension, value: string | null): string {
  if (value === null) return dimension === 'field' ? '' : 'none'
  const prefix = namedDimensions[dimension]?.prefix
  return prefix ? toTypeId(prefix, value) : value
}

function writeGroup(dimension: Dimension, value: string | null, names: Names): Wire['rows'][number]['groups'][number] {
  const filter = toFilterValue(dimension, value)
  if (filter === null) return { dimension, id: null, name: null }
  const isNamed = namedDimensions[dimension] !== undefined
  return { dimension, id: writeValue(dimension, filter), name: isNamed ? names(dimension, filter) : filter }
}

/** Sorts groups: keywords in their own order, names alphabetically, and facts without a value last. */
export function sortGroups(groups: readonly Group[], { groupBy, calendar }: ReportPlan, names: Names): Group[] {
  const firstDay = weekdays[calendar.weekStartsOn]
  const keyOf = (dimension: Dimension, value: string | null): [number, string] => {
    if (value === null) return [Infinity, '']
    if (dimension === 'hourOfDay') return [Number(value), '']
    if (dimension === 'weekday') return [(Number(value) - firstDay + 7) % 7, '']
    if (dimension === 'priority') return [Object.keys(priorities).indexOf(value), value]
    return [0, `${names(dimension, value)?.toLowerCase() ?? ''}\0${value}`]
  }
  const keyed = groups.map((group) => ({ group, keys: groupBy.map((dimension, i) => keyOf(dimension, group[i] ?? null)) }))
  const compare = (a: readonly [number, string][], b: readonly [number, string][]): number => {
    for (const [i, [number, text]] of a.entries()) {
      const [otherNumber, otherText] = b[i] ?? [0, '']
      if (number !== otherNumber) return number - otherNumber
      if (text !== otherText) return text < otherText ? -1 : 1
    }
    return 0
  }
  return keyed.toSorted((a, b) => compare(a.keys, b.keys)).map(({ group }) => group)
}
