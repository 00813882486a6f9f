/** A message is found by its id alone at the same cost, however many messages the tenant has. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, statement } from '#platform/db.ts'
import { newId } from '#platform/ids.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { cloneDatabase, type TestDatabase } from '../../../../test/support/test-database.ts'
import { findMessage } from './message-queries.ts'

let database: TestDatabase
let db: Database
const tenantId = newId()
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase({ connection: database.connection, max: 1, statementTimeoutMs: 0 })
  await db.script(`
    insert into messages (tenant_id, id, thread_id, author_type, body, body_format, body_text)
      select '${tenantId}', gen_random_uuid(), gen_random_uuid(), 'CUSTOMER', '', 'text', '' from generate_series(1, 20000);
    analyze messages`)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

it('a message is found by its id without reading those of other threads', async () => {
  await db.script(`set plan_cache_mode = force_generic_plan; prepare judged as ${findMessage.text}`)
  const literals = findMessage.names.map((name) => `'${name === 'tenantId' ? tenantId : newId()}'`)
  const explain = statement<object, { 'QUERY PLAN': string }>(`explain (analyze, buffers) execute judged(${literals.join(', ')})`)
  const plan = (await db.rows(explain, {})).map((row) => row['QUERY PLAN'])
  const [, hit = 0, read = 0] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan.join('\n')) ?? []
  expect(Number(hit) + Number(read), plan.join('\n')).toBeLessThan(20)
})
