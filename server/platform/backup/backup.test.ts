import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement, type Database } from '../db.ts'
import { openDatabase } from '../postgres/database.ts'
import { migrate, migrationsDir, listPendingMigrations } from '../postgres/migrate.ts'
import { cloneDatabase, emptyDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { findTables } from './catalog-queries.ts'
import { BackupReader } from './format.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup, type RestoreOptions } from './restore-backup.ts'

const opened: { db: Database; database: TestDatabase }[] = []
async function open(database: TestDatabase): Promise<Database> {
  const db = openDatabase({ connection: database.connection, max: 1, statementTimeoutMs: 0 })
  opened.push({ db, database })
  return db
}
afterAll(async () => {
  for (const { db, database } of opened) {
    await db.close()
    await database.drop()
  }
})

const quiet: RestoreOptions = {
  leaveOut: [],
  say: () => undefined,
  keepFile: () => expect.unreachable('This backup has no files'),
  beforeCommit: () => undefined,
}
const secretKey = { proof: 'a proof', key: null }

async function backUp(db: Database): Promise<Buffer> {
  const pieces: Buffer[] = []
  await makeBackup(
    db,
    { product: 'test', secretKey },
    { begin() {}, advance() {}, write: async (bytes) => void pieces.push(Buffer.from(bytes)) },
  )
  return Buffer.concat(pieces)
}

/** Restores a backup that arrives in chunks of the given size, as from a file or a pipe. */
async function restore(
  db: Database,
  bytes: Buffer,
  options: Partial<RestoreOptions> = {},
  pieceBytes = 65_536,
): Promise<Record<string, number>> {
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const reader = new BackupReader(pieces())
  const header = await reader.header()
  return (await restoreBackup(db, header, reader, { ...quiet, ...options })).rows
}

/** Everything that the database holds, as text. */
async function getContent(db: Database): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {}
  for (const { name } of await db.rows(findTables, {})) {
    const all = statement<object, { row: string }>(`select t::text as row from "${name}" as t order by 1`)
    content[name] = (await db.rows(all, {})).map(({ row }) => row)
  }
  return content
}

const tenantId = '018f0000-0000-7000-8000-000000000001'
/** Values that are hard to represent in a text format. */
const words = [
  'a\tb',
  'a\nb',
  'a\r\nb',
  '\\.',
  '\\.\n\\.\n',
  '\\N',
  '',
  '\\',
  '"\',;',
  'Ünïcödé 🎈 \u2028',
  'x'.repeat(300_000),
  '{"end":{}}',
]

/** Enough rows to split one table into several chunks. */
const eventCount = 1000

let source: Database
let backup: Buffer
beforeAll(async () => {
  source = await open(await cloneDatabase())
  await source.script(`insert into tenants (tenant_id, slug, name, ticket_prefix) values ('${tenantId}', 'globex', 'Globex', 'GLOBEX');
    insert into users (tenant_id, id, name, name_key, email, role) values ('${tenantId}', '${tenantId}', 'O', 'o', 'o@example.com', 'OWNER');
    insert into api_keys (tenant_id, id, user_id, name, key_hash, last_four, scopes, life_seconds, expires_at)
      values ('${tenantId}', '${tenantId}', '${tenantId}', 'k', '\\x00ff0a5c', 'abcd', '{read,"a,b"}', 0.1, 'infinity');
    insert into events (tenant_id, sequence, id, type, object_id, object)
      select '${tenantId}', n, gen_random_uuid(), 'thread.created', gen_random_uuid(), '{"b" : 1,  "a": 2, "a": 3}' from generate_series(1, ${eventCount}) as n`)
  const add = statement<{ name: string; id: string }, object>(`insert into customers (tenant_id, id, email, name, custom_fields)
    values ('${tenantId}', gen_random_uuid(), :id || '@example.com', :name, jsonb_build_object('words', :name::text))`)
  for (const [i, name] of words.entries()) await source.rows(add, { name, id: `c${i}` })
  backup = await backUp(source)
})

