/** Parses the parameters of a report. All report operations and saved reports use it. */
import { didYouMean } from '#platform/closest.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Principal } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { readTimezone } from '#platform/time.ts'
import { findSelectField } from '../../custom-fields/index.ts'
import { getSettings } from '../../tenants/index.ts'
import { expandCustomerFilter } from '../../threads/index.ts'
import { invalidRange, tooLarge } from '../errors.ts'
import { type FactKind, factKinds } from '../measures/fact.ts'
import { type Calculation, dimensionNames, type Dimension, type Person, getPerson } from '../metric.ts'
import { getMetric, metricNames, type MetricName } from '../metrics.ts'
import { checkPeople } from '../people.ts'
import {
  type Bucket,
  type Calendar,
  type Comparison,
  type Grain,
  isLongerThan,
  listBuckets,
  localDate,
  readMoment,
  shiftBack,
  type Span,
} from './calendar.ts'
import { type filterFields, filterOf, type FactsQueryInput, type SavedQuery, withDefaults } from './request-schema.ts'

const maxMetrics = 12
const maxYears = 5
const maxDaysByHour = 31
export const maxCells = 20_000
export const maxCellsOfDurations = 2_000
/** Earliest instant that every time zone and PostgreSQL support. */
const earliest = Date.parse('1971-01-01T00:00:00Z')

/** Filter values by dimension; null for facts without a value. */
export type Filters = Partial<Record<Dimension, string | null>>

/** The facts that a report or a list covers. */
export type Selection = {
  readonly span: Span
  readonly calendar: Calendar
  readonly time: 'CALENDAR' | 'WORKING'
  readonly filters: Filters
  /** Customers whose threads count for the customer in the filter (after merges). */
  readonly customerIds: readonly Uuid[] | null
  readonly fieldKey: string | null
}

export type ReportPlan = Selection & {
  readonly metrics: readonly MetricName[]
  readonly grain: Grain
  readonly groupBy: readonly Dimension[]
  readonly buckets: readonly Bucket[]
  readonly compared: readonly Bucket[] | null
}

type Caller = { db: Queryable; principal: Principal; now: number }
type Asked = Omit<Static<typeof SavedQuery>, 'metrics'>

/** Parses the parameters of a report. Throws 400, 403 and 422 for impossible requests, each with a message that says what to change. */
export async function readReport(caller: Caller, query: Static<typeof SavedQuery>): Promise<ReportPlan> {
  const { grain = 'none', compareTo = 'NONE' } = query
  const metrics = readMetrics('metrics', query.metrics)
  const groupBy = readWords('groupBy', query.groupBy ?? '', dimensionNames, 2, 'dimension')
  const selection = await readSelection(caller, query, { metrics, groupBy, grain })
  const { span, calendar, time } = selection
  const begun = (bucket: Bucket): boolean => bucket.from <= caller.now
  const buckets = listBuckets(span, grain, calendar, maxCells + 1).filter(begun)
  const compared =
    compareTo === 'NONE' ? null : listBuckets(shiftBack(span, compareTo, grain, calendar.timezone), grain, calendar, maxCells + 1)
  checkSize(metrics, buckets.length, 1)
  return { ...selection, time, metrics, grain, groupBy, buckets, compared: compared?.slice(0, buckets.length) ?? null }
}

// Safe because the keys of the table are the kinds.
const allKinds = Object.keys(factKinds) as FactKind[]

/** The facts to list: of a metric, of a kind, or all. */
export type FactsPlan = Selection & { readonly how: Calculation; readonly person: Person }

/** Parses the parameters of a list of facts. */
export async function readFacts(caller: Caller, { metric, kind, ...sent }: Omit<FactsQueryInput, 'asOf'>): Promise<FactsPlan> {
  if (metric !== undefined && kind !== undefined) throw refuse('metric', 'NOT_ALLOWED', 'must not be sent together with kind')
  const [name, ...others] = metric === undefined ? [] : readMetrics('metric', metric)
  if (others.length > 0) throw refuse('metric', 'TOO_MANY', 'must be one metric')
  const selection = await readSelection(caller, withDefaults(sent), { metrics: name ? [name] : [], groupBy: [], grain: 'none' })
  if (name) return { ...selection, how: getMetric(name).how, person: getPerson(getMetric(name)) }
  return { ...selection, how: { type: 'count', of: { kinds: kind ? [kind] : allKinds }, sums: [] }, person: 'person_id' }
}

