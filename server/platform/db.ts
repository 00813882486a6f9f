/**
 * The interface to the database: statements with named parameters, transactions and errors, implemented by postgres/database.ts. A module
 * writes its SQL in `queries.ts`, once, at module level, with named parameters (`:tenantId`). Each statement is prepared on each connection
 * and runs in one round trip. Times are returned as PostgreSQL's text (see time.ts) and bigints as numbers: both are exact for the stored
 * values and allocate no object per value.
 */
import { ApiError, systemUnavailable } from './errors.ts'

/** A statement with named parameters. `Row` is the type of its rows. */
export type Statement<Params extends object, Row> = {
  readonly text: string
  readonly names: readonly string[]
  /** For the type checker only. */
  readonly types?: { params: Params; row: Row }
}

/** Replaces `:name` parameters with positional ones (`$1`). Leaves casts (`::uuid`) unchanged. */
export function statement<Params extends object, Row>(sql: string): Statement<Params, Row> {
  const names: string[] = []
  const text = sql.replace(/(?<![:\w]):([a-z]\w*)/gi, (_, name: string) => {
    let index = names.indexOf(name)
    if (index < 0) index = names.push(name) - 1
    return `$${index + 1}`
  })
  return { text, names }
}

/** Runs statements on the pool or in one open transaction. */
export interface Queryable {
  /**
   * Returns all rows. Throws `ApiError` 503/504 when the database is unreachable or slow, and `ConflictError` for constraint violations.
   */
  rows<Params extends object, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>
  /** Returns the first row, or null. */
  first<Params extends object, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row | null>
  /** Runs a script of several statements without parameters, such as a migration. */
  script(sql: string): Promise<void>
  /**
   * True on a Citus cluster, where the rows of tenants are on several nodes. A statement for one tenant goes to that tenant's node; any
   * other statement goes to all nodes. Citus replans every statement with a join or a subquery on each execution (decision 98).
   */
  readonly isCluster: boolean
  /**
   * Runs `work` on one connection, which other callers may share. Statements that `work` starts without awaiting are pipelined in one round
   * trip, in order. Each sees what was committed before it.
   */
  together<Result>(tenantId: string, work: (db: Queryable) => Promise<Result>): Promise<Result>
}

/** A transaction that can also copy whole tables, for backups. */
export interface BulkTransaction extends Queryable {
  /** Returns the output of a `copy … to stdout`, in chunks of any size. */
  copyOut(sql: string): AsyncIterable<Buffer>
  /**
   * Sends `pieces` to a `copy … from stdin`. If it throws PostgreSQL's error about the rows, or the error of `pieces`, no row is stored.
   */
  copyIn(sql: string, pieces: AsyncIterable<Buffer>): Promise<void>
}

export interface Database extends Queryable {
  /**
   * Runs `work` in a transaction. After a serialisation failure or a deadlock, runs all of it again (at most 5 times). `tenantId` is the
   * tenant whose share of the connections the transaction uses.
   */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>, tenantId?: string): Promise<Result>
  /** Runs `transaction` for a tenant's background work, which has its own shares (platform/jobs/shares.ts). */
  background<Result>(tenantId: string, work: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** Runs `work` in a transaction without retries, for work on a stream, which cannot be repeated. */
  bulk<Result>(work: (tx: BulkTransaction) => Promise<Result>): Promise<Result>
  /** Makes one round trip. Throws when the database is unreachable. */
  ping(): Promise<void>
  /** Returns the maximum number of connections, and the number of statements and transactions in progress, for /metrics. */
  poolState(): { max: number; waiting: number }
  close(): Promise<void>
}

/**
 * A unique or foreign key was violated. `constraint` is its name and `table` its table; both are empty if a distributed database does not
 * report them. For a deletion, `table` is the table that references the row.
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

/** Thrown when data that a statement had read had become outdated by the time of the write. Nothing was stored, so the caller can retry. */
export class OutdatedRead extends Error {}

/**
 * Thrown when another transaction held a row lock for longer than `lock_timeout`. `relation` is the table of that row, if PostgreSQL
 * reports it.
 */
export class LockTimeoutError extends ApiError {
  readonly relation: string | null
  constructor(relation: string | null, cause: unknown) {
    super(systemUnavailable, { cause })
    this.relation = relation
  }
}
