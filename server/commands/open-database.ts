/** Opens the service's database, for the service and for commands. */
import type { Config } from '../config.ts'
import type { Database } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import { openDatabase, type DatabaseOptions } from '#platform/postgres/database.ts'
import { hasCitus } from '#platform/postgres/distribution.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import type { LogEvent } from '#platform/postgres/embedded/log-event.ts'
import type { Log } from '#platform/log.ts'
import { keepDatabaseClock, readDatabaseClock } from '#platform/postgres/keep-clock.ts'
import { ensureProcedures, keepProcedures } from '#platform/postgres/ensure-procedures.ts'
import { migrate } from '#platform/postgres/migrate.ts'
import { choosePlanCacheMode, type SessionSettings } from '#platform/postgres/session.ts'

export type OpenDatabase = {
  db: Database
  /** Opens a second pool on the same database, for work that must not compete with requests for connections. Closes with the database. */
  openPool(max: number): Database
  /** The settings of the database's sessions. */
  session: SessionSettings
  /** The migrations that were pending and have been applied. */
  applied: string[]
  /** Closes the database, and stops the embedded PostgreSQL unless another process uses it. */
  close(): Promise<void>
}

/**
 * Opens the migrated database: the embedded PostgreSQL, which it starts or joins, or the one of DATABASE_URL. `serve` opens the service's
 * pool; `command` opens one connection without time limits; `supervise` is like `command` but without the procedures, because their
 * declarations import the resources; `as it is` also skips the migrations. Throws an Error with a message for the operator when the
 * database is unavailable. While the embedded PostgreSQL starts, `load` imports modules that the caller needs later.
 */
export async function openServiceDatabase(
  { databaseUrl, databasePoolSize, databaseSession, dataDir }: Config,
  log: Log,
  use: 'serve' | 'command' | 'supervise' | 'as it is',
  load?: () => Promise<unknown>,
): Promise<OpenDatabase> {
  const embedded =
    databaseUrl === null ? await startEmbeddedPostgres({ dataDir, log: relay(log), ...(load ? { whileStarting: load } : {}) }) : null
  const connection = databaseUrl ?? getConnection(embedded)
  let isCluster = false
  let session = choosePlanCacheMode(databaseSession, { hasCitus: isCluster })
  const operator = openDatabase({ connection, max: 1, statementTimeoutMs: 0, session })
  const pools: Database[] = [operator]
  const openPool = (max: number): Database => {
    const pool = openDatabase({ connection, max, session, isCluster })
    pools.push(pool)
    return pool
  }
  let stopRenewing = (): void => {}
  let stopReadingClock = (): void => {}
  const close = async (): Promise<void> => {
    stopRenewing()
    stopReadingClock()
    await Promise.all(pools.map((pool) => pool.close()))
    await embedded?.stop()
  }
  try {
    await operator.ping().catch((error: unknown) => {
      throw new Error(`The database refuses the connection: ${getReason(error)}`, { cause: error })
    })
    await readDatabaseClock(operator)
    isCluster = databaseUrl !== null && (await hasCitus(operator))
    session = choosePlanCacheMode(databaseSession, { hasCitus: isCluster })
    const applied = use === 'as it is' ? [] : await migrate(operator)
    if (use === 'supervise' || use === 'as it is') return { db: operator, session, applied, openPool, close }
    const { procedures } = await import('../resources/index.ts')
    await ensureProcedures(operator, procedures)
    if (use !== 'serve') return { db: operator, session, applied, openPool, close }
    await operator.close()
    const db = openPool(databasePoolSize)
    stopReadingClock = keepDatabaseClock(db, log)
    stopRenewing = keepProcedures(db, procedures, log)
    return { db, session, applied, openPool, close }
  } catch (error) {
    await close()
    throw error
  }
}

function getConnection(embedded: EmbeddedPostgres | null): DatabaseOptions['connection'] {
  if (!embedded) throw new Error('There is no database')
  return embedded.connection
}

/** Logs the unexpected events of the embedded PostgreSQL. */
function relay(log: Log): (event: LogEvent) => void {
  return ({ level, message, detail }) =>
    log[level === 'info' ? 'debug' : level](detail instanceof Error ? { error: detail } : { detail }, message)
}

/** Returns an error with a message for the operator if the database is unavailable; otherwise returns the given error. */
export function explainLoss(error: unknown): unknown {
  return error instanceof ApiError ? new Error(`The connection to the database was lost: ${getReason(error)}`, { cause: error }) : error
}

function getReason(error: unknown): string {
  const { message, code } = (error instanceof Error && error.cause instanceof Error ? error.cause : error) as Error & { code?: string }
  return message || (code ?? '')
}
