/** Backs up a consistent snapshot of the database while the service uses it. */
import { databaseNowIso } from '../database-now.ts'
import type { BulkTransaction, Database } from '../db.ts'
import { readServer } from '../postgres/server-facts.ts'
import { listAppliedMigrations } from '../postgres/migrate.ts'
import { copyOutSql, findSequences, findTables, sortByReferences, type TableFact } from './catalog-queries.ts'
import { BackupWriter, type BackupHeader, type FileCounts } from './format.ts'

export type MadeBackup = { rows: Record<string, number>; files: FileCounts; migrations: string[] }

/** An uploaded file, identified by its path in the store. `open` returns null if the file has been deleted since it was listed. */
export type FileToBackUp = { path: string; open(): Promise<{ size: number; bytes: AsyncIterable<Buffer> } | null> }

type Receiver = {
  /** Reports PostgreSQL's estimate of the number of rows, before the first row. */
  begin(estimatedRows: number): void
  /** Reports the number of rows just read. */
  advance(table: string, rows: number): void
  /** Writes the next bytes. The backup awaits the result, so that a slow disk slows the backup down (backpressure). */
  write(bytes: Buffer): Promise<void>
}

/**
 * Starts the snapshot that the backup reads. The lock blocks migrations until the backup is complete, because they would alter tables under
 * it. Nothing else waits for it. The lock precedes the first query, which takes the snapshot.
 */
const oneSnapshot = `set transaction isolation level repeatable read; lock table schema_migrations in share mode; set transaction read only;
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local client_encoding = 'UTF8'`

/**
 * Writes a backup. Reads `files` after taking the snapshot. A file is in the store before its row says so, so the backup contains the file
 * of every row, except for files that are deleted during the backup.
 */
export function makeBackup(
  db: Database,
  about: Pick<BackupHeader, 'product' | 'secretKey'>,
  to: Receiver,
  files: AsyncIterable<FileToBackUp> | readonly FileToBackUp[] = [],
): Promise<MadeBackup> {
  return db.bulk(async (tx) => {
    await tx.script(oneSnapshot)
    const migrations = await listAppliedMigrations(tx)
    const tables = sortByReferences(await tx.rows(findTables, {}))
    const { version } = await readServer(tx)
    to.begin(tables.reduce((sum, { estimatedRows }) => sum + estimatedRows, 0))
    const writer = new BackupWriter()
    await to.write(writer.header({ ...about, madeAt: databaseNowIso(), postgresql: version, migrations }))
    for (const table of tables) await writeTable(tx, writer, table, to)
    for await (const file of files) await writeFile(writer, file, to)
    const sequences = Object.fromEntries((await tx.rows(findSequences, {})).map(({ name, last }) => [name, last]))
    const { bytes, rows, files: counts } = writer.end(sequences)
    await to.write(bytes)
    return { rows, files: counts, migrations: migrations.map(({ name }) => name) }
  })
}

async function writeTable(tx: BulkTransaction, writer: BackupWriter, table: TableFact, to: Receiver): Promise<void> {
  await to.write(writer.table({ table: table.name, columns: table.columns }))
  for await (const piece of tx.copyOut(copyOutSql(table))) {
    to.advance(table.name, writer.rows(piece))
    await to.write(piece)
  }
  await to.write(writer.endTable())
}

async function writeFile(writer: BackupWriter, { path, open }: FileToBackUp, to: Receiver): Promise<void> {
  const found = await open()
  if (!found) return
  await to.write(writer.file({ file: path, bytes: found.size }))
  let written = 0
  for await (const piece of found.bytes) {
    written += piece.length
    writer.fileBytes(piece)
    await to.write(piece)
  }
  if (written !== found.size) throw new Error(`The file ${path} changed while it was read: ${written} bytes instead of ${found.size}.`)
  await to.write(writer.endFile())
}
