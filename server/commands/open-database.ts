/** The database of the service, for the service itself and for commands beside it. */
import type { Config } from '../config.ts'
import { openDatabase, type Database, type DatabaseOptions } from '../kit/db.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres, type LogEvent } from '../kit/embedded-postgres.ts'
import type { Log } from '../kit/log.ts'
import { migrate } from '../kit/migrate.ts'

export type OpenDatabase = {
  db: Database
  /** Migrations that were missing and have been applied. */
  applied: string[]
  /** Also stops the embedded PostgreSQL, unless another process uses it. */
  close(): Promise<void>
}

/**
 * Opens the migrated database: the embedded PostgreSQL, started or joined, or the one of DATABASE_URL.
 * `serve` opens the pool of the service; `command` one connection without time limits.
 * Throws an Error with a sentence for the operator when the database is away.
 */
export async function openServiceDatabase({ databaseUrl, databasePoolSize, dataDir }: Config, log: Log, use: 'serve' | 'command'): Promise<OpenDatabase> {
  const embedded = databaseUrl === null ? await startEmbeddedPostgres({ dataDir, log: relay(log) }) : null
  const connection = databaseUrl ?? connectionOf(embedded)
  const operator = openDatabase({ connection, max: 1, statementTimeoutMs: 0 })
  const close = async (db: Database): Promise<void> => {
    await db.close()
    await embedded?.stop()
  }
  try {
    await operator.ping().catch(explainAbsence)
    const applied = await migrate(operator)
    if (use === 'command') return { db: operator, applied, close: () => close(operator) }
    await operator.close()
    const db = openDatabase({ connection, max: databasePoolSize })
    return { db, applied, close: () => close(db) }
  } catch (error) {
    await close(operator)
    throw error
  }
}

function connectionOf(embedded: EmbeddedPostgres | null): DatabaseOptions['connection'] {
  if (!embedded) throw new Error('There is no database')
  return embedded.connection
}

/** A quiet start: what the embedded PostgreSQL does as planned is of interest to nobody. */
function relay(log: Log): (event: LogEvent) => void {
  return ({ level, message, detail }) => log[level === 'info' ? 'debug' : level](detail instanceof Error ? { error: detail } : { detail }, message)
}

function explainAbsence(error: unknown): never {
  const { message, code } = (error instanceof Error && error.cause instanceof Error ? error.cause : error) as Error & { code?: string }
  throw new Error(`The database does not let us in: ${message || code}`, { cause: error })
}
