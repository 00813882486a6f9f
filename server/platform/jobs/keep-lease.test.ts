/** A lease is renewed while the database responds, and the work is aborted when the lease is lost. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '../db.ts'
import { keepLease } from './keep-lease.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const own = { tenantId: '00000000-0000-0000-0000-000000000001', id: '00000000-0000-0000-0000-000000000002', attempt: 1, leaseSeconds: 60 }

/** Keeps a lease in a database that responds with `renew`. */
function keep(renew: () => Promise<object[]>) {
  const stopping = new AbortController()
  // Safe because keepLease calls only `rows`.
  const db = { rows: renew } as unknown as Database
  return { stopping, ...keepLease({ db, stopping: stopping.signal }, own) }
}

it('a lease is renewed every three seconds, until it is released', async () => {
  let renewals = 0
  const { signal, release } = keep(() => Promise.resolve([{ id: ++renewals }]))
  await vi.advanceTimersByTimeAsync(600_000)
  expect([renewals, signal.aborted]).toEqual([200, false])
  release()
  await vi.advanceTimersByTimeAsync(600_000)
  expect([renewals, signal.aborted]).toEqual([200, false])
})

it('a lease that another worker has taken is lost at the next renewal', async () => {
  const { signal } = keep(() => Promise.resolve([]))
  await vi.advanceTimersByTimeAsync(2_999)
  expect(signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(signal.aborted).toBe(true)
})

it('a lease is lost when the database has not responded for its duration', async () => {
  let isDown = false
  const { signal } = keep(() => (isDown ? Promise.reject(new Error('down')) : Promise.resolve([{}])))
  await vi.advanceTimersByTimeAsync(30_000)
  isDown = true
  await vi.advanceTimersByTimeAsync(59_000)
  expect(signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(signal.aborted).toBe(true)
})

it('a worker that stops leaves the work some seconds', async () => {
  const { signal, stopping } = keep(() => Promise.resolve([{}]))
  stopping.abort()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(signal.aborted).toBe(true)
})
