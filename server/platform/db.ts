/**
 * The database interface that rooms use: statements with named parameters, transactions, and their errors (postgres/database.ts runs them).
 *
 * A room writes its SQL as SQL in `queries.ts`, with named parameters (`:tenantId`), once, at module level; every statement is prepared on
 * each connection and runs in one round trip. Times are returned as the database's text (see time.ts) and bigints as numbers: both are
 * exact for the stored values and allocate no object per value.
 */
import { ApiError, systemUnavailable } from './errors.ts'

/** One statement with named parameters. `Row` is what a row of its result looks like. */
export type Statement<Params extends object, Row> = {
  readonly text: string
  readonly names: readonly string[]
  /** Only for the type checker. */
  readonly types?: { params: Params; row: Row }
}

/** Compiles `:name` parameters to positions. Casts (`::uuid`) are left alone. */
export function statement<Params extends object, Row>(sql: string): Statement<Params, Row> {
  const names: string[] = []
  const text = sql.replace(/(?<![:\w]):([a-z]\w*)/gi, (_, name: string) => {
    let index = names.indexOf(name)
    if (index < 0) index = names.push(name) - 1
    return `$${index + 1}`
  })
  return { text, names }
}

/** Runs statements: the pool itself, or one open transaction. */
export interface Queryable {
  /** All rows. Throws `ApiError` 503/504 when the database is away or slow, `ConflictError` for constraint violations. */
  rows<Params extends object, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>
  /** The first row, or null. */
  first<Params extends object, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row | null>
  /** Runs a script of several statements without parameters (migrations). */
  script(sql: string): Promise<void>
}

/** A transaction that also moves whole tables, for backups. */
export interface BulkTransaction extends Queryable {
  /** The output of a `copy … to stdout`, in chunks of any size. */
  copyOut(sql: string): AsyncIterable<Buffer>
  /** Feeds a `copy … from stdin`. Throws PostgreSQL's error about the rows, or what `pieces` throws; no row is stored then. */
  copyIn(sql: string, pieces: AsyncIterable<Buffer>): Promise<void>
}

export interface Database extends Queryable {
  /**
   * Runs `work` in a transaction; on serialisation failures and deadlocks all of it runs again (at most 5 times). `tenantId` is the tenant
   * whose share of the connections it uses: requests name theirs, background work has shares of its own (platform/jobs/shares.ts).
   */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>, tenantId?: string): Promise<Result>
  /** Runs `work` in a transaction without retries: for work that reads or writes a stream, which cannot be repeated. */
  bulk<Result>(work: (tx: BulkTransaction) => Promise<Result>): Promise<Result>
  /** One round trip; throws when the database is away. */
  ping(): Promise<void>
  /** The maximum number of connections, and the statements or transactions in progress: for /metrics. */
  poolState(): { max: number; waiting: number }
  close(): Promise<void>
}

/**
 * A unique or foreign key was violated. `constraint` is its name and `table` the table that has it, empty when a distributed database does
 * not report them. Of a row that was to be deleted, `table` is the one that refers to it.
 */
export class ConflictError extends Error {
  readonly constraint: string
  readonly table: string
  constructor(constraint: string, table: string, cause: unknown) {
    super(`Constraint ${constraint || '(not named)'} refused the row`, { cause })
    this.constraint = constraint
    this.table = table
  }
}

/** Data that the statement read was outdated by the time it wrote. Nothing was stored, so it can be run again. */
export class OutdatedRead extends Error {}

/** Another transaction held a lock for longer than `lock_timeout`. `relation` is the table of that row, if PostgreSQL reports it. */
export class LockTimeoutError extends ApiError {
  readonly relation: string | null
  constructor(relation: string | null, cause: unknown) {
    super(systemUnavailable, { cause })
    this.relation = relation
  }
}
