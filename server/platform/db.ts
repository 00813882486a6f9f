/**
 * The interface to the database: statements with named parameters, transactions, and their errors. postgres/database.ts implements it.
 *
 * A module writes its SQL in `queries.ts`, once, at module level, with named parameters (`:tenantId`). Each statement is prepared on each
 * connection and runs in one round trip. Times are returned as PostgreSQL's text (see time.ts) and bigints as numbers: both are exact for
 * the stored values and allocate no object per value.
 */
import { ApiError, systemUnavailable } from './errors.ts'

/** A statement with named parameters. `Row` is the type of its rows. */
export type Statement<Params extends object, Row> = {
  readonly text: string
  readonly names: readonly string[]
  /** Used only by the type checker. */
  readonly types?: { params: Params; row: Row }
}

/** Replaces `:name` parameters by positions (`$1`). Leaves casts (`::uuid`) unchanged. */
export function statement<Params extends object, Row>(sql: string): Statement<Params, Row> {
  const names: string[] = []
  const text = sql.replace(/(?<![:\w]):([a-z]\w*)/gi, (_, name: string) => {
    let index = names.indexOf(name)
    if (index < 0) index = names.push(name) - 1
    return `$${index + 1}`
  })
  return { text, names }
}

/** Runs statements, on the pool or in one open transaction. */
export interface Queryable {
  /** Returns all rows. Throws `ApiError` 503/504 when the database is unreachable or slow, `ConflictError` for constraint violations. */
  rows<Params extends object, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>
  /** Returns the first row, or null. */
  first<Params extends object, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row | null>
  /** Runs a script of several statements without parameters (migrations). */
  script(sql: string): Promise<void>
  /**
   * True when the rows of tenants are on several nodes. A statement for one tenant then goes to its node, and others to all nodes. Citus plans
   * every statement with a join or a subquery again for each execution (decision 98).
   */
  readonly isCluster: boolean
  /**
   * Runs `work` on one connection, which other callers may share. Statements that `work` starts without waiting are sent in one round trip, in
   * their order. Each sees what was committed before it.
   */
  together<Result>(tenantId: string, work: (db: Queryable) => Promise<Result>): Promise<Result>
}

/** A transaction that can also copy whole tables, for backups. */
export interface BulkTransaction extends Queryable {
  /** Returns the output of a `copy … to stdout`, in chunks of any size. */
  copyOut(sql: string): AsyncIterable<Buffer>
  /** Sends `pieces` to a `copy … from stdin`. Throws PostgreSQL's error about the rows, or the error of `pieces`; then no row is stored. */
  copyIn(sql: string, pieces: AsyncIterable<Buffer>): Promise<void>
}

export interface Database extends Queryable {
  /**
   * Runs `work` in a transaction. After a serialisation failure or a deadlock, all of it runs again (at most 5 times). `tenantId` is the
   * tenant of the request, to whose share of the connections it counts.
   */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>, tenantId?: string): Promise<Result>
  /** As `transaction`, for background work of a tenant, which has its own shares (platform/jobs/shares.ts). */
  background<Result>(tenantId: string, work: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** Runs `work` in a transaction without retries, for work that reads or writes a stream and so cannot be repeated. */
  bulk<Result>(work: (tx: BulkTransaction) => Promise<Result>): Promise<Result>
  /** Makes one round trip. Throws when the database is unreachable. */
  ping(): Promise<void>
  /** Returns the maximum number of connections, and the number of statements and transactions in progress, for /metrics. */
  poolState(): { max: number; waiting: number }
  close(): Promise<void>
}

/**
 * A unique or foreign key was violated. `constraint` is its name and `table` its table; both are empty if a distributed database does not
 * report them. When the row was to be deleted, `table` is the table that references it.
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

/** Data that the statement read was outdated when it wrote. Nothing was stored, so the caller can run it again. */
export class OutdatedRead extends Error {}

/** Another transaction held a row lock for longer than `lock_timeout`. `relation` is the table of that row, if PostgreSQL reports it. */
export class LockTimeoutError extends ApiError {
  readonly relation: string | null
  constructor(relation: string | null, cause: unknown) {
    super(systemUnavailable, { cause })
    this.relation = relation
  }
}
