/** Sends one call: its request and its retries. */
import { ApiError, NoAnswerError, readError } from './api-error.ts'
import type { Connection } from './connection.ts'
import type { OnUploadProgress, SkeinRequestInit } from './fetch-with-progress.ts'
import { isEventStream, wrapOnPiece, readPieces } from './read-pieces.ts'
import { sleep, startDeadline } from './waiting.ts'

/** An operation in the generated table. */
export type Operation = { readonly id: string; readonly method: string; readonly path: string }

/** Request of any operation at run time, without its specific type. */
export type AnyRequest = {
  path?: Readonly<Record<string, unknown>> | undefined
  query?: Readonly<Record<string, unknown>> | undefined
  body?: unknown
  headers?: Readonly<Record<string, string>> | undefined
  idempotencyKey?: string | undefined
  ifMatch?: string | undefined
  ifNoneMatch?: string | undefined
  signal?: AbortSignal | undefined
  keepalive?: boolean | undefined
  timeoutMs?: number | undefined
  attemptsMax?: number | undefined
  onUploadProgress?: OnUploadProgress | undefined
  onPiece?: ((piece: never) => void) | undefined
}

export type CallResult = { response: Response; body: object }

/**
 * Sends a request until it has a response. Throws ApiError, NoAnswerError, the reason of the caller's signal, and TypeError for invalid
 * input.
 */
export async function send(connection: Connection, operation: Operation, request: AnyRequest): Promise<CallResult> {
  const { signal } = request
  const url = urlOf(connection, operation, request)
  const own = ownHeaders(operation, request)
  // True when the caller may have displayed a part of the response, which a retry would repeat.
  let begun = false
  const onPiece = request.onPiece && wrapOnPiece(request.onPiece, () => (begun = true))
  const body = bodyOf(request.body)
  const left = { failed: request.attemptsMax ?? connection.attemptsMax, limited: request.attemptsMax ?? connection.rateLimitedAttemptsMax }
  for (let attempt = 1; ; attempt++) {
    while (connection.resumeAt > performance.now()) await sleep(connection.resumeAt - performance.now(), signal)
    const headers = await connection.headers()
    signal?.throwIfAborted()
    for (const [name, value] of own) headers.set(name, value)
    const tried = await attemptOnce(connection, url, { method: operation.method, headers, body }, { ...request, onPiece })
    if (!(tried instanceof Error)) return tried
    const failure = tried instanceof ApiError ? tried : new NoAnswerError(`${operation.method} ${url}`, attempt, tried)
    const isLimited = failure instanceof ApiError && failure.status === 429
    const waitMs = waitMsAfter(failure, attempt)
    if (begun || !isTemporary(failure) || --left[isLimited ? 'limited' : 'failed'] <= 0 || waitMs > connection.waitMsMax) throw failure
    if (isLimited) connection.resumeAt = Math.max(connection.resumeAt, performance.now() + waitMs)
    connection.onRetry({ operationId: operation.id, attempt, waitMs, failure })
    await sleep(waitMs, signal)
  }
}

/** Whether the same request may succeed later. An Idempotency-Key makes the retry safe. */
export function isTemporary(failure: ApiError | NoAnswerError): boolean {
  if (failure instanceof NoAnswerError) return true
  return [408, 429, 500, 502, 503, 504].includes(failure.status) || failure.code === 'SVC-IDEMPOTENCY-IN_PROGRESS'
}

const waitMsFirst = 500
const waitMsLast = 30_000

/**
 * Returns the wait before the next attempt: at least `Retry-After`, with exponential backoff and jitter, because clients that failed
 * together must not retry together.
 */
export function waitMsAfter(failure: ApiError | NoAnswerError, attempt: number): number {
  const askedMs = failure instanceof ApiError ? (failure.retryAfterSeconds ?? 0) * 1000 : 0
  const growing = Math.min(waitMsFirst * 2 ** (attempt - 1), waitMsLast)
  return Math.max(askedMs + Math.random() * Math.min(askedMs / 2, 1000), growing * (1 + Math.random() / 2))
}

