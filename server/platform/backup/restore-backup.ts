/** Restores a backup into an empty database, in one transaction. */
import type { BulkTransaction, Database } from '../db.ts'
import { listAppliedMigrations, lockMigrations, migrateTo, withBaseline, type AppliedMigration } from '../postgres/migrate.ts'
import { copyInSql, findIndexes, findTables, hasRows, quoteName, setSequence, type TableFact } from './catalog-queries.ts'
import { BackupDamaged, type BackupHeader, type BackupReader, type BackupTrailer, type FileCounts, type TableSection } from './format.ts'

/** Thrown when the backup cannot be restored into this database, which is unchanged. The message is for the operator. */
export class RestoreRefused extends Error {}

export type RestoredBackup = { rows: Record<string, number>; files: FileCounts }

export type RestoreOptions = {
  /** Tables in the backup that are not Skein's, which the restore skips. */
  leaveOut: readonly string[]
  /** Reports the name of each long step. */
  say(what: string): void
  /** Stores a file under its path. Must consume all bytes. */
  keepFile(path: string, bytes: AsyncIterable<Buffer>): Promise<void>
  /** Called when everything is loaded and verified, before the commit. An error rolls everything back. */
  beforeCommit(): void
}

const migrationsTable = 'schema_migrations'
/** Session settings for the restore. Index creation may use more memory than usual, because nothing else uses the database yet. */
const loadSettings = `set local maintenance_work_mem = '256MB'; set local client_encoding = 'UTF8'; set local datestyle = 'ISO, YMD'`

export function restoreBackup(db: Database, header: BackupHeader, reader: BackupReader, options: RestoreOptions): Promise<RestoredBackup> {
  const { say, beforeCommit } = options
  return db.bulk(async (tx) => {
    await tx.script(loadSettings)
    const migrations = await orRefuse(async () => withBaseline(header.migrations))
    await checkEmpty(tx, migrations)
    await orRefuse(() => migrateTo(tx, migrations))
    const tables = new Map((await tx.rows(findTables, {})).map((table) => [table.name, table]))
    // Migrations insert rows that the backup also has, perhaps with other values.
    await tx.script(`truncate ${[...tables.keys()].map(quoteName).join(', ')}`)
    const indexes = await tx.rows(findIndexes, {})
    for (const { name } of indexes) await tx.script(`drop index ${quoteName(name)}`)
    const { end } = await loadParts(tx, reader, tables, options)
    for (const [name, last] of Object.entries(end.sequences)) await tx.rows(setSequence, { name, last })
    for (const { name, definition } of indexes) {
      say(`index ${name}`)
      await tx.script(definition)
    }
    // Autovacuum takes up to a minute to analyse the tables. Until then, the planner would have no statistics.
    say('statistics')
    await tx.script('analyze')
    beforeCommit()
    return { rows: end.rows, files: end.files ?? { count: 0, bytes: 0 } }
  })
}

async function orRefuse<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: Error) => {
    throw new RestoreRefused(error.message, { cause: error })
  })
}

/** Throws unless the database is empty. Locks out migrations, so that processes that start now wait for the end of the restore. */
async function checkEmpty(tx: BulkTransaction, migrations: readonly AppliedMigration[]): Promise<void> {
  await lockMigrations(tx)
  const known = new Set(migrations.map(({ name }) => name))
  const later = (await listAppliedMigrations(tx)).filter(({ name }) => !known.has(name))
  if (later.length > 0)
    throw new RestoreRefused(
      `The database has been brought to a version later than the backup's (${later.map(({ name }) => name).join(', ')}): give it an empty one.`,
    )
  const filled: string[] = []
  for (const { name } of await tx.rows(findTables, {}))
    if (name !== migrationsTable && (await tx.rows(hasRows(name), {}))[0]?.filled) filled.push(name)
  if (filled.length > 0)
    throw new RestoreRefused(
      `The database is not empty: ${filled.join(', ')} ${filled.length === 1 ? 'has' : 'have'} rows. A restore overwrites nothing: give it a new DATA_DIR, or an empty database in DATABASE_URL.`,
    )
}

async function loadParts(
  tx: BulkTransaction,
  reader: BackupReader,
  tables: ReadonlyMap<string, TableFact>,
  { leaveOut, say, keepFile }: RestoreOptions,
): Promise<BackupTrailer> {
  for (;;) {
    const part = await reader.next()
    if ('end' in part) return part
    if ('file' in part) {
      say('files')
      await keepFile(part.file, reader.fileBytes(part))
      continue
    }
    say(part.table)
    const rows = reader.rows(part.table)
    if (leaveOut.includes(part.table)) for await (const _ of rows);
    else await tx.copyIn(copyInSql(checkColumns(part, tables)), rows)
  }
}

function checkColumns({ table, columns }: TableSection, tables: ReadonlyMap<string, TableFact>): Pick<TableFact, 'name' | 'columns'> {
  const known = tables.get(table)
  if (!known)
    throw new RestoreRefused(
      `The backup holds the table ${table}, which is not one of Skein's: --leave-out ${table} restores everything else.`,
    )
  const unknown = columns.filter((column) => !known.columns.includes(column))
  if (unknown.length > 0) throw new BackupDamaged(`Its table ${table} has columns that the migrations do not make: ${unknown.join(', ')}.`)
  return { name: table, columns }
}
