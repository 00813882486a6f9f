/**
 * Distributes the tables over the nodes of a Citus cluster. All rows of a tenant are on one node. Tenant tables are those with a column
 * tenant_id in the catalogue, so that tables of new migrations are included. Idempotent: after an upgrade, the same call distributes the
 * new tables. The functions of migrations are created on every node, because the statements that call them run there. Procedures are
 * distributed by tenant, so that a whole call runs on the tenant's node.
 */
import { statement, type Database, type Queryable } from '../db.ts'
import { listProcedures } from './ensure-procedures.ts'

/** Tables with a tenant_id that are queried before the tenant is known. They are Citus reference tables, of which every node has a copy. */
export const referenceTables: readonly string[] = ['tenant_slugs', 'api_key_hashes']

/** Distribution of a table. `local`: not a tenant table, stays on the coordinator. */
export type TableDistribution = { table: string; kind: 'distributed' | 'reference' | 'local'; changed: boolean }

/** Distribution of a function. `byTenant`: a procedure whose calls run on their tenant's node. */
export type FunctionDistribution = { function: string; byTenant: boolean; changed: boolean }

/** Thrown when the database lacks the extension. */
export class NotDistributable extends Error {}

type Table = { name: string; hasTenant: boolean; references: string[] }
type Known = { name: string; kind: string; column: string | null; group: number }

const findExtension = statement<object, object>(`select 1 from pg_extension where extname = 'citus'`)
/** Reads `13.2.2` from `Citus 13.2.2 on x86_64-pc-linux-gnu, …`. The extension's own version (13.2-1) lacks the patch level. */
const findVersion = statement<object, { version: string | null }>(
  `select substring(citus_version() from 'Citus (\\d+\\.\\d+\\.\\d+)') as version`,
)
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
/**
 * Lists the functions that every node has. Citus propagates new functions by itself, but does not know the argument by which to distribute
 * them.
 */
const findKnownFunctions = statement<object, { oid: number; byArgument: boolean }>(
  `select objid::int8 as oid, distribution_argument_index is not null as "byArgument" from pg_dist_object where classid = 'pg_proc'::regclass`,
)
/** Lists columns whose statistics are disabled, because the statistics would contain customers' values. */
const findColumnsWithoutStatistics = statement<object, { table: string; columns: string }>(`
  select c.relname as table, array_agg(a.attname::text order by a.attnum)::text as columns from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and a.attstattarget = 0 group by 1 order by 1`)
const runOnShards = statement<{ table: string; command: string }, { success: boolean; result: string }>(
  'select success, result from run_command_on_shards(:table::regclass, :command::text)',
)
const findUser = statement<object, { name: string }>('select quote_ident(current_user) as name')

/** Distributes all tables. Returns the result for each. Throws NotDistributable, or an Error that names the table that failed. */
export async function distributeTables(db: Database): Promise<TableDistribution[]> {
  if (!(await hasCitus(db)))
    throw new NotDistributable(
      'This database does not have the extension "citus", without which nothing can be distributed: install it on every node and run "create extension citus".',
    )
  const tables = sortByReferences(await db.rows(findTables, {}))
  const known = new Map((await db.rows(findKnown, {})).map((table) => [table.name, table]))
  const done: TableDistribution[] = []
  for (const table of tables) done.push(await distributeTable(db, table, known))
  await checkColocation(db, tables)
  return done
}

/**
 * Creates the functions of the migrations on every node, then distributes the procedures, which may call the functions. Call it after
 * `distributeTables`. Returns the result for each function.
 */
export async function distributeFunctions(db: Database): Promise<FunctionDistribution[]> {
  const known = new Map((await db.rows(findKnownFunctions, {})).map(({ oid, byArgument }) => [oid, byArgument]))
  const procedures = await listProcedures(db)
  const functions = (await db.rows(findFunctions, {})).toSorted((a, b) => Number(procedures.has(a.name)) - Number(procedures.has(b.name)))
  const done: FunctionDistribution[] = []
  for (const { oid, name, signature } of functions) {
    const byTenant = procedures.has(name)
    const changed = byTenant ? !known.get(oid) : !known.has(oid)
    const how = byTenant ? `, '$1', colocate_with => 'tenants'` : ''
    if (changed) await db.script(`select create_distributed_function(${literal(signature)}${how})`)
    done.push({ function: signature, byTenant, changed })
  }
  return done
}

