/**
 * The errors that an operation can return: its own and those of the guards. Used by the OpenAPI document, the error docs and the contract
 * tests.
 */
import type { Endpoint } from '../http/declared-endpoint.ts'
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
  rateIpExceeded,
  rateTenantExceeded,
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
 * Errors that every operation can return. An unknown route and a method that is not allowed are among them because a client may be newer
 * than the installation it talks to.
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

/** All errors of an operation, each once, by status; within a status in the order of checks (contract, section 1). */
export function errorsOf(endpoint: Endpoint): ErrorDeclaration[] {
  const { query, body } = endpoint
  const possible = [
    ...errorsOfAll,
    ...guardErrors(endpoint),
    ...errorsWhen(endpoint.limit !== null, rateAuthExceeded),
    ...errorsWhen(takesIds(query) || takesIds(body), invalidId),
    ...errorsWhen(isList(endpoint), invalidCursor, invalidLimit),
    ...refusalsOf(endpoint),
    ...errorsWhen(takesIfMatch(endpoint), preconditionFailed),
  ]
  return [...new Set(possible)].toSorted((a, b) => a.status - b.status)
}

/** Errors of the handler that are stored and replayed to retries with the same Idempotency-Key. */
export function refusalsOf({ params, errors, conflicts }: Endpoint): ErrorDeclaration[] {
  return [...Object.values(params).map(({ notFound }) => notFound), ...errors, ...Object.values(conflicts).map(({ error }) => error)]
}

/** A write to a resource with a version, identified by an id in the path or possibly by the body. */
export function takesIfMatch({ method, params, upserts, singleton }: Endpoint): boolean {
  return method !== 'GET' && (upserts || singleton || Object.values(params).some(({ versioned }) => versioned !== false))
}

/** The errors of the guards before an operation. */
function guardErrors({
  method,
  scope,
  form,
  duringEnrolment,
}: Pick<Endpoint, 'method' | 'scope' | 'duringEnrolment'> & Partial<Pick<Endpoint, 'form'>>): ErrorDeclaration[] {
  return [
    ...errorsWhen(scope !== 'none', missingCredentials, invalidCredentials, tenantSuspended, rateTenantExceeded),
    ...errorsWhen(!['none', 'any', 'session'].includes(scope), insufficientScope),
    ...errorsWhen(scope === 'session', sessionRequired),
    ...errorsWhen(scope !== 'none' && !duringEnrolment, secondFactorRequired),
    ...errorsWhen(method !== 'GET', unsupportedMediaType, bodyTooLarge, form ? malformedForm : malformedJson),
    ...errorsWhen(method !== 'GET', invalidIdempotencyKey, idempotencyInProgress, idempotencyKeyReused),
  ]
}

const errorsWhen = (applies: boolean, ...declarations: ErrorDeclaration[]): ErrorDeclaration[] => (applies ? declarations : [])

/** Statuses that every operation lists, although their errors are shared: integrators meet them first. */
export const shownEverywhere = new Set([400, 401])

/** The errors that are listed under their statuses at the operation; others are listed once for all operations of its kind. */
export function ownErrorsOf(endpoint: Endpoint): ErrorDeclaration[] {
  const shared = new Set(sharedErrorsOf(endpoint).errors)
  return errorsOf(endpoint).filter((error) => !shared.has(error))
}

/** The errors that all operations of a kind can return besides their own, and the name of the kind. */
export function sharedErrorsOf(endpoint: Endpoint): { name: string; errors: ErrorDeclaration[] } {
  const kind = [endpoint.method === 'GET' ? 'Read' : endpoint.form ? 'Upload' : 'Write', 'Failure', accessOf.get(endpoint.scope) ?? '']
  if (endpoint.duringEnrolment) kind.push('WhileEnrolling')
  const errors = [...errorsOfAll, ...guardErrors(endpoint)]
  return { name: kind.join(''), errors: errors.toSorted((a, b) => a.status - b.status) }
}

const accessOf: ReadonlyMap<string, string> = new Map([
  ['none', 'WithoutCredentials'],
  ['any', 'OfAnyKey'],
  ['session', 'OfASession'],
])

export function isList({ responds }: Endpoint): boolean {
  return Object.values(responds).some(({ kind }) => kind === 'list')
}

/** The headers that come with every response of this status, or with this error. */
export function headersOf({ status, headers }: ErrorDeclaration): string[] {
  return [...new Set([...(headersOfStatus[status] ?? []), ...Object.keys(headers ?? {})])]
}

/** HTTP asks for these; their values are known only when the error happens. */
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
