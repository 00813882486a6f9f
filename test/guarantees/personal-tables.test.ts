/** Every tenant table that could contain a customer's text is declared by a module, which erases it, or exempt with a reason. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement, type Database } from '#platform/db.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { eraseSteps, personalTables } from '#kit/privacy/holding.ts'
import { cloneDatabase, type TestDatabase } from '../support/test-database.ts'
import { modules } from '../../server/resources/index.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase({ connection: database.connection, max: 1 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const findTables = statement<object, { table: string; hasText: boolean }>(`
  select c.table_name as table, bool_or(c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea') or c.udt_name in ('_text', '_json', '_jsonb')) as "hasText"
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 having bool_or(c.column_name = 'tenant_id') order by 1`)

/**
 * Finds columns, and expression indexes, whose values PostgreSQL may store in its statistics. It stores none of `json`, because such values
 * cannot be compared.
 */
const findCounted = statement<{ tables: readonly string[] }, { column: string }>(`
  select coalesce(t.relname || ' ', '') || c.relname || '.' || a.attname as column
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_index i on i.indexrelid = c.oid left join pg_class t on t.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace and coalesce(t.relname, c.relname) = any(:tables::text[]) and a.attstattarget is distinct from 0
    and a.atttypid <> all(array['uuid', 'boolean', 'integer', 'bigint', 'smallint', 'double precision', 'timestamptz', 'uuid[]', 'smallint[]', 'json']::regtype[])
    -- Domains are lists of words.
    and a.atttypid not in (select oid from pg_type where typtype in ('e', 'd'))
    and (c.relkind in ('r', 'p') or i.indkey[a.attnum - 1] = 0) order by 1`)

/** Finds extended statistics, which store values as well. */
const findExtended = statement<object, { name: string }>('select stxname as name from pg_statistic_ext')

const findKept = statement<object, object>(
  "select 1 from pg_stats where (tablename, attname) in (('customers', 'email'), ('customers_grams', 'customer_grams'))",
)

/** Columns of declared tables whose values reveal nothing about a customer, each with the reason. Queries need the statistics of some. */
const impersonal: Readonly<Record<string, string>> = {
  'ai_runs.model': 'the name of a language model',
  'ai_runs.operation': 'one of a few words',
  'ai_runs.provider': 'the name of a provider',
  'ai_runs.status': 'one of a few words',
  'ai_runs.usage': 'numbers of tokens',
  'audit_logs.action': 'names of operations',
  'audit_logs.ip': 'where a colleague or a program called from',
  'audit_logs.request_id': 'ids',
  'audit_logs.target_type': 'one of a few words',
  'audit_logs.via': 'one of a few words',
  'automatic_replies.source': 'one of a few words',
  'customer_identities.type': 'one of a few words',
  'events.type': 'names of events',
  'idempotency_keys.fingerprint': 'hashes with a secret key',
  'idempotency_keys.key_hash': 'hashes with a secret key',
  'inbound_items.cause': 'one of a few words',
  'inbound_items.kind': 'names of events',
  'inbound_items.outcome': 'one of a few words',
  'inbound_items.provider': 'the name of a provider',
  'inbound_mails.body_digest': 'a hash under a secret key',
  'inbound_mails.cause': 'one of a few words',
  'inbound_mails.identity': 'a hash under a secret key',
  'inbound_mails.outcome': 'one of a few words',
  'inbound_mails.transport': 'one of a few words',
  'jobs.key': 'ids',
  'jobs.name': 'names of jobs',
  'jobs.state': 'one of a few words',
  'meetings.ics_uid': 'ids',
  'meetings.status': 'one of a few words',
  'meetings.timezone': 'where the host plans',
  'messages.channel': 'one of a few words',
  'portal_links.token_hash': 'a hash of a random token',
  'satisfaction_requests.cancel_reason': 'one of a few words',
  'satisfaction_requests.channel': 'one of a few words',
  'satisfaction_requests.scale': 'one of a few words',
  'satisfaction_requests.source': 'one of a few words',
  'satisfaction_requests.state': 'one of a few words',
  'outgoing_messages.phase': 'one of a few words',
  'outgoing_messages.sender': 'one of a few words',
  'scheduled_messages.body_format': 'one of a few words',
  'scheduled_messages.state': 'one of a few words',
  'search_words.body': 'numbers of threads',
  'search_words.head': 'numbers of threads',
  'thread_drafts.body_format': 'one of a few words',
  'thread_drafts.kind': 'one of a few words',
  'sender_rules.action': 'one of a few words',
  'thread_participants.added_by': 'one of a few words',
  'thread_participants.role': 'one of a few words',
  'threads.ticket_number': 'numbers',
  'uploads.content_type': 'media types',
  'uploads.sha256': 'hashes',
  'uploads.state': 'one of a few words',
  'webhook_deliveries.event_type': 'names of events',
  'webhook_deliveries.state': 'one of a few words',
}

/** Global look-up tables. */
const global: Readonly<Record<string, string>> = { api_key_hashes: 'hashes of credentials of colleagues' }

describe('what modules store about customers', () => {
  it('is declared for each table with text, or the table is excused with a reason', async () => {
    expect(modules.length).toBeGreaterThan(0)
    const { tables, excused } = personalTables()
    const known = new Set([...tables, ...Object.keys(excused), ...Object.keys(global)])
    const found = await db.rows(findTables, {})
    expect(found.filter(({ table, hasText }) => hasText && !known.has(table)).map(({ table }) => table)).toEqual([])
    const existing = new Set(found.map(({ table }) => table))
    expect(
      [...known].filter((table) => !existing.has(table)),
      'tables that do not exist',
    ).toEqual([])
    expect(
      tables.filter((table) => table in excused),
      'declared and excused',
    ).toEqual([])
    expect(Object.values(excused).every((reason) => reason.length > 2)).toBe(true)
  })

  it('is in no statistics of PostgreSQL, which erasures cannot reach', async () => {
    const { tables } = personalTables()
    const found = (await db.rows(findCounted, { tables })).map(({ column }) => column)
    expect(found, 'add it to keep_no_values in the migration, or to `impersonal` with a reason').toEqual(Object.keys(impersonal).toSorted())
    expect(await db.rows(findExtended, {})).toEqual([])
  })

  it('is deleted from the statistics that an earlier version gathered', async () => {
    await db.script(`
      alter table customers alter column email set statistics 100;
      alter index customers_grams alter column 1 set statistics 100;
      insert into customers (tenant_id, id, email, name_words)
        select gen_random_uuid(), gen_random_uuid(), n || '@example.com', ' ada ' || n || ' ' from generate_series(1, 9) n;
      analyze customers`)
    expect(await db.rows(findKept, {})).toHaveLength(2)
    await db.script(
      `select keep_no_values('customers', '{email}'); alter index customers_grams alter column 1 set statistics 0; analyze customers`,
    )
    expect(await db.rows(findKept, {})).toEqual([])
  })

  it('is erased by steps with unique names, under which their progress is stored', () => {
    const names = eraseSteps().map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names[0]).toBe('customers')
    expect(names.indexOf('messages')).toBeLessThan(names.indexOf('threads'))
    expect(names.indexOf('threads')).toBeLessThan(names.indexOf('events'))
  })
})
