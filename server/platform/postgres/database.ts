/** Runs statements and transactions on the connections from pool.ts. */
import { statement, type BulkTransaction, type Database, type Queryable, type Statement } from '../db.ts'
import type { ConnectionOptions, DatabaseConnection } from './connection.ts'
import { ConnectionPool } from './pool.ts'
import { RoutedPool, type DatabasePool } from './routing.ts'
import { translateError } from './translate-error.ts'

export type DatabaseOptions = ConnectionOptions & {
  /** Maximum number of connections. Few connections are faster, because writers of one tenant wait for the same row. */
  max: number
  /** True to send each tenant's work to its node (routing.ts). `max` is then the limit per node. */
  isCluster?: boolean
}

export function openDatabase(options: DatabaseOptions): Database {
  const { max, isCluster = false } = options
  const pool: DatabasePool = isCluster ? new RoutedPool(options, max) : new ConnectionPool(options, max)
  let waiting = 0
  type Work<Result> = (connection: DatabaseConnection) => Promise<Result>
  const useConnection = async <Result>(
    isExclusive: boolean,
    share: string | null,
    work: Work<Result>,
    { tenantId = share, attempts = maxAttempts }: { tenantId?: string | null; attempts?: number } = {},
  ): Promise<Result> => {
    waiting++
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return await pool.use(isExclusive, share, work, tenantId)
        } catch (error) {
          if (!isRetriable(error) || attempt === attempts) throw translateError(error)
        }
      }
    } finally {
      waiting--
    }
  }
  const rows: Queryable['rows'] = (query, params) =>
    useConnection(false, findTenant(params), (connection) => runRows(connection, query, params))

  return {
    rows,
    first: async (query, params) => (await rows(query, params))[0] ?? null,
    script: (text) => useConnection(true, null, (connection) => runScript(connection, text)),
    isCluster,
    together: (tenantId, work) => useConnection(false, tenantId, (connection) => work(queryConnection(connection, isCluster))),
    transaction: (work, tenantId) => useConnection(true, tenantId ?? null, (connection) => runTransaction(connection, isCluster, work)),
    background: (tenantId, work) => useConnection(true, null, (connection) => runTransaction(connection, isCluster, work), { tenantId }),
    bulk: (work) => useConnection(true, null, (connection) => runTransaction(connection, isCluster, work), { attempts: 1 }),
    async ping() {
      await rows(pingStatement, {})
    },
    poolState: () => ({ max, waiting }),
    close: () => pool.close(),
  }
}

/** Returns the tenant in a statement's parameters; null for a statement across tenants. */
function findTenant(params: { tenantId?: unknown }): string | null {
  return typeof params.tenantId === 'string' ? params.tenantId : null
}

const pingStatement = statement<object, { one: number }>('select 1 as one')

async function runRows<Params extends object, Row>(
  connection: DatabaseConnection,
  { text, names }: Statement<Params, Row>,
  params: Params,
): Promise<Row[]> {
  const values = names.map((name) => {
    // Safe because the statement's parameter names are the keys of Params; a missing one is detected here.
    const value = (params as Record<string, unknown>)[name]
    if (value === undefined) throw new Error(`Parameter ${name} is missing for: ${text.slice(0, 80)}`)
    return value
  })
  try {
    // Safe because Row declares the columns of this statement, and the driver's rows are plain objects.
    return (await connection.run(text, values)).rows as Row[]
  } catch (error) {
    throw translateError(error)
  }
}

/** Wraps the connection as a Queryable. `guard` runs each statement. */
function queryConnection(
  connection: DatabaseConnection,
  isCluster: boolean,
  guard: <Value>(run: () => Promise<Value>) => Promise<Value> = (run) => run(),
): Queryable {
  const rows: Queryable['rows'] = (query, params) => guard(() => runRows(connection, query, params))
  const queryable: Queryable = {
    rows,
    first: async (query, params) => (await rows(query, params))[0] ?? null,
    script: (text) => guard(() => runScript(connection, text)),
    isCluster,
    together: (_tenantId, work) => work(queryable),
  }
  return queryable
}

/** Runs `work` in a transaction, and rolls back when it throws. The outcome is unknown only if the connection is lost during the commit. */
async function runTransaction<Result>(
  connection: DatabaseConnection,
  isCluster: boolean,
  work: (tx: BulkTransaction) => Promise<Result>,
): Promise<Result> {
  let failure: unknown = null
  let isOver = false
  let hasCopied = false
  // Sent together with the first statement, which saves a round trip.
  const begun = connection.run('begin', null)
  begun.catch(() => undefined)
  const runInside = async <Value>(query: () => Promise<Value>): Promise<Value> => {
    if (isOver) throw new Error('A statement came after the end of its transaction')
    try {
      const [, value] = await Promise.all([begun, query()])
      return value
    } catch (error) {
      failure ??= error
      throw error
    }
  }
  const tx: BulkTransaction = {
    ...queryConnection(connection, isCluster, runInside),
    async *copyOut(text) {
      await begun
      hasCopied = true
      yield* connection.copyOut(text)
    },
    async copyIn(text, pieces) {
      await begun
      hasCopied = true
      await runInside(() => connection.copyIn(text, pieces))
    },
  }
  try {
    const result = await work(tx)
    await begun
    isOver = true
    // PostgreSQL rolls back at COMMIT when a statement has failed, even if `work` ignored the error.
    if ((await connection.run('commit', null)).command !== 'COMMIT') throw failure ?? new Error('The transaction was rolled back')
    return result
  } catch (error) {
    isOver = true
    await connection.run('rollback', null).catch((lost: unknown) => {
      // An incomplete copy closes the connection. The rollback then fails, too, but the copy's error is the cause.
      if (!hasCopied) throw lost
    })
    throw error
  }
}

async function runScript(connection: DatabaseConnection, text: string): Promise<void> {
  try {
    await connection.run(text, null)
  } catch (error) {
    throw translateError(error)
  }
}

const maxAttempts = 5

/**
 * True for serialisation failures and deadlocks, after which PostgreSQL has rolled the transaction back, so that the work can run again.
 */
function isRetriable(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === '40001' || code === '40P01'
}
