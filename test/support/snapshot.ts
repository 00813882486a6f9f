/** Takes snapshots of the database's rows, to find rows that a request changed, or that contain a secret. */
import { statement, type Database, type Statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { createTextFinder } from './find-texts.ts'

type Column = { table: string; column: string; tenant: boolean }

const findColumns = statement<object, Column>(`
  select c.table_name as table, c.column_name as column,
    exists (select from information_schema.columns k where k.table_schema = 'public' and k.table_name = c.table_name and k.column_name = 'tenant_id') as tenant
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`)

/** Columns of each database. No test changes the schema, and reading it costs more than a snapshot of a small tenant. */
const known = new WeakMap<Database, Promise<Column[]>>()

function columnsOf(db: Database): Promise<Column[]> {
  const found = known.get(db) ?? db.rows(findColumns, {})
  known.set(db, found)
  return found
}

/** Columns that every request may update: when a user was last seen, and when a key was last used. */
const notedBeside: Readonly<Record<string, string>> = { users: 'last_seen_at', api_keys: 'last_used_at' }

type Snapshot = Statement<{ tenantId: Uuid }, { table: string; digest: string }>
/** One statement for each database, so that each connection plans it once. */
const snapshots = new WeakMap<Database, Promise<Snapshot>>()

async function getSnapshot(db: Database): Promise<Snapshot> {
  const tables = [...new Set((await columnsOf(db)).filter(({ tenant }) => tenant).map(({ table }) => table))]
  const parts = tables.map((table) => {
    const noted = notedBeside[table]
    const row = noted ? `(to_jsonb(r) - '${noted}')::text` : 'r::text'
    return `select '${table}' as table, count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0)), 0) as digest from ${table} r where tenant_id = :tenantId::uuid`
  })
  return statement(parts.join(' union all '))
}

/**
 * Returns the number of rows and a digest of all rows for each table, regardless of their order. Two snapshots are equal when none of the
 * tenant's rows changed.
 */
export async function snapshot(db: Database, tenantId: Uuid): Promise<Record<string, string>> {
  const prepared = snapshots.get(db) ?? getSnapshot(db)
  snapshots.set(db, prepared)
  const rows = await db.rows(await prepared, { tenantId })
  return Object.fromEntries(rows.map(({ table, digest }) => [table, digest]))
}

/** Returns the number of rows for each table, without rows that exist only to record times. */
export async function rowCounts(db: Database, tenantId: Uuid): Promise<Record<string, number>> {
  return Object.fromEntries(Object.entries(await snapshot(db, tenantId)).map(([table, digest]) => [table, Number(digest.split(' ')[0])]))
}

/**
 * Number of texts above which all rows are read and searched here at once. With fewer, the database searches and returns the matching rows.
 */
const fewTexts = 10

/** Returns every table and column, of any tenant, that contains one of `texts`: as text, or as the hexadecimal form of bytes. */
export async function whereIs(db: Database, texts: Iterable<string>): Promise<string[]> {
  const wanted = [...new Set([...texts].flatMap((text) => [text, Buffer.from(text).toString('hex')]))]
  const occurring = createTextFinder(wanted)
  const tables = [...new Set((await columnsOf(db)).map(({ table }) => table))]
  const isFew = wanted.length <= 2 * fewTexts
  const having = isFew ? 'where to_jsonb(r)::text like any(:patterns::text[])' : ''
  const parts = tables.map((table) => `select '${table}' as table, to_jsonb(r) as row from "${table}" r ${having}`)
  // The text itself, and its JSON encoding.
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
