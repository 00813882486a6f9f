import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConflictError, LockTimeoutError, type Database } from '../db.ts'
import { cloneDatabase, type TestDatabase } from '../testing/test-database.ts'
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

/** What the service makes of an error that PostgreSQL itself raises in this form. */
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

  it('and no other internal error is taken for one', async () => {
    expect(await refusal('XX000', 'could not read block 3')).not.toBeInstanceOf(ConflictError)
  })
})

describe('a lock that nobody gave up in time names the table of the row', () => {
  // The table of a shard is called so.
  it.each(['kept', 'kept_102071'])('that is the table, without the number of a shard: "%s"', async (table) => {
    await db.script(`create table ${table} (id int primary key); insert into ${table} values (1)`)
    const error = await db.transaction(async (tx) => {
      await tx.script(`select from ${table} for update`)
      return impatient.script(`set lock_timeout = '50ms'; select from ${table} for update`).catch((refused: unknown) => refused)
    })
    expect(error).toBeInstanceOf(LockTimeoutError)
    expect(error).toMatchObject({ relation: 'kept' })
  })

  it('or none, where the database tells none', async () => {
    const error = await refusal('55P03', 'canceling statement due to lock timeout')
    expect(error).toBeInstanceOf(LockTimeoutError)
    expect(error).toMatchObject({ relation: null })
  })
})
