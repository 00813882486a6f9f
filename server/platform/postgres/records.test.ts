import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { statement, type Database } from '../db.ts'
import { openDatabase } from './database.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase({ connection: database.connection, max: 2 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

test('a record has each column by its name, whatever characters the name has', async () => {
  const names = ['id', 'customerId', 'order', 'a"b', "it's", 'back\\slash', '${x}', '`', 'ä€😀', '}', '1', 'constructor']
  const columns = names.map((name, i) => `${i} as "${name.replaceAll('"', '""')}"`).join()
  const [record] = await db.rows(statement<object, object>(`select ${columns}`), {})
  expect(record).toStrictEqual(Object.fromEntries(names.map((name, i) => [name, i])))
})

test('the last of several columns with one name counts', async () => {
  expect(await db.first(statement<object, object>('select 1 as n, 2 as n'), {})).toStrictEqual({ n: 2 })
})

test('rows without columns are empty records, and statements without rows have none', async () => {
  expect(await db.rows(statement<object, object>('select from generate_series(1, 3)'), {})).toStrictEqual([{}, {}, {}])
  expect(await db.rows(statement<object, object>('select 1 as n where false'), {})).toStrictEqual([])
  expect(await db.rows(statement<object, object>('set local jit = off'), {})).toStrictEqual([])
})

test('statements whose columns have other names keep their own records', async () => {
  const first = statement<{ n: number }, object>('select :n::int as a, null as b, true as c')
  const second = statement<{ n: number }, object>('select :n::int as b, null as a, true as c')
  // Both connections prepare both statements.
  const found = await Promise.all(Array.from({ length: 40 }, (_, n) => db.first(n % 2 ? first : second, { n })))
  for (const [n, record] of found.entries()) expect(record).toStrictEqual(n % 2 ? { a: n, b: null, c: true } : { b: n, a: null, c: true })
})
