/**
 * The database as rooms know it: statements with named parameters, transactions, and what can go wrong (postgres/database.ts runs them).
 *
 * A room writes its SQL as SQL in `queries.ts`, with named parameters (`:tenantId`), once, at module level; every
 * statement is prepared on each connection and runs in one round trip. Times come back as the database's text
 * (see time.ts), bigints as numbers: both are exact for what is stored here and need no objects per value.
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
  /** What a `copy … to stdout` gives, in pieces of any size. */
  copyOut(sql: string): AsyncIterable<Buffer>
  /** Feeds a `copy … from stdin`. Throws what PostgreSQL says of the rows, or what `pieces` throws; no row is there then. */
  copyIn(sql: string, pieces: AsyncIterable<Buffer>): Promise<void>
}

export interface Database extends Queryable {
  /** Runs `work` in a transaction; serialisation failures and deadlocks run the whole of it again (at most 5 times). */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** Runs `work` in a transaction, once: for what reads or writes a stream, which cannot be done again. */
  bulk<Result>(work: (tx: BulkTransaction) => Promise<Result>): Promise<Result>
  /** One round trip; throws when the database is away. */
  ping(): Promise<void>
  /** Connections at most, and statements or transactions under way: for /metrics. */
  poolState(): { max: number; waiting: number }
  close(): Promise<void>
}

/** A unique or foreign key said no. `constraint` is the constraint's name, empty where a distributed database does not tell it. */
export class ConflictError extends Error {
  readonly constraint: string
  constructor(constraint: string, cause: unknown) {
    super(`Constraint ${constraint || '(not named)'} refused the row`, { cause })
    this.constraint = constraint
  }
}

/** What a statement had read of the tenant was outdated by the time it wrote: nothing of it is there, and it may simply run again. */
export class OutdatedRead extends Error {}

/** Another transaction held a lock for longer than `lock_timeout`. `relation` is the table of the row waited for, if told. */
export class LockTimeoutError extends ApiError {
  readonly relation: string | null
  constructor(relation: string | null, cause: unknown) {
    super(systemUnavailable, { cause })
    this.relation = relation
  }
}
