import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { ConflictError, statement, type Database } from '../db.ts'
import { openDatabase } from './database.ts'

/** Six megabytes in total, dozens of times more than the buffers between PostgreSQL and a reader hold. */
const rowCount = 4_000

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase({ connection: database.connection, max: 1, statementTimeoutMs: 0 })
  await db.script(`create table sizes (n integer primary key, words text not null); create table parts (n integer not null references sizes (n));
    insert into sizes select n, repeat('x', n % 3000) from generate_series(1, ${rowCount}) as n`)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const count = statement<object, { rows: number }>('select count(*)::int as rows from parts')
const rowsOfParts = async (): Promise<number> => (await db.rows(count, {}))[0]?.rows ?? -1
async function* lines(...given: string[]): AsyncGenerator<Buffer> {
  for (const line of given) yield Buffer.from(line)
}

it('a slow reader gets every row, and the next statement its own result', async () => {
  const whole = await db.bulk(async (tx) => {
    let bytes = 0
    for await (const piece of tx.copyOut('copy (select words from sizes) to stdout')) {
      bytes += piece.length
      await turn()
    }
    const [row] = await tx.rows(statement<object, { one: number }>('select 1 as one'), {})
    return { bytes, row }
  })
  const expected = Array.from({ length: rowCount }, (_, i) => ((i + 1) % 3000) + 1).reduce((sum, length) => sum + length, 0)
  expect(whole).toEqual({ bytes: expected, row: { one: 1 } })
})

it('empty tables and tables in many chunks are copied', async () => {
  await db.script('create table copied (like sizes)')
  await db.bulk(async (tx) => {
    const pieces: Buffer[] = []
    for await (const piece of tx.copyOut('copy (select * from sizes) to stdout')) pieces.push(piece)
    await tx.copyIn('copy copied from stdin', lines(...pieces.map((piece) => piece.toString())))
    await tx.copyIn('copy copied from stdin', lines())
  })
  const same = statement<object, { same: boolean }>(
    `select count(*) = ${rowCount} and bool_and(c.words = s.words) as same from sizes as s join copied as c using (n)`,
  )
  expect(await db.rows(same, {})).toEqual([{ same: true }])
})

it('an error after the last row is reported, and nothing remains', async () => {
  const work = db.bulk((tx) => tx.copyIn('copy parts from stdin', lines('1\n2\n', '30000\n')))
  await expect(work).rejects.toThrow(ConflictError)
  await expect(work).rejects.toMatchObject({ constraint: 'parts_n_fkey' })
  expect(await rowsOfParts()).toBe(0)
})

it('an error among the rows is reported, and nothing remains', async () => {
  // Long numbers, so that few rows make up two megabytes.
  const many = Array.from({ length: 2000 }, () => `${'1'.padStart(999, '0')}\n`)
  await expect(db.bulk((tx) => tx.copyIn('copy parts from stdin', lines(...many, 'no number\n', ...many)))).rejects.toThrow(
    'invalid input syntax for type integer: "no number"',
  )
  expect(await rowsOfParts()).toBe(0)
})

it('a source that fails rolls back what it has sent', async () => {
  async function* torn(): AsyncGenerator<Buffer> {
    yield* lines('1\n')
    await turn()
    throw new Error('The file ends here')
  }
  await expect(db.bulk((tx) => tx.copyIn('copy parts from stdin', torn()))).rejects.toThrow('The file ends here')
  expect(await rowsOfParts()).toBe(0)
})

it('a reader that stops among the rows leaves the database usable', async () => {
  const work = db.bulk(async (tx) => {
    for await (const piece of tx.copyOut('copy (select words from sizes) to stdout'))
      if (piece.length > 0) throw new Error('The disk is full')
  })
  await expect(work).rejects.toThrow('The disk is full')
  expect(await rowsOfParts()).toBe(0)
})

it('a connection that is lost among the rows is reported as such', async () => {
  const work = db.bulk(async (tx) => {
    const [row] = await tx.rows(statement<object, { pid: number }>('select pg_backend_pid() as pid'), {})
    const killer = openDatabase({ connection: database.connection, max: 1 })
    let killed = false
    try {
      for await (const piece of tx.copyOut('copy (select words from sizes, generate_series(1, 100)) to stdout')) {
        if (!killed && piece.length > 0)
          await killer.rows(statement<{ pid: number }, object>('select pg_terminate_backend(:pid::int)'), { pid: row?.pid ?? 0 })
        killed = true
      }
    } finally {
      await killer.close()
    }
  })
  await expect(work).rejects.toMatchObject({ declaration: { status: 503 } })
  expect(await rowsOfParts()).toBe(0)
})
