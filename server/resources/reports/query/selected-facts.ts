/** SQL fragments that select facts: by kind, range, `asOf` and filters. Reports and their drill-down lists use the same fragments. */
import type { Uuid } from '#platform/ids.ts'
import type { FactKind } from '../measures/fact.ts'
import type { Calculation, Dimension, Metric, Person } from '../metric.ts'
import { getNames, type Selection } from './read-query.ts'
import { filterOf, weekdays } from './request-schema.ts'

/** SQL: the value of a dimension, over the row `f` of facts and its joins: an id, or text. */
export function dimensionSql(dimension: Dimension, person: Person = 'person_id'): string {
  const values: Readonly<Record<Dimension, string>> = {
    person: `f.${person}`,
    assignee: 'f.assignee_id',
    team: 'f.team_id',
    inbox: 'f.inbox_id',
    priority: 'f.priority',
    channel: 'f.channel',
    policy: 'f.policy_id',
    cause: 'f.cause',
    rule: `case when f.field = 'rule' then f.to_value end`,
    hourOfDay: 'extract(hour from f.at at time zone :timezone)::int::text',
    weekday: 'extract(isodow from f.at at time zone :timezone)::int::text',
    label: 'tl.label_id',
    customer: 't.customer_id',
    field: 't.custom_fields ->> :fieldKey::text',
  }
  return values[dimension]
}

/** SQL: joins for a thread's current dimensions. Only the dimension `label` can duplicate a fact. */
export function joinsSql(groupBy: readonly Dimension[], filtered: readonly Dimension[]): string {
  const used = new Set([...groupBy, ...filtered])
  return [
    ...(used.has('customer') || used.has('field') ? ['left join threads t on t.tenant_id = :tenantId::uuid and t.id = f.thread_id'] : []),
    ...(groupBy.includes('label') ? ['left join thread_labels tl on tl.tenant_id = :tenantId::uuid and tl.thread_id = f.thread_id'] : []),
  ].join(' ')
}

const typeOf: Partial<Record<Dimension, string>> = {
  person: 'uuid',
  assignee: 'uuid',
  team: 'uuid',
  inbox: 'uuid',
  policy: 'uuid',
  label: 'uuid',
}

/** SQL: the filters' conditions. Each uses a parameter named after the filter. */
export function filtersSql(
  { filters }: Pick<Selection, 'filters'>,
  person: Person = 'person_id',
  groupBy: readonly Dimension[] = [],
): string[] {
  return getNames(filters).map((dimension) => {
    const value = filters[dimension] ?? null
    const parameter = `:${filterOf[dimension]}`
    // When grouped by label, a fact has one row for each of its thread's labels. Only the row with the filter's label counts.
    if (dimension === 'label' && groupBy.includes('label'))
      return value === null ? 'tl.label_id is null' : `tl.label_id = ${parameter}::uuid`
    if (dimension === 'label') {
      const labels = 'select 1 from thread_labels x where x.tenant_id = :tenantId::uuid and x.thread_id = f.thread_id'
      return value === null ? `not exists (${labels})` : `exists (${labels} and x.label_id = ${parameter}::uuid)`
    }
    if (dimension === 'customer') return value === null ? 't.customer_id is null' : 't.customer_id = any(:customerIds::uuid[])'
    if (value === null) return `${dimensionSql(dimension, person)} is null`
    return `${dimensionSql(dimension, person)} = ${parameter}::${typeOf[dimension] ?? 'text'}`
  })
}

/** Parameters of the fragments. */
export function getParameters(tenantId: Uuid, selection: Selection): Record<string, unknown> {
  const { filters, calendar, customerIds, fieldKey } = selection
  const values = getNames(filters).flatMap((dimension) => {
    const value = filters[dimension] ?? null
    return value === null || dimension === 'customer' ? [] : [[filterOf[dimension], toStored(dimension, value)] as const]
  })
  return { ...Object.fromEntries(values), tenantId, timezone: calendar.timezone, customerIds, fieldKey }
}

/** Converts a filter value to the form of the dimension's SQL. */
export function toStored(dimension: Dimension, value: string): string {
  // Safe because validation allows only these words.
  return dimension === 'weekday' ? String(weekdays[value as keyof typeof weekdays]) : value
}

/** SQL: the condition for a metric's facts, over a row `f` of facts of any kind. */
export function ofMetricSql({ of: { kinds, when } }: Calculation): string {
  const [only, ...others] = kinds
  const kind = others.length === 0 ? `f.kind = '${only}'` : `f.kind in (${kinds.map((each) => `'${each}'`).join(', ')})`
  return when === undefined ? kind : `${kind} and ${when}`
}

export function getKinds(metrics: readonly Metric[]): FactKind[] {
  return [...new Set(metrics.flatMap(({ how }) => how.of.kinds))]
}

/** Formats milliseconds since 1970 for PostgreSQL. */
export function toTime(at: number): string {
  return new Date(at).toISOString()
}
