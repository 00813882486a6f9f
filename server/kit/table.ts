/**
 * `table({...})` builds the statements of a resource with its own table: find, lock, insert, update and delete one row, and the list. All
 * are derived from the public shape: each field is a column of that name in snake_case and of the shape's type, unless `computed` gives an
 * expression for it. Other SQL belongs in the module's queries.ts.
 */
import { statement, type Statement } from '#platform/db.ts'
import { describeShape, getMembers } from '#platform/describe-shape.ts'
import type { Uuid } from '#platform/ids.ts'
import { keysetList } from './list.ts'
import type { ListDeclaration } from './list-declaration.ts'
import type { Shape, Static } from '#platform/schema.ts'

export type Key = { tenantId: Uuid; id: Uuid }

/** A row as read from the database: the public shape's fields, with UUIDs and PostgreSQL's times, and its version. */
export type RowOf<Declared extends Shape> = Static<Declared> & { id: Uuid; version: number }

/** Fields of every resource that the database sets. */
type ManagedField = 'id' | 'version' | 'createdAt' | 'updatedAt'

/** The writable fields: all fields of the shape except those that the database sets or computes. */
export type FieldsOf<Declared extends Shape, Names extends string> = Omit<Static<Declared>, ManagedField | Names>

export type Computed = {
  /** An SQL expression over the row, which may use `:tenantId`. */
  sql: string
  /** SQL constant for a new row, which nothing references yet. */
  initially: string
}

export type TableDeclaration<Declared extends Shape, Names extends string> = Pick<
  ListDeclaration,
  'filters' | 'counted' | 'rowBytes' | 'indexes'
> & {
  /** The table and its alias, `labels l`. */
  from: string
  shape: Declared
  computed?: Readonly<Record<Names, Computed>>
  /** Additional columns derived from a row's fields, such as `nameKey`. */
  derived?: Readonly<Record<string, (fields: FieldsOf<Declared, Names>) => string | null>>
  /** Additional `uuid[]` columns derived from a row's fields, such as all ids in nested fields. */
  derivedIds?: Readonly<Record<string, (fields: FieldsOf<Declared, Names>) => readonly Uuid[]>>
  /** Additional `boolean` columns derived from a row's fields. */
  derivedFlags?: Readonly<Record<string, (fields: FieldsOf<Declared, Names>) => boolean>>
  /** True when the list has the filter `namePrefix`, which searches the words of the generated column `search_key`. */
  isFoundByName?: boolean
}

export type Table<Row extends object, Fields extends object> = {
  name: string
  /** Alias of the table in filter conditions. */
  alias: string
  fields: readonly string[]
  /** The select list of a row, for hand-written statements. */
  columns: string
  /** The same select list, with SQL expressions for the computed fields. */
  columnsWith(computed: Readonly<Record<string, string>>): string
  list: ReturnType<typeof keysetList<Row>>
  /** Returns the list with additional filters. */
  listWith(filters: NonNullable<ListDeclaration['filters']>): ReturnType<typeof keysetList<Row>>
  /** Whether the list has the filter `namePrefix`. */
  byBeginning: boolean
  find: Statement<Key, Row>
  /**
   * Locks the row without reading it. Runs before `lock`, because a statement that waits for a lock re-reads the locked row but sees other
   * tables as they were before the wait. Null if no field is computed from other tables.
   */
  lockOnly: Statement<Key, object> | null
  /** Finds the row and locks it until the commit. */
  lock: Statement<Key, Row>
  insert: Statement<Key & Fields, Row>
  /** Sets every writable field and increments the version. */
  change: Statement<Key & Fields, Row>
  /** Increments the version of a row whose computed fields have changed. */
  touch: Statement<Key, Row>
  remove: Statement<Key, object>
  /** Returns the parameters of `insert` and `change`. */
  parameters(key: Key, fields: Fields): Key & Fields
}

