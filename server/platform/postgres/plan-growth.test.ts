import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { statement, type Database } from '../db.ts'
import { openDatabase } from './database.ts'
import { measureGrowth } from './plan-growth.ts'

let database: TestDatabase
let session: Database
beforeAll(async () => {
  database = await cloneDatabase()
  session = openDatabase({ connection: database.connection, max: 1 })
})
afterAll(async () => {
  await session.close()
  await database.drop()
})

const findTenant = (n: number) => statement<{ slug: string }, object>(`select ${n} as n from tenants where slug = :slug`)

it('a session that executes the same prepared statement does not grow', async () => {
  const same = findTenant(0)
  expect(await measureGrowth(session, () => session.rows(same, { slug: 'acme' }))).toBeLessThan(1_024)
})

it('a session that keeps a plan for each execution grows by its size', async () => {
  // Each of these is another prepared statement, which the driver and the server keep.
  expect(await measureGrowth(session, (n) => session.rows(findTenant(n), { slug: 'acme' }))).toBeGreaterThan(4 * 1_024)
})
