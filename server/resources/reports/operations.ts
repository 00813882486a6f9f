import { csv, item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { getPage } from '#kit/list.ts'
import { databaseNow } from '#platform/database-now.ts'
import { maxPageSize, type Page } from '#platform/http/declared-endpoint.ts'
import { covers, type Principal } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { fetchNumberedThreads, Thread, toThread } from '../threads/index.ts'
import { behind, reportErrors } from './errors.ts'
import { metricNames, getMetric, type MetricName } from './metrics.ts'
import { dimensionsOfPeople, showsPeople } from './people.ts'
import { factHeader, hideParts, toFact, toFactRow, type Visible } from './present-fact.ts'
import { findThreadNumbers, listFacts } from './query/list-facts-queries.ts'
import { readFacts, readReport } from './query/read-query.ts'
import { FactsQuery, ReportQuery, ReportThreadsQuery, withDefaults } from './query/request-schema.ts'
import { readAsOf } from './query/sums-queries.ts'
import { computeReport, waitForEvents } from './read-report.ts'
import { toReportRows } from './report-rows.ts'
import { Fact, Metric, Metrics, Report } from './schema.ts'

const tag = 'reports'
const scope = 'reports:read'

export const listReportMetrics = endpoint.read({
  operationId: 'listReportMetrics',
  path: '/reports/metrics',
  tag,
  scope,
  summary: 'List metrics',
  description:
    'What each number of reports means, what counts and what does not, and by what it can be grouped and filtered. Without `limit` all ' +
    'metrics are on one page.',
  responds: { 200: list(Metric, 'Metrics', { whole: Metrics }) },
  present({ metric, people }: { metric: MetricName; people: boolean }) {
    const { name, figure, definition, counts, doesNotCount, dimensions, additive } = getMetric(metric)
    const shown = dimensions.filter((dimension) => people || !dimensionsOfPeople.includes(dimension))
    return { metric, name, figure, definition, counts: [...counts], doesNotCount: [...doesNotCount], dimensions: shown, additive }
  },
  async handle({ principal, page }) {
    const people = showsPeople(principal)
    return getPage(
      metricNames.map((metric) => ({ metric, people })),
      page,
    )
  },
})

const aboutReports =
  'Buckets are whole hours, days or longer periods of the time zone; the first and the last one end with the range, and buckets that have not ' +
  'begun are left out. Figures contain all events up to `asOf`, usually less than a second ago. A metric has only some dimensions ' +
  '(`GET /reports/metrics`).'

export const getReport = endpoint.read({
  operationId: 'getReport',
  path: '/reports',
  tag,
  scope,
  summary: 'Get a report',
  description: `Figures by time and group, and their totals. Each figure has the address of the facts behind it. ${aboutReports}`,
  query: ReportQuery,
  responds: { 200: item(Report, 'The report') },
  errors: [...reportErrors, behind],
  present: (report: Static<typeof Report>) => report,
  async handle({ db, principal, startPauser, query: { atLeast, ...query } }) {
    await waitForEvents({ db, principal }, atLeast)
    const caller = { db, principal, now: databaseNow(), startPauser }
    return { status: 200, record: await computeReport(caller, await readReport(caller, withDefaults(query))) }
  },
})

export const exportReport = endpoint.stream({
  operationId: 'exportReport',
  path: '/reports/export',
  tag,
  scope,
  summary: 'Export a report',
  description:
    'The rows of a report as CSV, with the ids of the metrics as headings and durations in seconds. The export is in the audit log ' +
    '(`report.exported`). A response that is cut off before the end of its transfer is incomplete. At most 10 exports and streams per key ' +
    'and 50 per tenant in one process.',
  query: ReportQuery,
  responds: { 200: csv('The report as CSV', 'bucket,from,to,THREADS_CREATED\r\n2026-03-04,…,…,12\r\n') },
  errors: [...reportErrors, behind],
  async *handle({ db, principal, query, note }) {
    const { atLeast, ...asked } = query
    const caller = { db, principal, now: databaseNow() }
    await waitForEvents(caller, atLeast)
    const plan = await readReport(caller, withDefaults(asked))
    const report = await computeReport(caller, plan)
    await note({ action: 'report.exported', target: { type: 'tenant', id: principal.tenantId }, after: query })
    for (const row of toReportRows(report, plan)) yield { event: 'line', data: row }
  },
})

function visibleTo(principal: Principal): Visible {
  return { people: showsPeople(principal), subjects: covers(principal.scopes, 'threads:read') }
}

const aboutFacts =
  'Facts do not change when threads change later; with `asOf`, as in `factsUrl` of a figure, `meta.total` is that figure whatever has happened ' +
  'since: of a rate its `whole`, of a number of threads one fact for each thread, of the backlog one fact for each thread that was in it.'

export const listReportFacts = endpoint.read({
  operationId: 'listReportFacts',
  path: '/reports/facts',
  tag,
  scope,
  summary: 'List facts',
  description: `The facts that a metric counts, those of a kind, or all, newest first. ${aboutFacts}`,
  query: FactsQuery,
  responds: { 200: list(Fact) },
  errors: reportErrors,
  present: toFact,
  async handle({ db, principal, page, query: { asOf, ...query } }) {
    const { tenantId } = principal
    const plan = await readFacts({ db, principal, now: databaseNow() }, query)
    const shown = visibleTo(principal)
    const { records, ...found } = await listFacts(db, tenantId, plan, asOf ?? (await readAsOf(db, tenantId)).sequence, page)
    return { ...found, records: records.map((record) => hideParts(record, shown)) }
  },
})

export const exportReportFacts = endpoint.stream({
  operationId: 'exportReportFacts',
  path: '/reports/facts/export',
  tag,
  scope,
  summary: 'Export facts',
  description:
    'The facts of `GET /reports/facts` as CSV, all of them, newest first, with durations in seconds. The export is in the audit log ' +
    '(`report.exported`). A response that is cut off before the end of its transfer is incomplete. At most 10 exports and streams per key ' +
    'and 50 per tenant in one process.',
  query: FactsQuery,
  responds: { 200: csv('The facts as CSV', 'id,kind,at\r\n4200.0,ANSWERED,2026-03-04T09:30:00.000Z\r\n') },
  errors: reportErrors,
  async *handle({ db, principal, query, note, signal }) {
    const { tenantId } = principal
    const { asOf, ...asked } = query
    const plan = await readFacts({ db, principal, now: databaseNow() }, asked)
    const shown = visibleTo(principal)
    const last = asOf ?? (await readAsOf(db, tenantId)).sequence
    await note({ action: 'report.exported', target: { type: 'tenant', id: tenantId }, after: query })
    yield { event: 'line', data: factHeader }
    for (let page: Page | null = { limit: maxPageSize, after: null }; page && !signal.aborted; ) {
      const { records, next } = await listFacts(db, tenantId, plan, last, page)
      for (const record of records) yield { event: 'line', data: toFactRow(toFact(hideParts(record, shown))) }
      page = next && { limit: maxPageSize, after: next }
    }
  },
})

export const listReportThreads = endpoint.read({
  operationId: 'listReportThreads',
  path: '/reports/threads',
  tag,
  scope: 'threads:read',
  summary: 'List the threads of facts',
  description:
    'The different threads that the facts of `GET /reports/facts` are about, as they are now, in the form of `GET /threads`. Deleted threads are ' +
    'missing. `POST /threads/batch` takes their ids.',
  query: ReportThreadsQuery,
  responds: { 200: list(Thread) },
  errors: reportErrors,
  present: toThread,
  async handle({ db, principal, page, query: { asOf, sort, ...query } }) {
    const { tenantId } = principal
    const plan = await readFacts({ db, principal, now: databaseNow() }, query)
    const numbers = await findThreadNumbers(db, tenantId, plan, asOf ?? (await readAsOf(db, tenantId)).sequence)
    return fetchNumberedThreads(db, tenantId, page, numbers, sort)
  },
})
