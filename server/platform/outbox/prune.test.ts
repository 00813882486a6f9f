import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { statement, type Database } from '../db.ts'
import { openDatabase } from '../postgres/database.ts'
import { newId } from '../ids.ts'
import { pruneIdempotencyKeys } from './prune.ts'
import { openStatementAudit, type StatementAudit } from '../../../test/support/statement-audit.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.ts'

let clone: TestDatabase
let db: Database
/** Pruning runs outside requests, so other tests do not check its statement. */
let audited: Database
let audit: StatementAudit
beforeAll(async () => {
  clone = await cloneDatabase()
  db = openDatabase({ connection: clone.connection, max: 2 })
  audit = await openStatementAudit(clone.connection)
  audited = openDatabase({ connection: clone.connection, max: 1, onStatement: audit.hear })
})
afterAll(async () => {
  await Promise.all([db.close(), audited.close()])
  await clone.drop()
  audit.report()
})

const keep = statement<{ tenantId: string; prefix: Buffer; hours: number; count: number }, object>(`
  insert into idempotency_keys (tenant_id, key_hash, fingerprint, status, record, created_at)
  select :tenantId::uuid, :prefix::bytea || int4send(n), ''::bytea, 200, '{}', now() - make_interval(hours => :hours::integer) from generate_series(1, :count::integer) n`)
const count = statement<object, { count: number }>('select count(*) as count from idempotency_keys')

it('stored responses are deleted after 24 hours, in batches, and not before', async () => {
  const kept = (hours: number, many: number) => db.rows(keep, { tenantId: newId(), prefix: randomBytes(4), hours, count: many })
  await kept(25, 4_500)
  await kept(24 * 30, 3)
  await kept(23, 7)
  expect(await pruneIdempotencyKeys(audited)).toBe(4_503)
  expect(await db.first(count, {})).toEqual({ count: 7 })
  expect(await pruneIdempotencyKeys(audited)).toBe(0)
})
