/**
 * Every list, with every single filter, in one of its orders (all of them in `npm run test:all`), on its first and on a later page, has a
 * plan that stays cheap as a tenant grows: no sequential scan of a tenant table, and a bounded number of rows for the page itself.
 *
 * The statements are those that the service sends for the requests of this file. They are planned again under the planner's usual settings,
 * as generic plans, like a prepared statement.
 */
import { afterAll, describe, expect, it } from 'vitest'
import { writeArray } from '#platform/postgres/arrays.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import { parseTypeId, type IdPrefix } from '#platform/ids.ts'
import { startVisitor } from './support/chats.ts'
import { setUpTenant, type TestTenant } from './support/service.ts'
import { rollUpEvents } from '../server/resources/events/index.ts'
import { modules } from '../server/resources/index.ts'
import { indexTexts } from '../server/resources/thread-search/index.ts'
import { casesInTurn } from './extent.ts'
import { bulkId, fillEventObjects, fillTenant, filledTables } from './bulk-tenant.ts'

/**
 * Number of rows that exceeds the limit of a page, so that a full scan of a tenant is detected: threads, and tables with one row per
 * thread.
 */
const threadCount = 12_000
/** The same for the other lists, whose pages may touch far fewer rows. */
const othersCount = 2_000
/**
 * Maximum number of rows that a page may touch, joins included: `default` when an index has both filter and order; `otherOrder` when one
 * index has the filter and another the order, so that the list collects up to 2,000 matches of the one, or walks up to 5,000 entries of the
 * other with their rows. The filter `threadId`, which includes the threads merged into that thread, has 3,000 here. `names`: the filter
 * `namePrefix` reads all names of the tenant, because no index finds the words within a name. Each resource limits their number.
 */
const maxRows = { default: 400, otherOrder: 10_500, names: othersCount + 400 }

/**
 * Whether a filter is a range of one time while the order is another time, so that the position of the page depends on their correlation.
 */
function walks(filter: string, sort: string | undefined): boolean {
  const range = /^(.+?)(At)?(After|Before)$/.exec(filter)?.[1]
  return range !== undefined && !(sort ?? 'createdAt').replace('-', '').startsWith(range)
}

/** Lists with as many rows as there are threads. A page of any other list touches at most `maxRows.default` rows in any order. */
const threadLists: ReadonlySet<string> = new Set(['threads', 'scheduled-meetings', 'satisfaction'])

function getMaxRows({ tag, operationId }: Endpoint, filter: string | undefined, sort = 'createdAt'): number {
  // Includes the participants of threads that were merged into the thread.
  if (operationId === 'listThreadParticipants') return maxRows.otherOrder
  if (filter && walks(filter, sort)) return Infinity
  if (filter === 'namePrefix') return maxRows.names
  const isOneIndex =
    sort.endsWith('createdAt') && filter !== 'waiting' && filter !== 'q' && filter !== 'customFields' && filter !== 'threadId'
  return isOneIndex || !threadLists.has(tag) ? maxRows.default : maxRows.otherOrder
}

/** Lists that this test skips, each with the reason. */
const unjudged: Readonly<Record<string, string>> = {
  searchKb: 'has an index of words, which server/resources/kb/search/query-plans.test.ts judges',
  searchWidgetArticles: 'as well',
  countViews: 'counts the threads of each view, one after the other',
  getAiUsage: 'reads the thirty days of `ai_usage`, which this file does not fill',
  listReportFacts: 'reads facts, which `bench/reports.ts` measures',
  listReportThreads: 'collects the threads of facts, as a search does',
  listInboxDnsRecords: 'looks up DNS records, and reads one inbox',
  listMailProviders: 'reads no table',
}

const lists = modules
  .flatMap(({ endpoints }) => endpoints)
  .filter(
    ({ responds, operationId, scope }) =>
      scope !== 'visitor' && !(operationId in unjudged) && Object.values(responds).some(({ kind }) => kind === 'list'),
  )

let heard: { text: string; parameters: readonly unknown[] }[] = []

const { service, tenant } = await setUpTenant({ onStatement: (text, parameters) => heard.push({ text, parameters }) })
await fillTenant(service.db, tenant.tenantId, { count: threadCount, others: othersCount })
await tenant.skein.createThread({ body: { title: 'a', body: 'b', requester: { email: 'a@example.com' } } })
await fillEventObjects(service.db, tenant.tenantId)
for (let i = 0; i < 3; i++) await fillTenant(service.db, (await service.createTenant()).tenantId, { count: 300, others: 100 })
// Statements of workers' periodic jobs.
await rollUpEvents(service.db, 1)
await indexTexts(service.db, { eager: true, batchSize: { events: 20_000, threads: 5_000, messages: 20_000 } })
await service.db.script('vacuum analyze')
const planner = openDatabase({ connection: service.connection, max: 1, statementTimeoutMs: 0 })
await planner.script('set plan_cache_mode = force_generic_plan')
afterAll(() => planner.close())

