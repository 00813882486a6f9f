/** Databases from before the baseline. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readBackup, stateNames } from '../../../test/earlier-states/state.ts'
import { emptyDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { BackupReader } from '../backup/format.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { statement, type Database } from '../db.ts'
import { openDatabase } from './database.ts'
import { knownMigrations, listAppliedMigrations, migrate, type AppliedMigration } from './migrate.ts'

const forget = statement<{ name: string }, object>('delete from schema_migrations where name = :name')
const insert = statement<AppliedMigration, object>('insert into schema_migrations (name, checksum) values (:name, :checksum)')

let database: TestDatabase
let db: Database
let replaced: AppliedMigration[]
beforeAll(async () => {
  database = await emptyDatabase()
  db = openDatabase({ connection: database.connection, max: 2, statementTimeoutMs: 0 })
  await migrate(db)
  replaced = (await getHeader().header()).migrations.filter(({ name }) => name < '0200')
  await db.rows(forget, { name: '0001_baseline.sql' })
  for (const migration of replaced) await db.rows(insert, migration)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

function getHeader(change = (text: string): string => text): BackupReader {
  const bytes = Buffer.from(change(readBackup(stateNames()[0] ?? '').toString('latin1')), 'latin1')
  return new BackupReader(
    (async function* () {
      yield bytes
    })(),
  )
}

it('a database that lacks an earlier migration is told which commit to start', async () => {
  const [missing = { name: '', checksum: '' }] = replaced
  await db.rows(forget, missing)
  await expect(migrate(db)).rejects.toThrow(/^The database is older than .* Start the commit [0-9a-f]{8} once with the database/)
  expect(await listAppliedMigrations(db)).toHaveLength(knownMigrations().length - 1 + replaced.length - 1)
  await db.rows(insert, missing)
})

it('a backup that lacks an earlier migration is refused as well', async () => {
  const reader = getHeader((text) => text.replace(/\{"name":"0002_[^}]*\},/, ''))
  const options = { leaveOut: [], say: () => undefined, keepFile: () => Promise.resolve(), beforeCommit: () => undefined }
  await expect(restoreBackup(db, await reader.header(), reader, options)).rejects.toThrow(/Start the commit [0-9a-f]{8} once/)
})

it('a database with all earlier migrations counts as migrated, on two nodes at once', async () => {
  expect(await Promise.all([migrate(db), migrate(db)])).toEqual([[], []])
  expect((await listAppliedMigrations(db)).map(({ name }) => name)).toEqual(knownMigrations())
})
