/** What is asked of a list, and the conditions and orders that follow from it. */
import type { Beside, FilterTable, Indexes, ListDeclaration } from './list-declaration.ts'
import { lookUp, unknownChoice, unknownFilter, unknownOrder } from './list-fragments.ts'

export type Asked = {
  declaration: ListDeclaration
  indexes: Indexes
  active: readonly string[]
  order: string
  direction: Direction
  after: boolean
  /** The total is a parameter, because the caller has it. */
  totalIsKnown: boolean
}
type Direction = 'asc' | 'desc'

export function isTested({ declaration: { filters = {} } }: Asked, name: string): boolean {
  const filter = filters[name]
  return typeof filter === 'object' && 'tested' in filter
}

export type Choice = { column: string; values: readonly string[] }

/** A choice with the values that the filters leave. */
export function choiceOf({ declaration: { filters = {} }, indexes, active }: Asked, name: string): Choice {
  const choice = indexes.choices[name] ?? unknownChoice(name)
  const implied = active
    .map((filter) => filters[filter])
    .map((filter) => (typeof filter === 'object' && 'implies' in filter ? filter.implies?.[name] : undefined))
  return { ...choice, values: implied.find((values) => values !== undefined) ?? choice.values }
}

export function keysetOf({ direction, after }: Asked, at: string, id: string): string[] {
  return after ? [`(${at}, ${id}) ${direction === 'desc' ? '<' : '>'} (:afterAt::timestamptz, :afterId::uuid)`] : []
}

/** The first of the filters with a table of its own. */
export function tableOf({ declaration: { filters = {} }, active }: Asked): { name: string; table: FilterTable } | undefined {
  for (const name of active) {
    const filter = filters[name]
    if (typeof filter === 'object' && 'join' in filter) return { name, table: filter }
  }
  return undefined
}

/** The list's table with those of the filters. */
export function sourceOf(asked: Asked): string {
  const { declaration, active } = asked
  const found = tableOf(asked)
  if (found?.table.first === undefined) return `${declaration.from} ${joinsOf(asked)}`
  const others = { ...asked, active: active.filter((name) => name !== found.name) }
  return `${found.table.first} ${lookUp(declaration, found.table.id)} ${joinsOf(others)}`
}

/** The joins of filters with tables of their own. */
export function joinsOf({ declaration: { filters = {} }, active }: Asked): string {
  return active
    .map((name) => filters[name])
    .map((filter) => (typeof filter === 'object' && 'join' in filter ? filter.join : ''))
    .join(' ')
    .trim()
}

/** The table beside that has an order; undefined where none has, as for `createdAt`. */
export function besideOf({ beside }: Indexes, order: string | null): Beside | undefined {
  return beside.find(({ orders }) => order !== null && order in orders)
}

/** The order that a filter is a range of. */
export function rangedOrder({ declaration: { filters = {} } }: Asked, name: string): string | null {
  const filter = filters[name]
  return typeof filter === 'object' && 'order' in filter ? filter.order : null
}

/** The condition of a filter. `column` is where the order of a range is read, if not on the list's table. */
export function conditionOf(asked: Asked, name: string, column?: string): string {
  const filter = asked.declaration.filters?.[name] ?? unknownFilter(name)
  if (typeof filter === 'string') return filter
  if ('tested' in filter) return filter.tested
  if ('condition' in filter) return filter.condition
  return filter.tests.map((test) => `${column ?? orderOf({ ...asked, order: filter.order })} ${test}`).join(' and ')
}

/** The value that a row is ordered by. */
export function orderOf({ declaration: { alias }, indexes, order }: Asked): string {
  if (order === 'createdAt') return `${alias}.created_at`
  return besideOf(indexes, order)?.orders[order]?.expression ?? unknownOrder(order)
}
