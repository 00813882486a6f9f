/**
 * Errors that callers may see. Each is declared once, next to the code that throws it, with its public message. The internal cause is
 * logged and never sent.
 */
import { defineError, type ErrorDeclaration } from './define-error.ts'

export { absent, declaredErrors, defineError, type ErrorDeclaration } from './define-error.ts'

/** One problem with one part of the input. `field` is a dotted path (`requester.email`), empty for the whole input. */
export type ErrorDetail = { field: string; code: string; message: string }

/** An error for the caller. `details` name fields. `message` may be more specific than the declared one. */
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

/**
 * True for a temporary error, such as a lock that another transaction holds. Work that fails with such an error does not count as failed.
 */
export function isBusy(error: unknown): boolean {
  return error instanceof ApiError && error.declaration.status === 503
}

/** The error object of the envelope (contract, section 1). */
export type ErrorBody = { code: string; message: string; status: number; requestId: string; details?: ErrorDetail[]; docUrl: string }

/** Builds the error object of a response. `docsUrl` is the errors page, where each error's anchor is its code in lower case. */
export function errorBody(error: ApiError, requestId: string, docsUrl: string): ErrorBody {
  const { code, status } = error.declaration
  const body: ErrorBody = { code, message: error.message, status, requestId, docUrl: `${docsUrl}#${code.toLowerCase()}` }
  if (error.details?.length) body.details = error.details
  return body
}

