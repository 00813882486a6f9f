import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConflictError, LockTimeoutError, type Database } from '../db.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { openDatabase } from './database.ts'

let database: TestDatabase
let db: Database
let impatient: Database
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase({ connection: database.connection, max: 1 })
  impatient = openDatabase({ connection: database.connection, max: 1 })
})
afterAll(async () => {
  await Promise.all([db.close(), impatient.close()])
  await database.drop()
})

/** Raises a PostgreSQL error with these fields and returns what the service translates it to. */
async function refusal(code: string, message: string, fields = ''): Promise<unknown> {
  const raise = `raise exception using errcode = '${code}', message = '${message}'${fields}`
  return db.script(`do $$ begin ${raise}; end $$`).catch((error: unknown) => error)
}

describe('a unique or foreign key that refuses a row is recognised by its name', () => {
  it.each([
    ['as one database says it', '23505', 'duplicate key', `, constraint = 'labels_name_key'`, 'labels_name_key'],
    ['with the number of a shard', '23505', 'duplicate key', `, constraint = 'labels_name_key_102060'`, 'labels_name_key'],
    ['in the message alone', '23505', 'duplicate key value violates unique constraint "labels_name_key_102060"', '', 'labels_name_key'],
    ['as an internal error', 'XX000', 'duplicate key value violates unique constraint "labels_name_key_102060"', '', 'labels_name_key'],
    [
      'as a foreign key',
      '23503',
      'update or delete on table "users_102034" violates foreign key constraint "k_fkey_1020345"',
      '',
      'k_fkey',
    ],
    [
      'as a foreign key and an internal error',
      'XX000',
      'insert on table "t_102034" violates foreign key constraint "k_fkey_102034"',
      '',
      'k_fkey',
    ],
    ['with digits of its own', '23505', 'duplicate key', `, constraint = 'labels_name_key1_12'`, 'labels_name_key1_12'],
    ['not at all', '23505', 'duplicate key', '', ''],
  ])('%s', async (_, code, message, fields, constraint) => {
    const error = await refusal(code, message, fields)
    expect(error).toBeInstanceOf(ConflictError)
    expect(error).toMatchObject({ constraint })
  })

  it.each([
    ['as one database says it', '23503', 'refused', `, table = 'inboxes'`],
    [
      'in the message alone',
      'XX000',
      'update or delete on table "teams_102034" violates foreign key constraint "inboxes_team_fkey_102060" on table "inboxes_102060"',
      '',
    ],
    ['of a new row', '23503', 'insert or update on table "inboxes_102060" violates foreign key constraint "inboxes_team_fkey_102060"', ''],
  ])('and by the table that refers to the row: %s', async (_, code, message, fields) => {
    expect(await refusal(code, message, fields)).toMatchObject({ table: 'inboxes' })
  })

  it('and no other internal error is mistaken for one', async () => {
    expect(await refusal('XX000', 'could not read block 3')).not.toBeInstanceOf(ConflictError)
  })
})

describe('a shortage in the database is 503, and the connection stays usable', () => {
  it.each([
    [
      '53100',
      'could not extend file "base/5/16397": No space left on device',
      'The disk of the database is full. Nothing of this request was stored.',
      '30',
    ],
    ['53200', 'out of memory', 'The database has no memory left for this request. Nothing of it was stored.', '1'],
    ['53000', 'out of shared memory', 'The database has no resources left for this request. Nothing of it was stored.', '1'],
    [
      '53400',
      'temporary file size exceeds temp_file_limit (1024kB)',
      'A configured limit of the database was exceeded. Nothing of this request was stored.',
      '1',
    ],
  ])('%s: %s', async (code, message, says, after) => {
    expect(await refusal(code, message)).toMatchObject({
      declaration: { code: 'SVC-SYSTEM-UNAVAILABLE', status: 503 },
      message: says,
      headers: { 'Retry-After': after },
      cause: { code },
    })
    await db.ping()
  })

  it('is also recognised when PostgreSQL reaches a real limit', async () => {
    const sort = `set local temp_file_limit = '64kB'; set local work_mem = '64kB'; select count(*) from (select random() as r from generate_series(1, 100000) order by r offset 1) s`
    const error = await db.transaction((tx) => tx.script(sort)).catch((refused: unknown) => refused)
    expect(error).toMatchObject({ declaration: { code: 'SVC-SYSTEM-UNAVAILABLE' }, cause: { code: '53400' } })
  })
})

describe('a lock timeout names the table of the row', () => {
  // Citus gives a shard's table the second name.
  it.each(['kept', 'kept_102071'])('without the number of a shard: "%s"', async (table) => {
    await db.script(`create table ${table} (id int primary key); insert into ${table} values (1)`)
    const error = await db.transaction(async (tx) => {
      await tx.script(`select from ${table} for update`)
      return impatient.script(`set lock_timeout = '50ms'; select from ${table} for update`).catch((refused: unknown) => refused)
    })
    expect(error).toBeInstanceOf(LockTimeoutError)
    expect(error).toMatchObject({ relation: 'kept' })
  })

  it('or no table when the database names none', async () => {
    const error = await refusal('55P03', 'canceling statement due to lock timeout')
    expect(error).toBeInstanceOf(LockTimeoutError)
    expect(error).toMatchObject({ relation: null })
  })
})
