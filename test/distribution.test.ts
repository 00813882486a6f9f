/** Skein can be distributed by tenant_id: its tables have suitable keys, and a distributed database can plan its statements. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement, type Database, type Statement } from '#platform/db.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { referenceTables } from '#platform/postgres/distribution.ts'
import { procedures } from '../server/resources/index.ts'
import { findProcedureFaults } from './support/procedure-audit.ts'
import { getFaults, readStatementRules, type StatementRules } from './support/statement-audit.ts'
import { cloneDatabase, type TestDatabase } from './support/test-database.ts'

let database: TestDatabase
let db: Database
let rules: StatementRules
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase({ connection: database.connection, max: 1 })
  rules = await readStatementRules(database.connection)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const root = new URL('../server/', import.meta.url).pathname
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('test/support/'),
)

describe('the catalogue', () => {
  const keys = statement<
    object,
    { table: string; name: string; kind: string; columns: string[]; referenced: string | null; target: string | null }
  >(`
    select c.relname as table, i.relname as name, 'unique index' as kind, array(
      select coalesce(a.attname, '(expression)') from unnest(x.indkey) with ordinality as k(number, n)
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number and k.number > 0 order by k.n)::text[] as columns,
      null as referenced, null as target
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    where c.relnamespace = 'public'::regnamespace and x.indisunique
    union all
    select c.relname, k.conname, 'foreign key', array(
      select a.attname from unnest(k.conkey) with ordinality as own(number, n) join pg_attribute a on a.attrelid = c.oid and a.attnum = own.number order by own.n)::text[],
      (select a.attname from pg_attribute a where a.attrelid = k.confrelid and a.attnum = k.confkey[1])::text, k.confrelid::regclass::text
    from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = 'public'::regnamespace and k.contype = 'f'
    order by 1, 2`)

  it('begins every unique, primary and foreign key of a tenant’s table with tenant_id', async () => {
    const found = (await db.rows(keys, {})).filter(({ table }) => rules.tenantTables.has(table))
    expect(new Set(found.map(({ table }) => table)), 'each table has a key').toEqual(rules.tenantTables)
    expect(found.filter(({ columns }) => columns[0] !== 'tenant_id')).toEqual([])
    const foreign = found.filter(({ kind }) => kind === 'foreign key')
    expect(foreign.length).toBeGreaterThan(0)
    expect(foreign.filter(({ referenced, target }) => referenced !== 'tenant_id' || !rules.tenantTables.has(target ?? ''))).toEqual([])
  })

  const triggers = statement<object, { name: string }>('select tgname as name from pg_trigger where not tgisinternal')
  it('has no triggers, which shards would not have', async () => {
    expect(await db.rows(triggers, {})).toEqual([])
  })

  const unlogged = statement<object, { name: string }>(`select relname as name from pg_class where relpersistence = 'u'`)
  it('has no unlogged tables, whose shards cannot be moved while they are in use', async () => {
    expect(await db.rows(unlogged, {})).toEqual([])
  })

  it('has the functions that statements call where `distribute` finds them', () => {
    expect([...rules.ownFunctions].toSorted()).toEqual(
      [
        'customer_grams',
        'kb_word_starts',
        'keep_no_values',
        'thread_field_hashes',
        'thread_priority_order',
        ...procedures.map(({ name }) => name),
      ].toSorted(),
    )
  })

  const names = statement<object, { name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
    union select conname from pg_constraint where connamespace = 'public'::regnamespace`)
  it('has names to which a shard’s number can be appended and recognised', async () => {
    expect((await db.rows(names, {})).filter(({ name }) => name.length > 50 || /_\d{6,}$/.test(name))).toEqual([])
  })

  const tables = statement<object, { name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  it('has only tables of tenants, two that map to a tenant, and three of the service', async () => {
    const rest = (await db.rows(tables, {})).map(({ name }) => name).filter((name) => !rules.tenantTables.has(name))
    expect(rest).toEqual(['api_key_hashes', 'job_schedules', 'procedures', 'schema_migrations', 'tenant_slugs'])
    expect(rest.filter((name) => !['job_schedules', 'procedures', 'schema_migrations'].includes(name))).toEqual(referenceTables.toSorted())
  })
})

describe('the statements', () => {
  it('of every queries file name their tenant and can be distributed', async () => {
    const checked: string[] = []
    const declared: string[] = []
    const faults: string[] = []
    for (const path of sources.filter((source) => /(^|[/-])queries\.ts$/.test(source))) {
      // Safe because the exports of a module are an object with names.
      const exported = (await import(join(root, path))) as Record<string, unknown>
      for (const [name, value] of Object.entries(exported)) {
        if (!isStatement(value)) continue
        checked.push(name)
        if ('definition' in value) declared.push(name)
        faults.push(...getFaults(value.text, rules).map((fault) => `${path} ${name}: ${fault}`))
      }
    }
    expect(faults).toEqual([])
    expect(declared.length, 'each is in the list that is created').toBe(procedures.length)
    expect(checked).toEqual(expect.arrayContaining(['insertThread', 'appendMessage', 'claimDeliveries', 'settleFailure', 'countBacklog']))
  })

  it('of every procedure name their tenant and use one table', () => {
    expect(procedures.flatMap((each) => findProcedureFaults(each, rules).map((fault) => `${each.name}: ${fault}`))).toEqual([])
  })

  it('across tenants are exactly these', () => {
    const reasons = sources.flatMap((path) =>
      [
        ...readFileSync(join(root, path), 'utf8').matchAll(
          /(?:const (\w+) = statement(?:(?!const \w+ =)[^])*?)?\/\* across tenants: (.*?) \*\//g,
        ),
      ].map(([, name, reason]) => `${path} ${name}: ${reason}`),
    )
    expect(reasons.toSorted()).toEqual([
      'platform/jobs/queries.ts deleteDeadJobs: age is all that counts',
      'platform/jobs/queries.ts enqueueForTenants: periodic work is done for each of them',
      'platform/jobs/queries.ts figuresOfAll: the health of the whole service',
      'platform/jobs/queries.ts queuesDue: the worker serves all of them',
      'platform/jobs/queries.ts suspendedTenants: whose work rests',
      'platform/outbox/prune.ts pruneBatch: the age of a record is all that counts',
      'platform/outbox/reader-queries.ts findAllLags: operators see all of them',
      'platform/outbox/reader-queries.ts findUnread: the worker serves all of them',
      'platform/outbox/reader-queries.ts findUnreadOnDemand: the worker serves all of them',
      'platform/outbox/reader-queries.ts sumSequences: the worker serves all of them',
      'resources/auth/queries.ts findAddressees: who forgot a password need not name the tenant',
      'resources/auth/queries.ts findCandidates: who signs in need not name the tenant',
      'resources/auth/queries.ts findKnownAddress: who signs in need not name the tenant',
      'resources/automation-rules/times/time-queries.ts findRulesToScan: the worker serves all of them',
      'resources/events/queries.ts findHeads: one query for all streams of a process',
      'resources/events/queries.ts findTenantsToRollUp: maintenance serves all of them',
      'resources/inbound-items/accept-queries.ts findHookInbox: the URL of a hook says whose it is',
      'resources/inbound-items/metric-queries.ts readBacklog: the health of the whole service',
      'resources/inbound-mails/metric-queries.ts readMailBacklogs: the health of the whole service',
      'resources/inbound-mails/smtp/queries.ts findAddressedInboxes: the recipient of a mail says whose it is',
      'resources/inbound-mails/smtp/queries.ts findDomainOwners: the recipient of a mail says whose it is',
      'resources/inbound-mails/smtp/queries.ts findForwardedInbox: the recipient of a mail says whose it is',
      'resources/inbound-mails/smtp/queries.ts findOnlyTenant: the recipient of a mail says whose it is',
      'resources/inboxes/domains/domain-queries.ts countTenants: counts them',
      'resources/inboxes/domains/domain-queries.ts findDomainsOfOthers: a domain belongs to the tenants that have proved it',
      'resources/inboxes/examine-queries.ts listEmailInboxesOfAll: the operator examines all of them',
      'resources/inboxes/hook-queries.ts listHooksOfAll: the operator examines all of them',
      'resources/inboxes/receiving/lease-queries.ts findDueInboxes: the worker serves all of them',
      'resources/inboxes/widgets/widget-queries.ts findWidgetInbox: the key of a website chat names no tenant',
      'resources/notifications/queries.ts findVersions: one question a moment for all streams of a process',
      'resources/thread-search/queries.ts tenantsToIndex: the index follows all of them',
      'resources/threads/record/sla-queries.ts findTenantsDue: one query for all of them',
      'resources/webhooks/worker/maintain-queries.ts countBacklog: the health of the whole service',
      'resources/webhooks/worker/maintain-queries.ts findDisabled: for the operator',
      'resources/webhooks/worker/maintain-queries.ts findSealedSecret: whether the service key opens it',
      'resources/webhooks/worker/queries.ts findTenantsBehind: the worker serves all of them',
      'resources/webhooks/worker/queries.ts findWebhooksDue: the worker serves all of them',
      'resources/working-state/queries.ts presentOf: one question a moment for all streams of a process',
      'resources/working-state/visitor-queries.ts visitorsPresent: one question a moment for all streams of a process',
    ])
  })
})

function isStatement(value: unknown): value is Statement<object, unknown> {
  return typeof value === 'object' && value !== null && 'text' in value && 'names' in value && typeof value.text === 'string'
}
