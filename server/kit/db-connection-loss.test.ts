import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, statement, type Database } from './db.ts'
import { ApiError, systemUnavailable } from './errors.ts'
import { cloneDatabase, type TestDatabase } from './testing/test-database.ts'

const connections = 4
let database: TestDatabase
let operator: Database

beforeAll(async () => {
  database = await cloneDatabase()
  operator = openDatabase({ connection: database.connection, max: 1 })
})
afterAll(async () => {
  await operator.close()
  await database.drop()
})

const echo = statement<{ n: number }, { n: number }>('select :n::int as n')
const nap = statement<object, object>('select from pg_sleep(20)')
const dropConnections = statement<object, { dropped: boolean }>(`with others as materialized (
  select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle')
  select pg_terminate_backend(pid) as dropped from others`)
const countAsleep = statement<object, { count: number }>(`select count(*) as count from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`)

/** Runs `work` on every connection at once, and cuts them all while it is under way. */
async function cutUnder(db: Database, work: () => Promise<unknown>): Promise<unknown[]> {
  const under = Array.from({ length: connections }, () => work().then(() => 'done', (error: unknown) => error))
  await expect.poll(async () => (await operator.first(countAsleep, {}))?.count, { interval: 20 }).toBe(connections)
  expect(await operator.rows(dropConnections, {})).toHaveLength(connections)
  const outcomes = await Promise.all(under)
  // The first statement on each new connection is the test: nothing of the old conversation may come back.
  for (let round = 0; round < 3; round++) {
    const numbers = Array.from({ length: connections * 3 }, (_, n) => n)
    expect(await Promise.all(numbers.map(async (n) => (await db.first(echo, { n }))?.n))).toEqual(numbers)
  }
  return outcomes
}

const expectUnavailable = (outcomes: unknown[]): void => {
  for (const outcome of outcomes) {
    expect(outcome).toBeInstanceOf(ApiError)
    expect(outcome).toHaveProperty('declaration', systemUnavailable)
  }
}

test('statements on lost connections fail as 503, and what comes after them succeeds at once', async () => {
  const db = openDatabase({ connection: database.connection, max: connections })
  for (let round = 0; round < 3; round++) expectUnavailable(await cutUnder(db, () => db.rows(nap, {})))
  await db.close()
})

test('so do transactions, whose rollback has nowhere to go', async () => {
  const db = openDatabase({ connection: database.connection, max: connections })
  for (let round = 0; round < 3; round++) {
    expectUnavailable(await cutUnder(db, () => db.transaction(async (tx) => {
      await tx.first(echo, { n: 1 })
      await tx.rows(nap, {})
    })))
  }
  await db.close()
})

test('a transaction that loses its connection between two statements fails as 503, even when its work goes on or throws', async () => {
  const db = openDatabase({ connection: database.connection, max: connections })
  const refused = new Error('a refusal of the work itself')
  for (const goesOn of [true, false]) {
    const entered = Promise.withResolvers<void>()
    const cut = Promise.withResolvers<void>()
    const outcome = db.transaction(async (tx) => {
      await tx.first(echo, { n: 1 })
      entered.resolve()
      await cut.promise
      if (!goesOn) throw refused
      await tx.first(echo, { n: 2 })
    }).catch((error: unknown) => error)
    await entered.promise
    expect(await operator.rows(dropConnections, {})).toHaveLength(1)
    // The driver hears of it before the work goes on.
    await new Promise((resolve) => setTimeout(resolve, 100))
    cut.resolve()
    expectUnavailable([await outcome])
    expect(await db.first(echo, { n: 3 })).toEqual({ n: 3 })
  }
  await db.close()
})
