import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrayTypes } from './arrays.ts'
import { statement, type Database } from '../db.ts'
import { openDatabase } from './database.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.ts'

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

type Arrays = { texts: (string | null)[] | null; uuids: string[]; ints: number[] }
const echo = statement<Arrays, Arrays>('select :texts::text[] as texts, :uuids::uuid[] as uuids, :ints::int[] as ints')

test('arrays are read back as they were written, whatever they contain', async () => {
  const texts = ['', ' ', 'a b', '"', '\\', '\\"', 'a,b', '{', '}', '{a,"b"}', 'NULL', 'null', null, '\n\t', 'ä €😀', "'", ';', '\\\\n']
  const uuids = ['01a0c0de-0000-7000-8000-000000000001', '01a0c0de-0000-7000-8000-000000000002']
  const ints = [0, -1, 2_147_483_647]
  expect(await db.first(echo, { texts, uuids, ints })).toEqual({ texts, uuids, ints })
  for (const text of texts)
    expect(await db.first(echo, { texts: [text], uuids: [], ints: [] })).toEqual({ texts: [text], uuids: [], ints: [] })
  expect(await db.first(echo, { texts: null, uuids, ints })).toEqual({ texts: null, uuids, ints })
})

test('PostgreSQL sees the intended elements', async () => {
  const find = statement<{ texts: string[] }, { element: string | null }>(
    'select element from unnest(:texts::text[]) with ordinality as e(element, i) order by i',
  )
  const texts = ['"}', 'NULL', '\\', ',']
  expect((await db.rows(find, { texts })).map(({ element }) => element)).toEqual(texts)
})

test('the driver can read the type of every array in the schema', async () => {
  const findArrays = statement<object, { column: string; oid: number }>(
    `select attrelid::regclass || '.' || attname as column, atttypid as oid from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped
       and exists (select from pg_type t where t.oid = atttypid and typcategory = 'A')`,
  )
  const found = await db.rows(findArrays, {})
  const known = new Set(Object.values(arrayTypes).map(({ to }) => to))
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter(({ oid }) => !known.has(oid))).toEqual([])
})
