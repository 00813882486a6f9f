/** What a list is made of: its table, filters, orders and the layout of its indexes. */
/** What a list is made of. */
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
  filters?: Readonly<Record<string, Filter>>
  /**
   * For rows that may be large: SQL of a row's size in bytes, and the most that it can be. PostgreSQL measures a page that can exceed
   * `maxPageBytes` by far, and sends only the rows that fit.
   */
  rowBytes?: { sql: string; max: number }
  /** Scalar subqueries for totals stored as counters, keyed by the filter names joined with `+` (`` for none). */
  counted?: Readonly<Record<string, string>>
  /** How the list's indexes are laid out, for lists with many filters or orders beside `createdAt`. */
  indexes?: Indexes
}

/** An SQL condition on the list's table, or one of the forms below. */
export type Filter = string | FilterTable | OrderRange | NarrowFilter | TestedFilter

/**
 * A condition that rows in the list's order are tested for one by one, because many of them meet it, or few. `found`: a condition with an
 * index that finds at least all of them, in no order.
 */
export type TestedFilter = { tested: string; found?: string }

/**
 * A filter with its own table that also has the list's order: the page is limited by that table's index. `first`: the table and its alias, for
 * one that has few of the list's rows; it is read first and each row looked up, because the planner, which does not know how few there are,
 * may read all rows of the list instead. `condition` then names the tenant, too.
 */
export type FilterTable = { join: string; condition: string; createdAt: string; id: string; first?: string }

/** A range of one of the orders: `{ order: 'updatedAt', tests: ['> :updatedAfter::timestamptz'] }`. */
export type OrderRange = {
  order: string
  tests: readonly string[]
  /** The values of a choice that rows in the range can have, where not all. */
  implies?: Readonly<Record<string, readonly string[]>>
}

/** A condition whose rows have some of the values of a choice only. */
export type NarrowFilter = { condition: string; implies: Readonly<Record<string, readonly string[]>> }

export type Indexes = {
  /** Columns of few values, with the filter of that name: an index that has one in front of the order is read once for each value. */
  choices: Readonly<Record<string, { column: string; values: readonly string[] }>>
  /**
   * The indexes in the order `createdAt`, best first: the filters that have one, and the choices between them and the order. The first
   * whose filters are asked for is used; the last has none.
   */
  created: readonly { filters: readonly string[]; between: readonly string[] }[]
  /** The other orders, kept in tables of their own. Where several have filters that are asked for, the first is read. */
  beside: readonly Beside[]
}

/** A table with one index for each of its orders: the choice `by`, if there is one, then the column. */
export type Beside = {
  /** Table and alias. */
  from: string
  /** Its column with the id of the row. */
  id: string
  /** The choice that leads its indexes, and its column there. */
  by?: string
  byColumn?: string
  /** For each order the column there, and the same value as an expression over the list's table. */
  orders: Readonly<Record<string, { column: string; expression: string }>>
  /**
   * For a table that has some rows of the list only, or null in the column: SQL for the value that the expression has for the others, which
   * come last. The orders of such a table are not reversed.
   */
  none?: string
}