describe.each(lists.map((endpoint) => [endpoint.operationId, endpoint] as const))('%s', (_, endpoint) => {
  const { sorts, filters } = getChoices(endpoint)
  const sortsOf = casesInTurn(sorts, 1)
  const cases = [null, ...filters].flatMap((filter, i) =>
    (filter === null ? sorts : sortsOf(i - 1)).map(
      (sort) => [[filter?.name, sort].filter((part) => part !== undefined).join(', ') || 'nothing asked', sort, filter] as const,
    ),
  )

  it.each(cases)('uses an index for %s', async (_name, sort, filter) => {
    const query = new URLSearchParams({ ...(sort ? { sort } : {}), ...(filter ? { [filter.parameter]: filter.value(tenant) } : {}) })
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => bulkId(tenant.tenantId, getPrefix(endpoint, name)))
    const rows = getMaxRows(endpoint, filter?.name, sort)
    const first = await look(`${path}?${query}`, rows)
    if (!first.meta.hasMore) return
    query.set('cursor', first.meta.cursor)
    await look(`${path}?${query}`, rows)
  })
})

it('a rare value of a custom field is found without reading a large inbox', async () => {
  const query = new URLSearchParams({ 'customFields[field_2]': 'single', inboxId: bulkId(tenant.tenantId, 'inb') })
  // Reads the definitions of the fields, a thousand here. The inbox has 2,400 threads.
  for (const sort of ['-createdAt', '-updatedAt']) await look(`/threads?${query}&sort=${sort}`, 1_050)
})

it('a visitor’s conversations and their messages use an index as well', async () => {
  const inboxId = bulkId(tenant.tenantId, 'inb')
  await service.db.script(`update inboxes set type = 'WIDGET' where id = '${parseTypeId('inb', inboxId)}'`)
  const visitor = await startVisitor(service, { key: inboxId.replace('inb_', 'wgt_') })
  const { id } = await visitor.begin()
  for (let n = 0; n < 3; n++) await visitor.write(id, `Number ${n}`)
  const { token } = visitor
  for (const path of ['/widget/threads', `/widget/threads/${id}/messages`, `/widget/threads/${id}/messages?after=0`])
    await look(path, maxRows.default, { key: token })
})

it('pages that a cluster reads in parts use an index as well', async () => {
  const node = await service.startNode({ isCluster: true })
  const id = (prefix: 'inb' | 'tea' | 'cst') => bulkId(tenant.tenantId, prefix)
  const filters = ['', 'assigneeId=none', 'assigneeId=me', `inboxId=${id('inb')}`, `teamId=${id('tea')}`, 'status=open', 'channel=sms']
  const sorted = ['updatedAt', '-lastMessageAt', 'waitingSince', 'priority'].flatMap((sort) => [`sort=${sort}`, `status=open&sort=${sort}`])
  for (const query of [...filters, ...sorted, `customerId=${id('cst')}`]) {
    const path = `/threads?${query}`
    heard = []
    expect((await node.api('GET', path, { key: tenant.key })).status, path).toBe(200)
    const pages = heard.filter(({ text }) => / as "positionAt"/.test(text) || / = any\(\$\d::uuid\[\]\)/.test(text))
    expect(pages.length, path).toBeGreaterThan(0)
    for (const { text, parameters } of pages) await judge(path, text, parameters, maxRows.default)
  }
})

