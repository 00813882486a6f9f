/**
 * The file of a backup, before compression: a line of JSON that says what it is; for each table a line of JSON and the rows as
 * PostgreSQL's COPY writes them, closed by a line `\.`; a last line of JSON with the counts of rows and a checksum of all before it.
 *
 * Text, so that a person can look into it with `zcat`, and load it with any PostgreSQL should Skein itself be gone.
 */
import { createHash, type Hash } from 'node:crypto'

/** Raised when a reader of the version before would misread the file; sections of a new kind do so too. */
const formatVersion = 1

export type BackupHeader = {
  skeinBackup: number
  /** The version of the product that made it. */
  product: string
  madeAt: string
  postgresql: string
  /** Those that the database had, in their order. */
  migrations: { name: string; checksum: string }[]
  /** `proof` tells two keys apart and reveals neither; `key` is null when the key is kept elsewhere. */
  secretKey: { proof: string; key: string | null }
}

/** A table and the columns that its rows have, in their order. Files, once there are uploads, become sections of another kind. */
export type TableSection = { table: string; columns: string[] }

export type BackupTrailer = { end: { rows: Record<string, number>; sequences: Record<string, string>; sha256: string } }

/** The file is not what a backup wrote: nothing of it may be used. */
export class BackupDamaged extends Error {}

const endOfTable = Buffer.from('\\.\n')
const newline = 10
/** A line of JSON is names of tables, columns and migrations; a longer one is something else. */
const lineBytesMax = 4_194_304

/** Numbers the rows of COPY's text: within a value a line break is escaped. */
export function countRows(piece: Buffer): number {
  let rows = 0
  for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) rows++
  return rows
}

/** Writes the parts in their order; each method returns the bytes to send. */
export class BackupWriter {
  readonly #hash: Hash = createHash('sha256')
  readonly #rows: Record<string, number> = {}
  #table = ''

  header(header: Omit<BackupHeader, 'skeinBackup'>): Buffer {
    return this.#line({ skeinBackup: formatVersion, ...header })
  }

  table(section: TableSection): Buffer {
    this.#table = section.table
    this.#rows[section.table] = 0
    return this.#line(section)
  }

  /** Part of the table's rows; tells how many came with it. */
  rows(piece: Buffer): number {
    this.#hash.update(piece)
    const rows = countRows(piece)
    this.#rows[this.#table] = (this.#rows[this.#table] ?? 0) + rows
    return rows
  }

  endTable(): Buffer {
    this.#hash.update(endOfTable)
    return endOfTable
  }

  end(sequences: Record<string, string>): { bytes: Buffer; rows: Record<string, number> } {
    const trailer: BackupTrailer = { end: { rows: this.#rows, sequences, sha256: this.#hash.digest('hex') } }
    return { bytes: Buffer.from(`${JSON.stringify(trailer)}\n`), rows: this.#rows }
  }

  #line(value: object): Buffer {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`)
    this.#hash.update(bytes)
    return bytes
  }
}

/** Reads what BackupWriter wrote, in the same order. Throws BackupDamaged for anything else. */
export class BackupReader {
  readonly #source: AsyncIterator<Buffer>
  readonly #hash: Hash = createHash('sha256')
  readonly #rows: Record<string, number> = {}
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async header(): Promise<BackupHeader> {
    const line = await this.#line()
    const header = parse(line)
    if (!('skeinBackup' in header)) throw new BackupDamaged('It is not a backup of Skein.')
    if (header.skeinBackup !== formatVersion)
      throw new BackupDamaged('It was made by a newer version of Skein: restore it with that version, or a later one.')
    this.#hash.update(line)
    // Safe because a file that says so was written by this version of the format, and its checksum is checked before anything counts.
    return header as unknown as BackupHeader
  }

  /** The next table, or the trailer once its counts and its checksum are right and nothing follows. Rows must have been read to the end. */
  async next(): Promise<TableSection | BackupTrailer> {
    const line = await this.#line()
    // Safe because what was written says by its one key which it is, and anything else ends below.
    const part = parse(line) as Partial<TableSection & BackupTrailer>
    if (part.end !== undefined) {
      await this.#check(part.end)
      return { end: part.end }
    }
    if (part.table === undefined || part.columns === undefined) throw new BackupDamaged('It has a part that this version does not know.')
    this.#hash.update(line)
    this.#rows[part.table] = 0
    return { table: part.table, columns: part.columns }
  }

  /** The rows of the table that next() returned, as COPY reads them. */
  async *rows(table: string): AsyncGenerator<Buffer> {
    for (let isFirst = true; ; ) {
      if (this.#rest.length < endOfTable.length + 1) await this.#more()
      if (isFirst && this.#rest.subarray(0, endOfTable.length).equals(endOfTable)) break
      const end = this.#rest.indexOf('\n\\.\n')
      // The last bytes may be the beginning of the end, so they wait for what comes after them.
      const piece = this.#rest.subarray(0, end >= 0 ? end + 1 : Math.max(0, this.#rest.length - endOfTable.length))
      if (piece.length > 0) {
        this.#rest = this.#rest.subarray(piece.length)
        this.#hash.update(piece)
        this.#rows[table] = (this.#rows[table] ?? 0) + countRows(piece)
        isFirst = false
        yield piece
      }
      if (end >= 0) break
    }
    this.#rest = this.#rest.subarray(endOfTable.length)
    this.#hash.update(endOfTable)
  }

  async #check({ rows, sha256 }: BackupTrailer['end']): Promise<void> {
    if (this.#hash.digest('hex') !== sha256) throw new BackupDamaged('Its checksum is wrong: it was damaged after it was made.')
    if (JSON.stringify(rows) !== JSON.stringify(this.#rows)) throw new BackupDamaged('It does not hold the rows that it says it holds.')
    // Reading to the end also makes the decompression check its own sum.
    if (this.#rest.length > 0 || !(await this.#source.next()).done) throw new BackupDamaged('Something follows its end.')
  }

  async #line(): Promise<Buffer> {
    for (let from = 0; ; ) {
      const at = this.#rest.indexOf(newline, from)
      if (at >= 0) {
        const line = this.#rest.subarray(0, at + 1)
        this.#rest = this.#rest.subarray(at + 1)
        return line
      }
      from = this.#rest.length
      if (from > lineBytesMax) throw new BackupDamaged('It is not a backup of Skein.')
      await this.#more()
    }
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#source.next()
    if (done) throw new BackupDamaged('It is torn: its end is missing.')
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
  }
}

function parse(line: Buffer): object {
  try {
    const value: unknown = JSON.parse(line.toString())
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Told below.
  }
  throw new BackupDamaged('It is not a backup of Skein.')
}
