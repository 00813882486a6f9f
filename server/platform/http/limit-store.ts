/**
 * The Redis or Valkey in which several processes share their request counts. A request waits for it at most `timeoutMs`. After a failure,
 * requests skip the store until a background reconnection has counted successfully (a circuit breaker).
 */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { windowMs, type Counted } from './rate-limit.ts'

export interface LimitStore {
  readonly isUp: boolean
  /** Counts each key in order. Stops after the first key above its limit. Returns null when the store does not respond in time. */
  count(keys: readonly string[], limits: readonly number[]): Promise<Counted[] | null>
  /** Returns the milliseconds that the store takes to count, or the reason why it does not count. */
  check(): Promise<{ latencyMs: number | null; problem: string | null }>
  /** Connects. Returns even if connecting fails, and retries in the background. */
  open(): Promise<void>
  close(): Promise<void>
}

/**
 * Counts all keys atomically and in one round trip. Each key is a hash with the count of its window and the window's end in UTC seconds, by
 * the store's clock, so that all processes show the same end. Keys expire by that clock, too. A key with a TTL longer than a window was
 * stored before the clock was set back, so the script deletes it and starts a new window. Returns count, end and remaining milliseconds of
 * each key.
 */
const script = `local time = redis.call('TIME')
local counted = {}
for i, key in ipairs(KEYS) do
  local count = redis.call('HINCRBY', key, 'count', 1)
  if count > 1 and redis.call('PTTL', key) > tonumber(ARGV[1]) then
    redis.call('DEL', key)
    count = redis.call('HINCRBY', key, 'count', 1)
  end
  if count == 1 then
    local reset = tonumber(time[1]) + tonumber(ARGV[1]) / 1000
    if tonumber(time[2]) > 0 then reset = reset + 1 end
    redis.call('HSET', key, 'reset', string.format('%d', reset))
    redis.call('PEXPIRE', key, ARGV[1])
  end
  counted[#counted + 1] = { count, tonumber(redis.call('HGET', key, 'reset')), redis.call('PTTL', key) }
  if count > tonumber(ARGV[i + 1]) then break end
end
return counted`
const scriptHash = createHash('sha1').update(script).digest('hex')

/** The key that health checks count. A read-only check would succeed on a store that is full or has become a replica. */
const checkKey = 'skein:limit:check'

/** Number of round trips for connecting. Connecting may take this many timeouts. */
const roundTripsToConnect = 4

type StoreOptions = { url: string; log: Log; timeoutMs?: number; pauseMs?: number }
type Client = { sendCommand(args: string[]): Promise<unknown>; destroy(): void }

/** Creates a store, which connects on `open` and reconnects `pauseMs` after a failure. */
export function openLimitStore({ url, log, timeoutMs = 500, pauseMs = 1_000 }: StoreOptions): LimitStore {
  const stopped = new AbortController()
  let client: Client | null = null
  let recovering: Promise<void> | null = null
  let problem: string | null = 'It has not been connected yet.'

  const runInTime = (by: Client, keys: readonly string[], limits: readonly number[]): Promise<Counted[]> =>
    within(runScript(by, keys, limits), timeoutMs).then(readCounts)

  const fail = (failed: Client, error: unknown): void => {
    if (client !== failed) return
    client = null
    problem = getReason(error)
    destroy(failed)
    log.warn(
      { problem },
      'the store of rate limits (REDIS_URL) does not respond: requests are counted per process, attempts to sign in refused',
    )
    recovering ??= recover().finally(() => (recovering = null))
  }

  const connect = async (): Promise<void> => {
    const { createClient } = await import('@redis/client')
    const opened = createClient({
      url,
      // All versions of Redis and Valkey support RESP 2.
      RESP: 2,
      maintNotifications: 'disabled',
      disableClientInfo: true,
      // Requests must not wait for a connection. `recover` replaces a lost one.
      disableOfflineQueue: true,
      socket: { connectTimeout: roundTripsToConnect * timeoutMs, reconnectStrategy: false },
    })
    opened.on('error', (error) => fail(opened, error))
    try {
      await within(opened.connect(), roundTripsToConnect * timeoutMs)
      await runInTime(opened, [checkKey], [Number.MAX_SAFE_INTEGER])
      client = opened
      problem = null
    } catch (error) {
      destroy(opened)
      throw error
    }
    // The store may have been closed, or the connection lost, during the round trips above.
    if (stopped.signal.aborted || !opened.isReady) fail(opened, new Error('The connection ended.'))
  }

  const recover = async (): Promise<void> => {
    while (!store.isUp && !stopped.signal.aborted) {
      await sleep(pauseMs, undefined, { ref: false, signal: stopped.signal }).catch(() => {})
      if (stopped.signal.aborted) return
      await connect().then(
        () => log.info({}, 'the store of rate limits responds again'),
        (error: unknown) => (problem = getReason(error)),
      )
    }
  }

  const store: LimitStore = {
    get isUp() {
      return client !== null
    },
    async count(keys, limits) {
      const current = client
      if (!current) return null
      try {
        return await runInTime(current, keys, limits)
      } catch (error) {
        fail(current, error)
        return null
      }
    },
    async check() {
      const begin = performance.now()
      const counted = await store.count([checkKey], [Number.MAX_SAFE_INTEGER])
      if (counted === null) return { latencyMs: null, problem }
      return { latencyMs: Math.round((performance.now() - begin) * 10) / 10, problem: null }
    },
    async open() {
      try {
        await connect()
      } catch (error) {
        problem = getReason(error)
        log.warn({ problem }, 'the store of rate limits (REDIS_URL) cannot be reached: attempts to sign in are refused until it can')
        recovering ??= recover().finally(() => (recovering = null))
      }
    },
    async close() {
      stopped.abort()
      if (client) destroy(client)
      client = null
      await recovering
    },
  }
  return store
}

async function runScript(client: Client, keys: readonly string[], limits: readonly number[]): Promise<unknown> {
  const rest = [String(keys.length), ...keys, String(windowMs), ...limits.map(String)]
  try {
    return await client.sendCommand(['EVALSHA', scriptHash, ...rest])
  } catch (error) {
    // A restarted server has lost the script.
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return client.sendCommand(['EVAL', script, ...rest])
  }
}

function readCounts(response: unknown): Counted[] {
  if (!Array.isArray(response)) throw new Error('The store returned something other than counts.')
  return response.map((each: unknown) => {
    const [count = 0, resetAt = 0, leftMs = 0] = Array.isArray(each) ? each.map(Number) : []
    if (!(count > 0 && resetAt > 0)) throw new Error('The store returned something other than counts.')
    return { count, resetAt, leftMs }
  })
}

/**
 * Rejects after `ms`. A response that has arrived by then still counts: after this process was blocked, the timer fires before Node reads
 * the socket, and `setImmediate` lets Node read first.
 */
async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(new Error(`No response within ${ms} ms.`))), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
    // Nothing else handles a later rejection.
    promise.catch(() => {})
  }
}

function destroy(client: Client): void {
  try {
    client.destroy()
  } catch {
    // The client throws when its connection has already closed.
  }
}

/** Returns the error's message without the store's URL, which may contain a password. */
function getReason(error: unknown): string {
  // Safe because both fields may be absent.
  const { code, message } = error as { code?: unknown; message?: unknown }
  const text = typeof message === 'string' && message !== '' ? message : typeof code === 'string' ? code : 'The connection failed.'
  return text.replaceAll(/redis(s?):\/\/\S*/g, 'redis$1://…')
}
