/** Builds the parts of a list's SQL that do not depend on its filters. */
import { maxPageBytes } from '#platform/http/declared-endpoint.ts'
import type { ListDeclaration, SortTable } from './list-declaration.ts'

/**
 * Limits rows by an SQL expression. `rows` must have a constant limit too: for an unknown limit PostgreSQL assumes a tenth of the tenant's
 * rows and plans the joins for that many, for example with a hash of all customers.
 */
export function limitSql(rows: string, limit: string): string {
  return `select * from (${rows}) as longest limit ${limit}`
}

/**
 * Returns a one-row table that says whether the rows of a page exceed its limit in bytes. Cheaper than the window functions of
 * `cutToSizeSql`, which few pages need.
 */
export function pageSizeSql(alias: string, bytes: string): string {
  return `(select sum(${bytes}) >= ${maxPageBytes} as "isTooLarge" from page ${alias}) as size`
}

/**
 * Selects the first of `rows` that fit on a page: at least one, at most `limit`. `isFollowed` is true when there is a row after it. All
 * window functions use one window, in the order of the rows, so that PostgreSQL neither sorts the rows nor reads past the limit.
 */
export function cutToSizeSql(rows: string, alias: string, bytes: string, order: string, limit: string): string {
  return `select * from (
    select ${alias}.*, lead(true) over w as "isFollowed", row_number() over w as "place", sum(${bytes}) over w as "bytesSoFar"
    from (${rows}) as ${alias} window w as (order by ${order})) as sized
  where "bytesSoFar" <= ${maxPageBytes} or "place" = 1 limit ${limit}`
}

/** Joins the list's row by its id. `limit 1` keeps PostgreSQL from reading all rows of the list's table instead. */
export function lookUpSql({ from, alias }: ListDeclaration, id: string): string {
  const table = from.split(' ')[0] ?? ''
  return `cross join lateral (select * from ${table} x where x.tenant_id = :tenantId::uuid and x.id = ${id} limit 1) as ${alias}`
}

/** Returns the alias in a `from` such as `threads t`. */
export function parseAlias(from: string): string {
  return from.split(' ')[1] ?? from
}

/** Returns the sort key of an order in its sort table. */
export function tableKeySql({ from, orders }: SortTable, order: string): string {
  const key = orders[order] ?? unknownOrder(order)
  return 'indexed' in key ? key.indexed : `${parseAlias(from)}.${key.column}`
}

export function unknownFilter(name: string): never {
  throw new Error(`No filter named ${name} is declared for this list`)
}
export function unknownOrder(name: string): never {
  throw new Error(`No order named ${name} is declared for this list`)
}
export function unknownChoice(name: string): never {
  throw new Error(`No choice named ${name} is declared for this list`)
}
