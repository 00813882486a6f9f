/** The declaration of a list: its table, filters, orders and indexes. */
export type ListDeclaration = {
  /** The table and its alias, such as `threads t`. Rows are selected, ordered and limited before any join. */
  from: string
  alias: string
  /** Columns of a record, with quoted camelCase names. */
  columns: string
  /** Joins that `columns` needs. They run on the rows of the page only. */
  joins?: string
  /** A common table expression over `page`, the rows of the page before the joins. Looks up values that many rows share once. */
  onPage?: string
  /** SQL conditions by filter name. They use parameters of that name. */
  filters?: Readonly<Record<string, Filter>>
  /**
   * For large rows: the SQL expression for a row's size in bytes, and its maximum. If a page can be much larger than `maxPageBytes`,
   * PostgreSQL measures it and sends only the rows that fit.
   */
  rowBytes?: { sql: string; max: number }
  /**
   * Scalar subqueries for totals that are stored as counters, keyed by the filter names joined with `+` (`` for none). Lists with
   * `PartReads` name their column `total`.
   */
  counted?: Readonly<Record<string, string>>
  /** The indexes of a list that has many filters, or orders other than `createdAt`. */
  indexes?: Indexes
}

/** An SQL condition on the list's table, or one of the forms below. */
export type Filter = string | FilterTable | OrderRange | NarrowFilter | TestedFilter | SeveralFilter

/** Filter for several values of a choice (`Indexes.choices`), passed in an array parameter with the filter's name. */
export type SeveralFilter = { several: string }

/**
 * Filter without an index in the list's order: `tested` is evaluated row by row. `indexed` is a condition that has an index and finds a
 * superset of the matching rows, unordered.
 */
export type TestedFilter = { tested: string; indexed?: string }

/**
 * Filter with its own table, which has an index in the list's order and limits the page. Set `smallTable` (that table with its alias) if
 * the table has few of the list's rows. The statement then reads the small table first and looks up each row; PostgreSQL underestimates how
 * selective the table is and may read all rows of the list instead. The `condition` must then include the tenant.
 */
export type FilterTable = { join: string; condition: string; createdAt: string; id: string; smallTable?: string }

/** A range over one of the sort orders, such as `{ order: 'updatedAt', tests: ['> :updatedAfter::timestamptz'] }`. */
export type OrderRange = {
  order: string
  tests: readonly string[]
  /** The values that rows in the range can have, for each choice that the range restricts. */
  implies?: Readonly<Record<string, readonly string[]>>
}

/** Filter condition that implies certain values of a choice: only rows with one of these values can match. */
export type NarrowFilter = { condition: string; implies: Readonly<Record<string, readonly string[]>> }

export type Indexes = {
  /** Low-cardinality columns, keyed by filter name. An index with such a column before the order is scanned once per value. */
  choices: Readonly<Record<string, { column: string; values: readonly string[] }>>
  /**
   * Indexes for the order `createdAt`, best first: the filters that an index starts with, and the choices between them and the order. The
   * list uses the first index with an active filter. The last index has no filters.
   */
  created: readonly { filters: readonly string[]; between: readonly string[] }[]
  /** Tables for the other sort orders. If several have active filters, the list reads the first. */
  sortTables: readonly SortTable[]
}

/** A table with the sort keys of some orders. It has one index per order, which starts with the choice, if there is one. */
export type SortTable = {
  /** The table and its alias. */
  from: string
  /** The column with the id of the list's row. */
  id: string
  /** The choice that its indexes start with, and the column of the choice in this table. */
  choice?: string
  choiceColumn?: string
  /** Filter conditions that its indexes cover, written with the table's alias. */
  conditions?: Readonly<Record<string, string>>
  /**
   * The column of each order in this table, or the expression that its index is on, and an expression over the list's table with the same
   * value.
   */
  orders: Readonly<Record<string, ({ column: string } | { indexed: string }) & { expression: string }>>
  /**
   * SQL for the sort key of rows that the table lacks, or in which the column is null. Such rows come last, and these orders have only one
   * direction.
   */
  absentValue?: string
}