// Errors that any operation can return. They are declared here, and the kit adds them to every operation.
export const malformedJson = defineError('SVC-REQUEST-MALFORMED_JSON', 400, 'The request body is not valid JSON.', {
  cause: 'The body could not be parsed as JSON in UTF-8: it is cut off, or has a trailing comma or single quotes.',
  cure: 'Let a JSON library write the body. In a shell, put single quotes around it, or send a file with `--data-binary @body.json`.',
})
export const badUrl = defineError('SVC-REQUEST-BAD_URL', 400, 'The URL cannot be decoded.', {
  cause:
    'A percent sign in the path or the query is not followed by two hexadecimal digits, or the bytes they stand for are not UTF-8; or the URL was sent with its fragment (`#…`).',
  cure: 'Encode values with `encodeURIComponent`, or with your HTTP library’s own query parameters.',
})
export const malformedHttp = defineError('SVC-REQUEST-MALFORMED_HTTP', 400, 'The request is not valid HTTP.', {
  cause:
    'The received bytes are not an HTTP request: a broken header line, more than one length of the body, a Host header that is ' +
    'missing, malformed or sent twice, a Transfer-Encoding other than `chunked`, or TLS on a plain port.',
  cure: 'Check the scheme (`http` or `https`), and any proxy or hand-written client in between.',
})
export const validationFailed = defineError(
  'SVC-VALIDATION-FAILED',
  400,
  'The request does not match what this operation accepts; see details.',
  {
    cause: 'A field is missing, has the wrong type, or is outside its limits. `details` has an entry for each, with its path.',
    cure: 'Correct the fields that `details` names. Bodies are never coerced: a number sent as a string is refused.',
  },
)
export const unknownField = defineError(
  'SVC-VALIDATION-UNKNOWN_FIELD',
  400,
  'The request has a field that this operation does not know; see details.',
  {
    cause:
      'The body or the query has a field that this operation does not know, usually a misspelt one. Skein refuses the field instead ' +
      'of ignoring it, because otherwise a misspelt `external_reference_id` would lose its protection.',
    cure: 'Compare the names in `details` with the reference, and remove or correct them.',
  },
)
export const invalidId = defineError(
  'SVC-VALIDATION-INVALID_ID',
  400,
  'A field has a value that is not an id of the expected kind; see details.',
  {
    cause: 'A field has text that is not an id, or an id of another kind, such as a customer’s (`cst_`) instead of a thread’s (`thr_`).',
    cure: 'Send the id as an earlier response showed it; the prefix may be omitted, but not changed.',
  },
)
export const invalidCursor = defineError(
  'SVC-PAGINATION-INVALID_CURSOR',
  400,
  'The cursor does not belong to this list with these filters and this sort.',
  {
    cause: 'The cursor was changed or truncated, or it comes from a list with other filters, another sort or another tenant.',
    cure: 'Send `meta.cursor` of the previous page unchanged, with the same filters and sort. Start without a cursor when you change them.',
  },
)
export const invalidLimit = defineError(
  'SVC-PAGINATION-INVALID_LIMIT',
  400,
  'limit must be a whole number of at least 1; numbers above 100 count as 100.',
  { cause: '`limit` is 0, negative, or not a whole number.', cure: 'Send a whole number from 1 to 100, or omit it for 20.' },
)
export const invalidIdempotencyKey = defineError(
  'SVC-IDEMPOTENCY-INVALID_KEY',
  400,
  'Idempotency-Key must be 1 to 255 visible ASCII characters, sent once.',
  {
    cause: 'The header is empty, longer than 255 characters, has characters other than visible ASCII, or was sent twice.',
    cure: 'Send one key per operation, such as a UUID, or a name that contains your own id: `order-1842`.',
  },
)
export const missingCredentials = defineError('SVC-AUTH-MISSING_CREDENTIALS', 401, 'Send an API key: Authorization: Bearer svck_…', {
  cause: 'The request has no `Authorization` header, or a proxy removed it.',
  cure: 'Send `Authorization: Bearer svck_…`. With curl: `-H "Authorization: Bearer $KEY"`, and `KEY` must be set in this shell.',
  headers: { 'WWW-Authenticate': 'Bearer' },
})
export const invalidCredentials = defineError(
  'SVC-AUTH-INVALID_CREDENTIALS',
  401,
  'The API key is unknown, malformed, revoked or expired.',
  {
    cause:
      'The key was mistyped or truncated, was revoked or rotated, or has expired; or the installation’s `SECRET_KEY` has changed ' +
      'since the key was created. The response does not reveal which.',
    cure: 'Check the key with `GET /me`. Create another key with `POST /api-keys`, or on the server with `skein key create`.',
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  },
)
export const insufficientScope = defineError('SVC-AUTH-INSUFFICIENT_SCOPE', 403, 'This key lacks the scope that the operation needs.', {
  cause: 'The key is valid, but was created without the scope that `details` names.',
  cure: 'Use a key with this scope. Scopes of a key cannot be changed; create a new key with `POST /api-keys`.',
})
export const secondFactorRequired = defineError(
  'SVC-AUTH-SECOND_FACTOR_REQUIRED',
  403,
  'Set up an authenticator before you do anything else.',
  {
    cause: 'The tenant requires a second factor for your role, and you have none. Until then your sessions can only set one up.',
    cure:
      'Send your password to `POST /auth/totp/enroll`, then a code of the authenticator to `POST /auth/totp/confirm`. The same ' +
      'session then has all its scopes.',
  },
)
export const sessionRequired = defineError('SVC-AUTH-SESSION_REQUIRED', 403, 'This operation needs a signed-in user, not an API key.', {
  cause: 'The operation is about the caller’s own password, sessions or preferences, and was called with an API key.',
  cure: 'Sign in with `POST /auth/login`, and send the access token instead of the key.',
})
export const widgetSessionInvalid = defineError('SVC-WIDGET-SESSION_INVALID', 401, 'The visitor’s session has ended or is not valid.', {
  cause: 'The token is not that of a website’s visitor, or its session has expired or ended, or the inbox was deleted or deactivated.',
  cure: 'Create a session with `POST /widget/sessions`, and send its token. API keys and users’ sessions are not accepted here.',
  headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
})
export const tenantSuspended = defineError('SVC-TENANT-SUSPENDED', 403, 'This tenant is suspended.', {
  cause: 'The operator of this installation has suspended the tenant.',
  cure: 'Ask the operator. Nothing was deleted, and the same key works again when the tenant is resumed.',
})
export const tenantNotFound = defineError(
  'SVC-TENANT-NOT_FOUND',
  404,
  'This host is interpreted as a tenant slug, and there is no such tenant. Use the API host.',
  {
    cause:
      'The request went to a host below the API host, so its first label was interpreted as a tenant’s slug. There is no such ' +
      'tenant, the name is reserved (such as `app`, for the dashboard), or the key belongs to another tenant.',
    cure:
      'Send requests to the API host: the URL in `BASE_URL`, such as `http://localhost:3000`. See the guide on [hosts and ' +
      'tenants](guides/hosts-and-tenants.md).',
  },
)
export const routeNotFound = defineError('SVC-REQUEST-ROUTE_NOT_FOUND', 404, 'There is no operation at this path.', {
  cause: 'The path is misspelt, lacks `/api/v1`, or names an operation that this version does not have.',
  cure: 'Compare the path with the reference of this installation.',
})
export const methodNotAllowed = defineError(
  'SVC-REQUEST-METHOD_NOT_ALLOWED',
  405,
  'This path does not support this method; see the Allow header.',
  {
    cause: 'The path exists, but not with this method: a `PUT` where the operation is a `PATCH`, for example.',
    cure: 'Use one of the methods in the `Allow` header.',
  },
)
export const notAcceptable = defineError(
  'SVC-REQUEST-NOT_ACCEPTABLE',
  406,
  'The operation returns application/json, which the Accept header excludes.',
  {
    cause: 'The `Accept` header names only other types, such as `text/html`.',
    cure: 'Send `Accept: application/json`, or omit the header. The event stream also accepts `text/event-stream`.',
  },
)
export const requestTimeout = defineError('SVC-REQUEST-TIMEOUT', 408, 'The request did not arrive in time.', {
  cause:
    'The request’s headers or body did not arrive within 30 seconds, or the body paused for 10 seconds: the connection is slow, or `Content-Length` is larger than the body.',
  cure: 'Send it again, with the same `Idempotency-Key`.',
})
export const idempotencyInProgress = defineError(
  'SVC-IDEMPOTENCY-IN_PROGRESS',
  409,
  'A request with this Idempotency-Key is still being processed. Retry shortly.',
  {
    cause: 'Another request with the same `Idempotency-Key` has been in progress for more than two seconds.',
    cure: 'Wait for the time in `Retry-After`, then send the same request again: you get the first request’s response.',
    headers: { 'Retry-After': '1' },
  },
)
export const preconditionFailed = defineError(
  'SVC-REQUEST-PRECONDITION_FAILED',
  412,
  'The resource has changed since the version named in If-Match.',
  {
    cause: 'Another caller changed the resource after you read the version in `If-Match`.',
    cure: 'Read the resource again, decide again, and send the new `ETag`.',
  },
)
export const bodyTooLarge = defineError('SVC-REQUEST-BODY_TOO_LARGE', 413, 'The request body is larger than this operation accepts.', {
  cause: 'The body has more than 1 MiB.',
  cure: 'Send less data per request.',
})
export const uriTooLong = defineError('SVC-REQUEST-URI_TOO_LONG', 414, 'The URL is longer than 8192 characters.', {
  cause: 'The URL has more than 8192 characters, usually because of a very long filter.',
  cure: 'Split the query into several requests.',
})
export const unsupportedMediaType = defineError(
  'SVC-REQUEST-UNSUPPORTED_MEDIA_TYPE',
  415,
  'Send the body as Content-Type: application/json, uncompressed.',
  {
    cause: 'The body’s `Content-Type` is not JSON, or the body is compressed. `curl -d` without a header sends a form.',
    cure: 'Add `Content-Type: application/json`, and send the body uncompressed.',
  },
)
export const idempotencyKeyReused = defineError(
  'SVC-IDEMPOTENCY-KEY_REUSED',
  422,
  'This Idempotency-Key was used for another request: method, path or body differ.',
  {
    cause: 'The same key was sent with another method, path or body. Keys are stored for at least 24 hours.',
    cure: 'Use a new key for a new request. Use the old key only to repeat the same request.',
  },
)
export const unknownReference = defineError(
  'SVC-VALIDATION-UNKNOWN_REFERENCE',
  422,
  'The request refers to an object that does not exist; see details.',
  {
    cause: 'An id in the body is well-formed, but your tenant has no such object, or no longer has it.',
    cure: '`details` names the field. Find the object with its list, and send the id from there.',
  },
)
export const scopeEscalation = defineError(
  'SVC-AUTH-SCOPE_ESCALATION',
  403,
  'The caller cannot grant or read more than its own scopes allow.',
  {
    cause:
      'The caller would grant or gain scopes that it does not have: a key with more scopes or a longer lifetime, a user with more ' +
      'scopes, a webhook that sends events which the caller may not read, or a response with data which the caller may not read.',
    cure: 'Use a key with all of these scopes, such as one with `admin`, or request fewer.',
  },
)
export const catalogDuplicate = defineError('SVC-CATALOG-DUPLICATE', 409, 'An object with this name already exists.', {
  cause: 'Names are unique in a tenant, ignoring case, and so are customers’ e-mail addresses and external ids.',
  cure: 'Use the existing object (find it in the list), or choose another name.',
})
export const catalogInUse = defineError('SVC-CATALOG-IN_USE', 409, 'Other objects refer to this one, so it cannot be deleted.', {
  cause: 'Other objects still refer to it; `details` has their kinds and numbers.',
  cure: 'Change those objects first, or archive this one.',
})
export const catalogLimitReached = defineError('SVC-CATALOG-LIMIT_REACHED', 409, 'The tenant has reached the limit for these objects.', {
  cause: 'The tenant, or the user, has as many objects of this kind as the limit in the message allows. Archived ones count too.',
  cure: 'Delete unused objects, or restore and rename an archived one. Existing objects above the limit stay and can be changed.',
})
export const rateIpExceeded = defineError(
  'SVC-RATE-IP_EXCEEDED',
  429,
  'Too many requests from this address. Wait for the time in Retry-After.',
  {
    cause: 'Your address sent more requests in this minute than the installation allows, 600 by default.',
    cure: 'Wait for the time in `Retry-After`. Use `X-RateLimit-Remaining` to slow down earlier. Behind a proxy, see `TRUST_PROXY`: without it all callers share the proxy’s address.',
  },
)
export const rateTenantExceeded = defineError(
  'SVC-RATE-TENANT_EXCEEDED',
  429,
  'Too many requests of this tenant. Wait for the time in Retry-After.',
  {
    cause: 'All keys of your tenant together made more requests in this minute than the installation allows, 3000 by default.',
    cure: 'Wait for the time in `Retry-After`. Use the event stream or webhooks instead of polling.',
  },
)
export const headersTooLarge = defineError('SVC-REQUEST-HEADERS_TOO_LARGE', 431, 'The request headers are larger than 16 KiB.', {
  cause: 'The headers are larger than 16 KiB in total, usually because of cookies.',
  cure: 'Send fewer headers. The API needs no cookies.',
})
export const internalError = defineError('SVC-INTERNAL-ERROR', 500, 'An internal error occurred. Give the request id to the operator.', {
  cause: 'A bug in Skein. The log has the cause under the request’s id.',
  cure: 'Retry with the same `Idempotency-Key`. If the error persists, give the `requestId` to the operator.',
})
export const rateAuthExceeded = defineError(
  'SVC-RATE-AUTH_EXCEEDED',
  429,
  'Too many attempts from this address or for this account. Wait for the time in Retry-After.',
  {
    cause:
      'Only a few attempts at passwords and codes are allowed per minute, counted per address and per account, including successful ones.',
    cure: 'Wait for `Retry-After` seconds. If others share your address, try from another one; the limit per account protects its owner.',
  },
)
export const rateFormsExceeded = defineError(
  'SVC-RATE-FORMS_EXCEEDED',
  429,
  'Too many answers for this page or from this address. Wait for the time in Retry-After.',
  {
    cause: 'A page of a customer takes ten answers per minute, and an address can send sixty to all pages together.',
    cure: 'Wait for `Retry-After` seconds, then send the answer once.',
  },
)
export const rateWidgetExceeded = defineError(
  'SVC-RATE-WIDGET_EXCEEDED',
  429,
  'Too many messages or visits in this chat. Wait for the time in Retry-After.',
  {
    cause: 'A visitor, an address, or all visitors of the inbox together made more requests than the chat allows in this time.',
    cure: 'Wait for `Retry-After` seconds. Send a message again with the same `clientId`, so that it is stored once.',
  },
)
export const systemUnavailable = defineError(
  'SVC-SYSTEM-UNAVAILABLE',
  503,
  'The service is temporarily unavailable. Retry after the time in Retry-After.',
  {
    cause:
      'The database is unavailable or starting, or the service is stopping. Or the disk or memory of the database is full; then the ' +
      'message says so. Or too many mails are being shown at once, or reading one takes too long. Or, for an operation that checks ' +
      'passwords, codes or links, the store that counts attempts (`REDIS_URL`) does not respond.',
    cure:
      'Wait for the time in `Retry-After`, then repeat the request with the same `Idempotency-Key`. Operators: `/readyz` and the ' +
      'log have the cause; `skein doctor` shows the free space.',
    headers: { 'Retry-After': '1' },
  },
)
export const systemTimeout = defineError('SVC-SYSTEM-TIMEOUT', 504, 'The request took longer than the service allows.', {
  cause: 'The request did not finish within 15 seconds. It may still have taken effect.',
  cure: 'Repeat it with the same `Idempotency-Key`: if it took effect, you get its response. For a list, use narrower filters.',
})
