/** The declaration of a list: its table, filters, orders and indexes. */
export type ListDeclaration = {
  /** The table and its alias, such as `threads t`. Rows are selected, ordered and limited before any join. */
  from: string
  alias: string
  /** Columns of a record, quoted in camelCase. */
  columns: string
  /** Joins for `columns`, which apply to the rows of the page. */
  joins?: string
  /** A common table expression over `page`, the rows of the page before the joins. It looks up values that many rows share once. */
  onPage?: string
  /** SQL conditions by filter name. They use parameters of that name. */
  filters?: Readonly<Record<string, Filter>>
  /**
   * For rows that may be large: SQL of a row's size in bytes, and the most that it can be. PostgreSQL measures a page that can exceed
   * `maxPageBytes` by far, and sends only the rows that fit.
   */
  rowBytes?: { sql: string; max: number }
  /**
   * Scalar subqueries for totals stored as counters, keyed by the filter names joined with `+` (`` for none). Those of a list with `PartReads`
   * name their column `total`.
   */
  counted?: Readonly<Record<string, string>>
  /** The indexes of a list that has many filters, or orders other than `createdAt`. */
  indexes?: Indexes
}

/** An SQL condition on the list's table, or one of the forms below. */
export type Filter = string | FilterTable | OrderRange | NarrowFilter | TestedFilter | SeveralFilter

/** Several values of a choice (`Indexes.choices`), in an array parameter with the filter's name. */
export type SeveralFilter = { several: string }

/**
 * A filter without an index in the list's order: `tested` is tested on one row after the other. `indexed` is a condition that has an index and
 * finds at least all rows that match, in no order.
 */
export type TestedFilter = { tested: string; indexed?: string }

/**
 * A filter that is a table with an index in the list's order, which limits the page. `smallTable` is that table with its alias if it has few of
 * the list's rows. The statement then reads the small table first and looks up each row, because PostgreSQL, which does not know how few there
 * are, may read all rows of the list instead. The `condition` must then include the tenant.
 */
export type FilterTable = { join: string; condition: string; createdAt: string; id: string; smallTable?: string }

/** A range of one of the orders, such as `{ order: 'updatedAt', tests: ['> :updatedAfter::timestamptz'] }`. */
export type OrderRange = {
  order: string
  tests: readonly string[]
  /** For a choice, the values that rows in the range can have, if not all. */
  implies?: Readonly<Record<string, readonly string[]>>
}

/** A condition that implies certain values of a choice: only rows with one of these values can match. */
export type NarrowFilter = { condition: string; implies: Readonly<Record<string, readonly string[]>> }

export type Indexes = {
  /** Columns of few values, by the name of their filter. An index with such a column before the order is read once for each value. */
  choices: Readonly<Record<string, { column: string; values: readonly string[] }>>
  /**
   * The indexes in the order `createdAt`, best first: the filters that an index begins with, and the choices between them and the order. The
   * list uses the first index with an active filter. The last index has no filters.
   */
  created: readonly { filters: readonly string[]; between: readonly string[] }[]
  /** The tables of the other orders. If several have active filters, the list reads the first. */
  sortTables: readonly SortTable[]
}

/** A table with the sort keys of some orders. It has one index for each order, which begins with the choice, if there is one. */
export type SortTable = {
  /** The table and its alias. */
  from: string
  /** The column with the id of the list's row. */
  id: string
  /** The choice that its indexes begin with, and the column of the choice in this table. */
  choice?: string
  choiceColumn?: string
  /** Conditions of filters that its indexes have, over the table's alias. */
  conditions?: Readonly<Record<string, string>>
  /** For each order, its column in this table, and an expression over the list's table that has the same value. */
  orders: Readonly<Record<string, { column: string; expression: string }>>
  /**
   * For a table that lacks some of the list's rows, or has null in the column: SQL of the value that the expression has for those rows. They
   * come last, and the orders of such a table have only one direction.
   */
  absentValue?: string
}