/**
 * Turns off statistics on shards for the columns that have none in their table. Citus does not propagate this setting for distributed
 * tables. Call it after `distributeFunctions`.
 */
export async function distributeStatistics(db: Database): Promise<void> {
  for (const { table, columns } of await db.rows(findColumnsWithoutStatistics, {})) {
    const command = `select keep_no_values('%s', ${literal(columns)})`
    const failed = (await db.rows(runOnShards, { table, command })).find(({ success }) => !success)
    if (failed) throw new Error(`Statistics of table ${table} could not be turned off on a shard: ${failed.result}`)
  }
}

/** Returns the names of the functions on every node after `distributeFunctions`. */
export async function listDistributableFunctions(db: Queryable): Promise<Set<string>> {
  return new Set((await db.rows(findFunctions, {})).map(({ name }) => name))
}

export async function hasCitus(db: Queryable): Promise<boolean> {
  return (await db.first(findExtension, {})) !== null
}

/** Returns the version of Citus, such as `13.2.2`; null when the database lacks the extension. */
export async function readCitusVersion(db: Queryable): Promise<string | null> {
  return (await hasCitus(db)) ? ((await db.first(findVersion, {}))?.version ?? null) : null
}

/**
 * True for versions that replan a cached statement on each local execution and keep every plan, of about 32 kB, until the session ends
 * (citusdata/citus#8824), unless they were built with the fix.
 */
export function mayLeakPlans(version: string): boolean {
  return ['13.2.1', '13.2.2', '14.0.0', '14.0.1'].includes(version)
}

/** Returns the role of the service's sessions, quoted for SQL. */
export async function getCurrentRole(db: Queryable): Promise<string> {
  return (await db.first(findUser, {}))?.name ?? ''
}

async function distributeTable(db: Database, { name, hasTenant }: Table, known: Map<string, Known>): Promise<TableDistribution> {
  const isReference = referenceTables.includes(name)
  if (!hasTenant && !isReference) return { table: name, kind: 'local', changed: false }
  const wanted = isReference ? 'reference' : 'distributed'
  const found = known.get(name)
  // Citus also lists tables that it merely tracks, as "local".
  if (found && found.kind !== 'local') {
    if (found.kind !== wanted || (!isReference && found.column !== 'tenant_id'))
      throw new Error(
        `Table ${name} is ${found.kind}${found.column ? ` by ${found.column}` : ''} already and should be ${wanted}${isReference ? '' : ' by tenant_id'}. Undo that first: select undistribute_table('${name}').`,
      )
    return { table: name, kind: wanted, changed: false }
  }
  const colocatedWith = [...known.values()].find(({ kind, column }) => kind === 'distributed' && column === 'tenant_id')?.name ?? 'default'
  try {
    await db.script(
      isReference
        ? `select create_reference_table(${literal(name)})`
        : `select create_distributed_table(${literal(name)}, 'tenant_id', colocate_with => ${literal(colocatedWith)})`,
    )
  } catch (error) {
    throw new Error(`Table ${name} could not be distributed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  known.set(name, { name, kind: wanted, column: isReference ? null : 'tenant_id', group: 0 })
  return { table: name, kind: wanted, changed: true }
}

/** Throws unless all tenant tables are in one colocation group, which joins and transactions within a tenant require. */
async function checkColocation(db: Database, tables: readonly Table[]): Promise<void> {
  const own = new Set(tables.filter(({ name, hasTenant }) => hasTenant && !referenceTables.includes(name)).map(({ name }) => name))
  const groups = Map.groupBy(
    (await db.rows(findKnown, {})).filter(({ name }) => own.has(name)),
    ({ group }) => group,
  )
  if (groups.size <= 1) return
  const listed = [...groups.values()].map((group) => group.map(({ name }) => name).join(', '))
  throw new Error(`Tables of tenants are in ${groups.size} colocation groups and must be in one: ${listed.join(' | ')}.`)
}

/** Sorts tables by name, but referenced tables first, because Citus must distribute those first. */
function sortByReferences(tables: readonly Table[]): Table[] {
  const ordered = new Set<Table>()
  const visited = new Set<Table>()
  const add = (table: Table): void => {
    if (visited.has(table)) return
    visited.add(table)
    for (const name of table.references) tables.filter((other) => other.name === name).forEach(add)
    ordered.add(table)
  }
  tables.forEach(add)
  return [...ordered]
}

function literal(name: string): string {
  return `'${name.replaceAll("'", "''")}'`
}
