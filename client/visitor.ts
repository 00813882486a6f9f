/**
 * The visitor's side of a website chat, for a chat of your own: the session, threads, messages that are sent once, and the stream.
 * Published as `@skein/client/visitor`, and at most 2 KB compressed, because every page with a chat loads it.
 */
import { readEventStream } from './read-event-stream.ts'
import type { WidgetMessage, WidgetSession, WidgetThread } from './visitor-shapes.ts'

export type * from './visitor-shapes.ts'

export type VisitorOptions = {
  /** URL of the service, without a path. */
  baseUrl: string
  /** Public key of the inbox, `wgt_…`. */
  key: string
  /** Token of an earlier session. */
  token?: string | null
}

/** Position in a list. `cursor` is empty on the last page. */
export type PageMeta = { cursor: string; hasMore: boolean }
export type Page = { path: string; title: string }
export type StartInput = { identityToken?: string; parentOrigin?: string; locale?: string; proof?: object }

/** A message. `clientId` is a UUID that you choose; a repeated request with the same one has the first response. */
export type MessageInput = { body: string; clientId: string; uploadIds?: string[]; choiceId?: string; page?: Page }
export type ThreadInput = MessageInput & { preChat?: { name?: string; email?: string; fields?: Record<string, unknown> } }

export type SendOptions = {
  signal?: AbortSignal
  /** Called before each wait, with its seconds and the reason. */
  onWait?: (seconds: number, error: VisitorError) => void
}

type Call = [method: string, path: string, body?: object, signal?: AbortSignal, idempotencyKey?: string]
type OpenOptions = { signal?: AbortSignal | undefined; idempotencyKey?: string | undefined; lastId?: string }

export type FollowOptions = {
  signal: AbortSignal
  onMessage?: (message: WidgetMessage) => void
  onThread?: (thread: WidgetThread) => void
  onTyping?: (typing: { threadId: string; name: string | null; typing: boolean }) => void
  /**
   * Called when messages may be missing: on the first connection, after a gap that the service cannot fill, when the connection is lost, and
   * every ten seconds while a proxy holds back the stream. Read the messages after the last sequence that you know.
   */
  onCatchUp?: () => void
  /** Called when the connection is made (true) or lost. */
  onConnection?: (connected: boolean) => void
}

