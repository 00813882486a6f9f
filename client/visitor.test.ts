/** The visitor's stream behind proxies that hold it back. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createVisitor } from './visitor.ts'

let chunks: ReadableStreamDefaultController<Uint8Array>
let catchUps = 0
const stop = new AbortController()

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(new Response(new ReadableStream({ start: (controller) => void (chunks = controller) }))),
  )
})
afterEach(() => {
  stop.abort()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Returns how often the client read what it may have missed in some seconds. */
async function countCatchUps(seconds: number): Promise<number> {
  const before = catchUps
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  return catchUps - before
}

it('the client reads what it may have missed while the stream comes in blocks', async () => {
  const visitor = createVisitor({ baseUrl: 'https://help.example.com', key: 'wgt_x', token: 'svwt_x' })
  void visitor.follow({ signal: stop.signal, onCatchUp: () => catchUps++ })
  const heartbeat = async (): Promise<void> => {
    chunks.enqueue(new TextEncoder().encode(':\n\n'))
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(await countCatchUps(1), 'on the first connection').toBe(1)
  expect(await countCatchUps(30), 'before the first chunk').toBe(3)
  for (let i = 0; i < 4; i++) {
    await heartbeat()
    expect(await countCatchUps(15), 'while heartbeats come in time').toBe(0)
  }
  await heartbeat()
  expect(await countCatchUps(20), 'as long as a chunk may be late').toBe(0)
  expect(await countCatchUps(30), 'while the proxy holds the stream').toBe(3)
  await heartbeat()
  expect(await countCatchUps(15), 'after the block').toBe(0)
})
