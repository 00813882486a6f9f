/** The client's event stream, and everything that can interrupt it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSkeinClient, EventsLostError, type SkeinClient, type StreamOptions } from './index.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Connection = { after: string | null; at: number; say: (text: string) => void; end: () => void; break: () => void; left: boolean }
type Reply = Response | Error | 'stream'

/** A fake service: the test writes its streams, and `replies` are its first responses. */
function serviceOf(replies: Reply[] = [], attemptsMax = 5): { skein: SkeinClient; connections: Connection[] } {
  const connections: Connection[] = []
  const startedAt = Date.now()
  const skein = createSkeinClient({
    baseUrl: 'http://localhost',
    apiKey: 'svck_test',
    attemptsMax,
    async fetch(_, { headers, signal }) {
      const reply = replies.shift() ?? 'stream'
      const connection: Connection = {
        after: new Headers(headers).get('last-event-id'),
        at: Date.now() - startedAt,
        say: () => undefined,
        end: () => undefined,
        break: () => undefined,
        left: false,
      }
      connections.push(connection)
      if (reply instanceof Error) throw reply
      if (reply !== 'stream') return reply
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          connection.say = (text) => stream.enqueue(new TextEncoder().encode(text))
          connection.end = () => stream.close()
          connection.break = () => stream.error(new TypeError('terminated'))
          signal?.addEventListener('abort', () => {
            connection.left = true
            stream.error(signal.reason)
          })
        },
        cancel: () => void (connection.left = true),
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
    },
  })
  return { skein, connections }
}

const eventText = (id: string): string => `id: ${id}\nevent: thread.created\ndata: ${JSON.stringify({ id, type: 'thread.created' })}\n\n`

/** Reads the stream in the background. */
function read(skein: SkeinClient, options: StreamOptions = {}) {
  const seen: string[] = []
  const told: string[] = []
  const work = async (): Promise<void> => {
    const events = skein.streamEvents({
      onOpen: () => void told.push('open'),
      onBreak: ({ message }) => void told.push(message),
      ...options,
    })
    for await (const { id } of events) {
      seen.push(id)
      if (id === 'evt_last') break
    }
  }
  const ended = work()
  ended.catch(() => undefined)
  return { seen, told, ended }
}
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

it('the stream reports who is viewing a thread separately from the events', async () => {
  const { skein, connections } = serviceOf()
  const present: string[] = []
  const { seen, ended } = read(skein, { onPresence: ({ user, state }) => void present.push(`${user.name} ${state}`) })
  await vi.waitFor(() => expect(connections).toHaveLength(1), { timeout: 60_000 })
  const change = { threadId: 'thr_1', user: { id: 'usr_1', name: 'Lee' }, state: 'TYPING', seenAt: '2026-03-04T09:30:00.000Z' }
  connections[0]?.say(`event: presence\ndata: ${JSON.stringify(change)}\n\n${eventText('evt_last')}`)
  await ended
  expect([present, seen]).toEqual([['Lee TYPING'], ['evt_last']])
})

it('the stream reports unread notifications separately from the events', async () => {
  const { skein, connections } = serviceOf()
  const unread: number[] = []
  const { seen, ended } = read(skein, { onNotifications: (counts) => void unread.push(counts.unread) })
  await vi.waitFor(() => expect(connections).toHaveLength(1), { timeout: 60_000 })
  connections[0]?.say(`event: notification.changed\ndata: {"unread":3,"byType":{}}\n\n${eventText('evt_last')}`)
  await ended
  expect([unread, seen]).toEqual([[3], ['evt_last']])
})

