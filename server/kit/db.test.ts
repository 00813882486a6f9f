import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, statement, type Database } from './db.ts'
import { cloneDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase({ connection: database.connection, max: 1 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const echo = statement<{ n: number }, { n: number }>('select :n::int as n')
/** Three rows are sent before the fourth fails. */
const failAmidRows = statement<{ n: number }, object>('select 1 / (:n::int - g) as quotient from generate_series(1, 10) as g')

describe('a statement that fails amid its rows takes none from', () => {
  test('the next one', async () => {
    await expect(db.rows(failAmidRows, { n: 4 })).rejects.toThrow('division by zero')
    expect(await db.first(echo, { n: 1 })).toEqual({ n: 1 })
  })
  test('the one that was sent behind it', async () => {
    const failing = db.rows(failAmidRows, { n: 4 })
    const behind = [db.rows(echo, { n: 2 }), db.rows(echo, { n: 3 })]
    await expect(failing).rejects.toThrow('division by zero')
    expect(await Promise.all(behind)).toEqual([[{ n: 2 }], [{ n: 3 }]])
  })
})
