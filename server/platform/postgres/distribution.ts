/**
 * Spreads the tables over the nodes of a PostgreSQL with the Citus extension: each tenant's rows of all tables on one node.
 *
 * Tenant tables are found in the catalogue (they have a tenant_id), so that tables of new migrations are included. Tables that are already
 * distributed are left alone: after an upgrade the same call distributes the new ones. Functions of migrations are created on every node,
 * because the statements that call them run there.
 */
import { statement, type Database, type Queryable } from '../db.ts'

/** Tables with a tenant_id that are queried before the tenant is known: every node gets a copy. */
export const referenceTables: readonly string[] = ['tenant_slugs', 'api_key_hashes']

/** `local`: not a tenant's table, stays where it is. */
export type TableDistribution = { table: string; kind: 'distributed' | 'reference' | 'local'; changed: boolean }

export type FunctionDistribution = { function: string; changed: boolean }

/** The database does not have the extension. */
export class NotDistributable extends Error {}

type Table = { name: string; hasTenant: boolean; references: string[] }
type Known = { name: string; kind: string; column: string | null; group: number }

const findExtension = statement<object, object>(`select 1 from pg_extension where extname = 'citus'`)
/** Such as `Citus 13.2.2 on x86_64-pc-linux-gnu, …`; the extension's own version (13.2-1) does not change with the last number. */
const findVersion = statement<object, { version: string | null }>(
  `select substring(citus_version() from 'Citus (\\d+\\.\\d+\\.\\d+)') as version`,
)
/** Referenced tables must be distributed before the tables that reference them. */
const findTables = statement<object, Table>(`
  select c.relname as name,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as "hasTenant",
    array(select r.relname from pg_constraint k join pg_class r on r.oid = k.confrelid where k.conrelid = c.oid and k.contype = 'f')::text[] as references
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by 1`)
const findKnown = statement<object, Known>(`
  select c.relname as name, t.citus_table_type as kind, t.distribution_column as column, t.colocation_id::int as group
  from citus_tables t join pg_class c on c.oid = t.table_name where c.relnamespace = 'public'::regnamespace`)
const findFunctions = statement<object, { oid: number; name: string; signature: string }>(`
  select p.oid::int8 as oid, p.proname as name, p.oid::regprocedure::text as signature from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  order by 3`)
const findKnownFunctions = statement<object, { oid: number }>(
  `select objid::int8 as oid from pg_dist_object where classid = 'pg_proc'::regclass`,
)
/** Tables with the columns of which the planner keeps no statistics, so that these hold no values of customers. */
const findUncounted = statement<object, { table: string; columns: string }>(`
  select c.relname as table, array_agg(a.attname::text order by a.attnum)::text as columns from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and a.attstattarget = 0 group by 1 order by 1`)
const runOnShards = statement<{ table: string; command: string }, { success: boolean; result: string }>(
  'select success, result from run_command_on_shards(:table::regclass, :command::text)',
)
const findUser = statement<object, { name: string }>('select quote_ident(current_user) as name')

/** Returns the result for each table. Throws NotDistributable, or an Error that names the table that could not be distributed. */
export async function distributeTables(db: Database): Promise<TableDistribution[]> {
  if (!(await hasCitus(db)))
    throw new NotDistributable(
      'This database does not have the extension "citus", without which nothing can be distributed: install it on every node and run "create extension citus".',
    )
  const tables = referredFirst(await db.rows(findTables, {}))
  const known = new Map((await db.rows(findKnown, {})).map((table) => [table.name, table]))
  const done: TableDistribution[] = []
  for (const table of tables) done.push(await distributeTable(db, table, known))
  await checkTogether(db, tables)
  return done
}

/** Creates the functions of the migrations on every node. Call it after `distributeTables`. Returns the result for each function. */
export async function distributeFunctions(db: Database): Promise<FunctionDistribution[]> {
  const known = new Set((await db.rows(findKnownFunctions, {})).map(({ oid }) => oid))
  const done: FunctionDistribution[] = []
  for (const { oid, signature } of await db.rows(findFunctions, {})) {
    const changed = !known.has(oid)
    if (changed) await db.script(`select create_distributed_function(${literal(signature)})`)
    done.push({ function: signature, changed })
  }
  return done
}

