/**
 * The database: the only file of the request path that knows the driver (postgres.js).
 *
 * A room writes its SQL as SQL in `queries.ts`, with named parameters (`:tenantId`), once, at module level; every
 * statement is prepared on each connection and runs in one round trip. Times come back as the database's text
 * (see time.ts), bigints as numbers: both are exact for what is stored here and need no objects per value.
 */
import postgres from 'postgres'
import { arrayTypes } from './db-arrays.ts'
import { ApiError, systemTimeout, systemUnavailable } from './errors.ts'

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

export interface Database extends Queryable {
  /** Runs `work` in a transaction; serialisation failures and deadlocks run the whole of it again (at most 5 times). */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** One round trip; throws when the database is away. */
  ping(): Promise<void>
  /** Connections at most, and statements or transactions under way: for /metrics. */
  poolState(): { max: number; waiting: number }
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** A postgres:// URL, or the parts of the embedded one. */
  connection: string | { host: string; port: number; user: string; password: string; database: string }
  /** Connections at most. Few are faster: writers of one tenant queue for the same row anyway. */
  max: number
  /** Milliseconds after which a statement is given up (504); 0 for none (migrations, maintenance). */
  statementTimeoutMs?: number
  /** Sees every statement as it runs; the tests' statement audit listens here. */
  onStatement?: ((text: string, parameters: readonly unknown[]) => void) | undefined
}

/** A unique or foreign key said no. `constraint` is the constraint's name. */
export class ConflictError extends Error {
  readonly constraint: string
  constructor(constraint: string, cause: unknown) {
    super(`Constraint ${constraint} refused the row`, { cause })
    this.constraint = constraint
  }
}

/** Another transaction held a lock for longer than `lock_timeout`. `relation` is the table of the row waited for, if told. */
export class LockTimeoutError extends ApiError {
  readonly relation: string | null
  constructor(relation: string | null, cause: unknown) {
    super(systemUnavailable, { cause })
    this.relation = relation
  }
}