describe('what is restored', () => {
  it('is equal to the last byte, including schema objects, whatever the chunk size', async () => {
    const form = statement<object, { definition: string }>(`select pg_get_indexdef(indexrelid) as definition from pg_index
        where indrelid::regclass::text !~ '^pg_' union all
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = current_schema()::regnamespace
      order by 1`)
    const expected = await getContent(source)
    for (const pieceBytes of [65_536, 61]) {
      const db = await open(await emptyDatabase())
      const rows = await restore(db, backup, {}, pieceBytes)
      expect(await getContent(db)).toEqual(expected)
      expect(rows).toMatchObject({ tenants: 1, customers: words.length, events: eventCount, threads: 0 })
      expect(await backUp(db).then((again) => again.length)).toBe(backup.length)
      expect(await db.rows(form, {}), 'tables, indexes and constraints').toEqual(await source.rows(form, {}))
      expect(await migrate(db), 'nothing is left to migrate').toEqual([])
    }
  })

  it('can go into a database that was migrated but never used', async () => {
    const db = await open(await cloneDatabase())
    await restore(db, backup)
    expect(await getContent(db)).toEqual(await getContent(source))
  })

  it('has the backup’s version, and later migrations run afterwards', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'skein-migrations-'))
    const [first, later] = ['0001_baseline.sql', '9999_later.sql']
    copyFileSync(new URL(first, migrationsDir), join(dir, first))
    const old = await open(await emptyDatabase())
    await migrate(old, pathToFileURL(`${dir}/`))
    await old.script(`insert into tenants (tenant_id, slug, name, ticket_prefix) values ('${tenantId}', 'old', 'Old', 'OLD')`)

    const db = await open(await emptyDatabase())
    expect(await restore(db, await backUp(old))).toMatchObject({ tenants: 1 })
    writeFileSync(join(dir, later), `update tenants set name = 'New'`)
    expect(await listPendingMigrations(db, pathToFileURL(`${dir}/`))).toEqual([later])
    expect(await migrate(db, pathToFileURL(`${dir}/`))).toEqual([later])
    rmSync(dir, { recursive: true })
    expect((await getContent(db)).tenants?.[0]).toContain(',old,New,')
  })
})