/** An error of the service. Its status is 0 if there was no response. */
export class VisitorError extends Error {
  readonly status: number
  readonly code: string
  /** Seconds to wait before a retry; null if the service named none. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, code: string, message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Longest silence of the stream in milliseconds: four heartbeats of the service. */
const maxSilenceMs = 60_000
const catchUpMs = 10_000

export type Visitor = ReturnType<typeof createVisitor>

/** Creates the client of one visitor. Every method throws `VisitorError`. */
export function createVisitor({ baseUrl, key, token = null }: VisitorOptions) {
  const api = `${baseUrl}/api/v1/widget`
  const open = async (method: string, path: string, body?: object, more?: OpenOptions): Promise<Response> => {
    const isForm = body instanceof FormData
    const response = await fetch(api + path, {
      method,
      headers: {
        ...(visitor.token ? { Authorization: `Bearer ${visitor.token}` } : {}),
        ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}),
        ...(more?.lastId ? { 'Last-Event-ID': more.lastId } : {}),
        ...(more?.idempotencyKey ? { 'Idempotency-Key': more.idempotencyKey } : {}),
      },
      body: isForm ? body : body ? JSON.stringify(body) : null,
      credentials: 'omit',
      signal: more?.signal ?? null,
    }).catch((error: unknown) => {
      more?.signal?.throwIfAborted()
      throw new VisitorError(0, 'NO_RESPONSE', String(error))
    })
    if (response.ok) return response
    // Safe because every error of the service has this form; a proxy's has none.
    const answer = (await response.json().catch(() => null)) as { error?: { code: string; message: string } } | null
    const seconds = Number(response.headers.get('Retry-After') ?? NaN)
    throw new VisitorError(
      response.status,
      answer?.error?.code ?? '',
      answer?.error?.message ?? response.statusText,
      seconds >= 0 ? seconds : null,
    )
  }

  const visitor = {
    /** Token of the session; null before `start`. Store it to come back. */
    token,
    /**
     * Calls an operation below `/api/v1/widget`. Lists have `meta`, with the cursor of the next page. With the same `idempotencyKey`, a
     * repeated request has the first response.
     */
    async request<Data>(...[method, path, body, signal, idempotencyKey]: Call): Promise<{ data: Data; meta?: PageMeta }> {
      // Safe because the caller names the type that the API description declares for this operation.
      return (await (await open(method, path, body, { signal, idempotencyKey })).json()) as { data: Data; meta?: PageMeta }
    },
    /** Calls an operation and returns its data. */
    call: async <Data>(...call: Call): Promise<Data> => (await visitor.request<Data>(...call)).data,
    /** Starts a session, or identifies the visitor of this one. */
    async start(input: StartInput = {}): Promise<WidgetSession> {
      const session = await visitor.call<WidgetSession>('POST', '/sessions', { key, ...input })
      visitor.token = session.token
      return session
    },
    threads: () => visitor.call<WidgetThread[]>('GET', '/threads'),
    /** Returns the messages after a sequence, oldest first; without one the latest, newest first. */
    messages: (threadId: string, after?: number) =>
      visitor.call<WidgetMessage[]>('GET', `/threads/${threadId}/messages${after === undefined ? '' : `?after=${after}`}`),
    createThread: (input: ThreadInput, options?: SendOptions) =>
      retry(() => visitor.call<WidgetThread>('POST', '/threads', input, options?.signal), options),
    send: (threadId: string, input: MessageInput, options?: SendOptions) =>
      retry(() => visitor.call<WidgetMessage>('POST', `/threads/${threadId}/messages`, input, options?.signal), options),
    /** Follows the stream until `signal` aborts. Reconnects, and continues after the last event that it has read. */
    async follow({ signal, onMessage, onThread, onTyping, onCatchUp, onConnection }: FollowOptions): Promise<void> {
      let lastId = ''
      let failures = 0
      while (!signal.aborted) {
        const attempt = new AbortController()
        let silence: ReturnType<typeof setTimeout> | undefined
        const watch = (): void => {
          clearTimeout(silence)
          silence = setTimeout(() => attempt.abort(), maxSilenceMs)
        }
        // Heartbeats come every 15 seconds. When two intervals have passed without a chunk, a proxy holds the stream.
        let idle = 2
        const held = setInterval(() => ++idle > 2 && onCatchUp?.(), catchUpMs)
        let waitSeconds: number | null = null
        watch()
        try {
          const response = await open('GET', '/stream', undefined, { signal: AbortSignal.any([signal, attempt.signal]), lastId })
          if (!lastId) onCatchUp?.()
          const chunks = readChunks(response, () => {
            watch()
            idle = 0
            failures = 0
            onConnection?.(true)
          })
          for await (const { id, event, data: text } of readEventStream(chunks)) {
            lastId = id || lastId
            // A frame with nothing but an id reports the position.
            if (text === '') continue
            // Safe because the API description declares the data of each event.
            const data = JSON.parse(text) as never
            const handler = { message: onMessage, thread: onThread, typing: onTyping, reset: onCatchUp }[event]
            // Separately, so that an error of the caller's code is not taken for one of the network.
            queueMicrotask(() => handler?.(data))
          }
        } catch (error) {
          if (error instanceof VisitorError) {
            if ([401, 403, 404].includes(error.status)) throw error
            waitSeconds = error.retryAfterSeconds
          }
        } finally {
          attempt.abort()
          clearTimeout(silence)
          clearInterval(held)
        }
        if (signal.aborted) return
        onConnection?.(false)
        onCatchUp?.()
        await wait(waitSeconds ?? Math.min(30, 2 ** failures++), signal)
      }
    },
  }
  return visitor
}

/** Repeats a request that had no response, 429 or 5xx, after the time that the service names or a growing one. */
async function retry<Data>(request: () => Promise<Data>, { signal, onWait }: SendOptions = {}): Promise<Data> {
  for (let failures = 0; ; failures++) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof VisitorError) || (error.status > 0 && error.status !== 429 && error.status < 500)) throw error
      const seconds = error.retryAfterSeconds ?? Math.min(30, 2 ** failures)
      onWait?.(seconds, error)
      await wait(seconds, signal)
      signal?.throwIfAborted()
    }
  }
}

/** Resolves after some seconds, or when `signal` aborts. */
function wait(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, seconds * 1_000)
    if (signal?.aborted) done()
    else signal?.addEventListener('abort', done)
  })
}

/** Reads a body with a reader, because Safari cannot iterate over a stream. */
async function* readChunks({ body }: Response, onChunk: () => void): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    onChunk()
    yield chunk.value
  }
}
