/** Calls the public API as an integrator should: waits as long as Retry-After says, and retries when there is no response. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Interrupted } from './command.ts'

const attemptsMax = 8
const pauseMsFirst = 250
const pauseMsMax = 8_000
const answerMsMax = 30_000

export type SeedAnswer = {
  status: number
  data: unknown
  /** The cursor of the next page of a list; empty after the last. */
  cursor: string
  /** The service had done this before and only repeated its answer. */
  replayed: boolean
}

export type SeedClient = {
  get(path: string): Promise<SeedAnswer>
  /** Every write has an Idempotency-Key: that makes trying again safe. */
  write(method: 'POST' | 'PATCH' | 'DELETE', path: string, idempotencyKey: string, body?: object): Promise<SeedAnswer>
  /** All items of a list; `path` has its query already. */
  list(path: string): Promise<unknown[]>
  /** Calls a minute that the service allows, as its last answer said; 0 before the first. */
  limitPerMinute(): number
}

export type SeedClientOptions = {
  /** The service's address without `/api/v1`. */
  url: string
  key: string
  stop: AbortSignal
  /** Told of pauses longer than a second. */
  onPause?: (ms: number) => void
}

/** Calls may run side by side; a 429 to one of them makes all wait. */
export function createSeedClient({ url, key, stop, onPause }: SeedClientOptions): SeedClient {
  let resumeAt = 0
  let limit = 0

  const pause = async (ms: number): Promise<void> => {
    await sleep(ms, undefined, { signal: stop }).catch(() => undefined)
    if (stop.aborted) throw new Interrupted('Interrupted. The same command goes on from here.')
  }
  const ask = async (method: string, path: string, headers: Record<string, string>, body: string | null): Promise<Response | null> => {
    while (resumeAt > Date.now() || stop.aborted) await pause(resumeAt - Date.now())
    try {
      return await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, ...headers },
        body,
        signal: AbortSignal.any([stop, AbortSignal.timeout(answerMsMax)]),
      })
    } catch {
      return null
    }
  }
  const call = async (method: string, path: string, headers: Record<string, string>, body: string | null): Promise<SeedAnswer> => {
    for (let attempt = 1; ; attempt++) {
      const response = await ask(method, path, headers, body)
      const text = await response?.text().catch(() => null)
      const waitSeconds = Number(response?.headers.get('retry-after') ?? 0)
      if (response?.status === 429) {
        resumeAt = Math.max(resumeAt, Date.now() + waitSeconds * 1000)
        if (waitSeconds > 1) onPause?.(waitSeconds * 1000)
        attempt = 0
        // Without Retry-After the loop must not spin.
        if (waitSeconds === 0) await pause(pauseMsMax)
        continue
      }
      if (response && typeof text === 'string' && response.status < 500 && response.status !== 409) {
        limit = Number(response.headers.get('x-ratelimit-limit') ?? 0)
        return readAnswer(method, path, response, text)
      }
      if (response?.status === 409 && waitSeconds === 0) return readAnswer(method, path, response, text ?? '')
      if (attempt === attemptsMax)
        throw new Error(
          `${url} does not answer ${method} ${path}${response ? ` but with ${response.status}` : ''}. The same command goes on from here.`,
        )
      await pause(Math.max(waitSeconds * 1000, Math.min(pauseMsMax, pauseMsFirst * 2 ** attempt) * (0.5 + Math.random() / 2)))
    }
  }
  const get = (path: string): Promise<SeedAnswer> => call('GET', path, {}, null)

  return {
    get,
    write: (method, path, idempotencyKey, body) =>
      body === undefined
        ? call(method, path, { 'Idempotency-Key': idempotencyKey }, null)
        : call(method, path, { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey }, JSON.stringify(body)),
    async list(path) {
      const items: unknown[] = []
      for (let cursor = ''; ; ) {
        const page = await get(`${path}${path.includes('?') ? '&' : '?'}limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
        // Safe because the path is a list's.
        items.push(...(page.data as unknown[]))
        if (page.cursor === '') return items
        cursor = page.cursor
      }
    },
    limitPerMinute: () => limit,
  }
}

function readAnswer(method: string, path: string, { status, headers }: Response, text: string): SeedAnswer {
  const { data, meta, error } = parseEnvelope(text)
  if (status >= 400) throw new Error(`${method} ${path} was refused: ${status} ${error?.code ?? ''} ${error?.message ?? ''}`.trim())
  return { status, data, cursor: meta?.cursor ?? '', replayed: headers.get('idempotent-replayed') === 'true' }
}

type Envelope = { data?: unknown; meta?: { cursor?: string }; error?: { code?: string; message?: string } | null }

function parseEnvelope(text: string): Envelope {
  try {
    // Safe because every part of it is optional, and read as such.
    return (JSON.parse(text) ?? {}) as Envelope
  } catch {
    return {}
  }
}
