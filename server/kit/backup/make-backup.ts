/** Reads a whole database at one moment, while it is in use. */
import type { BulkTransaction, Database } from '../db.ts'
import { readServer } from '../postgres/server-facts.ts'
import { appliedMigrations } from '../postgres/migrate.ts'
import { copyOutSql, findSequences, findTables, inOrderOfReferences, type TableFact } from './catalog-queries.ts'
import { BackupWriter, type BackupHeader } from './format.ts'

export type MadeBackup = { rows: Record<string, number>; migrations: string[] }

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

export function makeBackup(db: Database, about: Pick<BackupHeader, 'product' | 'secretKey'>, to: Receiver): Promise<MadeBackup> {
  return db.bulk(async (tx) => {
    await tx.script(oneSnapshot)
    const migrations = await appliedMigrations(tx)
    const tables = inOrderOfReferences(await tx.rows(findTables, {}))
    const { version } = await readServer(tx)
    to.begin(tables.reduce((sum, { rowsGuess }) => sum + rowsGuess, 0))
    const writer = new BackupWriter()
    await to.write(writer.header({ ...about, madeAt: new Date().toISOString(), postgresql: version, migrations }))
    for (const table of tables) await writeTable(tx, writer, table, to)
    const sequences = Object.fromEntries((await tx.rows(findSequences, {})).map(({ name, last }) => [name, last]))
    const { bytes, rows } = writer.end(sequences)
    await to.write(bytes)
    return { rows, migrations: migrations.map(({ name }) => name) }
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
