/**
 * The format of a backup file before compression:
 *
 * - a header, which is a line of JSON;
 * - for each table a line of JSON, the rows as PostgreSQL's COPY writes them, and a line `\.`;
 * - for each uploaded file a line of JSON with its size, its bytes, and a line break;
 * - a trailer, which is a line of JSON with the numbers of rows and files and a checksum of everything before it.
 *
 * Everything but the uploaded files is text, so that `zcat` shows it and any PostgreSQL can load it without Skein.
 */
import { createHash, type Hash } from 'node:crypto'

/** Version of the format. Increment it when an older reader would misread the file, for example because of a new kind of section. */
const formatVersion = 2
/** Versions that this reader accepts. Version 1 has no files. */
const readableVersions: ReadonlySet<unknown> = new Set([1, formatVersion])

export type BackupHeader = {
  skeinBackup: number
  /** Version of Skein that wrote the backup. */
  product: string
  madeAt: string
  postgresql: string
  /** Migrations applied to the database, in order. */
  migrations: { name: string; checksum: string }[]
  /** `proof` identifies a key without revealing it; `key` is null when the key is not in the backup. */
  secretKey: { proof: string; key: string | null }
}

/** A table and the columns of its rows, in order. */
export type TableSection = { table: string; columns: string[] }

/** An uploaded file: its path in the store, and its size. */
export type FileSection = { file: string; bytes: number }

export type FileCounts = { count: number; bytes: number }

/** `files` is absent in version 1. */
export type BackupTrailer = { end: { rows: Record<string, number>; files?: FileCounts; sequences: Record<string, string>; sha256: string } }

/** Thrown when the file is damaged or not a backup. Do not use anything read from it. */
export class BackupDamaged extends Error {}

const endOfTable = Buffer.from('\\.\n')
const newline = 10
const lineBreak = Buffer.from('\n')
/** Maximum bytes of a JSON line, which contains only names of tables, columns and migrations. */
const maxLineBytes = 4_194_304

/** Counts the rows in COPY's text format. Each row ends with a line break, and COPY escapes line breaks in values. */
export function countRows(piece: Buffer): number {
  let rows = 0
  for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) rows++
  return rows
}

/** Encodes a backup. Call its methods in the order of the format; each returns the bytes to write. */
export class BackupWriter {
  readonly #hash: Hash = createHash('sha256')
  readonly #rows: Record<string, number> = {}
  readonly #files: FileCounts = { count: 0, bytes: 0 }
  #table = ''

  header(header: Omit<BackupHeader, 'skeinBackup'>): Buffer {
    return this.#line({ skeinBackup: formatVersion, ...header })
  }

  table(section: TableSection): Buffer {
    this.#table = section.table
    this.#rows[section.table] = 0
    return this.#line(section)
  }

  /** Adds a chunk of the table's rows to the checksum and the counts. Returns how many rows end in it. */
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

  file(section: FileSection): Buffer {
    this.#files.count++
    this.#files.bytes += section.bytes
    return this.#line(section)
  }

  /** Adds a chunk of the file's bytes to the checksum. All chunks together must have the size in the section. */
  fileBytes(piece: Buffer): void {
    this.#hash.update(piece)
  }

  endFile(): Buffer {
    this.#hash.update(lineBreak)
    return lineBreak
  }

  end(sequences: Record<string, string>): { bytes: Buffer; rows: Record<string, number>; files: FileCounts } {
    const trailer: BackupTrailer = { end: { rows: this.#rows, files: this.#files, sequences, sha256: this.#hash.digest('hex') } }
    return { bytes: Buffer.from(`${JSON.stringify(trailer)}\n`), rows: this.#rows, files: this.#files }
  }

  #line(value: object): Buffer {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`)
    this.#hash.update(bytes)
    return bytes
  }
}

/** Decodes the output of BackupWriter, in the same order. Throws BackupDamaged for any other input. */
export class BackupReader {
  readonly #source: AsyncIterator<Buffer>
  readonly #hash: Hash = createHash('sha256')
  readonly #rows: Record<string, number> = {}
  readonly #files: FileCounts = { count: 0, bytes: 0 }
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async header(): Promise<BackupHeader> {
    const line = await this.#line()
    const header = parse(line)
    if (!('skeinBackup' in header)) throw new BackupDamaged('It is not a backup of Skein.')
    if (!readableVersions.has(header.skeinBackup))
      throw new BackupDamaged('It was made by a newer version of Skein: restore it with that version, or a later one.')
    this.#hash.update(line)
    // Safe because only BackupWriter writes this header, and the restore verifies the checksum before it commits.
    return header as unknown as BackupHeader
  }

  /**
   * Returns the next table or file, or the trailer after verifying its counts and checksum and that nothing follows. The caller must first
   * read all rows or bytes of the previous part.
   */
  async next(): Promise<TableSection | FileSection | BackupTrailer> {
    const line = await this.#line()
    // Safe because the code below checks the fields before it uses them.
    const part = parse(line) as Partial<TableSection & FileSection & BackupTrailer>
    if (part.end !== undefined) {
      await this.#check(part.end)
      return { end: part.end }
    }
    if (part.file !== undefined && part.bytes !== undefined) {
      this.#hash.update(line)
      this.#files.count++
      this.#files.bytes += part.bytes
      return { file: part.file, bytes: part.bytes }
    }
    if (part.table === undefined || part.columns === undefined) throw new BackupDamaged('It has a part that this version does not know.')
    this.#hash.update(line)
    this.#rows[part.table] = 0
    return { table: part.table, columns: part.columns }
  }

  /** Yields the rows of the table that next() returned, as COPY reads them. */
  async *rows(table: string): AsyncGenerator<Buffer> {
    for (let isFirst = true; ; ) {
      if (this.#rest.length < endOfTable.length + 1) await this.#more()
      if (isFirst && this.#rest.subarray(0, endOfTable.length).equals(endOfTable)) break
      const end = this.#rest.indexOf('\n\\.\n')
      // The last bytes may be the start of the end marker, so they stay in #rest until the next chunk has arrived.
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

  /** Yields the bytes of the file that next() returned. */
  async *fileBytes({ bytes }: FileSection): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      if (this.#rest.length === 0) await this.#more()
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      this.#hash.update(piece)
      left -= piece.length
      yield piece
    }
    if (this.#rest.length === 0) await this.#more()
    if (this.#rest[0] !== newline) throw new BackupDamaged('It has a file of another size than it says.')
    this.#rest = this.#rest.subarray(1)
    this.#hash.update(lineBreak)
  }

  async #check({ rows, files, sha256 }: BackupTrailer['end']): Promise<void> {
    if (this.#hash.digest('hex') !== sha256) throw new BackupDamaged('Its checksum is wrong: it was damaged after it was made.')
    if (JSON.stringify(rows) !== JSON.stringify(this.#rows)) throw new BackupDamaged('It does not hold the rows that it says it holds.')
    if (files && JSON.stringify(files) !== JSON.stringify(this.#files))
      throw new BackupDamaged('It does not hold the files that it says it holds.')
    // The decompressor verifies its own checksum when its output is read to the end.
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
      if (from > maxLineBytes) throw new BackupDamaged('It is not a backup of Skein.')
      await this.#more()
    }
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#source.next()
    if (done) throw new BackupDamaged('It is truncated: its end is missing.')
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
  }
}

function parse(line: Buffer): object {
  try {
    const value: unknown = JSON.parse(line.toString())
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // The error below covers invalid JSON, too.
  }
  throw new BackupDamaged('It is not a backup of Skein.')
}
