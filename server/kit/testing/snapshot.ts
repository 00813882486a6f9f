/** What the database holds, for tests that ask what a request changed or where a secret went. */
import { statement, type Database, type Statement } from '../db.ts'
import type { Uuid } from '../ids.ts'

type Column = { table: string; column: string; tenant: boolean }

const findColumns = statement<object, Column>(`
  select c.table_name as table, c.column_name as column,
    exists (select from information_schema.columns k where k.table_schema = 'public' and k.table_name = c.table_name and k.column_name = 'tenant_id') as tenant
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`)

/** No test changes the schema of its database, and asking for it costs more than a snapshot of a small tenant. */
const known = new WeakMap<Database, Promise<Column[]>>()

function columnsOf(db: Database): Promise<Column[]> {
  const found = known.get(db) ?? db.rows(findColumns, {})
  known.set(db, found)
  return found
}

type Snapshot = Statement<{ tenantId: Uuid }, { table: string; digest: string }>
/** One statement for each database, so that it is planned once a connection. */
const snapshots = new WeakMap<Database, Promise<Snapshot>>()

async function snapshotOf(db: Database): Promise<Snapshot> {
  const tables = [...new Set((await columnsOf(db)).filter(({ tenant }) => tenant).map(({ table }) => table))]
  const parts = tables.map((table) => {
    // When somebody was last seen is noted beside requests, whatever these do.
    const row = table === 'users' ? `(to_jsonb(r) - 'last_seen_at')::text` : 'r::text'
    return `select '${table}' as table, count(*) || ' ' || coalesce(md5(string_agg(${row}, '' order by ${row})), '') as digest from ${table} r where tenant_id = :tenantId::uuid`
  })
  return statement(parts.join(' union all '))
}

/** Number of rows and a digest of them all, by table: two snapshots are equal when nothing of the tenant changed. */
export async function snapshot(db: Database, tenantId: Uuid): Promise<Record<string, string>> {
  const prepared = snapshots.get(db) ?? snapshotOf(db)
  snapshots.set(db, prepared)
  const rows = await db.rows(await prepared, { tenantId })
  return Object.fromEntries(rows.map(({ table, digest }) => [table, digest]))
}

/** Rows by table, without those that stand for time alone. */
export async function rowCounts(db: Database, tenantId: Uuid): Promise<Record<string, number>> {
  return Object.fromEntries(Object.entries(await snapshot(db, tenantId)).map(([table, digest]) => [table, Number(digest.split(' ')[0])]))
}

/** Every table and column, of any tenant, in which one of `texts` occurs: as text, or as the hexadecimal that bytes show as. */
export async function whereIs(db: Database, texts: readonly string[]): Promise<string[]> {
  const columns = await columnsOf(db)
  const forms = texts.flatMap((text) => [text.replaceAll(/[\\%_]/g, '\\$&'), Buffer.from(text).toString('hex')])
  const patterns = `array[${forms.map((form) => `'%${form.replaceAll("'", "''")}%'`).join(',')}]`
  const parts = columns.map(
    ({ table, column }) =>
      `select '${table}.${column}' as place where exists (select from "${table}" where "${column}"::text like any (p.patterns))`,
  )
  const found = await db.rows<object, { place: string }>(
    { text: `select f.place from (select ${patterns} as patterns) p cross join lateral (${parts.join(' union all ')}) f`, names: [] },
    {},
  )
  return found.map(({ place }) => place)
}
