/**
 * Errors that a caller may see. Each is declared once, beside the code that throws it, with its public sentence;
 * the internal cause goes to the log and never to the caller.
 */

/** One thing that is wrong with one place of the input; `field` is dotted (`requester.email`), empty for the whole. */
export type ErrorDetail = { field: string; code: string; message: string }

export type ErrorDeclaration = {
  readonly code: string
  readonly status: number
  /** The public sentence, also the heading of the error's documentation. */
  readonly message: string
  /** Response headers that belong to the error, such as `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>
}

const declared = new Map<string, ErrorDeclaration>()

/** Declares an error. Throws when the code is malformed or stands for something else already. */
export function defineError(code: string, status: number, message: string, headers?: Record<string, string>): ErrorDeclaration {
  if (!/^SVC-[A-Z]+-[A-Z][A-Z0-9_]*$/.test(code)) throw new Error(`Malformed error code ${code}`)
  if (declared.has(code)) throw new Error(`Error code ${code} is declared twice`)
  const declaration = headers ? { code, status, message, headers } : { code, status, message }
  declared.set(code, declaration)
  return declaration
}

/** All errors declared by the modules loaded so far, by code. */
export function declaredErrors(): readonly ErrorDeclaration[] {
  return [...declared.values()].toSorted((a, b) => a.status - b.status || a.code.localeCompare(b.code))
}

/** A declared error, thrown. `details` name fields; `message` may say more than the declaration's general sentence. */
export class ApiError extends Error {
  readonly declaration: ErrorDeclaration
  readonly details: ErrorDetail[] | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    declaration: ErrorDeclaration,
    more: { message?: string; details?: ErrorDetail[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(more.message ?? declaration.message, more.cause === undefined ? undefined : { cause: more.cause })
    this.declaration = declaration
    this.details = more.details
    this.headers = { ...declaration.headers, ...more.headers }
  }
}

/** The error object of the envelope (contract, section 1). */
export type ErrorBody = { code: string; message: string; status: number; requestId: string; details?: ErrorDetail[]; docUrl: string }

/** `docsUrl` is the page that explains errors; each has its code in lower case as an anchor there. */
export function errorBody(error: ApiError, requestId: string, docsUrl: string): ErrorBody {
  const { code, status } = error.declaration
  const body: ErrorBody = { code, message: error.message, status, requestId, docUrl: `${docsUrl}#${code.toLowerCase()}` }
  if (error.details?.length) body.details = error.details
  return body
}

// Errors of the machinery itself: any operation can give them, so they are declared here and listed by the kit.
export const malformedJson = defineError('SVC-REQUEST-MALFORMED_JSON', 400, 'The request body is not valid JSON.')
export const badUrl = defineError('SVC-REQUEST-BAD_URL', 400, 'The URL cannot be decoded.')
export const malformedHttp = defineError('SVC-REQUEST-MALFORMED_HTTP', 400, 'The request is not valid HTTP.')
export const validationFailed = defineError(
  'SVC-VALIDATION-FAILED',
  400,
  'The request does not match what this operation accepts; see details.',
)
export const unknownField = defineError(
  'SVC-VALIDATION-UNKNOWN_FIELD',
  400,
  'The request has a field that this operation does not know; see details.',
)
export const invalidId = defineError(
  'SVC-VALIDATION-INVALID_ID',
  400,
  'A field holds something that is not an id of the expected kind; see details.',
)
export const invalidCursor = defineError(
  'SVC-PAGINATION-INVALID_CURSOR',
  400,
  'The cursor is not one that this list gave for these filters and this sort.',
)
export const invalidLimit = defineError(
  'SVC-PAGINATION-INVALID_LIMIT',
  400,
  'limit must be a whole number of at least 1; numbers above 100 count as 100.',
)
export const invalidIdempotencyKey = defineError(
  'SVC-IDEMPOTENCY-INVALID_KEY',
  400,
  'Idempotency-Key must be 1 to 255 visible ASCII characters, sent once.',
)
export const missingCredentials = defineError('SVC-AUTH-MISSING_CREDENTIALS', 401, 'Send an API key: Authorization: Bearer svck_…', {
  'WWW-Authenticate': 'Bearer',
})
export const invalidCredentials = defineError(
  'SVC-AUTH-INVALID_CREDENTIALS',
  401,
  'The API key is unknown, malformed, revoked or expired.',
  { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
)
export const insufficientScope = defineError('SVC-AUTH-INSUFFICIENT_SCOPE', 403, 'This key lacks the scope that the operation needs.')
export const tenantSuspended = defineError('SVC-TENANT-SUSPENDED', 403, 'This tenant is suspended.')
export const tenantNotFound = defineError(
  'SVC-TENANT-NOT_FOUND',
  404,
  'This host is read as a tenant slug, and there is no such tenant. Use the API host.',
)
export const routeNotFound = defineError('SVC-REQUEST-ROUTE_NOT_FOUND', 404, 'There is no operation at this path.')
export const methodNotAllowed = defineError(
  'SVC-REQUEST-METHOD_NOT_ALLOWED',
  405,
  'This path does not know this method; see the Allow header.',
)
export const notAcceptable = defineError(
  'SVC-REQUEST-NOT_ACCEPTABLE',
  406,
  'The operation answers application/json; the Accept header rules that out.',
)
export const requestTimeout = defineError('SVC-REQUEST-TIMEOUT', 408, 'The request did not arrive in time.')
export const idempotencyInProgress = defineError(
  'SVC-IDEMPOTENCY-IN_PROGRESS',
  409,
  'A request with this Idempotency-Key is still being worked on. Try again shortly.',
  { 'Retry-After': '1' },
)
export const preconditionFailed = defineError(
  'SVC-REQUEST-PRECONDITION_FAILED',
  412,
  'The resource has changed since the version named in If-Match.',
)
export const bodyTooLarge = defineError('SVC-REQUEST-BODY_TOO_LARGE', 413, 'The request body is larger than this operation accepts.')
export const uriTooLong = defineError('SVC-REQUEST-URI_TOO_LONG', 414, 'The URL is longer than 8192 characters.')
export const unsupportedMediaType = defineError(
  'SVC-REQUEST-UNSUPPORTED_MEDIA_TYPE',
  415,
  'Send the body as Content-Type: application/json, uncompressed.',
)
export const idempotencyKeyReused = defineError(
  'SVC-IDEMPOTENCY-KEY_REUSED',
  422,
  'This Idempotency-Key was used for another request: method, path or body differ.',
)
export const unknownReference = defineError(
  'SVC-VALIDATION-UNKNOWN_REFERENCE',
  422,
  'The request refers to something that does not exist; see details.',
)
export const rateIpExceeded = defineError(
  'SVC-RATE-IP_EXCEEDED',
  429,
  'Too many requests from this address. Wait for the time in Retry-After.',
)
export const rateTenantExceeded = defineError(
  'SVC-RATE-TENANT_EXCEEDED',
  429,
  'Too many requests of this tenant. Wait for the time in Retry-After.',
)
export const headersTooLarge = defineError('SVC-REQUEST-HEADERS_TOO_LARGE', 431, 'The request headers are larger than 16 KiB.')
export const internalError = defineError('SVC-INTERNAL-ERROR', 500, 'Something went wrong on our side. The request id finds it in the log.')
export const systemUnavailable = defineError(
  'SVC-SYSTEM-UNAVAILABLE',
  503,
  'The service cannot answer right now. Try again after the time in Retry-After.',
  { 'Retry-After': '1' },
)
export const systemTimeout = defineError('SVC-SYSTEM-TIMEOUT', 504, 'The request took longer than the service allows.')