async function look(path: string, rows: number, options: { key?: string } = {}) {
  heard = []
  const { status, body } = await tenant.api<unknown[]>('GET', path, options)
  expect(status, path).toBe(200)
  expect(body.data.length, `${path}: finds something, so that the plan is worth judging`).toBeGreaterThan(0)
  for (const { text, parameters } of heard.splice(0)) await judge(path, text, parameters, rows)
  return body
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Subplan Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

async function judge(path: string, text: string, parameters: readonly unknown[], rows: number): Promise<void> {
  if (!planner) throw new Error('There is no connection to plan on')
  await planner.script('deallocate all')
  await planner.script(`prepare judged as ${text}`)
  const [row] = await planner.rows<object, { 'QUERY PLAN': { Plan: Plan }[] }>(
    {
      text: `explain (analyze, timing off, format json) execute judged${parameters.length > 0 ? `(${parameters.map(literal).join(', ')})` : ''}`,
      names: [],
    },
    {},
  )
  const plan = row?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error('EXPLAIN gave no plan')
  const scans = getScans(plan, '')
  const what = `${path}\n${text}\n${JSON.stringify(scans)}`
  expect(
    scans.filter(({ node, table }) => node === 'Seq Scan' && filledTables.has(table)),
    what,
  ).toEqual([])
  const small = scans.filter(({ table }) => !filledTables.has(table) && !smallTables.has(table)).map(({ table }) => table)
  expect(small, 'tables that bulk-tenant.ts must fill before plans on them mean anything').toEqual([])
  // The total is the CTE `counted`, or a scalar subquery if nothing else needs it. Lists of events add two, and check a position.
  const isTotal = ({ part }: Scan): boolean => part === 'CTE counted' || part.startsWith('InitPlan ')
  const totals = new Set(scans.filter(isTotal).map(({ part }) => part))
  expect(totals.size, `parts of the total: ${what}`).toBeLessThanOrEqual(path.startsWith('/events') ? 3 : 1)
  const touched = scans.filter((scan) => !isTotal(scan)).reduce((sum, scan) => sum + scan.rows, 0)
  expect(touched, `rows touched outside the total: ${what}`).toBeLessThanOrEqual(rows)
}

/** Tables with a few rows per tenant or per release, and global look-up tables. */
const smallTables: ReadonlySet<string> = new Set([
  'tenants',
  'tenant_counters',
  'tenant_slugs',
  'sla_policies',
  // One row per article that a visitor has read.
  'kb_article_counts',
  // One row per session that ended before its time. A request reads it when the service last checked the session a while ago.
  'ended_visitor_sessions',
  'api_key_hashes',
  'webhook_cursors',
  // One row per reader.
  'reader_cursors',
  'schema_migrations',
  'event_rollups',
  // A word has one row per 65,536 threads.
  'search_words',
  'search_cursors',
  'search_marks',
  'event_type_totals',
  'webhook_delivery_totals',
  'job_queues',
  // One row per inbox with a mailbox or a mail server.
  'inbox_connections',
])

type Scan = { node: string; table: string; rows: number; part: string }

/** Returns every table access of a plan, with its total number of rows and its named part (`CTE page`, or `InitPlan 1` without a name). */
function getScans(plan: Plan, around: string): Scan[] {
  const name = plan['Subplan Name'] ?? ''
  const part = name.startsWith('CTE ') || (around === '' && name.startsWith('InitPlan ')) ? name : around
  const table = plan['Relation Name']
  const rows = Math.ceil((plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'])
  return [
    ...(table && !table.startsWith('pg_') ? [{ node: plan['Node Type'], table, rows, part }] : []),
    ...(plan.Plans ?? []).flatMap((child) => getScans(child, part)),
  ]
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  const text = Array.isArray(value) ? writeArray(value) : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return `'${text.replaceAll("'", "''")}'`
}

// --- Orders and filters of a list -------------------------------------------------------------------------------------

type PlainSchema = {
  enum?: string[]
  format?: string
  type?: string
  pattern?: string
  'x-id'?: IdPrefix
  properties?: Record<string, PlainSchema>
  examples?: string[]
}
type Filter = { name: string; parameter: string; value: (tenant: TestTenant) => string }

function getChoices(endpoint: Endpoint): { sorts: (string | undefined)[]; filters: Filter[] } {
  // Safe because a TypeBox schema is a JSON Schema at run time.
  const { sort, ...properties } = ((endpoint.query as PlainSchema | undefined)?.properties ?? {}) as Record<string, PlainSchema>
  return {
    sorts: [undefined, ...(sort?.enum ?? [])],
    filters: Object.entries(properties).map(([name, schema]) => ({
      name,
      parameter: schema.type === 'object' ? `${name}[field_2]` : name,
      value: ({ tenantId }) => valueFor(tenantId, name, schema, endpoint),
    })),
  }
}

/** Returns a value that some of the tenant's rows have. */
function valueFor(tenantId: string, name: string, schema: PlainSchema, { tag }: Endpoint): string {
  // In upper case, unlike the names. `LABEL 19` also matches `Label 190` to `Label 199`, so the page has several rows.
  if (name === 'namePrefix') return `${tag.replace(/(?<=x)es$|s$/, '').toUpperCase()} 19`
  if (name === 'q' && tag === 'customers') return 'TOMER c19'
  if (name === 'email' && tag === 'users') return 'u77@example.com'
  if (name in knownValues) return knownValues[name] ?? ''
  if (schema['x-id']) return bulkId(tenantId, schema['x-id'])
  // The filter takes an id of the list, or a time if the list has one. There are events on both sides of the tenth, for both orders.
  if (name === 'after') return tag === 'events' ? bulkId(tenantId, 'evt', 10) : '2026-01-05T00:00:00Z'
  if (name === 'targetId') return bulkId(tenantId, 'thr')
  if (schema.enum) return schema.enum[0] ?? ''
  if (schema.format === 'date-time') return '2026-01-05T00:00:00Z'
  if (schema.type === 'boolean') return 'true'
  return schema.examples?.[0] ?? ''
}

const knownValues: Readonly<Record<string, string>> = {
  q: 'subject',
  customFields: 'rare',
  externalRef: 'ref-77',
  email: 'c77@example.com',
  externalId: 'crm-77',
  authorType: 'CUSTOMER',
  action: 'thread.created',
  eventType: 'thread.created',
}

function getPrefix({ params }: Endpoint, name: string): IdPrefix {
  return params[name]?.prefix ?? 'thr'
}
