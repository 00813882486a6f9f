import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConflictError, LockTimeoutError, type Database } from '../db.ts'
import type { PriorResult, ItemResult } from './declared-endpoint.ts'
import { newId } from '../ids.ts'
import { storeResponse } from '../outbox/ledger.ts'
import { systemIdentity, type WriteIdentity } from '../outbox/write-identity.ts'
import { openDatabase } from '../postgres/database.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { IdempotentWrites, type WriteResponse } from './idempotency.ts'

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

const someRequest = (): WriteIdentity => ({ ...systemIdentity(newId()), keyHash: randomBytes(32), fingerprint: randomBytes(32) })
const run = (identity: WriteIdentity, work: () => Promise<ItemResult<unknown> | PriorResult>): Promise<WriteResponse> =>
  new IdempotentWrites(db).run(identity, work, () => null)

describe('of two requests with one key on two nodes, the second', () => {
  it.each(['idempotency_keys_pkey', ''])('gets the first response when its key is refused by the constraint "%s"', async (constraint) => {
    const identity = someRequest()
    const written = run(identity, async () => {
      await storeResponse(db, identity, { status: 201, record: { id: 'the first one’s' } })
      throw new ConflictError(constraint, '', null)
    })
    expect(await written).toMatchObject({ status: 201, record: { id: 'the first one’s' }, replayed: true })
  })

  it('gets an error that the first is in progress when it has waited too long', async () => {
    const waiting = run(someRequest(), () => Promise.reject(new LockTimeoutError('idempotency_keys', null)))
    await expect(waiting).rejects.toMatchObject({ declaration: { status: 409 } })
  })
})

it.each(['threads', null])('a request that waits too long for a row of "%s" gets a retryable error', async (relation) => {
  const waiting = run(someRequest(), () => Promise.reject(new LockTimeoutError(relation, null)))
  await expect(waiting).rejects.toMatchObject({ declaration: { status: 503 } })
})

it('a write that an unknown constraint refuses runs again, and finally fails', async () => {
  let attempts = 0
  const refused = run(someRequest(), () => {
    attempts++
    return Promise.reject(new ConflictError('', '', null))
  })
  await expect(refused).rejects.toBeInstanceOf(ConflictError)
  expect(attempts).toBe(5)
})