describe('nothing is restored', () => {
  const text = (): string => backup.toString()
  const cases: [string, () => Buffer, RegExp][] = [
    ['nothing', () => Buffer.alloc(0), /truncated: its end is missing/],
    ['text', () => Buffer.from('hello\n'), /not a backup of Skein/],
    ['other JSON', () => Buffer.from('{"hello": 1}\n'), /not a backup of Skein/],
    ['a file that ends in its header', () => backup.subarray(0, 40), /truncated: its end is missing/],
    ['half a file', () => backup.subarray(0, backup.length >> 1), /truncated: its end is missing/],
    ['a file without its last line', () => backup.subarray(0, backup.lastIndexOf('{"end"')), /truncated: its end is missing/],
    ['a file without its last byte', () => backup.subarray(0, -1), /truncated: its end is missing/],
    ['a file with one letter changed', () => Buffer.from(text().replace('Globex', 'GIobex')), /checksum is wrong/],
    ['a file that lacks a row', () => Buffer.from(text().replace(/^.*\tthread\.created\t.*\n/m, '')), /checksum is wrong/],
    ['two files in one', () => Buffer.concat([backup, backup]), /Something follows its end/],
    ['a file of a later format', () => Buffer.from(text().replace('"skeinBackup":2', '"skeinBackup":3')), /newer version of Skein/],
    [
      'a file of a later version',
      () => Buffer.from(text().replace('0001_', '0999_')),
      /newer version of Skein: the migration 0999_.* is not known/,
    ],
    [
      'a part of a kind that is not known',
      () => Buffer.from(text().replace('{"table":"tenants"', '{"view":"tenants"')),
      /a part that this version does not know/,
    ],
  ]
  // All tests share one database, because a failed restore leaves it empty.
  let db: Database
  beforeAll(async () => {
    db = await open(await emptyDatabase())
  })

  it.each(cases)('of %s, and no table is left', async (_, bytes, sentence) => {
    await expect(restore(db, bytes())).rejects.toThrow(sentence)
    expect(await db.rows(findTables, {})).toEqual([])
  })

  it('when the last step fails', async () => {
    const beforeCommit = (): void => {
      throw new Error('The key cannot be written')
    }
    await expect(restore(db, backup, { beforeCommit })).rejects.toThrow('The key cannot be written')
    expect(await db.rows(findTables, {})).toEqual([])
  })

  it('into a database that has rows, which stay, or into one of a later version', async () => {
    const used = await open(await cloneDatabase())
    await used.script(`insert into tenant_slugs values ('theirs', '${tenantId}')`)
    await expect(restore(used, backup)).rejects.toThrow(/^The database is not empty: tenant_slugs has rows\. A restore overwrites nothing/)
    expect((await getContent(used)).tenant_slugs).toEqual([`(theirs,${tenantId})`])

    await used.script(`delete from tenant_slugs; insert into schema_migrations (name, checksum) values ('0999_future.sql', 'x')`)
    await expect(restore(used, backup)).rejects.toThrow(/a version later than the backup's \(0999_future\.sql\)/)
  })
})

it('a backup contains foreign tables, which a restore can leave out', async () => {
  const shared = await open(await cloneDatabase())
  await shared.script(
    'create table invoices (n integer generated always as identity, twice integer generated always as (n * 2) stored); insert into invoices default values',
  )
  const bytes = await backUp(shared)
  const db = await open(await emptyDatabase())
  await expect(restore(db, bytes)).rejects.toThrow(/the table invoices, which is not one of Skein's: --leave-out invoices/)
  expect(await restore(db, bytes, { leaveOut: ['invoices'] })).toMatchObject({ invoices: 1, tenants: 0 })

  // If the table exists, its rows are restored and its sequence continues.
  const other = await open(await emptyDatabase())
  await other.script('create table invoices (n integer generated always as identity, twice integer generated always as (n * 2) stored)')
  await restore(other, bytes)
  await other.script('insert into invoices default values')
  expect((await getContent(other)).invoices).toEqual(['(1,2)', '(2,4)'])
})

it('a backup knows every kind of object that the migrations create', async () => {
  const kinds = statement<object, { kind: string; names: string[] }>(`select c.relkind::text as kind, json_agg(c.relname) as names
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' and (n.nspname <> current_schema() or c.relkind not in ('r', 'p', 'i', 'I', 'S'))
    group by c.relkind`)
  expect(await source.rows(kinds, {}), 'views, other schemas and the like: teach server/platform/backup to carry them').toEqual([])
})

it('a backup is one snapshot: a concurrent write is in it wholly or not at all', async () => {
  const writer = openDatabase({ connection: opened[0]?.database.connection ?? '', max: 1 })
  let n = 0
  const pieces: Buffer[] = []
  // Change two tables together each time the backup writes a chunk.
  await makeBackup(
    source,
    { product: 'test', secretKey },
    {
      begin() {},
      advance() {},
      async write(bytes) {
        pieces.push(Buffer.from(bytes))
        n++
        await writer.script(
          `insert into tenant_slugs values ('s${n}', gen_random_uuid()); insert into api_key_hashes values ('\\x${n.toString(16).padStart(8, '0')}', gen_random_uuid(), gen_random_uuid())`,
        )
      },
    },
  )
  await writer.close()
  const db = await open(await emptyDatabase())
  const rows = await restore(db, Buffer.concat(pieces))
  expect(n).toBeGreaterThan(20)
  expect(rows).toMatchObject({ tenant_slugs: 0, api_key_hashes: 0 })
})