export function openDatabase(options: DatabaseOptions): Database {
  const { max } = options
  const pool = openPool(() => openDriver(options))
  let waiting = 0
  const counted = async <Result>(work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> => {
    waiting++
    try {
      return await retrying(() => pool.use(work))
    } finally {
      waiting--
    }
  }

  return {
    rows: (query, params) => counted((sql) => runRows(sql, query, params)),
    first: async (query, params) => (await counted((sql) => runRows(sql, query, params)))[0] ?? null,
    transaction: (work) => counted((sql) => runTransaction(sql, work)),
    script: (text) => pool.use((sql) => runScript(sql, text)),
    async ping() {
      await pool.use((sql) => runRows(sql, pingStatement, {}))
    },
    poolState: () => ({ max, waiting }),
    close: () => pool.close(),
  }
}

/**
 * The driver's pool, exchanged for a new one when a connection breaks under a statement. The driver would keep the rest of
 * that conversation and mistake it for the beginning of the next one: a request long afterwards would fail with the old error.
 * What is under way in the old pool ends there.
 */
function openPool(open: () => postgres.Sql): { use<Result>(work: (sql: postgres.Sql) => Promise<Result>): Promise<Result>; close(): Promise<void> } {
  let current = { sql: open(), users: 0 }
  const pools = new Set([current])
  return {
    async use(work) {
      const pool = current
      pool.users++
      try {
        return await work(pool.sql)
      } catch (error) {
        if (pool === current && isBroken(error)) pools.add((current = { sql: open(), users: 0 }))
        throw error
      } finally {
        pool.users--
        if (pool !== current && pool.users === 0 && pools.delete(pool)) void pool.sql.end({ timeout: 0 })
      }
    },
    async close() {
      await Promise.all([...pools].map(({ sql }) => sql.end({ timeout: 5 })))
    },
  }
}

/** The driver itself, with the settings of the service: for `openDatabase`, and for the benchmarks' bare floor. */
export function openDriver({ connection, max, statementTimeoutMs = 10_000, onStatement }: DatabaseOptions): postgres.Sql {
  const settings = {
    max,
    idle_timeout: 0,
    connect_timeout: 3,
    // A restarted database is found again within a tenth of a second (G2), not after the driver's growing pauses.
    backoff: () => 0.1,
    // See db-arrays.ts.
    fetch_types: false,
    onnotice: () => {},
    types: { ...plainTypes, ...arrayTypes },
    connection: {
      application_name: 'skein',
      TimeZone: 'UTC',
      statement_timeout: statementTimeoutMs,
      lock_timeout: statementTimeoutMs ? 2_000 : 0,
      idle_in_transaction_session_timeout: statementTimeoutMs ? 15_000 : 0,
      // Every request-path query has an index; a plan made while a table was still small must not outlive that.
      enable_seqscan: statementTimeoutMs ? 'off' : 'on',
      plan_cache_mode: statementTimeoutMs ? 'force_generic_plan' : 'auto',
      jit: 'off',
    },
    ...(onStatement ? { debug: (_: number, text: string, parameters: unknown[]) => onStatement(text, parameters) } : {}),
  }
  // Safe because the driver passes unknown connection parameters through to the server as they are.
  return (typeof connection === 'string'
    ? postgres(connection, settings as postgres.Options<Record<string, postgres.PostgresType>>)
    : postgres({ ...connection, ...settings } as postgres.Options<Record<string, postgres.PostgresType>>)) as postgres.Sql
}

const pingStatement = statement<object, { one: number }>('select 1 as one')

/** timestamptz, timestamp and date as text; bigint (counts, sequences) as number. */
const plainTypes = {
  date: { to: 1184, from: [1082, 1114, 1184], serialize: String, parse: (text: string) => text },
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
}

async function runRows<Params extends object, Row>(
  sql: postgres.Sql | postgres.TransactionSql,
  { text, names }: Statement<Params, Row>,
  params: Params,
): Promise<Row[]> {
  const values = names.map((name) => {
    // Safe because the statement's names are the keys of Params by construction; a missing one is caught here.
    const value = (params as Record<string, unknown>)[name]
    if (value === undefined) throw new Error(`Parameter ${name} is missing for: ${text.slice(0, 80)}`)
    return value
  })
  try {
    // Safe because Row describes the columns of this very text; the driver's rows are plain objects.
    return withoutHoles(await sql.unsafe(text, values as postgres.ParameterOrJSON<never>[], { prepare: true })) as unknown as Row[]
  } catch (error) {
    throw translated(error)
  }
}

/**
 * After a statement that failed amid its rows, the driver puts the rows of the next one behind as many holes (issue 1181 of
 * porsager/postgres). The count is PostgreSQL's own.
 */
function withoutHoles(rows: postgres.RowList<postgres.Row[]>): postgres.Row[] {
  return rows.count !== null && rows.length > rows.count ? rows.slice(-rows.count) : rows
}

async function runTransaction<Result>(sql: postgres.Sql, work: (tx: Queryable) => Promise<Result>): Promise<Result> {
  const lost = Promise.withResolvers<never>()
  let isLost = false
  const lose = (error: unknown): void => {
    isLost = true
    lost.reject(error)
  }
  /** After the loss nothing more reaches the driver, which would write to a socket that is gone, and end the process over it. */
  const guarded = async <Answer>(query: () => Promise<Answer>): Promise<Answer> => {
    try {
      return isLost ? await lost.promise : await query()
    } catch (error) {
      if (isBroken(error)) lose(error)
      throw error
    }
  }
  const answer = sql.begin(async (tx) => {
    const rows: Queryable['rows'] = (query, params) => guarded(() => runRows(tx, query, params))
    try {
      return await work({ rows, first: async (query, params) => (await rows(query, params))[0] ?? null, script: (text) => guarded(() => runScript(tx, text)) })
    } catch (error) {
      // The driver answers an error with ROLLBACK, which must not happen then. This waits for ever and is forgotten with the connection.
      if (isLost) await new Promise(() => {})
      throw error
    }
  })
  answer.catch(lose)
  try {
    // Safe because begin() resolves to what its callback resolved to.
    return (await Promise.race([answer, lost.promise])) as Result
  } catch (error) {
    throw translated(error)
  }
}

async function runScript(sql: postgres.Sql | postgres.TransactionSql, text: string): Promise<void> {
  try {
    await sql.unsafe(text).simple()
  } catch (error) {
    throw translated(error)
  }
}

/** Serialisation failures (40001) and deadlocks (40P01) leave no trace, so the work simply runs again. */
async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const { code } = error as { code?: unknown }
      if ((code !== '40001' && code !== '40P01') || attempt === 5) throw error
    }
  }
}

function translated(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error
  const { code = '', constraint_name, where = '' } = error as { code?: string; constraint_name?: string; where?: string }
  if (code === '23505' || code === '23503') return new ConflictError(constraint_name ?? '', error)
  if (code === '55P03') return new LockTimeoutError(/relation "(\w+)"/.exec(where)?.[1] ?? null, error)
  if (code === '57014') return new ApiError(systemTimeout, { cause: error })
  if (awayCodes.test(code)) return new ApiError(systemUnavailable, { cause: error })
  return error
}

/** Whether a connection that had been made was lost under a statement. What the statement did is not known then. */
function isBroken(error: unknown): boolean {
  const cause = error instanceof ApiError ? error.cause : error
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && brokenCodes.test(cause.code)
}

const brokenCodes = /^(CONNECTION_CLOSED|CONNECTION_DESTROYED|ECONNRESET|EPIPE|ETIMEDOUT|57P01|57P02)$/

/** True for what a database that is away, or goes away, does to the driver. */
export function isAway(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && awayCodes.test(error.code)
}

/** Connection failures of the driver and the socket, PostgreSQL's connection class 08, shutdowns 57P0x, too many connections. */
const awayCodes = /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|ENOENT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT|08|57P0|53300)/
