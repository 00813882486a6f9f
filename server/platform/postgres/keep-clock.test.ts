import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { databaseNow, databaseNowIso, setClockOffset } from '../database-now.ts'
import type { Queryable } from '../db.ts'
import { keepDatabaseClock, readDatabaseClock } from './keep-clock.ts'

const start = Date.parse('2026-03-04T09:30:00Z')
const readingMs = 30_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }))
afterEach(() => {
  vi.useRealTimers()
  setClockOffset(Date.now() - performance.now())
})

/** Fakes a database with a clock. `there` and `back` are the milliseconds that each round trip takes before and after the clock is read. */
function databaseAt(now: () => number, trips: { there: number; back: number }[]): Queryable {
  const database: Pick<Queryable, 'first'> = {
    // Safe because readServer runs one statement, which returns the clock.
    first: (() => {
      const { there = 0, back = 0 } = trips.shift() ?? {}
      vi.advanceTimersByTime(there)
      const clockMs = now()
      vi.advanceTimersByTime(back)
      return Promise.resolve({ version: '18.4', clockMs, maxConnections: 97 })
    }) as unknown as Queryable['first'],
  }
  // Safe because reading the clock needs no other method.
  return database as Queryable
}

describe('the database’s clock', () => {
  it('is computed from the fastest of three round trips, and never behind it', async () => {
    const from = performance.now()
    const now = () => start + performance.now() - from
    const trips = [
      { there: 400, back: 300 },
      { there: 2, back: 3 },
      { there: 0, back: 90 },
    ]
    await readDatabaseClock(databaseAt(now, trips))
    expect(trips).toEqual([])
    expect(databaseNow() - now()).toBe(2)
    vi.advanceTimersByTime(3_600_000)
    expect([databaseNow() - now(), databaseNowIso()]).toEqual([2, new Date(databaseNow()).toISOString()])
  })

  it('does not depend on the clock of the process', async () => {
    await readDatabaseClock(databaseAt(() => start, []))
    const spy = vi.spyOn(Date, 'now').mockReturnValue(0)
    expect(databaseNow()).toBe(start)
    expect(spy).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  it('is read again every half minute, and runs on while the database is away', async () => {
    let now = start
    let isAway = false
    const warn = vi.fn()
    const database = databaseAt(() => {
      if (isAway) throw new Error('The connection is closed')
      return now
    }, [])
    await readDatabaseClock(database)
    const stop = keepDatabaseClock(database, { warn })
    now = start + 7_200_000
    await vi.advanceTimersByTimeAsync(readingMs)
    expect(databaseNow()).toBe(now)
    isAway = true
    await vi.advanceTimersByTimeAsync(readingMs)
    expect([databaseNow(), warn.mock.calls.length]).toEqual([now + readingMs, 1])
    isAway = false
    stop()
    await vi.advanceTimersByTimeAsync(readingMs)
    expect(databaseNow()).toBe(now + 2 * readingMs)
  })
})
