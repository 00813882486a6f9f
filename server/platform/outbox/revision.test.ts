import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestService, type TestService, type TestTenant } from '../../../test/support/service.ts'
import { statement, type Database } from '../db.ts'
import { newId } from '../ids.ts'
import { openDatabase } from '../postgres/database.ts'
import { createReadRevision, type ReadRevision } from './revision.ts'

let service: TestService
const tenants: TestTenant[] = []
beforeAll(async () => {
  service = await startTestService()
  for (let i = 0; i < 5; i++) tenants.push(await service.createTenant())
})
afterAll(() => service.stop())

const write = ({ skein }: TestTenant): Promise<unknown> => skein.createLabel({ body: { name: `label ${newId()}` } })

describe.each([
  { where: 'on one database', isCluster: false },
  { where: 'on a cluster', isCluster: true },
])('$where', ({ isCluster }) => {
  const heard: (readonly unknown[])[] = []
  let db: Database
  let readRevision: ReadRevision
  beforeEach(() => {
    db = openDatabase({
      connection: service.connection,
      max: 3,
      isCluster,
      onStatement: (text, values) => void (text.includes('as revision') && heard.push(values)),
    })
    readRevision = createReadRevision(db)
    heard.length = 0
  })
  afterEach(() => db.close())

  it('each tenant gets its own revision, which rises with its changes alone', async () => {
    const readAll = (): Promise<(number | null)[]> => Promise.all(tenants.map(({ tenantId }) => readRevision(tenantId)))
    for (const tenant of tenants.slice(1)) await write(tenant)
    const before = await readAll()
    await Promise.all(tenants.slice(2).map(write))
    const after = await readAll()
    expect(after.map((revision, i) => (revision ?? 0) - (before[i] ?? 0))).toEqual([0, 0, 1, 1, 1])
    expect(await readRevision(newId())).toBeNull()
  })

  it('a read after a change includes it, whatever statements are running', async () => {
    const [tenant] = tenants
    if (!tenant) throw new Error('There is no tenant')
    for (let i = 0; i < 20; i++) {
      const before = await readRevision(tenant.tenantId)
      const running = tenants.map(({ tenantId }) => readRevision(tenantId))
      await write(tenant)
      expect(await readRevision(tenant.tenantId)).toBe((before ?? 0) + 1)
      await Promise.all(running)
    }
  })

  it('calls that come at once share statements as far as the database allows', async () => {
    await readRevision(newId())
    heard.length = 0
    await Promise.all([1, 2, 3].flatMap(() => tenants.map(({ tenantId }) => readRevision(tenantId))))
    // On one database the first call does not wait for the others. On a cluster each statement is for one tenant.
    const [first, ...others] = tenants.map(({ tenantId }) => tenantId)
    if (isCluster) expect(heard).toEqual(tenants.map(({ tenantId }) => [tenantId]))
    else expect(heard).toEqual([[[first]], [[...others, first]]])
  })

  it('a tenant that uses up its connections delays no other tenant', async () => {
    const wait = statement<{ tenantId: string }, object>('select pg_advisory_xact_lock(7) where :tenantId::uuid is not null')
    const [greedy, other] = tenants
    if (!greedy || !other) throw new Error('There are no tenants')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
    const holding = service.db.transaction(async (tx) => {
      await tx.rows(statement<object, object>('select pg_advisory_xact_lock(7)'), {})
      lock()
      await released
    })
    await locked
    const waiting = Array.from({ length: 20 }, () => db.rows(wait, { tenantId: greedy.tenantId }))
    expect(await readRevision(other.tenantId)).toBeGreaterThanOrEqual(0)
    if (!isCluster) expect(await readRevision(greedy.tenantId)).toBeGreaterThanOrEqual(0)
    release()
    await Promise.all([holding, ...waiting])
  })
})

it('an error of the statement reaches all its callers, and later calls succeed', async () => {
  const db = openDatabase({ connection: service.connection, max: 1 })
  const readRevision = createReadRevision(db)
  const [{ tenantId } = { tenantId: '' }] = tenants
  const calls = ['not a UUID', tenantId, tenantId].map((id) => readRevision(id).catch((error: Error) => error.message))
  const [wrong, ...others] = await Promise.all(calls)
  expect(wrong).toContain('invalid input syntax for type uuid')
  expect(others).toEqual([expect.any(Number), expect.any(Number)])
  const together = [tenantId, 'not a UUID', tenantId].map((id) => readRevision(id).catch((error: Error) => error.message))
  expect(await Promise.all(together)).toEqual([expect.any(Number), wrong, wrong])
  expect(await readRevision(tenantId)).toEqual(expect.any(Number))
  await db.close()
})
