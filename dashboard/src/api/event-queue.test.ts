/** Events are applied once and in order, also while requests run, and a flood of events does not block the page. */
import { QueryClient } from '@tanstack/react-query'
import type { SkeinEvent } from '@skein/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createEventQueue, type EventQueue } from './event-queue.ts'

let queries: QueryClient
let queue: EventQueue
let applied: string[]
let applyMs: number
let isHidden: boolean
/** Milliseconds that applying events has added to the clock. */
let nowMs: number

beforeEach(() => {
  vi.useFakeTimers()
  isHidden = false
  nowMs = applyMs = 0
  // The fake clock moves with the timers; applying moves it further.
  const timersNow = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => timersNow() + nowMs)
  queries = new QueryClient()
  applied = []
  queue = createEventQueue(queries, {
    isChanged: ([noun]) => noun === 'messages',
    isHidden: () => isHidden,
    apply({ id }) {
      if (id === 'bad') throw new Error('This event cannot be applied.')
      applied.push(id)
      nowMs += applyMs
      queries.setQueryData<string[]>(['messages'], (ids) => ids && [...ids, id])
    },
  })
})
afterEach(() => {
  queue.stop()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

// Safe because nothing here reads the fields that are missing.
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

it('holds events until a response that may be older has arrived', async () => {
  const answered = Promise.withResolvers<string[]>()
  const reading = queries.fetchQuery({ queryKey: ['messages'], queryFn: () => answered.promise })
  add('new')
  await vi.advanceTimersByTimeAsync(500)
  expect(applied).toEqual([])
  answered.resolve(['old'])
  await reading
  expect(queries.getQueryData(['messages'])).toEqual(['old', 'new'])
})

it('does not wait for unrelated, cancelled or endless requests', async () => {
  const never = (): Promise<string[]> => new Promise(() => undefined)
  void queries.fetchQuery({ queryKey: ['audit-log'], queryFn: never })
  add('a')
  await vi.advanceTimersByTimeAsync(1)
  expect(applied).toEqual(['a'])
  const unwanted = queries.fetchQuery({ queryKey: ['messages', 'thr_1'], queryFn: never }).catch(() => undefined)
  add('b')
  await vi.advanceTimersByTimeAsync(50)
  await queries.cancelQueries({ queryKey: ['messages', 'thr_1'] })
  await unwanted
  await vi.advanceTimersByTimeAsync(100)
  expect(applied).toEqual(['a', 'b'])
  void queries.fetchQuery({ queryKey: ['messages', 'thr_2'], queryFn: never })
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
