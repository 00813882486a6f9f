/** Reads tables, indexes and sequences from PostgreSQL's catalogue, so that no list of tables has to be maintained. */
import { statement } from '../db.ts'

export type TableFact = {
  name: string
  /** All columns except generated ones, which PostgreSQL computes again during a restore. */
  columns: string[]
  /** Tables that its foreign keys reference, except the table itself. */
  references: string[]
  /** PostgreSQL's estimate of the number of rows. */
  estimatedRows: number
}

/** Lists the tables of Skein's schema, except tables of extensions and the list of this database's own functions. */
export const findTables = statement<object, TableFact>(`select c.relname as name, greatest(c.reltuples, 0)::bigint as "estimatedRows",
    (select json_agg(a.attname order by a.attnum) from pg_attribute as a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    coalesce((select json_agg(distinct r.relname) from pg_constraint as k join pg_class as r on r.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid), '[]') as "references"
  from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
  where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'procedures'
    and not exists (select 1 from pg_depend as d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname`)

/** Lists the sequences that have been used. Their values are text, because they may exceed JavaScript's safe integers. */
export const findSequences = statement<object, { name: string; last: string }>(
  `select sequencename as name, last_value::text as last from pg_sequences where schemaname = current_schema() and last_value is not null`,
)
/** Sets a sequence. Does nothing if the sequence does not exist, because the restore skips its table. */
export const setSequence = statement<{ name: string; last: string }, object>(
  `select setval(to_regclass(quote_ident(:name)), :last::bigint)`,
)

/**
 * Lists the indexes that belong to no constraint. A restore creates them after loading the rows, which takes a third of the time of
 * maintaining them.
 */
export const findIndexes = statement<
  object,
  { table: string; name: string; definition: string }
>(`select t.relname as table, i.relname as name,
    pg_get_indexdef(i.oid) as definition
  from pg_index as x join pg_class as i on i.oid = x.indexrelid join pg_class as t on t.oid = x.indrelid join pg_namespace as n on n.oid = t.relnamespace
  where n.nspname = current_schema() and t.relkind = 'r' and not t.relispartition
    and not exists (select 1 from pg_constraint as k where k.conindid = i.oid)
  order by t.relname, i.relname`)

/** Returns a statement that reads whether the table has rows. */
export function hasRows(table: string): ReturnType<typeof statement<object, { filled: boolean }>> {
  return statement<object, { filled: boolean }>(`select exists (select 1 from ${quoteName(table)}) as filled`)
}

/** Returns the COPY statement for a query of all rows, because COPY does not read partitioned tables directly. */
export function copyOutSql({ name, columns }: Pick<TableFact, 'name' | 'columns'>): string {
  return `copy (select ${columns.map(quoteName).join(', ')} from ${quoteName(name)}) to stdout`
}

export function copyInSql({ name, columns }: Pick<TableFact, 'name' | 'columns'>): string {
  return `copy ${quoteName(name)} (${columns.map(quoteName).join(', ')}) from stdin`
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Sorts referenced tables before the tables that refer to them, because PostgreSQL checks foreign keys while rows are loaded. */
export function sortByReferences(tables: readonly TableFact[]): TableFact[] {
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
