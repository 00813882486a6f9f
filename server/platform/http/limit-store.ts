/**
 * The store in which several processes count requests together: Redis or Valkey. It is asked within a short time or not at all: when it
 * fails, requests stop waiting for it, and it is tried again in the background until it counts again.
 */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { windowMs } from './rate-limit.ts'

/** How often one key was counted in its window, when the window ends (UTC epoch seconds), and in how many milliseconds that is. */
export type Counted = { count: number; resetAt: number; leftMs: number }

export interface LimitStore {
  readonly isUp: boolean
  /** Counts each key, in order, up to the first above its limit. Null when the store does not answer in time. */
  count(keys: readonly string[], limits: readonly number[]): Promise<Counted[] | null>
  /** Milliseconds that counting takes, or what is wrong. */
  check(): Promise<{ latencyMs: number | null; problem: string | null }>
  /** Connects; returns also when that fails, and goes on trying. */
  open(): Promise<void>
  close(): Promise<void>
}

/**
 * One script, so that nobody counts in between, in one round trip. A window is kept until it ends. Its end is stored with it: every process
 * shows the same, whatever its own clock. A store keeps windows by its own clock, so a window that has longer to live than any can have is one
 * from before that clock was put back: it is deleted, and counting starts again. In seconds, and as one text, which every server of this
 * protocol can give.
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
  counted[#counted + 1] = count .. ' ' .. redis.call('HGET', key, 'reset') .. ' ' .. redis.call('PTTL', key)
  if count > tonumber(ARGV[i + 1]) then break end
end
return table.concat(counted, ',')`
const scriptHash = createHash('sha1').update(script).digest('hex')

/** Counted to see whether the store works: reading would not tell that it is full, or a replica. */
const checkKey = 'skein:limit:check'

/** Connecting takes several round trips. */
const connectFactor = 4

type StoreOptions = { url: string; log: Log; timeoutMs?: number; pauseMs?: number }
type Client = { sendCommand(args: string[]): Promise<unknown>; destroy(): void }

/** Begins nothing until `open`. `timeoutMs` is how long a request waits at most, `pauseMs` how long a failed store is left alone. */
export function openLimitStore({ url, log, timeoutMs = 500, pauseMs = 1_000 }: StoreOptions): LimitStore {
  const stopped = new AbortController()
  let client: Client | null = null
  let recovering: Promise<void> | null = null
  let problem: string | null = 'It has not been connected yet.'

  const ask = (asked: Client, keys: readonly string[], limits: readonly number[]): Promise<Counted[]> =>
    within(run(asked, keys, limits), timeoutMs).then(readCounted)

  const fail = (failed: Client, error: unknown): void => {
    if (client !== failed) return
    client = null
    problem = reasonOf(error)
    end(failed)
    log.warn(
      { problem },
      'the store of rate limits (REDIS_URL) does not answer: requests are counted per process, attempts to sign in refused',
    )
    recovering ??= recover().finally(() => (recovering = null))
  }

  const connect = async (): Promise<void> => {
    const { createClient } = await import('@redis/client')
    const opened = createClient({
      url,
      // What every version of every server speaks.
      RESP: 2,
      maintNotifications: 'disabled',
      disableClientInfo: true,
      // A request does not wait for a connection, and a lost one is replaced here.
      disableOfflineQueue: true,
      socket: { connectTimeout: connectFactor * timeoutMs, reconnectStrategy: false },
    })
    opened.on('error', (error) => fail(opened, error))
    try {
      await within(opened.connect(), connectFactor * timeoutMs)
      await ask(opened, [checkKey], [Number.MAX_SAFE_INTEGER])
      client = opened
      problem = null
    } catch (error) {
      end(opened)
      throw error
    }
    // While this waited, the service may have been told to stop, or the connection may have ended.
    if (stopped.signal.aborted || !opened.isReady) fail(opened, new Error('The connection ended.'))
  }

  const recover = async (): Promise<void> => {
    while (!store.isUp && !stopped.signal.aborted) {
      await sleep(pauseMs, undefined, { ref: false, signal: stopped.signal }).catch(() => {})
      if (stopped.signal.aborted) return
      await connect().then(
        () => log.info({}, 'the store of rate limits answers again'),
        (error: unknown) => (problem = reasonOf(error)),
      )
    }
  }

  const store: LimitStore = {
    get isUp() {
      return client !== null
    },
    async count(keys, limits) {
      const asked = client
      if (!asked) return null
      try {
        return await ask(asked, keys, limits)
      } catch (error) {
        fail(asked, error)
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
        problem = reasonOf(error)
        log.warn({ problem }, 'the store of rate limits (REDIS_URL) cannot be reached: attempts to sign in are refused until it can')
        recovering ??= recover().finally(() => (recovering = null))
      }
    },
    async close() {
      stopped.abort()
      if (client) end(client)
      client = null
      await recovering
    },
  }
  return store
}

async function run(client: Client, keys: readonly string[], limits: readonly number[]): Promise<unknown> {
  const rest = [String(keys.length), ...keys, String(windowMs), ...limits.map(String)]
  try {
    return await client.sendCommand(['EVALSHA', scriptHash, ...rest])
  } catch (error) {
    // A server that was restarted has forgotten the script.
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return client.sendCommand(['EVAL', script, ...rest])
  }
}

function readCounted(reply: unknown): Counted[] {
  return String(reply)
    .split(',')
    .map((text) => {
      const [count = 0, resetAt = 0, leftMs = 0] = text.split(' ').map(Number)
      if (!(count > 0 && resetAt > 0)) throw new Error('The store answers something else than was asked.')
      return { count, resetAt, leftMs }
    })
}

/** Fails after the time. What has arrived by then is read first: a process that was held up must not blame the store. */
async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(new Error(`No answer within ${ms} ms.`))), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
    // When it fails later, nobody waits for it any more.
    promise.catch(() => {})
  }
}

function end(client: Client): void {
  try {
    client.destroy()
  } catch {
    // It had ended by itself.
  }
}

/** Without the address, which may hold a password. */
function reasonOf(error: unknown): string {
  // Safe because whatever was thrown may lack them.
  const { code, message } = error as { code?: unknown; message?: unknown }
  const text = typeof message === 'string' && message !== '' ? message : typeof code === 'string' ? code : 'The connection failed.'
  return text.replaceAll(/redis(s?):\/\/\S*/g, 'redis$1://…')
}
