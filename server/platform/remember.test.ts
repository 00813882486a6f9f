import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cacheBriefly } from './remember.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

/** Lets started lookups finish, which takes a few microtasks. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}

test('a value is used for 900 ms after its load began, and no longer', async () => {
  const find = vi.fn(async () => 'old')
  const ask = cacheBriefly(find)
  expect(await ask('key')).toBe('old')
  find.mockResolvedValue('new')
  vi.advanceTimersByTime(901)
  expect(await ask('key')).toBe('new')
  expect(find).toHaveBeenCalledTimes(2)
})

test('a frequent caller never waits for a reload', async () => {
  const find = vi.fn(async () => 'found')
  const ask = cacheBriefly(find)
  await ask('key')
  for (let ms = 0; ms < 5000; ms += 50) {
    vi.advanceTimersByTime(50)
    expect(ask('key')).toBe('found')
    await settle()
  }
  expect(find.mock.calls.length).toBeGreaterThan(5)
  expect(find.mock.calls.length).toBeLessThan(10)
})

test('a frequent caller sees a change within 900 ms', async () => {
  let current = 'before'
  const ask = cacheBriefly(async () => current)
  await ask('key')
  vi.advanceTimersByTime(250)
  current = 'after'
  for (let ms = 0; ms < 900; ms += 50) {
    vi.advanceTimersByTime(50)
    ask('key')
    await settle()
  }
  expect(ask('key')).toBe('after')
})

test('a value that cannot be reloaded is used until it expires, then the load fails', async () => {
  const find = vi.fn(async () => 'found')
  const ask = cacheBriefly(find)
  await ask('key')
  find.mockRejectedValue(new Error('away'))
  vi.advanceTimersByTime(700)
  expect(ask('key')).toBe('found')
  await settle()
  vi.advanceTimersByTime(201)
  await expect(ask('key')).rejects.toThrow('away')
})

test('concurrent callers share one load', async () => {
  const find = vi.fn(async () => 'found')
  const ask = cacheBriefly(find)
  expect(await Promise.all([ask('key'), ask('key'), ask('key')])).toEqual(['found', 'found', 'found'])
  expect(find).toHaveBeenCalledTimes(1)
})
