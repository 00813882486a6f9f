/** Files of the store in a backup. */
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../db.ts'
import { openDatabase } from '../postgres/database.ts'
import { emptyDatabase, cloneDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { findTables } from './catalog-queries.ts'
import { BackupReader } from './format.ts'
import { makeBackup, type FileToBackUp } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const contents: Readonly<Record<string, Buffer>> = {
  'ten_a/upl_empty': Buffer.alloc(0),
  'ten_a/upl_line': Buffer.from('\n'),
  'ten_a/upl_end': Buffer.from('\\.\n{"end":{}}\n'),
  // Ends with a byte other than a line break. If the reader left its last byte unread, a line break would pass for the end of the file.
  'ten_b/exports/prv_large.zip': Buffer.concat([randomBytes(299_999), Buffer.from('.')]),
}
const getFile = (path: string, bytes: Buffer, size = bytes.length): FileToBackUp => ({
  path,
  open: async () => ({
    size,
    bytes: (async function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
    })(),
  }),
})
const deletedMeanwhile: FileToBackUp = { path: 'ten_a/upl_gone', open: async () => null }

const opened: { db: Database; database: TestDatabase }[] = []
async function open(database: TestDatabase): Promise<Database> {
  const db = openDatabase({ connection: database.connection, max: 1, statementTimeoutMs: 0 })
  opened.push({ db, database })
  return db
}

let source: Database
let backup: Buffer
beforeAll(async () => {
  source = await open(await cloneDatabase())
  backup = await backUp([...Object.entries(contents).map(([path, bytes]) => getFile(path, bytes)), deletedMeanwhile])
})
afterAll(async () => {
  for (const { db, database } of opened) {
    await db.close()
    await database.drop()
  }
})

async function backUp(files: FileToBackUp[]): Promise<Buffer> {
  const pieces: Buffer[] = []
  const receiver = { begin() {}, advance() {}, write: async (bytes: Buffer) => void pieces.push(Buffer.from(bytes)) }
  await makeBackup(source, { product: 'test', secretKey: { proof: 'a proof', key: null } }, receiver, files)
  return Buffer.concat(pieces)
}

async function restore(db: Database, bytes: Buffer, pieceBytes = 65_536) {
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const reader = new BackupReader(pieces())
  const kept: Record<string, Buffer> = {}
  const restored = await restoreBackup(db, await reader.header(), reader, {
    leaveOut: [],
    say: () => undefined,
    beforeCommit: () => undefined,
    async keepFile(path, of) {
      const parts: Buffer[] = []
      for await (const part of of) parts.push(Buffer.from(part))
      kept[path] = Buffer.concat(parts)
    },
  })
  return { kept, files: restored.files }
}

it('files are restored to the last byte, whatever chunks the backup arrives in', async () => {
  const bytes = Object.values(contents).reduce((sum, { length }) => sum + length, 0)
  for (const pieceBytes of [65_536, 7]) {
    const { kept, files } = await restore(await open(await emptyDatabase()), backup, pieceBytes)
    expect(kept).toEqual(contents)
    expect(files).toEqual({ count: 4, bytes })
  }
})

it('damaged files and files of another size make a restore fail without any table', async () => {
  const changed = Buffer.from(backup)
  const at = changed.indexOf(contents['ten_b/exports/prv_large.zip'] ?? '')
  changed[at + 1000] = (changed[at + 1000] ?? 0) ^ 1
  const resized = (from: string, to: string): Buffer => {
    const line = backup.indexOf(from)
    return Buffer.concat([backup.subarray(0, line), Buffer.from(to), backup.subarray(line + from.length)])
  }
  const cases: [Buffer, RegExp][] = [
    [changed, /checksum is wrong/],
    [resized('"bytes":300000', '"bytes":299999'), /a file of another size/],
    [resized('"bytes":300000', '"bytes":999999'), /truncated/],
    [backup.subarray(0, at + 5000), /truncated/],
  ]
  for (const [bytes, sentence] of cases) {
    const db = await open(await emptyDatabase())
    await expect(restore(db, bytes)).rejects.toThrow(sentence)
    expect(await db.rows(findTables, {})).toEqual([])
  }
})

it('files that change while they are read make the backup fail', async () => {
  await expect(backUp([getFile('ten_a/upl_short', Buffer.from('abc'), 4)])).rejects.toThrow(
    'changed while it was read: 3 bytes instead of 4',
  )
})

it('backups of the first format have no files, and can still be restored', async () => {
  const [header = '', ...lines] = (await backUp([])).toString().split('\n')
  // Safe because it is the last line of a backup.
  const { end } = JSON.parse(lines.at(-2) ?? '') as { end: Record<string, unknown> }
  const text = [header.replace('"skeinBackup":2', '"skeinBackup":1'), ...lines.slice(0, -2), ''].join('\n')
  const trailer = { end: { rows: end.rows, sequences: end.sequences, sha256: createHash('sha256').update(text).digest('hex') } }
  const first = Buffer.from(`${text}${JSON.stringify(trailer)}\n`)
  expect(await restore(await open(await emptyDatabase()), first)).toEqual({ kept: {}, files: { count: 0, bytes: 0 } })
})
