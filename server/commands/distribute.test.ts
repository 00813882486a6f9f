/**
 * Tests `distribute` on a real PostgreSQL with a stand-in for Citus: an extension of the same name, with its functions and its view, which
 * records the calls and refuses what Citus refuses, but moves no rows. The real Citus is not available where these tests run.
 */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { statement, type Database } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { referenceTables, type TableDistribution } from '#platform/postgres/distribution.ts'
import type { NodeGrowth } from '#platform/postgres/plan-growth.ts'
import { createTestInstallation, type Ended, type TestInstallation } from '../../test/support/skein-process.ts'
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { examineCitus } from './doctor-citus.ts'
import { examineContent } from './doctor-database.ts'
import { openServiceDatabase } from './open-database.ts'

const standIn = `
create schema citus;
create table citus.calls (n int generated always as identity, call text);
create table citus.tables (table_name regclass primary key, citus_table_type text, distribution_column text, colocation_id bigint);
create view citus.citus_tables as select * from citus.tables;
alter view citus.citus_tables set schema pg_catalog;
create table citus.functions (classid regclass default 'pg_proc'::regclass, objid oid primary key, distribution_argument_index int);
-- As if Citus had created it on the nodes when it was created here.
insert into citus.functions (objid) select oid from pg_proc where proname in (select name from public.procedures);
create view citus.pg_dist_object as select * from citus.functions;
alter view citus.pg_dist_object set schema pg_catalog;
create view citus.pg_dist_node as select 2 as nodeid, 1 as groupid, '127.0.0.1' as nodename, 1 as nodeport, 'primary' as noderole;
alter view citus.pg_dist_node set schema pg_catalog;
create view citus.pg_dist_placement as select 102008::bigint as shardid, 1 as groupid;
alter view citus.pg_dist_placement set schema pg_catalog;
create function pg_catalog.get_shard_id_for_distribution_column(table_name regclass, distribution_value anyelement) returns bigint language sql
  as $$ select 102008::bigint $$;
create function pg_catalog.citus_version() returns text language sql as $$ select 'Citus 13.2.2 on x86_64-pc-linux-gnu, a stand-in' $$;
create function pg_catalog.create_distributed_function(function_name regprocedure, distribution_arg_name text default null,
  colocate_with text default 'default') returns void language plpgsql as $$
begin
  if distribution_arg_name is not null and not exists (select from citus.tables t where t.table_name = colocate_with::regclass) then
    raise exception 'relation % is not distributed', colocate_with; end if;
  insert into citus.calls (call) values (concat_ws(' ', 'function', function_name, 'by ' || distribution_arg_name || ' beside ' || colocate_with));
  insert into citus.functions (objid, distribution_argument_index) values (function_name::oid, substr(distribution_arg_name, 2)::int - 1)
    on conflict (objid) do update set distribution_argument_index = excluded.distribution_argument_index;
end $$;
create function pg_catalog.create_reference_table(table_name regclass) returns void language plpgsql as $$
begin
  insert into citus.calls (call) values (format('reference %s', table_name));
  insert into citus.tables values (table_name, 'reference', null, 1);
end $$;
create function pg_catalog.create_distributed_table(table_name regclass, distribution_column text, distribution_type text default 'hash',
  colocate_with text default 'default', shard_count int default null) returns void language plpgsql as $$
begin
  if exists (select from pg_index x where x.indrelid = table_name and x.indisunique and not exists (
      select from pg_attribute a where a.attrelid = table_name and a.attname = distribution_column and a.attnum = any(x.indkey))) then
    raise exception 'cannot create constraint on "%"', table_name; end if;
  if exists (select from pg_constraint k where k.conrelid = table_name and k.contype = 'f' and not exists (
      select from citus.tables t where t.table_name = k.confrelid)) then
    raise exception 'referenced table must be distributed before "%"', table_name; end if;
  insert into citus.calls (call) values (format('%s by %s beside %s', table_name, distribution_column, colocate_with));
  insert into citus.tables values (table_name, 'distributed', distribution_column, case when colocate_with = 'none' then 8 else 7 end);
  -- A shard as it is when a migration has changed the statistics of its table later.
  execute format('create table if not exists citus.%I (like %s)', table_name || '_1', table_name);
end $$;
create function pg_catalog.run_command_on_shards(table_name regclass, command text) returns table (success boolean, result text) language plpgsql as $$
begin
  execute format(command, 'citus.' || table_name || '_1') into result;
  return query select true, result;
exception when others then
  return query select false, sqlerrm;
end $$;`