async function readSelection(
  { db, principal, now }: Caller,
  query: Asked,
  { metrics, groupBy, grain }: { metrics: readonly MetricName[]; groupBy: readonly Dimension[]; grain: Grain },
): Promise<Selection> {
  const settings = getSettings(principal)
  const timezone = readTimezone(query.timezone ?? settings.reporting.timezone ?? settings.timezone)
  if (timezone === null) throw refuse('timezone', 'INVALID', 'must be a time zone of the IANA database, such as Europe/Berlin')
  const span = readSpan(query, grain, timezone, now)
  const filters = readFilters(query)
  const used = [...new Set([...groupBy, ...getNames(filters)])]
  checkPeople(principal, used)
  checkDimensions(metrics, groupBy, filters)
  const fieldKey = used.includes('field') ? await readField(db, principal.tenantId, query.fieldKey, filters.field ?? null) : null
  if (fieldKey === null && query.fieldKey !== undefined)
    throw refuse('fieldKey', 'NOT_USED', 'needs fieldValue, or groupBy with the dimension field')
  return {
    span,
    calendar: { timezone, weekStartsOn: settings.reporting.weekStartsOn },
    time: query.time ?? 'CALENDAR',
    filters,
    customerIds: await readCustomer(db, principal.tenantId, filters.customer ?? null),
    fieldKey,
  }
}

/** Dimensions with a filter value. */
export function getNames(filters: Filters): Dimension[] {
  // Safe because the keys of filters are dimensions.
  return (Object.keys(filters) as Dimension[]).filter((name) => filters[name] !== undefined)
}

function readMetrics(field: string, text: string): MetricName[] {
  return readWords(field, text, metricNames, maxMetrics, 'metric')
}

/** Parses distinct comma-separated keywords, ignoring letter case. */
function readWords<Word extends string>(field: string, text: string, known: readonly Word[], most: number, noun: string): Word[] {
  const byKey = new Map(known.map((word) => [word.toUpperCase(), word]))
  const words = text === '' ? [] : text.split(',').map((word) => word.trim())
  const found = words.map((word) => {
    const name = byKey.get(word.toUpperCase())
    if (name === undefined)
      throw refuse(field, 'UNKNOWN', `has no ${noun} named ${JSON.stringify(word.slice(0, 64))}${didYouMean(word, known)}`)
    return name
  })
  if (new Set(found).size !== found.length) throw refuse(field, 'REPEATED', `must name each ${noun} once`)
  if (found.length > most) throw refuse(field, 'TOO_MANY', `must name at most ${most} ${noun}s`)
  return found
}

function readSpan(query: { from: string; to: string }, grain: Grain, timezone: string, now: number): Span {
  const read = (field: 'from' | 'to'): number => {
    const moment = readMoment(query[field], timezone, now)
    if (moment === null)
      throw refuseRange(
        field,
        'INVALID',
        'must be a local date (2026-03-01), an instant with its offset (2026-03-01T09:30:00Z), or today, today-30, today+1',
      )
    return moment.at
  }
  const span = { from: read('from'), to: read('to') }
  if (span.to <= span.from) throw refuseRange('to', 'BACKWARDS', 'must be later than from')
  if (isLongerThan(span, { years: maxYears }, timezone))
    throw refuseRange(
      'to',
      'TOO_LONG',
      `must be at most ${maxYears} years after from: send to=${localDate(shift(span.from, maxYears), timezone)} or earlier`,
    )
  if (grain === 'hour' && isLongerThan(span, { days: maxDaysByHour }, timezone))
    throw refuseRange(
      'to',
      'TOO_LONG',
      `must be at most ${maxDaysByHour} days after from with grain=hour: choose grain=day, or a shorter range`,
    )
  if (span.from > now) throw refuseRange('from', 'IN_FUTURE', 'must not be in the future')
  if (span.from < earliest) throw refuseRange('from', 'TOO_EARLY', 'must be in 1971 or later')
  return span
}

