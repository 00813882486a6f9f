/** Every table of tenants that could hold text of a customer is declared by a room, which erases it, or excused with a reason. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement, type Database } from '../../server/kit/db.ts'
import { openDatabase } from '../../server/kit/postgres/database.ts'
import { eraseSteps, personalTables } from '../../server/kit/privacy/holding.ts'
import { cloneDatabase, type TestDatabase } from '../../server/kit/testing/test-database.ts'
import { rooms } from '../../server/resources/index.ts'

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

const findTables = statement<object, { table: string; hasText: boolean }>(`
  select c.table_name as table, bool_or(c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea') or c.udt_name in ('_text', '_json', '_jsonb')) as "hasText"
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 having bool_or(c.column_name = 'tenant_id') order by 1`)

/** Global look-ups. */
const global: Readonly<Record<string, string>> = { api_key_hashes: 'hashes of credentials of colleagues' }

describe('what rooms hold of customers', () => {
  it('is declared for each table with text, or the table is excused with a reason', async () => {
    expect(rooms.length).toBeGreaterThan(0)
    const { tables, excused } = personalTables()
    const known = new Set([...tables, ...Object.keys(excused), ...Object.keys(global)])
    const found = await db.rows(findTables, {})
    expect(found.filter(({ table, hasText }) => hasText && !known.has(table)).map(({ table }) => table)).toEqual([])
    const existing = new Set(found.map(({ table }) => table))
    expect(
      [...known].filter((table) => !existing.has(table)),
      'tables that do not exist',
    ).toEqual([])
    expect(
      tables.filter((table) => table in excused),
      'declared and excused',
    ).toEqual([])
    expect(Object.values(excused).every((reason) => reason.length > 2)).toBe(true)
  })

  it('is erased by steps with names of their own, by which their progress is stored', () => {
    const names = eraseSteps().map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names[0]).toBe('customers')
    expect(names.indexOf('messages')).toBeLessThan(names.indexOf('threads'))
    expect(names.indexOf('threads')).toBeLessThan(names.indexOf('events'))
  })
})
