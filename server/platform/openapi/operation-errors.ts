/**
 * Lists the errors that an operation can return: its own, and the errors of the guards. The API document, the error docs and the contract
 * tests use it.
 */
import type { Endpoint } from '../http/declared-endpoint.ts'
import type { ScopeNeeded } from '../principal.ts'
import {
  badUrl,
  bodyTooLarge,
  headersTooLarge,
  idempotencyInProgress,
  idempotencyKeyReused,
  insufficientScope,
  internalError,
  invalidCredentials,
  invalidCursor,
  invalidId,
  invalidIdempotencyKey,
  invalidLimit,
  malformedHttp,
  malformedJson,
  methodNotAllowed,
  missingCredentials,
  notAcceptable,
  preconditionFailed,
  rateAuthExceeded,
  rateFormsExceeded,
  rateIpExceeded,
  rateTenantExceeded,
  rateWidgetExceeded,
  widgetSessionInvalid,
  secondFactorRequired,
  requestTimeout,
  routeNotFound,
  sessionRequired,
  systemTimeout,
  systemUnavailable,
  tenantNotFound,
  tenantSuspended,
  unknownField,
  unsupportedMediaType,
  uriTooLong,
  validationFailed,
  type ErrorDeclaration,
} from '../errors.ts'
import { malformedForm } from '../files/errors.ts'
import type { Shape } from '../schema.ts'

/**
 * Errors that every operation can return. They include unknown routes and methods that are not allowed, because a client may be newer than
 * the service it calls.
 */
export const errorsOfAll: readonly ErrorDeclaration[] = [
  malformedHttp,
  badUrl,
  uriTooLong,
  headersTooLarge,
  requestTimeout,
  tenantNotFound,
  rateIpExceeded,
  routeNotFound,
  methodNotAllowed,
  notAcceptable,
  validationFailed,
  unknownField,
  internalError,
  systemUnavailable,
  systemTimeout,
]

/** Returns all errors of an operation by status. Errors with the same status are in the order of the checks (contract, section 1). */
export function getErrors(endpoint: Endpoint): ErrorDeclaration[] {
  const { query, body } = endpoint
  const possible = [
    ...errorsOfAll,
    ...guardErrors(endpoint),
    ...getAttemptErrors(endpoint),
    ...errorsWhen(takesIds(query) || takesIds(body), invalidId),
    ...errorsWhen(isList(endpoint), invalidCursor, invalidLimit),
    ...getRefusals(endpoint),
    ...errorsWhen(takesIfMatch(endpoint), preconditionFailed),
  ]
  return [...new Set(possible)].toSorted((a, b) => a.status - b.status)
}

/** Returns the handler's errors that are stored and replayed to retries with the same Idempotency-Key. */
export function getRefusals({ params, token, errors, conflicts }: Endpoint): ErrorDeclaration[] {
  return [
    ...[...Object.values(params), ...(token ? [token] : [])].map(({ notFound }) => notFound),
    ...errors,
    ...Object.values(conflicts ?? {}).map(({ error }) => error),
  ]
}

/** Returns the error for too many attempts, if the operation counts attempts. */
export function getAttemptErrors({ rateLimit }: Endpoint): ErrorDeclaration[] {
  if (rateLimit === undefined) return []
  if (rateLimit === 'token') return [rateFormsExceeded]
  return rateLimit === 'attempts' || rateLimit === 'refused' ? [rateAuthExceeded] : [rateWidgetExceeded]
}

/** Whether the operation accepts If-Match: it writes to a versioned resource, identified by an id in the path or by the body. */
export function takesIfMatch({ method, params, upserts, singleton }: Endpoint): boolean {
  return method !== 'GET' && (upserts === true || singleton === true || Object.values(params).some(({ versioned }) => versioned !== false))
}

/** Returns the errors of the guards that run before the handler. */
function guardErrors({
  method,
  scope,
  form,
  duringEnrolment,
}: Pick<Endpoint, 'method' | 'scope' | 'duringEnrolment'> & Partial<Pick<Endpoint, 'form'>>): ErrorDeclaration[] {
  return [
    ...errorsWhen(scope !== 'none', missingCredentials, tenantSuspended),
    ...errorsWhen(scope !== 'none' && scope !== 'visitor', invalidCredentials, rateTenantExceeded),
    ...errorsWhen(scope === 'visitor', widgetSessionInvalid, rateWidgetExceeded),
    ...errorsWhen(!isWithoutScope(scope), insufficientScope),
    ...errorsWhen(scope === 'session', sessionRequired),
    ...errorsWhen(scope !== 'none' && scope !== 'visitor' && !duringEnrolment, secondFactorRequired),
    ...errorsWhen(method !== 'GET', unsupportedMediaType, bodyTooLarge, form ? malformedForm : malformedJson),
    ...errorsWhen(method !== 'GET', invalidIdempotencyKey, idempotencyInProgress, idempotencyKeyReused),
  ]
}

const errorsWhen = (applies: boolean, ...declarations: ErrorDeclaration[]): ErrorDeclaration[] => (applies ? declarations : [])

/** Statuses that every operation lists although their errors are shared, because integrators run into them first. */
export const alwaysListedStatuses = new Set([400, 401])

/** Returns the errors that the operation itself lists. The others are listed once for all operations of its kind. */
export function getOwnErrors(endpoint: Endpoint): ErrorDeclaration[] {
  const shared = new Set(getSharedErrors(endpoint).errors)
  return getErrors(endpoint).filter((error) => !shared.has(error))
}

/** Returns the errors that all operations of its kind can return, and the kind's name. */
export function getSharedErrors(endpoint: Endpoint): { name: string; errors: ErrorDeclaration[] } {
  const kind = [endpoint.method === 'GET' ? 'Read' : endpoint.form ? 'Upload' : 'Write', 'Failure', accessOf.get(endpoint.scope) ?? '']
  if (endpoint.duringEnrolment) kind.push('WhileEnrolling')
  const errors = [...errorsOfAll, ...guardErrors(endpoint)]
  return { name: kind.join(''), errors: errors.toSorted((a, b) => a.status - b.status) }
}

/** Whether an operation's scope is none that API keys can be granted. */
export function isWithoutScope(scope: ScopeNeeded): boolean {
  return accessOf.has(scope)
}

const accessOf: ReadonlyMap<string, string> = new Map([
  ['visitor', 'OfAVisitor'],
  ['none', 'WithoutCredentials'],
  ['any', 'OfAnyKey'],
  ['session', 'OfASession'],
])

export function isList({ responds }: Endpoint): boolean {
  return Object.values(responds).some(({ kind }) => kind === 'list')
}

/** Returns the headers of every response with this error. */
export function getHeaders({ status, headers }: ErrorDeclaration): string[] {
  return [...new Set([...(headersOfStatus[status] ?? []), ...Object.keys(headers ?? {})])]
}

/** Headers that HTTP requires for a status. Their values are only known when the error occurs. */
export const headersOfStatus: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** Whether a shape contains an id anywhere. */
function takesIds(shape: Shape | undefined): boolean {
  return shape !== undefined && JSON.stringify(shape).includes('"x-id"')
}
