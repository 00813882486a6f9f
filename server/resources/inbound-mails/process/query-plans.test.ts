/** Finding the thread of a mail, or the message of a bounce, costs the same however many messages a tenant has. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../test/support/test-database.ts'
import { type Database, statement } from '#platform/db.ts'
import { newId } from '#platform/ids.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { findMessageThread } from '../../threads/index.ts'
import { findCandidates, findMessagesByReference, findSentMessage, readThreadFacts } from './queries.ts'

let database: TestDatabase
let db: Database
const tenantId = newId()
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase({ connection: database.connection, max: 1, statementTimeoutMs: 0 })
  await db.script(`
    insert into messages (tenant_id, thread_id, id, author_type, body, body_format, body_text, email, delivery, created_at)
      select '${tenantId}', gen_random_uuid(), gen_random_uuid(), 'CUSTOMER', '', 'text', '', case when n % 2 = 0 then '{}'::jsonb end, '{"recipients": []}', now()
      from generate_series(1, 20000) n;
    insert into message_references (tenant_id, id_hash, message_id, kind) select tenant_id, sha256(id::text::bytea), id, 'SELF' from messages;
    analyze messages; analyze message_references`)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const uuids = [newId(), newId()]
const hashes = ['ab'.repeat(32), 'cd'.repeat(32)]
const numbers = { publicNumbers: [1], ticketNumbers: ['ACME-2026-000001'] }
const statements: [string, { text: string; names: readonly string[] }, Record<string, unknown>][] = [
  ['candidates', findCandidates, { tokens: ['a'], signed: uuids, signedThreads: uuids, hashes, ...numbers }],
  ['facts of threads', readThreadFacts, { ids: uuids }],
  ['messages of references', findMessagesByReference, { hashes }],
  ['sent messages', findSentMessage, { ids: uuids }],
  ['threads of messages', findMessageThread, { messageId: uuids[0] }],
]

it.each(statements)('%s are found by the key of an index', async (_, { text, names }, parameters) => {
  const values = names.map((name) => toLiteral(Object.entries({ tenantId, ...parameters }).find(([key]) => key === name)?.[1]))
  await db.script(`deallocate all; set plan_cache_mode = force_generic_plan; prepare judged as ${text}`)
  const rows = await db.rows(statement<object, { 'QUERY PLAN': string }>(`explain execute judged(${values.join(', ')})`), {})
  const plan = rows.map((row) => row['QUERY PLAN'])
  expect(plan.filter((line) => /Seq Scan on (messages|message_references|threads)\b/.test(line))).toEqual([])
  // The primary key of messages begins with the thread. Without it, the whole index is read.
  const conditions = plan.flatMap((line, i) => (line.includes('messages_pkey') ? plan.slice(i + 1, i + 3) : []))
  expect(conditions.filter((line) => line.includes('Index Cond:') && !line.includes('thread_id'))).toEqual([])
})

function toLiteral(value: unknown): string {
  return Array.isArray(value) ? `'{${value.join(',')}}'` : `'${String(value)}'`
}
