/** Builds the conditions, joins and sort keys of one list request. */
import type { FilterTable, Indexes, ListDeclaration, SortTable } from './list-declaration.ts'
import { lookUpSql, unknownChoice, unknownFilter, unknownOrder } from './list-fragments.ts'

export type ListRequest = {
  declaration: ListDeclaration
  indexes: Indexes
  /** Names of the filters that have a value. */
  active: readonly string[]
  order: string
  direction: 'asc' | 'desc'
  /** Whether the page starts after a cursor position, `:afterAt` and `:afterId`. */
  after: boolean
}

/** Default indexes: one order, with an index for each filter. */
const defaultIndexes: Indexes = { choices: {}, created: [{ filters: [], between: [] }], sortTables: [] }

/** Returns the request for a page. `sort` is an order, with `-` for descending. */
export function toRequest(declaration: ListDeclaration, active: readonly string[], sort: string, after: boolean): ListRequest {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  return { ...firstPage(declaration, active), order: sort.replace('-', ''), direction, after }
}

/** Returns a request for the first page in the default order, for statements that do not depend on the page. */
export function firstPage(declaration: ListDeclaration, active: readonly string[]): ListRequest {
  return { declaration, indexes: declaration.indexes ?? defaultIndexes, active, order: 'createdAt', direction: 'desc', after: false }
}

/** `given` is the filter whose parameter contains the values, if the request lists several. */
export type Choice = { column: string; values: readonly string[]; given?: string }

/** Returns the active filter that has several values of a choice. */
export function findSeveral({ declaration: { filters = {} }, active }: ListRequest, choice: string): string | undefined {
  return active.find((name) => {
    const filter = filters[name]
    return typeof filter === 'object' && 'several' in filter && filter.several === choice
  })
}

/** Returns a choice with the values that rows can have under the active filters. */
export function getChoice(request: ListRequest, name: string): Choice {
  const {
    declaration: { filters = {} },
    indexes,
    active,
  } = request
  const choice = indexes.choices[name] ?? unknownChoice(name)
  const implied = active
    .map((filter) => filters[filter])
    .map((filter) => (typeof filter === 'object' && 'implies' in filter ? filter.implies?.[name] : undefined))
  const values = implied.find((each) => each !== undefined)
  const given = findSeveral(request, name)
  return values || given === undefined ? { ...choice, values: values ?? choice.values } : { ...choice, given }
}

/** Returns the condition for rows after the position, or none on the first page. */
export function keysetConditions({ direction, after }: ListRequest, at: string, id: string): string[] {
  return after ? [`(${at}, ${id}) ${direction === 'desc' ? '<' : '>'} (:afterAt::timestamptz, :afterId::uuid)`] : []
}

/** Returns the first active filter that has its own table. */
export function findFilterTable({ declaration: { filters = {} }, active }: ListRequest): { name: string; table: FilterTable } | undefined {
  for (const name of active) {
    const filter = filters[name]
    if (typeof filter === 'object' && 'join' in filter) return { name, table: filter }
  }
  return undefined
}

/** Returns the list's table joined with the tables of the active filters. */
export function sourceSql(request: ListRequest): string {
  const { declaration, active } = request
  const found = findFilterTable(request)
  if (found?.table.smallTable === undefined) return `${declaration.from} ${joinsSql(request)}`
  const others = { ...request, active: active.filter((name) => name !== found.name) }
  return `${found.table.smallTable} ${lookUpSql(declaration, found.table.id)} ${joinsSql(others)}`
}

/** Returns the joins of the active filters that have their own table. */
export function joinsSql({ declaration: { filters = {} }, active }: ListRequest): string {
  return active
    .map((name) => filters[name])
    .map((filter) => (typeof filter === 'object' && 'join' in filter ? filter.join : ''))
    .join(' ')
    .trim()
}

/** Returns the table that stores an order. Undefined for `createdAt`, which is in the list's table. */
export function findSortTable({ sortTables }: Indexes, order: string | null): SortTable | undefined {
  return sortTables.find(({ orders }) => order !== null && order in orders)
}

/** Returns the order whose range the filter restricts, or null. */
export function rangedOrder({ declaration: { filters = {} } }: ListRequest, name: string): string | null {
  const filter = filters[name]
  return typeof filter === 'object' && 'order' in filter ? filter.order : null
}

export function isTested({ declaration: { filters = {} } }: ListRequest, name: string): boolean {
  const filter = filters[name]
  return typeof filter === 'object' && 'tested' in filter
}

/** Returns the indexed condition of an active `TestedFilter`, or none. */
export function indexedConditions({ declaration: { filters = {} } }: ListRequest, name: string): string[] {
  const filter = filters[name]
  return typeof filter === 'object' && 'tested' in filter && filter.indexed !== undefined ? [filter.indexed] : []
}

export function hasIndexedCondition(request: ListRequest): boolean {
  return request.active.some((name) => indexedConditions(request, name).length > 0)
}

/** Returns the condition of a filter. A range is tested on `column`, or by default on the list's table. */
export function conditionSql(request: ListRequest, name: string, column?: string): string {
  const filter = request.declaration.filters?.[name] ?? unknownFilter(name)
  if (typeof filter === 'string') return filter
  if ('tested' in filter) return filter.tested
  if ('condition' in filter) return filter.condition
  if ('several' in filter)
    return `${(request.indexes.choices[filter.several] ?? unknownChoice(filter.several)).column} = any(:${name}::text[])`
  return filter.tests.map((test) => `${column ?? sortKeySql({ ...request, order: filter.order })} ${test}`).join(' and ')
}

/** Returns the sort key of a row as an expression over the list's table. */
export function sortKeySql({ declaration: { alias }, indexes, order }: ListRequest): string {
  if (order === 'createdAt') return `${alias}.created_at`
  return findSortTable(indexes, order)?.orders[order]?.expression ?? unknownOrder(order)
}

/** Whether the indexes of a sort table cover a filter: its choice, one or several values of it, or a condition. */
export function isInTable(request: ListRequest, { choice, conditions = {} }: SortTable, name: string): boolean {
  return name === choice || (choice !== undefined && findSeveral(request, choice) === name) || name in conditions
}

export function tableConditions({ conditions = {} }: SortTable, active: readonly string[]): string[] {
  return active.flatMap((name) => conditions[name] ?? [])
}

/** Whether an active filter has a selective index on the list's table. */
export function hasOwnIndex({ indexes: { created, choices }, active }: ListRequest): boolean {
  return created.some(({ filters }) => filters.some((name) => active.includes(name) && !(name in choices)))
}