describe('a stream', () => {
  it('reconnects after each interruption, and continues after the last event', async () => {
    const { skein, connections } = serviceOf()
    const { seen, told, ended } = read(skein)
    await pass(0)
    connections[0]?.say('retry: 1000\n\nid: evt_0\n\n')
    await pass(0)
    connections[0]?.say(`${eventText('evt_1')}${eventText('evt_2')}${eventText('evt_3').slice(0, -5)}`)
    await pass(0)
    connections[0]?.break()
    await pass(2_000)
    connections[1]?.say(`${eventText('evt_3')}id: evt_9\n\n`)
    await pass(0)
    connections[1]?.end()
    await pass(2_000)
    connections[2]?.say(eventText('evt_last'))
    await ended
    expect(seen).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_last'])
    expect(connections.map(({ after }) => after)).toEqual([null, 'evt_2', 'evt_9'])
    const url = 'GET http://localhost/api/v1/events/stream'
    expect(told).toEqual([
      'open',
      `${url} got no response in one attempt: terminated`,
      'open',
      `${url} got no response in one attempt: the service ended it`,
      'open',
    ])
    expect(connections.at(-1)?.left, 'leaving the loop closes the connection').toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
  it('reconnects at the same position if the connection is lost before the first event', async () => {
    const { skein, connections } = serviceOf()
    const fresh = read(skein)
    await pass(0)
    expect(fresh.told).toEqual([])
    connections[0]?.say('id: evt_0\n\n')
    await pass(0)
    expect(fresh.told).toEqual(['open'])
    const resumed = read(skein, { lastEventId: 'evt_7' })
    await pass(0)
    expect([connections[1]?.after, resumed.told]).toEqual(['evt_7', ['open']])
  })
  it('closes an idle connection, but not because the caller is slow', async () => {
    const { skein, connections } = serviceOf()
    const events = skein.streamEvents({ lastEventId: 'evt_0' })
    const first = events.next()
    await pass(0)
    connections[0]?.say(eventText('evt_1'))
    expect((await first).value?.id).toBe('evt_1')
    await pass(600_000)
    connections[0]?.say(eventText('evt_2'))
    expect((await events.next()).value?.id).toBe('evt_2')
    const next = events.next()
    for (let i = 0; i < 10; i++) {
      await pass(15_000)
      connections[0]?.say(': keep-alive\n\n')
    }
    expect(connections).toHaveLength(1)
    await pass(48_000)
    expect([connections.length, connections[0]?.left, connections[1]?.after]).toEqual([2, true, 'evt_2'])
    connections[1]?.say(eventText('evt_3'))
    expect((await next).value?.id).toBe('evt_3')
    await events.return()
  })
  it('keeps reconnecting after it was established, whatever status a proxy returns', async () => {
    const away = [
      new TypeError('fetch failed'),
      new Response('<html>', { status: 404 }),
      new Response('<html>'),
      new Response('', { status: 503 }),
    ]
    const { skein, connections } = serviceOf(['stream', ...away, ...Array.from({ length: 20 }, () => new TypeError('fetch failed'))])
    const { told } = read(skein, { lastEventId: 'evt_0', idleMsMax: Infinity })
    await pass(0)
    connections[0]?.break()
    await pass(1_000_000)
    expect(connections).toHaveLength(26)
    expect(told).toEqual(['open', expect.any(String), 'open'])
    const waits = connections.slice(1).map(({ at }, i) => at - (connections[i]?.at ?? 0))
    expect(Math.max(...waits)).toBeLessThanOrEqual(45_001)
  })
  it('ends at once and without an error when aborted, also between two connections', async () => {
    for (const broken of [false, true]) {
      const { skein, connections } = serviceOf()
      const stop = new AbortController()
      const { ended } = read(skein, { signal: stop.signal, lastEventId: 'evt_0' })
      await pass(0)
      if (broken) connections[0]?.break()
      await pass(0)
      stop.abort()
      await ended
      expect([connections.length, vi.getTimerCount()]).toEqual([1, 0])
    }
  })
})

describe('a stream that cannot be established', () => {
  it('is attempted as often as any call', async () => {
    const { skein, connections } = serviceOf(
      Array.from({ length: 9 }, () => new TypeError('fetch failed')),
      3,
    )
    const { ended } = read(skein)
    await pass(60_000)
    await expect(ended).rejects.toMatchObject({ name: 'NoAnswerError', attempts: 3 })
    expect(connections).toHaveLength(3)
  })
  it.each([
    [401, 'SVC-AUTH-INVALID_CREDENTIALS'],
    [400, 'SVC-VALIDATION-FAILED'],
  ])('ends when the service refuses it with %i, before and after it was established', async (status, code) => {
    const refusal = (): Response => Response.json({ data: null, error: { code, message: 'No.' } }, { status })
    for (const replies of [[refusal()], ['stream', refusal()] as const]) {
      const { skein, connections } = serviceOf([...replies])
      const { ended } = read(skein, { lastEventId: 'evt_0' })
      await pass(0)
      if (replies.length > 1) connections[0]?.break()
      await pass(10_000)
      await expect(ended).rejects.toMatchObject({ name: 'ApiError', code, status })
    }
  })
  it('ends when the response is not an event stream', async () => {
    const { skein } = serviceOf([new Response('<html>')])
    await expect(read(skein).ended).rejects.toMatchObject({ name: 'ApiError', code: 'HTTP-200' })
  })
})

describe('events that have been deleted', () => {
  const reset = 'id: evt_50\nevent: reset\ndata: {"reason":"The position is no longer held."}\n\n'
  it('cause an error that says where to continue, not an unnoticed gap', async () => {
    const { skein, connections } = serviceOf()
    const { ended } = read(skein, { lastEventId: 'evt_1' })
    await pass(0)
    connections[0]?.say(reset)
    const failure = await ended.catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(EventsLostError)
    expect(failure).toMatchObject({ lastEventId: 'evt_50' })
    expect(connections[0]?.left).toBe(true)
  })
  it('can be accepted, so that the stream continues', async () => {
    const { skein, connections } = serviceOf()
    const resets: string[] = []
    const { seen, ended } = read(skein, { lastEventId: 'evt_1', onReset: (id) => void resets.push(id) })
    await pass(0)
    connections[0]?.say(`${reset}${eventText('evt_51')}`)
    await pass(0)
    connections[0]?.break()
    await pass(2_000)
    connections[1]?.say(eventText('evt_last'))
    await ended
    expect([resets, seen, connections[1]?.after]).toEqual([['evt_50'], ['evt_51', 'evt_last'], 'evt_51'])
  })
})