/**
 * Has shards keep no statistics of the columns of which their tables keep none: Citus does not pass that on after a table was distributed.
 * Call it after `distributeFunctions`.
 */
export async function distributeStatistics(db: Database): Promise<void> {
  for (const { table, columns } of await db.rows(findUncounted, {})) {
    const command = `select keep_no_values('%s', ${literal(columns)})`
    const failed = (await db.rows(runOnShards, { table, command })).find(({ success }) => !success)
    if (failed) throw new Error(`Statistics of table ${table} could not be turned off on a shard: ${failed.result}`)
  }
}

/** Names of the functions that `distributeFunctions` creates on every node. */
export async function distributableFunctions(db: Queryable): Promise<Set<string>> {
  return new Set((await db.rows(findFunctions, {})).map(({ name }) => name))
}

export async function hasCitus(db: Queryable): Promise<boolean> {
  return (await db.first(findExtension, {})) !== null
}

/** Version of Citus, such as `13.2.2`. Null when the database does not have the extension. */
export async function readCitusVersion(db: Queryable): Promise<string | null> {
  return (await hasCitus(db)) ? ((await db.first(findVersion, {}))?.version ?? null) : null
}

/**
 * True for the versions that plan a cached statement again at each local execution and keep every plan: about 32 kB for each, until the
 * session is closed (citusdata/citus#8824).
 */
export function leaksPlans(version: string): boolean {
  return ['13.2.1', '13.2.2', '14.0.0', '14.0.1'].includes(version)
}

/** Name of the role of the service's sessions on the nodes, quoted for SQL. */
export async function currentRole(db: Queryable): Promise<string> {
  return (await db.first(findUser, {}))?.name ?? ''
}

async function distributeTable(db: Database, { name, hasTenant }: Table, known: Map<string, Known>): Promise<TableDistribution> {
  const isReference = referenceTables.includes(name)
  if (!hasTenant && !isReference) return { table: name, kind: 'local', changed: false }
  const wanted = isReference ? 'reference' : 'distributed'
  const found = known.get(name)
  // The extension also lists tables that it only tracks as "local".
  if (found && found.kind !== 'local') {
    if (found.kind !== wanted || (!isReference && found.column !== 'tenant_id'))
      throw new Error(
        `Table ${name} is ${found.kind}${found.column ? ` by ${found.column}` : ''} already and should be ${wanted}${isReference ? '' : ' by tenant_id'}. Undo that first: select undistribute_table('${name}').`,
      )
    return { table: name, kind: wanted, changed: false }
  }
  const beside = [...known.values()].find(({ kind, column }) => kind === 'distributed' && column === 'tenant_id')?.name ?? 'default'
  try {
    await db.script(
      isReference
        ? `select create_reference_table(${literal(name)})`
        : `select create_distributed_table(${literal(name)}, 'tenant_id', colocate_with => ${literal(beside)})`,
    )
  } catch (error) {
    throw new Error(`Table ${name} could not be distributed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  known.set(name, { name, kind: wanted, column: isReference ? null : 'tenant_id', group: 0 })
  return { table: name, kind: wanted, changed: true }
}

/** Joins and transactions within a tenant need all tables to be distributed in the same way (colocated). */
async function checkTogether(db: Database, tables: readonly Table[]): Promise<void> {
  const own = new Set(tables.filter(({ name, hasTenant }) => hasTenant && !referenceTables.includes(name)).map(({ name }) => name))
  const groups = Map.groupBy(
    (await db.rows(findKnown, {})).filter(({ name }) => own.has(name)),
    ({ group }) => group,
  )
  if (groups.size <= 1) return
  const listed = [...groups.values()].map((group) => group.map(({ name }) => name).join(', '))
  throw new Error(`Tables of tenants are in ${groups.size} colocation groups and must be in one: ${listed.join(' | ')}.`)
}

/** By name, but each after the tables that it references. */
function referredFirst(tables: readonly Table[]): Table[] {
  const ordered = new Set<Table>()
  const asked = new Set<Table>()
  const add = (table: Table): void => {
    if (asked.has(table)) return
    asked.add(table)
    for (const name of table.references) tables.filter((other) => other.name === name).forEach(add)
    ordered.add(table)
  }
  tables.forEach(add)
  return [...ordered]
}

function literal(name: string): string {
  return `'${name.replaceAll("'", "''")}'`
}
