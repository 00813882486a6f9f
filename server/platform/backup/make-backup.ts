/** Reads a whole database at one moment, while it is in use. */
import type { BulkTransaction, Database } from '../db.ts'
import { readServer } from '../postgres/server-facts.ts'
import { appliedMigrations } from '../postgres/migrate.ts'
import { copyOutSql, findSequences, findTables, inOrderOfReferences, type TableFact } from './catalog-queries.ts'
import { BackupWriter, type BackupHeader, type FileCounts } from './format.ts'

export type MadeBackup = { rows: Record<string, number>; files: FileCounts; migrations: string[] }

/** A file to back up, by its path in the store. `open` returns null when it was deleted meanwhile. */
export type FileToKeep = { path: string; open(): Promise<{ size: number; bytes: AsyncIterable<Buffer> } | null> }

type Receiver = {
  /** Called with PostgreSQL's estimate of the number of rows, before the first one. */
  begin(rowsGuess: number): void
  /** Called with the number of rows as they are written. */
  advance(table: string, rows: number): void
  /** Writes the bytes, in order; backpressure is respected. */
  write(bytes: Buffer): Promise<void>
}

/**
 * Only migrations wait until the backup is done: it reads one snapshot, during which no table may be altered. The lock must be taken before
 * the snapshot, so it comes first.
 */
const oneSnapshot = `set transaction isolation level repeatable read; lock table schema_migrations in share mode; set transaction read only;
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local client_encoding = 'UTF8'`

/**
 * `files` are listed after the snapshot was taken: a file is in the store before its row says so, so the file of every row is among them,
 * but for those that are deleted during the backup.
 */
export function makeBackup(
  db: Database,
  about: Pick<BackupHeader, 'product' | 'secretKey'>,
  to: Receiver,
  files: AsyncIterable<FileToKeep> | readonly FileToKeep[] = [],
): Promise<MadeBackup> {
  return db.bulk(async (tx) => {
    await tx.script(oneSnapshot)
    const migrations = await appliedMigrations(tx)
    const tables = inOrderOfReferences(await tx.rows(findTables, {}))
    const { version } = await readServer(tx)
    to.begin(tables.reduce((sum, { rowsGuess }) => sum + rowsGuess, 0))
    const writer = new BackupWriter()
    await to.write(writer.header({ ...about, madeAt: new Date().toISOString(), postgresql: version, migrations }))
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

async function writeFile(writer: BackupWriter, { path, open }: FileToKeep, to: Receiver): Promise<void> {
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
