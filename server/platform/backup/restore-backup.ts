/** Loads a backup into an empty database, completely or not at all. */
import type { BulkTransaction, Database } from '../db.ts'
import { appliedMigrations, holdMigrations, migrateTo } from '../postgres/migrate.ts'
import { copyInSql, findIndexes, findTables, isFilled, quoted, setSequence, type TableFact } from './catalog-queries.ts'
import { BackupDamaged, type BackupHeader, type BackupReader, type BackupTrailer, type FileCounts, type TableSection } from './format.ts'

/** The restore cannot start with this backup or database; the message is for the operator. Nothing was changed. */
export class RestoreRefused extends Error {}

export type RestoredBackup = { rows: Record<string, number>; files: FileCounts }

export type RestoreOptions = {
  /** Tables of the backup that are not Skein's and are skipped. */
  leaveOut: readonly string[]
  /** Called with a description of each long step. */
  say(what: string): void
  /** Stores a file under its path, and reads its bytes to the end. */
  keepFile(path: string, bytes: AsyncIterable<Buffer>): Promise<void>
  /** Called when everything is loaded and verified, before the commit; if it throws, everything is rolled back. */
  beforeCommit(): void
}

const bookkeeping = 'schema_migrations'
/** More memory for building indexes; no other work runs on this database yet. */
const forLoading = `set local maintenance_work_mem = '256MB'; set local client_encoding = 'UTF8'; set local datestyle = 'ISO, YMD'`

export function restoreBackup(db: Database, header: BackupHeader, reader: BackupReader, options: RestoreOptions): Promise<RestoredBackup> {
  const { say, beforeCommit } = options
  return db.bulk(async (tx) => {
    await tx.script(forLoading)
    await refuseFilled(tx, header)
    await migrateTo(tx, header.migrations).catch((error: Error) => {
      throw new RestoreRefused(error.message, { cause: error })
    })
    const tables = new Map((await tx.rows(findTables, {})).map((table) => [table.name, table]))
    // Migrations may have inserted rows that are also in the backup, possibly changed.
    await tx.script(`truncate ${[...tables.keys()].map(quoted).join(', ')}`)
    const indexes = await tx.rows(findIndexes, {})
    for (const { name } of indexes) await tx.script(`drop index ${quoted(name)}`)
    const { end } = await loadParts(tx, reader, tables, options)
    for (const [name, last] of Object.entries(end.sequences)) await tx.rows(setSequence, { name, last })
    for (const { name, definition } of indexes) {
      say(`index ${name}`)
      await tx.script(definition)
    }
    // Autovacuum would analyse the tables within a minute; until then the planner would have no statistics.
    say('statistics')
    await tx.script('analyze')
    beforeCommit()
    return { rows: end.rows, files: end.files ?? { count: 0, bytes: 0 } }
  })
}

/** Other processes that start now wait in their first step until the restore has ended. */
async function refuseFilled(tx: BulkTransaction, { migrations }: BackupHeader): Promise<void> {
  await holdMigrations(tx)
  const known = new Set(migrations.map(({ name }) => name))
  const later = (await appliedMigrations(tx)).filter(({ name }) => !known.has(name))
  if (later.length > 0)
    throw new RestoreRefused(
      `The database has been brought to a version later than the backup's (${later.map(({ name }) => name).join(', ')}): give it an empty one.`,
    )
  const filled: string[] = []
  for (const { name } of await tx.rows(findTables, {}))
    if (name !== bookkeeping && (await tx.rows(isFilled(name), {}))[0]?.filled) filled.push(name)
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
    else await tx.copyIn(copyInSql(columnsOf(part, tables)), rows)
  }
}

function columnsOf({ table, columns }: TableSection, tables: ReadonlyMap<string, TableFact>): Pick<TableFact, 'name' | 'columns'> {
  const known = tables.get(table)
  if (!known)
    throw new RestoreRefused(
      `The backup holds the table ${table}, which is not one of Skein's: --leave-out ${table} restores everything else.`,
    )
  const strange = columns.filter((column) => !known.columns.includes(column))
  if (strange.length > 0) throw new BackupDamaged(`Its table ${table} has columns that the migrations do not make: ${strange.join(', ')}.`)
  return { name: table, columns }
}
