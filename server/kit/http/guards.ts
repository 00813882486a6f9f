/** The guards of a routed request, in the order of the contract: credentials, tenant rate limit, scope, media type and size. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '../endpoint.ts'
import {
  ApiError,
  bodyTooLarge,
  insufficientScope,
  invalidCredentials,
  missingCredentials,
  notAcceptable,
  rateAuthExceeded,
  rateTenantExceeded,
  sessionRequired,
  tenantNotFound,
  tenantSuspended,
  unsupportedMediaType,
} from '../errors.ts'
import { visitOf, type Visit } from './visit.ts'
import { exceeded, noteAllowance } from './rate-limit-headers.ts'
import { covers, type Authenticate, type Principal, type ScopeNeeded } from '../principal.ts'
import type { RateLimiter } from './rate-limit.ts'

export const bodySizeMax = 1_048_576
/** What a form may have besides its file. */
export const formOverhead = 65_536

export type GuardOptions = {
  authenticate: Authenticate
  tenantLimiter: RateLimiter
  /** Counts attempts of operations with the limit `auth`, per address and per account. */
  authLimiter: RateLimiter
  /** Operations that need no credentials although their scope is not `none` (OPENAPI_PUBLIC). */
  publicOperations: ReadonlySet<string>
}

/** The principal; null when the operation requires no credentials. Throws the ApiError of the first guard that refuses. */
export async function admit(
  endpoint: Endpoint,
  options: GuardOptions,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Principal | null> {
  const visit = visitOf(req)
  const open = endpoint.scope === 'none' || options.publicOperations.has(endpoint.operationId)
  const principal = open ? null : await admitCaller(endpoint, options, req, res, visit)
  if (endpoint.limit === 'auth') {
    countTry(options.authLimiter, `address ${visit.ip}`, req, res)
    if (principal) countTry(options.authLimiter, `user ${principal.user.id}`, req, res)
  }
  checkMedia(endpoint, req)
  return principal
}

/** Credentials, then the tenant's rate limit, then the scope. */
async function admitCaller(
  endpoint: Endpoint,
  options: GuardOptions,
  req: IncomingMessage,
  res: ServerResponse,
  visit: Visit,
): Promise<Principal> {
  const principal = await identify(options.authenticate, req, visit)
  const allowance = options.tenantLimiter.take(principal.tenantId)
  noteAllowance(res, visit, allowance)
  if (allowance.exceeded) throw exceeded(allowance, rateTenantExceeded)
  checkScope(principal, endpoint.scope)
  return principal
}

/** Throws 403 when the caller may not do what requires `needed`. */
function checkScope({ scopes, credential }: Principal, needed: ScopeNeeded): void {
  if (needed === 'none') return
  if (needed === 'session') {
    if (credential.type !== 'SESSION') throw new ApiError(sessionRequired)
  } else if (!covers(scopes, needed)) {
    throw new ApiError(insufficientScope, {
      message: `This operation needs the scope ${needed}.`,
      details: [{ field: 'scope', code: 'REQUIRED', message: needed }],
    })
  }
}

/** Counts an authentication attempt. Throws 429 when `key` has had too many. */
export function countTry(limiter: RateLimiter, key: string, req: IncomingMessage, res: ServerResponse): void {
  const allowance = limiter.take(key)
  noteAllowance(res, visitOf(req), allowance)
  if (allowance.exceeded) throw exceeded(allowance, rateAuthExceeded)
}

async function identify(authenticate: Authenticate, req: IncomingMessage, visit: Visit): Promise<Principal> {
  const header = req.headers.authorization
  if (header === undefined || header === '') throw new ApiError(missingCredentials)
  const token = bearerToken(header)
  const found = token === null ? null : authenticate(token)
  const principal = found instanceof Promise ? await found : found
  if (!principal) throw new ApiError(invalidCredentials)
  if (visit.hostTenantId !== null && visit.hostTenantId !== principal.tenantId) throw new ApiError(tenantNotFound)
  if (principal.tenant.suspended) throw new ApiError(tenantSuspended)
  return { ...principal, ip: visit.ip }
}

function bearerToken(header: string): string | null {
  return /^bearer +([\x21-\x7e]+) *$/i.exec(header)?.[1] ?? null
}

/** For long-lived responses: checks again whether the request's credential is still valid. */
export async function isStillAdmitted(endpoint: Endpoint, { authenticate }: GuardOptions, req: IncomingMessage): Promise<boolean> {
  const principal = await authenticate(bearerToken(req.headers.authorization ?? '') ?? '')
  if (!principal || principal.tenant.suspended) return false
  try {
    checkScope(principal, endpoint.scope)
    return true
  } catch {
    return false
  }
}

function checkMedia(endpoint: Endpoint, req: IncomingMessage): void {
  const { accept, 'content-encoding': encoding, 'content-type': type, 'content-length': length } = req.headers
  const own = Object.values(endpoint.responds).map(({ kind }) => acceptsOwn[kind])
  if (accept !== undefined && !(acceptsJson.test(accept) || own.some((form) => form?.test(accept)))) throw new ApiError(notAcceptable)
  if (endpoint.method === 'GET') return
  const hasBody = (length !== undefined && length !== '0') || req.headers['transfer-encoding'] !== undefined
  if (!hasBody) return
  const { form } = endpoint
  const isOfType = form ? /^multipart\/form-data *;/i : /^application\/json *(;|$)/i
  if (!isOfType.test(type ?? '') || (encoding !== undefined && encoding !== 'identity'))
    throw new ApiError(unsupportedMediaType, form ? { message: 'Send a form (multipart/form-data), uncompressed.' } : {})
  if (form && Number(length) > form.sizeMax + formOverhead) throw new ApiError(form.tooLarge)
  if (!form && Number(length) > bodySizeMax) throw new ApiError(bodyTooLarge)
}

const acceptsJson = /\*\/\*|application\/(\*|json)/i
/** Media types other than JSON, by the kind of answer. */
const acceptsOwn: Readonly<Partial<Record<string, RegExp>>> = {
  stream: /text\/(\*|event-stream)/i,
  lines: /text\/\*|(text|application)\/(x-)?ndjson/i,
}
