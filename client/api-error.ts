/** Errors that calls throw. */
import type { KnownErrorCode } from './generated/error-codes.ts'
import type { ErrorDetail } from './generated/shapes.ts'

/** An error code of this version or of a later service. Handle unknown codes by their status. */
export type ErrorCode = KnownErrorCode | UnknownErrorCode
/** Any string, typed so that editors still suggest the known codes. */
type UnknownErrorCode = string & Record<never, never>

export type ApiErrorParts = {
  code: ErrorCode
  summary: string
  status: number
  requestId: string
  details: readonly ErrorDetail[]
  docUrl: string | null
  retryAfterSeconds: number | null
}

/** The service returned an error, and a retry would not help or did not help. */
export class ApiError extends Error {
  /** Machine-readable error code. A code such as `HTTP-502` means that the response came from a proxy, for example, and not from Skein. */
  readonly code: ErrorCode
  /** Human-readable error in one sentence. `message` also contains the operation's name. */
  readonly summary: string
  /** HTTP status. */
  readonly status: number
  /** Request id, with which the operator finds the request. Empty when the response did not come from Skein. */
  readonly requestId: string
  /** Field errors. */
  readonly details: readonly ErrorDetail[]
  /** Documentation of this error on your own installation, with its cause and solution. */
  readonly docUrl: string | null
  /** Seconds from `Retry-After` that the caller should wait; null when the response has none. */
  readonly retryAfterSeconds: number | null

  constructor({ code, summary, status, requestId, details, docUrl, retryAfterSeconds }: ApiErrorParts) {
    const places = details.map(({ field, message: sentence }) => `\n  ${field === '' ? '(the whole)' : field}: ${sentence}`)
    super(`${summary} (${status} ${code}${requestId === '' ? '' : `, request ${requestId}`})${places.join('')}`)
    this.name = 'ApiError'
    this.code = code
    this.summary = summary
    this.status = status
    this.requestId = requestId
    this.details = details
    this.docUrl = docUrl
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The request is invalid (400, 422): `details` contains the field errors. */
export class InvalidRequestError extends ApiError {}
/** The API key or session is missing, wrong or expired (401). */
export class AuthenticationError extends ApiError {}
/** The caller is not allowed to do this (403): usually a scope is missing. */
export class PermissionError extends ApiError {}
/** The object does not exist, or is not visible to this caller (404). */
export class NotFoundError extends ApiError {}
/** The request conflicts with the object's current state (409), or the object has changed since it was read (412). */
export class ConflictError extends ApiError {}
/** A rate limit is reached (429). `retryAfterSeconds` says when it ends. */
export class RateLimitError extends ApiError {}
/** The service failed or is unavailable (5xx). */
export class ServiceError extends ApiError {}

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  422: InvalidRequestError,
  429: RateLimitError,
}

/** No response arrived in any attempt: `cause` is the failure of the last one. The request may have taken effect. */
export class NoAnswerError extends Error {
  readonly attempts: number

  constructor(what: string, attempts: number, cause: unknown) {
    super(`${what} got no response in ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}: ${reasonOf(cause)}`, { cause })
    this.name = 'NoAnswerError'
    this.attempts = attempts
  }
}

/** Node's fetch throws “fetch failed”, with the reason in its cause. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const inner: unknown = cause.cause
  if (!(inner instanceof Error)) return cause.message
  return inner.message || ('code' in inner ? String(inner.code) : cause.message)
}

/** The events between the stream's position and the oldest retained event have been deleted. */
export class EventsLostError extends Error {
  /** Position from which the stream can continue: pass it as `lastEventId` to accept the gap. */
  readonly lastEventId: string

  constructor(lastEventId: string) {
    super('The service no longer holds the events since the break: read what is there now, and go on from lastEventId.')
    this.name = 'EventsLostError'
    this.lastEventId = lastEventId
  }
}

/** Parses the error in a response. For a response in another format, uses only the status. */
export function readError({ status, headers }: Response, text: string): ApiError {
  const given = parseError(text)
  const Kind = status >= 500 ? ServiceError : (classes[status] ?? ApiError)
  return new Kind({
    code: given?.code ?? `HTTP-${status}`,
    summary: given?.summary ?? describeForeign(status, text),
    status,
    requestId: given?.requestId ?? headers.get('x-request-id') ?? '',
    details: given?.details ?? [],
    docUrl: given?.docUrl ?? null,
    retryAfterSeconds: readRetryAfter(headers.get('retry-after')),
  })
}

/** Describes a response without an error object. */
function describeForeign(status: number, text: string): string {
  if (status === 304) return 'The response has not changed. Pass its ETag to ifChanged() of the list, which returns instead of failing.'
  if (status < 400) return 'The response is not from Skein. Check baseUrl.'
  return text.trim().slice(0, 200) || 'The response is not from Skein.'
}

function parseError(text: string): Partial<ApiErrorParts> | null {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null || !('error' in body) || typeof body.error !== 'object') return null
    // Safe because every field is checked before it is used.
    const { code, message, requestId, details, docUrl } = (body.error ?? {}) as Record<string, unknown>
    return {
      ...(typeof code === 'string' ? { code } : {}),
      ...(typeof message === 'string' ? { summary: message } : {}),
      ...(typeof requestId === 'string' ? { requestId } : {}),
      ...(Array.isArray(details) ? { details: details.filter(isDetail) } : {}),
      ...(typeof docUrl === 'string' ? { docUrl } : {}),
    }
  } catch {
    return null
  }
}

function isDetail(value: unknown): value is ErrorDetail {
  return typeof value === 'object' && value !== null && 'field' in value && 'code' in value && 'message' in value
}

/** Parses `Retry-After`, which is a number of seconds or a time. */
function readRetryAfter(text: string | null): number | null {
  if (text === null || text.trim() === '') return null
  const seconds = /^\d+$/.test(text.trim()) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}
