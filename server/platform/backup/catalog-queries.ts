/** Reads the tables from PostgreSQL's catalogue, so that there is no list of tables to maintain. */
import { statement } from '../db.ts'

export type TableFact = {
  name: string
  /** Stored columns only; generated columns are computed again on restore. */
  columns: string[]
  /** Tables that its foreign keys reference, except itself. */
  references: string[]
  /** PostgreSQL's estimate of the number of rows. */
  rowsGuess: number
}

/** Tables of Skein's schema. Tables of extensions are created with the extension. */
export const findTables = statement<object, TableFact>(`select c.relname as name, greatest(c.reltuples, 0)::bigint as "rowsGuess",
    (select json_agg(a.attname order by a.attnum) from pg_attribute as a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    coalesce((select json_agg(distinct r.relname) from pg_constraint as k join pg_class as r on r.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid), '[]') as "references"
  from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
  where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select 1 from pg_depend as d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname`)

/** Sequences that have been used, as text: they may be larger than a number of JavaScript. */
export const findSequences = statement<object, { name: string; last: string }>(
  `select sequencename as name, last_value::text as last from pg_sequences where schemaname = current_schema() and last_value is not null`,
)
/** Does nothing when the sequence does not exist because its table was left out. */
export const setSequence = statement<{ name: string; last: string }, object>(
  `select setval(to_regclass(quote_ident(:name)), :last::bigint)`,
)

/** Indexes that no constraint needs: built after the rows are there, in a third of the time that keeping them up takes. */
export const findIndexes = statement<
  object,
  { table: string; name: string; definition: string }
>(`select t.relname as table, i.relname as name,
    pg_get_indexdef(i.oid) as definition
  from pg_index as x join pg_class as i on i.oid = x.indexrelid join pg_class as t on t.oid = x.indrelid join pg_namespace as n on n.oid = t.relnamespace
  where n.nspname = current_schema() and t.relkind = 'r' and not t.relispartition
    and not exists (select 1 from pg_constraint as k where k.conindid = i.oid)
  order by t.relname, i.relname`)

/** Whether a table has any row. */
export function isFilled(table: string): ReturnType<typeof statement<object, { filled: boolean }>> {
  return statement<object, { filled: boolean }>(`select exists (select 1 from ${quoted(table)}) as filled`)
}

/** As `copy` reads and writes; a query, because `copy` alone does not read partitioned tables. */
export function copyOutSql({ name, columns }: Pick<TableFact, 'name' | 'columns'>): string {
  return `copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)}) to stdout`
}

export function copyInSql({ name, columns }: Pick<TableFact, 'name' | 'columns'>): string {
  return `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Referenced tables come first: PostgreSQL checks foreign keys as rows are loaded, and the other way round as they are deleted. */
export function inOrderOfReferences(tables: readonly TableFact[]): TableFact[] {
  const ordered = new Set<TableFact>()
  const visit = (table: TableFact, path: readonly TableFact[]): void => {
    if (ordered.has(table)) return
    if (path.includes(table)) throw new Error(`The foreign keys of ${path.map(({ name }) => name).join(', ')} go in a circle.`)
    for (const other of tables) if (table.references.includes(other.name)) visit(other, [...path, table])
    ordered.add(table)
  }
  for (const table of tables) visit(table, [])
  return [...ordered]
}
