/** Parts of the SQL of lists that depend on no declaration. */
import { maxPageBytes } from '../platform/http/declared-endpoint.ts'
import type { ListDeclaration } from './list-declaration.ts'

/**
 * For an unknown limit the planner assumes a tenth of the tenant's rows and plans the joins for that many, for example with a hash of all
 * customers. The constant limit inside keeps the estimate, and so the plan, at the size of a page.
 */
export function limited(rows: string, limit: string): string {
  return `select * from (${rows}) as longest limit ${limit}`
}

/** One row that says whether the rows of a page exceed its limit in bytes: cheaper than the window functions of `withinBytes`, which few pages need. */
export function sizeOfPage(alias: string, bytes: string): string {
  return `(select sum(${bytes}) >= ${maxPageBytes} as "isTooLarge" from page ${alias}) as size`
}

/**
 * The first of `rows` that fit into a page, at least one and at most `limit`; `isFollowed` is true when there is a row after it. All window
 * functions have one window, in the order of the rows, so that PostgreSQL neither sorts nor reads on after the limit.
 */
export function withinBytes(rows: string, alias: string, bytes: string, order: string, limit: string): string {
  return `select * from (
    select ${alias}.*, lead(true) over w as "isFollowed", row_number() over w as "place", sum(${bytes}) over w as "bytesSoFar"
    from (${rows}) as ${alias} window w as (order by ${order})) as sized
  where "bytesSoFar" <= ${maxPageBytes} or "place" = 1 limit ${limit}`
}

/** The row of a table beside, by its id: `limit 1` keeps the planner from reading all rows of the list's table instead. */
export function lookUp({ from, alias }: ListDeclaration, id: string): string {
  const table = from.split(' ')[0] ?? ''
  return `cross join lateral (select * from ${table} x where x.tenant_id = :tenantId::uuid and x.id = ${id} limit 1) as ${alias}`
}

/** The condition with an index of a filter that rows are tested for. */
export function foundBy({ filters = {} }: ListDeclaration, name: string): string[] {
  const filter = filters[name]
  return typeof filter === 'object' && 'tested' in filter && filter.found !== undefined ? [filter.found] : []
}

export function aliasOf(from: string): string {
  return from.split(' ')[1] ?? from
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
