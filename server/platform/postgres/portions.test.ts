import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { statement, type Database } from '../db.ts'
import { systemUnavailable } from '../errors.ts'
import { openDatabase } from './database.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.ts'

let database: TestDatabase
let operator: Database
let db: Database

beforeAll(async () => {
  database = await cloneDatabase()
  operator = openDatabase({ connection: database.connection, max: 1 })
  db = openDatabase({ connection: database.connection, max: 2 })
})
afterAll(async () => {
  await Promise.all([db.close(), operator.close()])
  await database.drop()
})

const rowCount = 300
const rowLength = 20_000
/** Six megabytes. */
const large = statement<object, { n: number; text: string }>(
  `select n, repeat(chr(64 + n % 26), ${rowLength}) as text from generate_series(1, ${rowCount}) as n`,
)
const wide = statement<{ n: number }, { n: number; text: string }>(`select :n::int as n, repeat('x', 60000) as text`)
const echo = statement<{ n: number }, { n: number }>('select :n::int as n')
/** Server processes that wait until somebody reads what they have sent. */
const blocked = statement<object, { pid: number }>(
  `select pid from pg_stat_activity where datname = current_database() and wait_event = 'ClientWrite'`,
)
const drop = statement<{ pid: number }, { dropped: boolean }>('select pg_terminate_backend(:pid::int) as dropped')

const expectWhole = (rows: { n: number; text: string }[]): void => {
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: rowCount }, (_, i) => i + 1))
  expect(rows.every(({ n, text }) => text === String.fromCodePoint(64 + (n % 26)).repeat(rowLength))).toBe(true)
}

/** Holds the reading at the second portion until `go` is called. */
function makeHold() {
  const { promise, resolve: go } = Promise.withResolvers<void>()
  let rests = 0
  return { go, rests: () => rests, rest: () => (++rests === 2 ? promise : undefined) }
}

// A connection is alone while it is made, so both are.
beforeEach(() => Promise.all([db.rows(echo, { n: 1 }), db.rows(echo, { n: 2 })]))

test('a result is read completely, with a rest after each portion', async () => {
  let rests = 0
  const rows = await db.inPortions(() => (++rests % 2 === 0 ? Promise.resolve() : undefined)).rows(large, {})
  expectWhole(rows)
  expect(rests).toBeGreaterThan(30)
})

test('PostgreSQL waits during a rest, and other statements do not', async () => {
  const { go, rest, rests } = makeHold()
  const reading = db.inPortions(rest).rows(large, {})
  await expect.poll(() => operator.rows(blocked, {}), { interval: 20 }).toHaveLength(1)
  const numbers = Array.from({ length: 20 }, (_, n) => n)
  expect(await Promise.all(numbers.map(async (n) => (await db.first(echo, { n }))?.n))).toEqual(numbers)
  expect(rests()).toBe(2)
  expect(await operator.rows(blocked, {})).toHaveLength(1)
  go()
  expectWhole(await reading)
  expect(await Promise.all(numbers.map(async (n) => (await db.first(echo, { n }))?.n))).toEqual(numbers)
})

test('earlier statements on the same connection finish before the first rest', async () => {
  const { promise, resolve: go } = Promise.withResolvers<void>()
  const one = openDatabase({ connection: database.connection, max: 1 })
  try {
    await one.rows(wide, { n: 0 })
    const before = [1, 2, 3].map((n) => one.first(wide, { n }))
    const reading = one.inPortions(() => promise).rows(large, {})
    expect((await Promise.all(before)).map((row) => row?.n)).toEqual([1, 2, 3])
    go()
    expectWhole(await reading)
  } finally {
    await one.close()
  }
})

test('a connection that is lost during a rest fails its statement and no other', async () => {
  const { go, rest, rests } = makeHold()
  const reading = db.inPortions(rest).rows(large, {})
  reading.catch(() => undefined)
  // Before the rest PostgreSQL waits for a moment only, now and then.
  await expect.poll(rests, { interval: 20 }).toBe(2)
  await expect.poll(() => operator.rows(blocked, {}), { interval: 20 }).toHaveLength(1)
  const [{ pid } = { pid: 0 }] = await operator.rows(blocked, {})
  expect(await operator.first(drop, { pid })).toEqual({ dropped: true })
  go()
  await expect(reading).rejects.toHaveProperty('declaration', systemUnavailable)
  const numbers = Array.from({ length: 20 }, (_, n) => n)
  expect(await Promise.all(numbers.map(async (n) => (await db.first(echo, { n }))?.n))).toEqual(numbers)
  expectWhole(await db.inPortions(() => undefined).rows(large, {}))
})
