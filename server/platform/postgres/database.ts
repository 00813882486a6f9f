/** Runs statements and transactions over the connections of pool.ts. */
import { statement, type BulkTransaction, type Database, type Queryable, type Statement } from '../db.ts'
import type { ConnectionOptions, DatabaseConnection } from './connection.ts'
import { ConnectionPool } from './pool.ts'
import { translated } from './translate-error.ts'

export type DatabaseOptions = ConnectionOptions & {
  /** Maximum number of connections. Few are faster: writers of one tenant wait for the same row anyway. */
  max: number
}

export function openDatabase(options: DatabaseOptions): Database {
  const { max } = options
  const pool = new ConnectionPool(options, max)
  let waiting = 0
  type Work<Result> = (connection: DatabaseConnection) => Promise<Result>
  const counted = async <Result>(alone: boolean, tenant: string | null, work: Work<Result>, attempts = attemptsMax): Promise<Result> => {
    waiting++
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return await pool.use(alone, tenant, work)
        } catch (error) {
          if (!isRetriable(error) || attempt === attempts) throw translated(error)
        }
      }
    } finally {
      waiting--
    }
  }
  const rows: Queryable['rows'] = (query, params) => counted(false, tenantOf(params), (connection) => runRows(connection, query, params))

  return {
    rows,
    first: async (query, params) => (await rows(query, params))[0] ?? null,
    script: (text) => counted(true, null, (connection) => runScript(connection, text)),
    transaction: (work, tenantId) => counted(true, tenantId ?? null, (connection) => runTransaction(connection, work)),
    bulk: (work) => counted(true, null, (connection) => runTransaction(connection, work), 1),
    async ping() {
      await rows(pingStatement, {})
    },
    poolState: () => ({ max, waiting }),
    close: () => pool.close(),
  }
}

/** The tenant whose statement it is. Statements across tenants have none. */
function tenantOf(params: { tenantId?: unknown }): string | null {
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
    // Safe because Row describes the columns of this very text; the driver's rows are plain objects.
    return (await connection.run(text, values)).rows as Row[]
  } catch (error) {
    throw translated(error)
  }
}

/** After a failure nothing of the work is stored; only when the commit itself gets no answer, the outcome is unknown. */
async function runTransaction<Result>(connection: DatabaseConnection, work: (tx: BulkTransaction) => Promise<Result>): Promise<Result> {
  let failure: unknown = null
  let isOver = false
  let copies = false
  const within = async <Answer>(query: () => Promise<Answer>): Promise<Answer> => {
    if (isOver) throw new Error('A statement came after the end of its transaction')
    try {
      return await query()
    } catch (error) {
      failure ??= error
      throw error
    }
  }
  const rows: Queryable['rows'] = (query, params) => within(() => runRows(connection, query, params))
  const tx: BulkTransaction = {
    rows,
    first: async (query, params) => (await rows(query, params))[0] ?? null,
    script: (text) => within(() => runScript(connection, text)),
    copyOut(text) {
      copies = true
      return connection.copyOut(text)
    },
    copyIn(text, pieces) {
      copies = true
      return within(() => connection.copyIn(text, pieces))
    },
  }
  await connection.run('begin', null)
  try {
    const result = await work(tx)
    isOver = true
    // PostgreSQL answers COMMIT with ROLLBACK when a statement has failed, even if the work ignored the error.
    if ((await connection.run('commit', null)).command !== 'COMMIT') throw failure ?? new Error('The transaction was rolled back')
    return result
  } catch (error) {
    isOver = true
    await connection.run('rollback', null).catch((lost: unknown) => {
      // A copy that is left half-way gives its connection up: then the first failure is the one to tell.
      if (!copies) throw lost
    })
    throw error
  }
}

async function runScript(connection: DatabaseConnection, text: string): Promise<void> {
  try {
    await connection.run(text, null)
  } catch (error) {
    throw translated(error)
  }
}

const attemptsMax = 5

/** Serialisation failures and deadlocks leave no trace, so the work simply runs again. */
function isRetriable(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === '40001' || code === '40P01'
}
