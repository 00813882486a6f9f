/**
 * Writes the schema of a migrated database as readable SQL: `migrations/schema.sql`. Its statements come from the catalogue, and its
 * comments from the migrations: a comment belongs to the column, table, index or function on the next line.
 */
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { statement, type Queryable } from '#platform/db.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { knownMigrations, migrate, migrationsDir } from '#platform/postgres/migrate.ts'

type Column = {
  name: string
  type: string
  isRequired: boolean
  collation: string | null
  storage: string | null
  default: string | null
  isGenerated: boolean
  hasStatistics: boolean
}
type Constraint = { name: string; kind: 'c' | 'f' | 'p' | 'u'; columns: string[]; definition: string }
type Index = { name: string; definition: string; withoutStatistics: number[] }
type Table = { name: string; isUnlogged: boolean; options: string[] | null; columns: Column[]; constraints: Constraint[]; indexes: Index[] }

const findTables = statement<object, Table>(`
  select c.relname as name, c.relpersistence = 'u' as "isUnlogged", c.reloptions as options,
    (select json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod), 'isRequired', a.attnotnull,
        'collation', (select quote_ident(o.collname) from pg_collation o where o.oid = a.attcollation and a.attcollation <> t.typcollation),
        'storage', case when a.attstorage <> t.typstorage then
          case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end end,
        'default', pg_get_expr(d.adbin, d.adrelid, true), 'isGenerated', a.attgenerated <> '',
        'hasStatistics', a.attstattarget is distinct from 0) order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(json_build_object('name', k.conname, 'kind', k.contype, 'definition', pg_get_constraintdef(k.oid, true),
        'columns', (select coalesce(json_agg(a.attname order by u.place), '[]') from unnest(k.conkey) with ordinality u(attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = u.attnum))
        order by position(k.contype::text in 'pucf'), k.conname), '[]')
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('c', 'f', 'p', 'u')) as constraints,
    (select coalesce(json_agg(json_build_object('name', i.relname, 'definition', pg_get_indexdef(i.oid, 0, true),
        'withoutStatistics', (select coalesce(json_agg(a.attnum order by a.attnum), '[]') from pg_attribute a
          where a.attrelid = i.oid and a.attstattarget = 0)) order by i.relname), '[]')
      from pg_index x join pg_class i on i.oid = x.indexrelid
      where x.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u'))) as indexes
  from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> 'schema_migrations'
  order by c.relname`)
const findDomains = statement<object, { name: string; base: string; checks: string[] }>(`
  select t.typname as name, format_type(t.typbasetype, t.typtypmod) as base,
    (select json_agg(pg_get_constraintdef(k.oid, true) order by k.conname) from pg_constraint k where k.contypid = t.oid) as checks
  from pg_type t where t.typtype = 'd' and t.typnamespace = current_schema()::regnamespace order by 1`)
const findFunctions = statement<object, { name: string; definition: string }>(`
  select proname as name, pg_get_functiondef(oid) as definition from pg_proc where pronamespace = current_schema()::regnamespace order by 1`)

