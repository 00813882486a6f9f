/** Events are applied once and in order, even while requests are running, and a flood of events does not block the page. */
import { QueryClient } from '@tanstack/react-query'
import type { SkeinEvent } from '@skein/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createEventQueue, type EventQueue } from './event-queue.ts'

let queries: QueryClient
let queue: EventQueue
let applied: string[]
/** Milliseconds that applying one event takes. */
let applyMs: number
let isHidden: boolean
/** Milliseconds spent on applying events so far. They are added to the fake clock. */
let spentMs: number

beforeEach(() => {
  vi.useFakeTimers()
  isHidden = false
  spentMs = applyMs = 0
  // The fake clock advances with the timers and with each applied event.
  const getTimerNow = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => getTimerNow() + spentMs)
  queries = new QueryClient()
  applied = []
  queue = createEventQueue(queries, {
    isChanged: ([noun]) => noun === 'messages',
    isHidden: () => isHidden,
    apply({ id }) {
      if (id === 'bad') throw new Error('This event cannot be applied.')
      applied.push(id)
      spentMs += applyMs
      queries.setQueryData<string[]>(['messages'], (ids) => ids && [...ids, id])
    },
  })
})
afterEach(() => {
  queue.stop()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

// Safe because the queue reads no field of an event, and this test reads only the id.
const event = (id: string) => ({ id }) as unknown as SkeinEvent
const add = (...ids: string[]): void => ids.forEach((id) => queue.add(event(id)))

it('applies events that arrive together in order', async () => {
  add('a', 'b', 'c')
  expect(applied).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(applied).toEqual(['a', 'b', 'c'])
})

it('pauses between slices only while the page is visible', async () => {
  applyMs = 5
  add('a', 'b', 'c', 'd', 'e')
  await vi.advanceTimersByTimeAsync(1)
  expect(applied).toEqual(['a', 'b'])
  await vi.advanceTimersByTimeAsync(20)
  expect(applied).toEqual(['a', 'b'])
  await vi.advanceTimersByTimeAsync(10)
  expect(applied).toEqual(['a', 'b', 'c', 'd'])
  isHidden = true
  add('f', 'g', 'h')
  await vi.advanceTimersByTimeAsync(30)
  expect(applied).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
})

it('holds events until a response that may predate them has arrived', async () => {
  const response = Promise.withResolvers<string[]>()
  const request = queries.fetchQuery({ queryKey: ['messages'], queryFn: () => response.promise })
  add('new')
  await vi.advanceTimersByTimeAsync(500)
  expect(applied).toEqual([])
  response.resolve(['old'])
  await request
  expect(queries.getQueryData(['messages'])).toEqual(['old', 'new'])
})

it('does not wait for requests that are unrelated, cancelled or too slow', async () => {
  const waitForever = (): Promise<string[]> => new Promise(() => undefined)
  void queries.fetchQuery({ queryKey: ['audit-log'], queryFn: waitForever })
  add('a')
  await vi.advanceTimersByTimeAsync(1)
  expect(applied).toEqual(['a'])
  const cancelled = queries.fetchQuery({ queryKey: ['messages', 'thr_1'], queryFn: waitForever }).catch(() => undefined)
  add('b')
  await vi.advanceTimersByTimeAsync(50)
  await queries.cancelQueries({ queryKey: ['messages', 'thr_1'] })
  await cancelled
  await vi.advanceTimersByTimeAsync(100)
  expect(applied).toEqual(['a', 'b'])
  void queries.fetchQuery({ queryKey: ['messages', 'thr_2'], queryFn: waitForever })
  add('c')
  await vi.advanceTimersByTimeAsync(2_500)
  expect(applied).toEqual(['a', 'b'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(applied).toEqual(['a', 'b', 'c'])
})

it('continues after an event that cannot be applied', () => {
  add('a', 'bad', 'c')
  expect(() => queue.flush()).toThrow('cannot be applied')
  queue.flush()
  expect(applied).toEqual(['a', 'c'])
})
