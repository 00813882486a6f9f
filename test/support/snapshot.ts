/** What the database holds, for tests that ask what a request changed or where a secret went. */
import { statement, type Database, type Statement } from '../../server/platform/db.ts'
import type { Uuid } from '../../server/platform/ids.ts'
import { findsTexts } from './find-texts.ts'

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

/** When somebody was last seen, and a key last used, is noted beside requests, whatever these do. */
const notedBeside: Readonly<Record<string, string>> = { users: 'last_seen_at', api_keys: 'last_used_at' }

type Snapshot = Statement<{ tenantId: Uuid }, { table: string; digest: string }>
/** One statement for each database, so that it is planned once a connection. */
const snapshots = new WeakMap<Database, Promise<Snapshot>>()

async function snapshotOf(db: Database): Promise<Snapshot> {
  const tables = [...new Set((await columnsOf(db)).filter(({ tenant }) => tenant).map(({ table }) => table))]
  const parts = tables.map((table) => {
    const noted = notedBeside[table]
    const row = noted ? `(to_jsonb(r) - '${noted}')::text` : 'r::text'
    return `select '${table}' as table, count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0)), 0) as digest from ${table} r where tenant_id = :tenantId::uuid`
  })
  return statement(parts.join(' union all '))
}

/** Number of rows and a digest of them all, in whatever order, by table: two snapshots are equal when nothing of the tenant changed. */
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

/** More texts than this are looked for here, all at once, in all rows; fewer by the database, which sends the rows that have one. */
const fewTexts = 10

/** Every table and column, of any tenant, in which one of `texts` occurs: as text, or as the hexadecimal that bytes show as. */
export async function whereIs(db: Database, texts: Iterable<string>): Promise<string[]> {
  const wanted = [...new Set([...texts].flatMap((text) => [text, Buffer.from(text).toString('hex')]))]
  const occurring = findsTexts(wanted)
  const tables = [...new Set((await columnsOf(db)).map(({ table }) => table))]
  const isFew = wanted.length <= 2 * fewTexts
  const having = isFew ? 'where to_jsonb(r)::text like any(:patterns::text[])' : ''
  const parts = tables.map((table) => `select '${table}' as table, to_jsonb(r) as row from "${table}" r ${having}`)
  // As it stands, and as it stands in JSON.
  const patterns = wanted
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
    .map((text) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const find = statement<{ patterns: string[] }, { table: string; row: Record<string, unknown> }>(parts.join(' union all '))
  const rows = await db.rows(find, { patterns })
  const places = new Set<string>()
  for (const { table, row } of rows)
    for (const [column, value] of Object.entries(row)) {
      const place = `${table}.${column}`
      if (value !== null && !places.has(place) && occurring(typeof value === 'string' ? value : JSON.stringify(value)).length > 0)
        places.add(place)
    }
  return [...places].toSorted()
}
