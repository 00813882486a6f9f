import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { statement, type Database } from '../db.ts'
import { openDatabase } from './database.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.ts'

const max = 3
let database: TestDatabase
let operator: Database
let db: Database

beforeAll(async () => {
  database = await cloneDatabase()
  operator = openDatabase({ connection: database.connection, max: 1 })
  db = openDatabase({ connection: database.connection, max })
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await db.close()
  await operator.close()
  await database.drop()
})

const nap = statement<{ n: number }, { n: number; pid: number }>('select :n::int as n, pg_backend_pid() as pid from pg_sleep(0.02)')
const whoAmI = statement<object, { pid: number }>('select pg_backend_pid() as pid')
const findOpen = statement<{ pids: number[] }, object>('select pid from pg_stat_activity where pid = any(:pids::int[])')
const countOthers = statement<object, { count: number }>(
  `select count(*) as count from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
)

test('all callers are served on no more connections than allowed', async () => {
  const alone = new Map<number, number>()
  const rows = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      if (n % 3) return db.first(nap, { n })
      return db.transaction(async (tx) => {
        const { pid = 0 } = (await tx.first(whoAmI, {})) ?? {}
        alone.set(pid, (alone.get(pid) ?? 0) + 1)
        const row = await tx.first(nap, { n })
        expect(alone.get(pid), 'transactions on one connection').toBe(1)
        alone.delete(pid)
        return row
      })
    }),
  )
  expect(rows.map((row) => row?.n)).toEqual(Array.from({ length: 60 }, (_, n) => n))
  expect(new Set(rows.map((row) => row?.pid)).size).toBe(max)
  expect(await operator.first(countOthers, {})).toEqual({ count: max })
})

test('no other statement runs between those of a transaction', async () => {
  const { pid } = (await db.first(whoAmI, {})) ?? {}
  const { promise: enough, resolve: end } = Promise.withResolvers<void>()
  const inside = db.transaction(async (tx) => {
    const own = await tx.first(whoAmI, {})
    await enough
    return own
  })
  const outside = await Promise.all(Array.from({ length: 12 }, (_, n) => db.first(nap, { n })))
  end()
  expect(await inside).toEqual({ pid })
  expect(outside.map((row) => row?.pid)).not.toContain(pid)
})

test('a connection is replaced between two uses when it is old', async () => {
  const pool = openDatabase({ connection: database.connection, max: 1 })
  const first = await pool.first(whoAmI, {})
  expect(await pool.first(whoAmI, {})).toEqual(first)
  const real = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => real() + 61 * 60_000)
  const statementBefore = pool.first(nap, { n: 1 })
  const transaction = pool.transaction(async (tx) => [
    await tx.first(whoAmI, {}),
    await tx.first(nap, { n: 2 }),
    await tx.first(whoAmI, {}),
  ])
  expect(await statementBefore).toEqual({ n: 1, ...first })
  expect(await transaction).toEqual([first, { n: 2, ...first }, first])
  expect(await pool.first(whoAmI, {})).not.toEqual(first)
  await pool.close()
})

test('short statements that coincide share one connection in turn', async () => {
  const pool = openDatabase({ connection: database.connection, max: 3 })
  try {
    const first = await pool.first(whoAmI, {})
    // Fake time stands still, so no caller waits for long, no matter how busy the machine is.
    const now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const coincide = (): Promise<unknown[]> =>
      Promise.all([pool.first(whoAmI, {}), pool.transaction((tx) => tx.first(whoAmI, {})), pool.first(whoAmI, {})])
    for (let i = 0; i < 20; i++) expect(await coincide()).toEqual([first, first, first])
  } finally {
    await pool.close()
  }
})

test('connections that the load does not need are closed, all but one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const pool = openDatabase({ connection: database.connection, max: 3 })
  try {
    const used = await Promise.all(Array.from({ length: 3 }, () => pool.transaction((tx) => tx.first(nap, { n: 1 }))))
    const pids = used.map((row) => row?.pid ?? 0)
    const countOpen = async (): Promise<number> => (await operator.rows(findOpen, { pids })).length
    expect(await countOpen()).toBe(3)
    const real = performance.now.bind(performance)
    let laterMs = 0
    vi.spyOn(performance, 'now').mockImplementation(() => real() + laterMs)
    // The first interval had load; the second had none.
    for (let i = 0; i < 2; i++) {
      laterMs += 30_000
      vi.advanceTimersByTime(30_000)
    }
    await expect.poll(countOpen).toBe(1)
    expect(pids).toContain((await pool.first(whoAmI, {}))?.pid)
    expect(await Promise.all(Array.from({ length: 9 }, (_, n) => pool.first(nap, { n })))).toHaveLength(9)
  } finally {
    vi.useRealTimers()
    await pool.close()
  }
})

test('closing finishes the pending work, refuses new work, and leaves no connection', async () => {
  const before = await operator.first(countOthers, {})
  const pool = openDatabase({ connection: database.connection, max: 2 })
  const working = Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? pool.first(nap, { n }) : pool.transaction((tx) => tx.first(nap, { n })))),
  )
  const closing = pool.close()
  await expect(pool.ping()).rejects.toMatchObject({ declaration: { status: 503 } })
  expect((await working).map((row) => row?.n)).toEqual(Array.from({ length: 20 }, (_, n) => n))
  await closing
  await expect.poll(() => operator.first(countOthers, {})).toEqual(before)
})

/** Runs a tenant's statement that takes a while. */
function napOf(pool: Database, tenantId: string, n = 0) {
  return pool.first(nap, { n, tenantId } as { n: number })
}

test('a tenant whose transactions wait leaves connections for others', async () => {
  const pool = openDatabase({ connection: database.connection, max: 4 })
  const { promise: lockIsFree, resolve: freeLock } = Promise.withResolvers<void>()
  let begun = 0
  const blocked = Array.from({ length: 10 }, () =>
    pool.transaction(async () => {
      begun++
      await lockIsFree
    }, 'flooding'),
  )
  await expect.poll(() => begun).toBe(2)
  // Without a share for each tenant, these statements would wait until the lock is free.
  expect(await napOf(pool, 'second', 1)).toMatchObject({ n: 1 })
  expect(await pool.transaction(async (tx) => tx.first(nap, { n: 2 }), 'third')).toMatchObject({ n: 2 })
  expect(await pool.first(nap, { n: 3 })).toMatchObject({ n: 3 })
  expect(begun).toBe(2)
  freeLock()
  await Promise.all(blocked)
  expect(begun).toBe(10)
  await pool.close()
})

test('waiting callers are served in turn by tenant', async () => {
  const pool = openDatabase({ connection: database.connection, max: 1 })
  await pool.ping()
  const served: string[] = []
  const one = async (tenant: string): Promise<void> => {
    await pool.transaction((tx) => tx.first(nap, { n: 0 }), tenant)
    served.push(tenant)
  }
  await Promise.all([...Array.from({ length: 5 }, () => one('flooding')), one('second'), one('third')])
  expect(served).toEqual(['flooding', 'flooding', 'second', 'third', 'flooding', 'flooding', 'flooding'])
  await pool.close()
})

test('a tenant with too many waiting callers is refused, and others are not', async () => {
  const pool = openDatabase({ connection: database.connection, max: 1 })
  const results = await Promise.allSettled([
    ...Array.from({ length: 600 }, () => pool.transaction((tx) => tx.first(whoAmI, {}), 'flooding')),
    pool.transaction((tx) => tx.first(whoAmI, {}), 'second'),
  ])
  const refused = results.flatMap((result, i) => (result.status === 'rejected' ? [{ i, reason: result.reason }] : []))
  expect(refused.map(({ i }) => i)).toEqual(Array.from({ length: 99 }, (_, i) => 501 + i))
  expect(refused[0]?.reason).toMatchObject({ declaration: { code: 'SVC-SYSTEM-UNAVAILABLE', status: 503 } })
  await pool.close()
})