function shift(at: number, years: number): number {
  return new Date(at).setUTCFullYear(new Date(at).getUTCFullYear() + years)
}

function readFilters(query: Partial<Record<keyof typeof filterFields, string | number>>): Filters {
  const filters: Filters = {}
  // Safe because the keys of the table are dimensions.
  for (const [dimension, name] of Object.entries(filterOf) as [Dimension, keyof typeof filterFields][]) {
    const value = query[name]
    if (value !== undefined) filters[dimension] = value === 'none' || (name === 'fieldValue' && value === '') ? null : String(value)
  }
  return filters
}

/** Throws 400 for a dimension or filter that a metric lacks: a sum that ignores it would be wrong. */
function checkDimensions(metrics: readonly MetricName[], groupBy: readonly Dimension[], filters: Filters): void {
  for (const metric of metrics) {
    const own = getMetric(metric).dimensions
    const group = groupBy.find((dimension) => !own.includes(dimension))
    if (group !== undefined)
      throw refuse('groupBy', 'NOT_AVAILABLE', `${metric} has no dimension ${group}: leave out the metric, or use ${own.join(', ')}`)
    const filter = getNames(filters).find((dimension) => !own.includes(dimension))
    if (filter !== undefined)
      throw refuse(filterOf[filter], 'NOT_AVAILABLE', `${metric} has no dimension ${filter}: leave out the metric or the filter`)
  }
}

async function readField(db: Queryable, tenantId: Uuid, key: string | undefined, value: string | null): Promise<string> {
  if (key === undefined) throw refuse('fieldKey', 'REQUIRED', 'must name the custom field')
  const field = await findSelectField(db, tenantId, key)
  if (!field) throw refuse('fieldKey', 'UNKNOWN_CUSTOM_FIELD', 'is not a custom field of threads of type SELECT')
  if (value !== null && !field.options.some((option) => option.value === value))
    throw refuse('fieldValue', 'NOT_ALLOWED', 'is not an option of the field')
  return key
}

async function readCustomer(db: Queryable, tenantId: Uuid, customerId: string | null): Promise<Uuid[] | null> {
  if (customerId === null) return null
  const { customerIds, customerId: only } = await expandCustomerFilter(db, tenantId, { customerId })
  // Safe because the function returns one or several ids.
  return (customerIds as Uuid[] | undefined) ?? [String(only)]
}

/** Throws SVC-REPORT-TOO_LARGE for too many figures. `groups` is the number of groups per bucket. */
export function checkSize(metrics: readonly MetricName[], buckets: number, groups: number): void {
  const rows = buckets * groups
  const durations = metrics.filter((metric) => getMetric(metric).figure === 'DURATION')
  const size = `${buckets.toLocaleString('en')} buckets × ${groups.toLocaleString('en')} groups`
  if (rows * metrics.length > maxCells)
    throw refuseSize(
      `${size} × ${metrics.length} metrics are ${(rows * metrics.length).toLocaleString('en')} figures; a report has at most ` +
        `${maxCells.toLocaleString('en')}. Choose a longer grain, a shorter range, fewer metrics or dimensions, or a filter.`,
    )
  if (rows * durations.length > maxCellsOfDurations)
    throw refuseSize(
      `${size} × ${durations.length} metrics with a median (${durations.join(', ')}) are ${(rows * durations.length).toLocaleString('en')} figures; ` +
        `at most ${maxCellsOfDurations.toLocaleString('en')} can have a median. Choose a longer grain, a shorter range, fewer dimensions, or leave out these metrics.`,
    )
}

export function refuseSize(message: string): ApiError {
  return new ApiError(tooLarge, { message })
}

function refuseRange(field: string, code: string, message: string): ApiError {
  return new ApiError(invalidRange, {
    message: `The time range is not one that reports can show: \`${field}\` ${message}.`,
    details: [{ field, code, message }],
  })
}

function refuse(field: string, code: string, message: string): ApiError {
  return new ApiError(validationFailed, { details: [{ field, code, message }] })
}

export type { Comparison }