/** Returns migrations/schema.sql: the current file if it was generated from the same migrations, otherwise a new one. */
export async function schemaFile(present: string): Promise<string> {
  const digest = digestSources()
  if (present.includes(digest)) return present
  const dataDir = await mkdtemp(join(tmpdir(), 'skein-schema-'))
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
  const db = openDatabase({ connection: postgres.connection, max: 1, statementTimeoutMs: 0 })
  try {
    await migrate(db)
    return await describeSchema(db)
  } finally {
    await db.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Returns the text of migrations/schema.sql for a database that has the migrations and no procedures. */
export async function describeSchema(db: Queryable): Promise<string> {
  const comments = readComments()
  const [domains, functions, tables] = [await db.rows(findDomains, {}), await db.rows(findFunctions, {}), await db.rows(findTables, {})]
  const head = `-- The schema of a migrated database, to be read and not to be run. \`npm run generate\` writes this file.\n-- SHA-256 of the migrations and of tools/schema-file.ts: ${digestSources()}\n`
  const parts = [
    ...domains.map(
      ({ name, base, checks }) => `${above(comments.get(name))}create domain ${name} as ${base} ${checks.map(readable).join(' ')};\n`,
    ),
    ...functions.map(({ name, definition }) => `${above(comments.get(name))}${functionSql(definition)};\n`),
    ...tables.map((table) => tableSql(table, comments)),
  ]
  return [head, ...parts].join('\n')
}

function tableSql({ name, isUnlogged, options, columns, constraints, indexes }: Table, comments: ReadonlyMap<string, string>): string {
  const inline = constraints.filter(({ kind, columns: [first, second] }) => kind === 'c' && first !== undefined && second === undefined)
  const lines = columns.map((column) => {
    const checks = inline.filter((check) => check.columns[0] === column.name)
    return (
      above(comments.get(`${name}.${column.name}`), '  ') +
      ['  ' + columnSql(column), ...checks.map((check) => constraintSql(name, check))].join(' ')
    )
  })
  const others = constraints
    .filter((constraint) => !inline.includes(constraint))
    .map((constraint) => `  ${constraintSql(name, constraint)}`)
  const silent = columns.filter(({ hasStatistics }) => !hasStatistics).map((column) => column.name)
  return [
    `${above(comments.get(name))}create ${isUnlogged ? 'unlogged ' : ''}table ${name} (`,
    [...lines, ...others].map(wrap).join(',\n'),
    `)${options ? ` with (${options.join(', ').replaceAll('=', ' = ')})` : ''};`,
    ...indexes.flatMap((index) => [
      `${above(comments.get(index.name))}${wrap(readable(index.definition))};`,
      ...index.withoutStatistics.map((n) => `alter index ${index.name} alter column ${n} set statistics 0;`),
    ]),
    ...(silent.length > 0 ? [`select keep_no_values('${name}', '{${silent.join(',')}}');`] : []),
    '',
  ].join('\n')
}

function columnSql({ name, type, isRequired, collation, storage, default: value, isGenerated }: Column): string {
  const parts = [name, readable(type)]
  if (storage !== null) parts.push(`storage ${storage}`)
  if (collation !== null) parts.push(`collate ${collation}`)
  if (isRequired) parts.push('not null')
  if (value !== null) parts.push(isGenerated ? `generated always as (${readable(value)}) stored` : `default ${readable(value)}`)
  return parts.join(' ')
}

/** Returns a constraint, with its name if PostgreSQL would generate another one. */
function constraintSql(table: string, { name, kind, columns, definition }: Constraint): string {
  const usual = { p: `${table}_pkey`, u: `${[table, ...columns].join('_')}_key`, f: `${[table, ...columns].join('_')}_fkey` }
  const isUsual = name === (kind === 'c' ? `${[table, ...(columns.length === 1 ? columns : [])].join('_')}_check` : usual[kind])
  return (isUsual ? '' : `constraint ${name} `) + readable(definition)
}

/** Returns a function with its source text, or with its formatted query if the catalogue has no text. */
function functionSql(definition: string): string {
  const [header = '', body] = definition.trimEnd().split(/AS \$function\$/)
  const text = readable(header).replaceAll(/\n (?=\w)/g, '\n')
  if (body !== undefined) return `${text}as $$${body.replace('$function$', () => '$$')}`
  return text.replaceAll(/ (?=(?:from \(|cross join|union all|where \())/g, '\n  ')
}

/** Formats an expression of the catalogue like those in the migrations. */
function readable(sql: string): string {
  return sql
    .replaceAll(/('(?:[^']|'')*'|"[^"]*")|[A-Z]+/g, (word, quoted?: string) => quoted ?? word.toLowerCase())
    .replaceAll(/'(-?\d+)'::integer/g, '$1')
    .replaceAll(/('(?:[^']|'')*')::(?:[a-z]+(?:\[\])?)/g, '$1')
    .replaceAll(/(\w+)(?:::text)? = any \(array\[([^\]]*)\]\)/g, '$1 in ($2)')
    .replaceAll(/(\w+)::text = '/g, "$1 = '")
    .replaceAll(/(\w+) >= (\S+) and \1 <= (\w+)/g, '$1 between $2 and $3')
    .replaceAll(/ using btree(?= \()/g, '')
    .replaceAll(/(check|where) \((.*)\)( not valid)?$/g, '$1 ($2)$3')
    .replaceAll(/timestamp(\(3\))? with time zone/g, 'timestamptz$1')
    .replaceAll(/references (\w+)\(/g, 'references $1 (')
    .replace('create or replace function public.', 'create function ')
}

/** Breaks a long line after commas. */
const wrap = (sql: string): string => sql.replaceAll(/^(?! *--).{150,}$/gm, (line) => line.replaceAll(/(.{80,130}?,) (?=\S)/g, '$1\n    '))

/** Parses the comments above columns, tables, indexes and functions. Later comments replace earlier ones. */
function readComments(): Map<string, string> {
  const comments = new Map<string, string>()
  let lines: string[] = []
  let table = ''
  for (const line of migrationTexts().join('\n').split('\n')) {
    const [, comment] = /^\s*-- ?(.*)$/.exec(line) ?? []
    if (comment !== undefined) {
      lines.push(comment)
      continue
    }
    const [, kind, name = ''] = /^\s*(?:create|alter) (?:unlogged |unique )?(table|index|function|domain) (\w+)/.exec(line) ?? []
    if (kind === 'table') table = name
    const column = /(?:^\s+(?!add |alter |drop |primary |constraint |foreign )|add column )"?(\w+)"? /.exec(line)?.[1]
    const subject = column !== undefined ? `${table}.${column}` : line.startsWith('create') ? name : ''
    if (lines.length > 0) comments.set(subject, lines.join('\n'))
    lines = []
  }
  return comments
}

const above = (comment: string | undefined, indent = ''): string =>
  (comment ?? '') && `${(comment ?? '').replaceAll(/^/gm, `${indent}-- `)}\n`

const migrationTexts = (): string[] => knownMigrations().map((name) => readFileSync(new URL(name, migrationsDir), 'utf8'))
const digestSources = (): string =>
  createHash('sha256')
    .update([...migrationTexts(), readFileSync(new URL(import.meta.url), 'utf8')].join('\0'))
    .digest('hex')
