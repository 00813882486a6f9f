import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement, type Database } from '../db.ts'
import { openDatabase } from './database.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase({ connection: database.connection, max: 1 })
  await db.script('create table kept (key text primary key)')
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const echo = statement<{ n: number }, { n: number }>('select :n::int as n')
/** Three rows are sent before the fourth fails. */
const failAmidRows = statement<{ n: number }, object>('select 1 / (:n::int - g) as quotient from generate_series(1, 10) as g')
const failAtOnce = statement<object, object>('select 1 / (random()::int * 0) as quotient')
const keep = statement<{ key: string }, object>('insert into kept (key) values (:key)')
const isKept = statement<{ key: string }, { kept: boolean }>('select exists (select from kept where key = :key) as kept')

describe('a statement that fails among its rows leaves intact', () => {
  test('the next statement', async () => {
    await expect(db.rows(failAmidRows, { n: 4 })).rejects.toThrow('division by zero')
    expect(await db.first(echo, { n: 1 })).toEqual({ n: 1 })
  })
  test('the statement that was sent after it', async () => {
    const failing = db.rows(failAmidRows, { n: 4 })
    const behind = [db.rows(echo, { n: 2 }), db.rows(echo, { n: 3 })]
    await expect(failing).rejects.toThrow('division by zero')
    expect(await Promise.all(behind)).toEqual([[{ n: 2 }], [{ n: 3 }]])
  })
})

test('an invalid parameter does not shift results to other callers', async () => {
  const json = statement<{ value: unknown }, { value: unknown }>('select :value::jsonb as value')
  const unwritable = {
    toJSON: () => {
      throw new Error('cannot be written')
    },
  }
  for (let round = 0; round < 30; round++) {
    // Statements that are already prepared on the connection are pipelined behind statements in progress.
    await db.first(json, { value: {} })
    await db.first(echo, { n: 0 })
    const [first, refused, second, failing, third] = await Promise.allSettled([
      db.first(echo, { n: 1 }),
      db.first(json, { value: unwritable }),
      db.first(echo, { n: 2 }),
      db.rows(failAtOnce, {}),
      db.first(echo, { n: 3 }),
    ])
    expect(refused.status).toBe('rejected')
    expect(failing.status).toBe('rejected')
    for (const [i, result] of [first, second, third].entries())
      if (result.status === 'fulfilled') expect(result.value).toEqual({ n: i + 1 })
    for (const result of [first, refused, second, third])
      if (result.status === 'rejected') expect(String(result.reason)).not.toContain('division by zero')
    expect(await db.first(echo, { n: 4 })).toEqual({ n: 4 })
  }
})

describe('a transaction', () => {
  test('fails and rolls back if its work ignores a failed statement, awaited or not', async () => {
    for (const awaited of [true, false]) {
      const key = `overlooked, awaited: ${awaited}`
      await expect(
        db.transaction(async (tx) => {
          await tx.rows(keep, { key })
          const overlooked = tx.rows(failAmidRows, { n: 4 }).catch(() => null)
          if (awaited) await overlooked
        }),
      ).rejects.toThrow(awaited ? 'division by zero' : /division by zero|rolled back/)
      expect(await db.first(isKept, { key })).toEqual({ kept: false })
    }
  })

  test('accepts no statement after its end', async () => {
    const { promise: late, resolve, reject } = Promise.withResolvers<unknown>()
    await db.transaction(async (tx) => {
      await tx.first(echo, { n: 1 })
      setTimeout(() => tx.rows(keep, { key: 'late' }).then(resolve, reject), 20)
    })
    await expect(late).rejects.toThrow('after the end of its transaction')
    expect(await db.first(isKept, { key: 'late' })).toEqual({ kept: false })
  })
})

describe('statements that run together', () => {
  const whoRuns = statement<{ n: number }, { n: number; pid: number }>('select :n::int as n, pg_backend_pid() as pid')

  test('use one connection, in their order, although others are free', async () => {
    const pool = openDatabase({ connection: database.connection, max: 3 })
    const ran = await pool.together('tenant', (one) => Promise.all([1, 2, 3].map((n) => one.first(whoRuns, { n }))))
    expect(ran.map((row) => row?.n)).toEqual([1, 2, 3])
    expect(new Set(ran.map((row) => row?.pid)).size).toBe(1)
    await pool.close()
  })

  test('fail one by one, and leave the connection usable', async () => {
    await db.together('tenant', async (one) => {
      const failing = one.rows(failAtOnce, {})
      const behind = one.first(echo, { n: 1 })
      await expect(failing).rejects.toThrow('division by zero')
      expect(await behind).toEqual({ n: 1 })
    })
  })

  test('are part of the transaction in which they run', async () => {
    const taken = db.transaction(async (tx) => {
      await tx.together('tenant', (one) => one.rows(keep, { key: 'together' }))
      expect(await tx.first(isKept, { key: 'together' })).toEqual({ kept: true })
      throw new Error('taken back')
    })
    await expect(taken).rejects.toThrow('taken back')
    expect(await db.first(isKept, { key: 'together' })).toEqual({ kept: false })
  })
})