let installation: TestInstallation
let extensions: string
let database: TestDatabase
let db: Database
beforeAll(async () => {
  installation = await createTestInstallation()
  extensions = await mkdtemp(join(tmpdir(), 'skein-extension-'))
  await mkdir(join(extensions, 'extension'))
  await writeFile(join(extensions, 'extension', 'citus.control'), `default_version = '0'\nrelocatable = false\n`)
  await writeFile(join(extensions, 'extension', 'citus--0.sql'), standIn)
  // PostgreSQL may run as another user.
  for (const dir of [extensions, join(extensions, 'extension')]) await chmod(dir, 0o755)
  database = await cloneDatabase()
  db = openDatabase({ connection: database.connection, max: 1, statementTimeoutMs: 0 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
  await installation.remove()
  await rm(extensions, { recursive: true })
})

const environment = (): Record<string, string> => {
  const { host, port, user, password, database: name } = database.connection
  const at = { DATABASE_URL: `postgres:///${name}`, PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password }
  return { ...at, SECRET_KEY: 'a key that is known to everybody, for tests' }
}
const distribute = (...options: string[]): Promise<Ended> => installation.run(['distribute', ...options], environment())
const getTables = ({ code, stdout, stderr }: Ended): TableDistribution[] => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  // Safe because the command prints this shape with --json.
  return (JSON.parse(stdout) as { tables: TableDistribution[] }).tables
}
const calls = statement<object, { call: string }>('select call from citus.calls order by n')
const procedureSignatures = statement<object, { signature: string }>(
  'select p.oid::regprocedure::text as signature from procedures n join pg_proc p on p.proname = n.name order by 1',
)
/** Columns without statistics. Those of a shard are listed under the name of its table. */
const uncountedColumns = statement<object, { schema: string; column: string }>(`
  select c.relnamespace::regnamespace::text as schema, regexp_replace(c.relname, '_1$', '') || '.' || a.attname as column
  from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attstattarget = 0 and a.attnum > 0 and c.relkind = 'r' order by 1, 2`)
const tenantTables = statement<object, { name: string }>(`
  select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id' order by 1`)

describe('distribute, with a stand-in for Citus', () => {
  it('refuses a database without the extension in one sentence, and changes nothing', async () => {
    const sentence = `This database does not have the extension "citus", without which nothing can be distributed: install it on every node and run "create extension citus".\n`
    expect(await distribute()).toEqual({ code: 1, stdout: '', stderr: sentence })
    expect(await distribute('--json')).toEqual({ code: 1, stdout: '', stderr: sentence })
  })

  it('distributes every tenant table with colocation, and copies the look-up tables', async () => {
    await db.script(`set extension_control_path = '$system:${extensions}'; create extension citus`)
    const tables = getTables(await distribute('--json'))

    const all = (await db.rows(tenantTables, {})).map(({ name }) => name)
    const own = all.filter((name) => !referenceTables.includes(name))
    expect(own).toContain('threads')
    const named = (kind: string): string[] => tables.flatMap((table) => (table.kind === kind ? [table.table] : [])).toSorted()
    expect(named('distributed')).toEqual(own)
    expect(named('reference')).toEqual(referenceTables.toSorted())
    expect(named('local')).toEqual(['job_schedules', 'procedures', 'schema_migrations'])

    const made = (await db.rows(calls, {})).map(({ call }) => call)
    const signatures = (await db.rows(procedureSignatures, {})).map(({ signature }) => signature)
    expect(signatures.length).toBeGreaterThan(0)
    const ofProcedures = signatures.map((signature) => `function ${signature} by $1 beside tenants`)
    expect(made.slice(-signatures.length), 'after the functions that they may call').toEqual(ofProcedures)
    const [first = ''] = tables.filter(({ kind }) => kind === 'distributed').map(({ table }) => table)
    expect(made.toSorted()).toEqual(
      [
        ...referenceTables.map((name) => `reference ${name}`),
        ...own.map((name) => `${name} by tenant_id beside ${name === first ? 'default' : first}`),
        'function customer_grams(uuid,text)',
        'function kb_word_starts(uuid,text)',
        'function keep_no_values(regclass,text[])',
        'function thread_field_hashes(uuid,jsonb)',
        'function thread_priority_order(text,timestamp with time zone)',
        ...ofProcedures,
      ].toSorted(),
    )
  })

  it('keeps personal texts out of the statistics of shards', async () => {
    const uncounted = await db.rows(uncountedColumns, {})
    const of = (schema: string): string[] => uncounted.flatMap(({ schema: each, column }) => (each === schema ? [column] : []))
    expect(of('public')).toContain('customers.email')
    expect(of('citus')).toEqual(of('public'))
  })

  it('does nothing the second time, and reports that', async () => {
    const before = await db.rows(calls, {})
    const { code, stdout } = await distribute()
    expect(code).toBe(0)
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toContain('threads: distributed by tenant_id already')
    expect(lines).toContain('tenant_slugs: copied to every node already')
    expect(lines).toContain('schema_migrations: stays on this node')
    for (const name of [
      'customer_grams(uuid,text)',
      'kb_word_starts(uuid,text)',
      'keep_no_values(regclass,text[])',
      'thread_field_hashes(uuid,jsonb)',
      'thread_priority_order(text,timestamp with time zone)',
    ])
      expect(lines).toContain(`${name}: on every node already`)
    for (const { signature } of await db.rows(procedureSignatures, {}))
      expect(lines).toContain(`${signature}: runs on the node of its tenant already`)
    expect(stdout).toMatch(/\n\d+ tables are distributed and 2 copied; nothing to do\.\n/)
    expect(lines.slice(-4)).toEqual([
      'Apply these settings on the nodes too, once. Move shards as another role, because lock_timeout would end a move.',
      `alter role ${database.connection.user} set plan_cache_mode = 'auto';`,
      `alter role ${database.connection.user} set lock_timeout = '2000';`,
      `alter role ${database.connection.user} set jit = 'off';`,
    ])
    expect(await db.rows(calls, {})).toEqual(before)
  })

  it.each([
    [null, 'auto'],
    ['force_custom_plan', 'force_custom_plan'],
  ] as const)('lets sessions plan statements for their tenant: %s configured, by %s', async (planCacheMode, used) => {
    // The driver reads the directory of sockets from its own environment.
    const before = { ...process.env }
    Object.assign(process.env, environment())
    const mode = planCacheMode === null ? {} : { DATABASE_PLAN_CACHE_MODE: planCacheMode }
    const opened = await openServiceDatabase(readConfig({ ...environment(), ...mode }), createLog('silent').log, 'serve')
    const show = statement<object, { mode: string }>(`select current_setting('plan_cache_mode') as mode`)
    expect([await opened.db.first(show, {}), opened.session.planCacheMode]).toEqual([{ mode: used }, used])
    await opened.close()
    for (const key of Object.keys(environment())) delete process.env[key]
    Object.assign(process.env, before)
  })

  const examine = async (nodes: NodeGrowth[] = [], env: Record<string, string> = {}): Promise<string[]> => {
    const findings = await examineCitus(db, readConfig({ ...environment(), ...env }), () => Promise.resolve(nodes))
    return findings.map(({ status, says, cure }) => `${status}: ${says} ${cure}`)
  }
  const setVersion = (version: string): Promise<void> =>
    db.script(
      `create or replace function pg_catalog.citus_version() returns text language sql as $$ select 'Citus ${version} on a stand-in' $$`,
    )
  it('is refused by doctor for versions that may leak, if no session can be measured', async () => {
    for (const version of ['13.2.1', '13.2.2', '14.0.0', '14.0.1', '13.2.0', '13.2.3', '14.0.10', '15.0.0']) {
      await setVersion(version)
      const mayLeak = ['13.2.1', '13.2.2', '14.0.0', '14.0.1'].includes(version)
      expect(await examine()).toEqual([
        mayLeak
          ? expect.stringMatching(new RegExp(`^wrong: Unless .*, Citus ${version} keeps a plan .* Use Citus 13\\.2\\.0 on all nodes`))
          : `ok: Citus ${version} null`,
      ])
    }
    expect(await examine([], { DATABASE_PLAN_CACHE_MODE: 'force_generic_plan' })).toEqual([
      expect.stringMatching(/^wrong: Citus plans no statement under .* Unset DATABASE_PLAN_CACHE_MODE, or set it to auto\.$/),
    ])
  })

  it('is refused by doctor exactly when sessions of a node grow, whatever the version', async () => {
    const small = { node: 'db2:5432', bytes: 80 }
    for (const version of ['13.2.2', '15.0.0']) {
      await setVersion(version)
      expect(await examine([small])).toEqual([`ok: Citus ${version}; sessions do not grow on db2:5432. null`])
      expect(await examine([small, { node: 'db3:5432', bytes: 33_000 }])).toEqual([
        expect.stringMatching(new RegExp(`^wrong: With Citus ${version}, sessions on db3:5432 grow by 32 kB with each`)),
      ])
    }
    await setVersion('13.2.2')
    expect(await examine([small, { node: 'db3:5432', problem: 'permission denied' }])).toEqual([
      expect.stringMatching(/^warning: The node db3:5432 could not be examined: permission denied Let this machine reach/),
      expect.stringMatching(/^wrong: Unless it was built with/),
    ])
  })

  it('is examined by doctor over connections to its nodes', async () => {
    const findings = await examineContent(db, readConfig(environment()), true)
    // The node of the stand-in, to which nothing listens.
    expect(findings.filter(({ check }) => check === 'citus').map(({ says }) => says)).toContainEqual(
      expect.stringMatching(/^The node 127\.0\.0\.1:1 could not be examined: /),
    )
  })

  it('distributes tables of later migrations, referenced tables first', async () => {
    await db.script(`
      create table z_kettles (tenant_id uuid not null, id uuid not null, primary key (tenant_id, id));
      create table a_lid (tenant_id uuid not null, kettle_id uuid not null, primary key (tenant_id, kettle_id),
        foreign key (tenant_id, kettle_id) references z_kettles (tenant_id, id))`)
    const changed = getTables(await distribute('--json')).filter((table) => table.changed)
    expect(changed.map(({ table }) => table)).toEqual(['z_kettles', 'a_lid'])
  })

  it('names a table that it cannot distribute, and continues there in the next run', async () => {
    await db.script(`create table a_good_one (tenant_id uuid primary key); create table bad_one (tenant_id uuid, id uuid primary key)`)
    expect(await distribute()).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Table bad_one could not be distributed: cannot create constraint on "bad_one"\n',
    })
    await db.script('drop table bad_one')
    const changed = getTables(await distribute('--json')).filter((table) => table.changed)
    expect(changed).toEqual([])
  })

  it('does not accept a table that is distributed differently', async () => {
    await db.script(
      `create table odd_one (tenant_id uuid, id uuid, primary key (tenant_id, id)); select create_distributed_table('odd_one', 'id')`,
    )
    expect((await distribute()).stderr).toBe(
      `Table odd_one is distributed by id already and should be distributed by tenant_id. Undo that first: select undistribute_table('odd_one').\n`,
    )
    await db.script(`delete from citus.tables where table_name = 'odd_one'::regclass;
      select create_distributed_table('odd_one', 'tenant_id', colocate_with => 'none')`)
    expect((await distribute()).stderr).toMatch(
      /^Tables of tenants are in 2 colocation groups and must be in one: .*threads.* \| odd_one\.\n$/,
    )
  })
})