/** Returns the response, or the failure. Throws the reason of the caller's signal. */
async function attemptOnce(
  connection: Connection,
  url: string,
  init: SkeinRequestInit,
  { signal, timeoutMs = connection.timeoutMs, keepalive, onUploadProgress, onPiece, ifNoneMatch }: AnyRequest,
): Promise<CallResult | Error> {
  const deadline = startDeadline(signal)
  try {
    deadline.within(timeoutMs)
    // Redirects are refused, because a redirected POST would become a GET.
    const response = await connection.fetch(url, {
      ...init,
      signal: deadline.signal,
      redirect: 'manual',
      ...(keepalive ? { keepalive } : {}),
      ...(onUploadProgress ? { onUploadProgress } : {}),
    })
    if (response.status === 304 && ifNoneMatch !== undefined) return { response, body: { data: null } }
    if (onPiece && isEventStream(response)) return await readPieces(response, deadline, timeoutMs, onPiece)
    const text = await response.text()
    const body = response.ok ? parse(text) : null
    return body === null ? readError(response, text) : { response, body }
  } catch (error) {
    signal?.throwIfAborted()
    const cause: unknown = deadline.signal.aborted ? deadline.signal.reason : error
    return cause instanceof Error ? cause : new Error(String(cause))
  } finally {
    deadline.end()
  }
}

function parse(text: string): object | null {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' ? body : null
  } catch {
    return null
  }
}

export function urlOf({ baseUrl }: Connection, { id, path }: Operation, request: AnyRequest): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = request.path?.[name]
    // Empty values and dots would change the path to that of another operation.
    if (typeof value !== 'string' || ['', '.', '..'].includes(value)) throw new TypeError(`${id} requires path.${name}, an id as a string`)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  const append = (name: string, value: unknown): void => {
    if (value !== undefined && value !== null) query.append(name, String(value))
  }
  for (const [name, given] of Object.entries(request.query ?? {})) {
    if (Array.isArray(given)) for (const value of given) append(name, value)
    else if (isPlainObject(given)) for (const [field, value] of Object.entries(given)) append(`${name}[${field}]`, value)
    else append(name, given)
  }
  return `${baseUrl}${filled}${query.size > 0 ? `?${query}` : ''}`
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Encodes a body: a file as it is, an object with a file as multipart form data, and everything else as JSON. */
function bodyOf(body: unknown): string | Blob | FormData | null {
  if (body === undefined) return null
  if (isFile(body)) return body
  if (!isForm(body)) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (value instanceof Blob) form.append(name, value, 'name' in value ? String(value.name) : name)
    else if (value !== undefined && value !== null) form.append(name, String(value))
  }
  return form
}

/** JSON bodies are objects. The only file that is a body itself is a mail. */
function isFile(body: unknown): body is string | Blob {
  return typeof body === 'string' || body instanceof Blob
}

function isForm(body: unknown): body is object {
  return typeof body === 'object' && body !== null && Object.values(body).some((value) => value instanceof Blob)
}

function ownHeaders({ method }: Operation, { headers, body, idempotencyKey, ifMatch, ifNoneMatch, onPiece }: AnyRequest): Headers {
  const own = new Headers(headers)
  own.set('accept', onPiece ? 'text/event-stream' : 'application/json')
  // For a form, `fetch` sets the media type and its boundary.
  if (isFile(body)) own.set('content-type', 'message/rfc822')
  else if (body !== undefined && !isForm(body)) own.set('content-type', 'application/json')
  if (method !== 'GET') own.set('idempotency-key', idempotencyKey ?? own.get('idempotency-key') ?? newKey())
  if (ifMatch !== undefined) own.set('if-match', ifMatch)
  if (ifNoneMatch !== undefined) own.set('if-none-match', ifNoneMatch)
  return own
}

/** Returns 128 random bits. `randomUUID` does not exist on web pages without HTTPS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