export function table<Declared extends Shape, const Names extends string = never>(
  declaration: TableDeclaration<Declared, Names>,
): Table<RowOf<Declared>, FieldsOf<Declared, Names>> {
  const { from, shape, derived = {}, derivedIds = {}, derivedFlags = {}, isFoundByName = false, counted, rowBytes, indexes } = declaration
  const [name = '', alias = ''] = from.split(' ')
  const computed: Readonly<Record<string, Computed>> = declaration.computed ?? {}
  const { properties = {} } = describeShape(shape)
  const stored = Object.keys(properties).filter((field) => !(field in computed))
  const fields = stored.filter((field) => !managedFields.has(field))
  const written = [
    ...fields.map((field) => [field, sqlType(properties[field] ?? {})]),
    ...Object.keys(derived).map((field) => [field, 'text']),
    ...Object.keys(derivedIds).map((field) => [field, 'uuid[]']),
    ...Object.keys(derivedFlags).map((field) => [field, 'boolean']),
  ]
  const own = [...new Set([...stored, 'version'])].map((field) => `${alias}.${snakeCase(field)} as "${field}"`)
  const columnsWith = (values: Readonly<Record<string, string>>): string =>
    [...own, ...Object.entries(values).map(([field, sql]) => `${sql} as "${field}"`)].join(', ')
  const columns = columnsWith(Object.fromEntries(Object.entries(computed).map(([field, { sql }]) => [field, sql])))
  const columnsOfNew = columnsWith(Object.fromEntries(Object.entries(computed).map(([field, { initially }]) => [field, initially])))
  const one = `${alias}.tenant_id = :tenantId::uuid and ${alias}.id = :id::uuid`
  const touched = `version = version + 1${'updatedAt' in properties ? ', updated_at = greatest(now(), updated_at)' : ''}`
  const assignments = written.map(([field = '', type]) => `${quoted(field)} = :${field}::${type}`).join(', ')
  const filters = { ...declaration.filters, ...(isFoundByName ? { namePrefix: getWords(name, alias) } : {}) }
  const listWith = (more: NonNullable<ListDeclaration['filters']>) =>
    keysetList<RowOf<Declared>>({
      from,
      alias,
      columns,
      filters: { ...filters, ...more },
      ...(counted ? { counted } : {}),
      ...(rowBytes ? { rowBytes } : {}),
      ...(indexes ? { indexes } : {}),
    })
  return {
    name,
    alias,
    fields,
    columns,
    columnsWith,
    list: listWith({}),
    listWith,
    byBeginning: isFoundByName,
    find: statement(`select ${columns} from ${from} where ${one}`),
    lockOnly: Object.keys(computed).length > 0 ? statement(`select from ${from} where ${one} for update of ${alias}`) : null,
    lock: statement(`select ${columns} from ${from} where ${one} for update of ${alias}`),
    insert: statement(`insert into ${name} as ${alias} (tenant_id, id, ${written.map(([field = '']) => quoted(field)).join(', ')})
  values (:tenantId::uuid, :id::uuid, ${written.map(([field, type]) => `:${field}::${type}`).join(', ')}) returning ${columnsOfNew}`),
    change: statement(`update ${name} ${alias} set ${assignments}, ${touched} where ${one} returning ${columns}`),
    touch: statement(`update ${name} ${alias} set ${touched} where ${one} returning ${columns}`),
    remove: statement(`delete from ${from} where ${one}`),
    parameters(key, given) {
      const extra = Object.fromEntries(
        Object.entries({ ...derived, ...derivedIds, ...derivedFlags }).map(([field, make]) => [field, make(given)]),
      )
      return { ...given, ...extra, ...key }
    },
  }
}

const managedFields: ReadonlySet<string> = new Set<ManagedField>(['id', 'version', 'createdAt', 'updatedAt'])

/** Returns the column type of a field. */
function sqlType(shape: Shape): string {
  const { items, format, type = '', 'x-id': prefix } = describeShape(shape)
  const [member] = getMembers(shape)
  if (member) return sqlType(member)
  if (prefix) return 'uuid'
  if (format === 'date-time') return 'timestamptz'
  if (items) return describeShape(items).properties ? 'jsonb' : `${sqlType(items)}[]`
  return columnTypes[type] ?? 'jsonb'
}

const columnTypes: Readonly<Record<string, string>> = { string: 'text', boolean: 'boolean', integer: 'bigint', number: 'double precision' }

/**
 * Returns the condition that a word of the name starts with `:namePrefix`, which begins with a space. A subquery finds the ids first, by
 * the primary key, since a tenant has few such rows. Otherwise PostgreSQL, which cannot estimate the number of matches, may read all rows
 * in the list's order until a page is full.
 */
function getWords(name: string, alias: string): string {
  return `${alias}.id = any(array(select b.id from ${name} b where b.tenant_id = :tenantId::uuid and position(:namePrefix::text in b.search_key) > 0))`
}

/** Returns the columns of a shape's fields, separated by commas. */
export function columnsSql(shape: Shape, alias: string): string {
  return columnsOf(shape, alias)
    .map(([, column]) => column)
    .join(', ')
}

/** Returns SQL for a JSON object that has the fields of a shape, each from the column with its name. */
export function rowJsonSql(shape: Shape, alias = ''): string {
  const parts = columnsOf(shape, alias).map(([field, column]) => `'${field}', ${column}`)
  return `json_build_object(${parts.join(', ')})`
}

function columnsOf(shape: Shape, alias: string): [field: string, column: string][] {
  const { properties = {} } = describeShape(shape)
  return Object.keys(properties).map((field) => [field, `${alias && `${alias}.`}${snakeCase(field)}`])
}

/** Quotes the column of a field, because a name such as `order` is an SQL keyword. */
function quoted(field: string): string {
  return `"${snakeCase(field)}"`
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
