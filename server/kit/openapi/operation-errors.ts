/** Which errors an operation can give: its own and those of the guards before it. For the OpenAPI document, the error docs and the contract tests. */
import type { Endpoint } from '../endpoint.ts'
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
  rateIpExceeded,
  rateTenantExceeded,
  requestTimeout,
  routeNotFound,
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
import type { Shape } from '../schema.ts'

/**
 * Errors that every operation can give. An unknown route and a method that is not allowed are among them because a
 * client may be newer than the installation it talks to.
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
  const { scope, query, body } = endpoint
  const writes = endpoint.method !== 'GET'
  const errorsWhen = (applies: boolean, ...declarations: ErrorDeclaration[]): ErrorDeclaration[] => (applies ? declarations : [])
  const possible = [
    ...errorsOfAll,
    ...errorsWhen(scope !== 'none', missingCredentials, invalidCredentials, tenantSuspended, rateTenantExceeded),
    ...errorsWhen(scope !== 'none' && scope !== 'any', insufficientScope),
    ...errorsWhen(writes, unsupportedMediaType, bodyTooLarge, malformedJson),
    ...errorsWhen(takesIds(query) || takesIds(body), invalidId),
    ...errorsWhen(isList(endpoint), invalidCursor, invalidLimit),
    ...errorsWhen(writes, invalidIdempotencyKey, idempotencyInProgress, idempotencyKeyReused),
    ...refusalsOf(endpoint),
    ...errorsWhen(takesIfMatch(endpoint), preconditionFailed),
  ]
  return [...new Set(possible)].toSorted((a, b) => a.status - b.status)
}

/** Errors of the handler that are the answer to its request, and so to each retry under the same Idempotency-Key. */
export function refusalsOf({ params, errors }: Endpoint): ErrorDeclaration[] {
  return [...Object.values(params).map(({ notFound }) => notFound), ...errors]
}

/** A write on something that has a version: the last id of its path names it, or its body may. */
export function takesIfMatch({ method, params, upserts }: Endpoint): boolean {
  const named = Object.values(params).at(-1)
  return method !== 'GET' && (upserts || (named !== undefined && named.versioned !== false))
}

export function isList({ responds }: Endpoint): boolean {
  return Object.values(responds).some(({ kind }) => kind === 'list')
}

/** The headers that come with every response of this status, or with this error. */
export function headersOf({ status, headers }: ErrorDeclaration): string[] {
  return [...new Set([...(headersOfStatus[status] ?? []), ...Object.keys(headers ?? {})])]
}

/** HTTP asks for these; their values are known only when the error happens. */
const headersOfStatus: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** Whether an id stands anywhere in a shape. */
function takesIds(shape: Shape | undefined): boolean {
  return shape !== undefined && JSON.stringify(shape).includes('"x-id"')
}
