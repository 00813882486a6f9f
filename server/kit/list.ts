/** Lists: keyset pages with an exact total, one round trip. */
import { statement, type Queryable, type Statement } from './db.ts'
import type { Uuid } from './ids.ts'

/** The sort value and the id of the last row of a page. `at` is a time as the database writes it. */
export type Position = { at: string; id: Uuid }

/** Items on a page at most. */
export const pageSizeMax = 100

/** Bytes of a page's answer at most, unless a single item is larger. */
export const pageBytesMax = 4 * 1024 * 1024

/** The requested page: at most `limit` items after `after`. `limit` is at most `pageSizeMax`. */
export type Page = { limit: number; after: Position | null }

/** The result of a list handler. `next` is the position of the last record when more follow, else null. */
export type ListReply<Row> = {
  records: Row[]
  total: number
  next: Position | null
  /** Where a page that must end with this record goes on; without it a page is never cut. */
  positionOf?: (record: Row) => Position
}

export type ListDeclaration = {
  /** Table and alias, `threads t`; rows are selected, ordered and limited before any join. */
  from: string
  alias: string
  /** Columns of a record, quoted in camelCase. */
  columns: string
  /** Joins for `columns`, on the rows of the page. */
  joins?: string
  /** A common table expression over `page` (the rows of the page before the joins): looks up once what many rows share. */
  onPage?: string
  /** SQL conditions by filter name; they use parameters of that name. */
  filters?: Readonly<Record<string, string | FilterTable>>
  /** SQL of a row's size in bytes, for rows that may be large: a page of them is cut in the database before they are sent. */
  bytes?: string
  /** Scalar subqueries for totals stored as counters, keyed by the filter names joined with `+` (`` for none). */
  counted?: Readonly<Record<string, string>>
}

/** A filter with its own table that also has the sort column: the page is limited by that table's index. */
export type FilterTable = { join: string; condition: string; createdAt: string; id: string }

export type Sort = 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt'

type ListRow<Row> = Row & { total: number; positionAt: string; positionId: Uuid | null; rowsFound?: number }

/**
 * A list of one table. `fetch` returns a page of rows, the exact total and the position of the next page. One prepared statement per
 * combination of filters, sort and first/later page.
 */
export function keysetList<Row extends object>(declaration: ListDeclaration) {
  const statements = new Map<string, Statement<Record<string, unknown>, ListRow<Row>>>()

  return {
    /** `filters` holds the parameters of the filters to apply; null and undefined ones do not apply. */
    async fetch(
      db: Queryable,
      tenantId: Uuid,
      page: Page,
      filters: Readonly<Record<string, unknown>> = {},
      sort: Sort = '-createdAt',
    ): Promise<ListReply<Row>> {
      const active = Object.keys(filters)
        .filter((name) => filters[name] !== undefined && filters[name] !== null)
        .toSorted()
      const key = `${active.join('+')} ${sort} ${page.after ? 'after' : 'first'}`
      let prepared = statements.get(key)
      if (!prepared) statements.set(key, (prepared = statement(listSql(declaration, active, sort, page.after !== null))))
      const params: Record<string, unknown> = { tenantId, limit: page.limit + 1 }
      for (const name of active) params[name] = filters[name]
      if (page.after) {
        params.afterAt = page.after.at
        params.afterId = page.after.id
      }
      const rows = await db.rows(prepared, params)
      const total = rows[0]?.total ?? 0
      // Every row carries the total; for an empty page there is still one row, whose position is null.
      const found = rows[0]?.positionId === null ? [] : rows
      const records = found.slice(0, page.limit)
      const last = records.at(-1)
      const hasMore = (last?.rowsFound ?? found.length) > records.length
      // Safe because only the row of an empty page has no position.
      const positionOf = (row: Row) => ({ at: (row as ListRow<Row>).positionAt, id: (row as ListRow<Row>).positionId ?? '' })
      return { records, total, next: hasMore && last ? positionOf(last) : null, positionOf }
    },
  }
}

function listSql(declaration: ListDeclaration, active: string[], sort: Sort, after: boolean): string {
  const { from, alias, columns, joins = '', onPage, filters = {}, bytes, counted = {} } = declaration
  const conditions = [`${alias}.tenant_id = :tenantId::uuid`]
  const order = { at: `${alias}.${sort.endsWith('updatedAt') ? 'updated_at' : 'created_at'}`, id: `${alias}.id` }
  let source = from
  for (const name of active) {
    const filter = filters[name] ?? unknownFilter(name)
    conditions.push(typeof filter === 'string' ? filter : filter.condition)
    if (typeof filter === 'string') continue
    source += ` ${filter.join}`
    if (sort.endsWith('createdAt')) Object.assign(order, { at: filter.createdAt, id: filter.id })
  }
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const where = conditions.join(' and ')
  const keyset = after ? ` and (${order.at}, ${order.id}) ${direction === 'desc' ? '<' : '>'} (:afterAt::timestamptz, :afterId::uuid)` : ''
  const total = counted[active.join('+')] ?? `select count(*) from ${source} where ${where}`
  const position = `${alias}.${sort.endsWith('updatedAt') ? 'updated_at' : 'created_at'}`
  // For an unknown limit the planner assumes a tenth of the tenant's rows and plans the joins for that many, for example with a hash of all
  // customers. The constant limit inside keeps the estimate, and so the plan, at the size of a page.
  const rows = `select * from (select ${alias}.* from ${source} where ${where}${keyset} order by ${order.at} ${direction}, ${order.id} ${direction} limit ${pageSizeMax + 1}) as longest
  limit :limit::int`
  return `with page as materialized (
  ${bytes ? withinBytes(rows, alias, bytes, `${position} ${direction}, ${alias}.id ${direction}`) : rows}),${onPage ? `\n${onPage},` : ''}
n as materialized (select (${total}) as total)
select n.total, ${bytes ? `${alias}."rowsFound", ` : ''}${position} as "positionAt", ${alias}.id as "positionId", ${columns}
from n left join ${joins ? `(page ${alias} ${joins})` : `page ${alias}`} on true order by ${position} ${direction}, ${alias}.id ${direction}`
}

/** The first of `rows` that fit into a page, at least one. */
function withinBytes(rows: string, alias: string, bytes: string, order: string): string {
  return `select * from (
    select ${alias}.*, count(*) over () as "rowsFound", sum(${bytes}) over (order by ${order}) - (${bytes}) as "bytesBefore"
    from (${rows}) as ${alias}) as sized
  where "bytesBefore" < ${pageBytesMax - 512 * 1024}`
}

function unknownFilter(name: string): never {
  throw new Error(`No filter named ${name} is declared for this list`)
}
