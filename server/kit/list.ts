/** Lists: keyset pages with an exact total, one round trip. */
import { statement, type Queryable, type Statement } from './db.ts'
import type { Uuid } from './ids.ts'

/** The sort value and the id of the last row of a page. `at` is a time as the database writes it. */
export type Position = { at: string; id: Uuid }

/** Items on a page at most. */
export const pageSizeMax = 100

/** What the caller asked for: at most `limit` items after `after`. `limit` is at most `pageSizeMax`. */
export type Page = { limit: number; after: Position | null }

/** What a list's handler answers. `next` is the position of the last record when more follow, else null. */
export type ListReply<Row> = { records: Row[]; total: number; next: Position | null }

export type ListDeclaration = {
  /** Table and alias, `threads t`; rows are chosen, ordered and cut before any join. */
  from: string
  alias: string
  /** Columns of a record, quoted in camelCase. */
  columns: string
  /** Joins for `columns`, on the rows of the page. */
  joins?: string
  /** A common table expression over `page`, the rows of the page without their joins: what many of them share is found once. */
  onPage?: string
  /** SQL conditions by filter name; they use parameters of that name. */
  filters?: Readonly<Record<string, string | FilterTable>>
  /** Scalar subqueries for totals that are kept as counters, by the names of the filters joined with `+` (`` for none). */
  counted?: Readonly<Record<string, string>>
}

/** A filter that has a table of its own, which holds the list's order too: the page is cut on that table's index. */
export type FilterTable = { join: string; condition: string; createdAt: string; id: string }

export type Sort = 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt'

type ListRow<Row> = Row & { total: number; positionAt: string; positionId: Uuid | null }

/**
 * A list of one table. `fetch` answers a page of rows, the exact total and the position for the next page.
 * One prepared statement per combination of filters, sort and first/later page.
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
      // The total stands on every row; a page without rows still has one, whose position is null.
      const found = rows[0]?.positionId === null ? [] : rows
      const records = found.slice(0, page.limit)
      const last = records[page.limit - 1]
      const next = found.length > page.limit && last?.positionId ? { at: last.positionAt, id: last.positionId } : null
      return { records, total, next }
    },
  }
}

function listSql(declaration: ListDeclaration, active: string[], sort: Sort, after: boolean): string {
  const { from, alias, columns, joins = '', onPage, filters = {}, counted = {} } = declaration
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
  // A limit that the planner does not know counts as a tenth of the tenant's rows, and joins are then made to suit that many: with a
  // hash of all its customers, for one. The known limit beneath it holds the estimate, and so the plan, at the size of a page.
  return `with page as materialized (
  select * from (select ${alias}.* from ${source} where ${where}${keyset} order by ${order.at} ${direction}, ${order.id} ${direction} limit ${pageSizeMax + 1}) as longest
  limit :limit::int),${onPage ? `\n${onPage},` : ''}
n as materialized (select (${total}) as total)
select n.total, ${position} as "positionAt", ${alias}.id as "positionId", ${columns}
from n left join ${joins ? `(page ${alias} ${joins})` : `page ${alias}`} on true order by ${position} ${direction}, ${alias}.id ${direction}`
}

function unknownFilter(name: string): never {
  throw new Error(`No filter named ${name} is declared for this list`)
}
