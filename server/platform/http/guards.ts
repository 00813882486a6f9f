/** Guards a routed request, in the order of the contract: credentials, tenant rate limit, scope, media type and size. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint, RateLimit } from './declared-endpoint.ts'
import {
  ApiError,
  bodyTooLarge,
  insufficientScope,
  invalidCredentials,
  missingCredentials,
  notAcceptable,
  rateAuthExceeded,
  rateFormsExceeded,
  rateIpExceeded,
  rateTenantExceeded,
  rateWidgetExceeded,
  secondFactorRequired,
  sessionRequired,
  systemUnavailable,
  tenantNotFound,
  tenantSuspended,
  unsupportedMediaType,
  widgetSessionInvalid,
} from '../errors.ts'
import { acceptsJson, acceptsEventStream } from './accepts.ts'
import { getNetwork } from './caller-address.ts'
import type { CheckDiskSpace } from './disk-space.ts'
import { maxBodyBytes } from './json-body.ts'
import { getState, type RequestState } from './request-state.ts'
import { limitError, noteAddress, noteAllowance } from './rate-limit-headers.ts'
import type { Uuid } from '../ids.ts'
import { covers, type Authenticate, type Principal } from '../principal.ts'
import { addressSubject, type Allowance, type Limits, type Subject, type TakenAllowances } from './rate-limit.ts'

/** Maximum bytes of a form in addition to its file. */
export const formOverhead = 65_536

export type GuardOptions = {
  authenticate: Authenticate
  limits: Limits
  /** Operations that need no credentials although their scope is not `none` (OPENAPI_PUBLIC). */
  publicOperations: ReadonlySet<string>
  /** Null when this process has no access to the database's disk. */
  checkDiskSpace: CheckDiskSpace | null
}

/**
 * Runs all guards. Returns the principal, or null when the operation needs no credentials. Throws the ApiError of the first guard that
 * fails.
 */
export async function admit(
  endpoint: Endpoint,
  options: GuardOptions,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Principal | null> {
  const state = getState(req)
  const open = endpoint.scope === 'none' || options.publicOperations.has(endpoint.operationId)
  const identifying = open ? null : identify(endpoint, options.authenticate, req, state)
  const identified = identifying instanceof Promise ? await identifying : identifying
  const principal = identified instanceof ApiError ? null : identified
  const scopeRefusal = principal && scopeError(principal, endpoint)
  const refusal = identified instanceof ApiError ? identified : scopeRefusal
  const counting = countRequest(getSubjects(state, principal, refusal ? undefined : endpoint.rateLimit), options.limits, res, state)
  if (counting) await counting
  if (refusal) throw refusal
  const checking = options.checkDiskSpace?.(endpoint)
  if (checking) await checking
  checkMedia(endpoint, req)
  return principal
}

/**
 * Returns the subjects whose limits count the request, in the order in which they may reject it. One round trip counts them all, so the
 * credentials are looked up even if the address is above its limit. A sign-in attempt that is rejected for another reason does not count as
 * an attempt.
 */
function getSubjects(state: RequestState, principal: Principal | null, rateLimit: RateLimit | undefined): Subject[] {
  const subjects: Subject[] = state.toCount ? [addressSubject(state.ip)] : []
  if (principal?.credential.type === 'VISITOR') return [...subjects, ...getVisitorSubjects(principal, state, rateLimit)]
  if (principal) subjects.push({ policy: 'tenant', key: principal.tenantId, tenantId: principal.tenantId })
  if (rateLimit === 'visits') subjects.push({ policy: 'visit', key: getNetwork(state.ip) })
  if (rateLimit !== 'attempts') return subjects
  subjects.push({ policy: 'auth', key: `address ${getNetwork(state.ip)}` })
  if (principal) subjects.push({ policy: 'auth', key: `user ${principal.user.id}`, tenantId: principal.tenantId })
  return subjects
}

/**
 * Returns the limits of a visitor, whose requests do not use up those of the tenant's agents and programs. An address, which can have many
 * sessions, gets only a part of the inbox's new threads.
 */
function getVisitorSubjects({ tenantId, credential }: Principal, { ip }: RequestState, rateLimit: RateLimit | undefined): Subject[] {
  if (credential.type !== 'VISITOR') return []
  const { id, inboxId } = credential
  const policies = [['visitor', id] as const]
  const ofMessages = [['visitorMessages', id] as const]
  const ofThreads = [['visit', `threads ${getNetwork(ip)}`] as const, ['inboxThreads', inboxId] as const]
  const more = rateLimit === 'threads' ? [...ofMessages, ...ofThreads] : rateLimit === 'messages' ? ofMessages : []
  return [...policies, ...more].map(([policy, key]) => ({ policy, key, tenantId }))
}

/**
 * Counts a request; asynchronous only with a shared store. Throws 429 when a limit is exceeded, and 503 for a sign-in attempt that cannot
 * be counted.
 */
function countRequest(subjects: readonly Subject[], limits: Limits, res: ServerResponse, state: RequestState): Promise<void> | void {
  state.toCount = false
  const note = (taken: TakenAllowances): void => taken.forEach((allowance) => noteCounted(allowance, res, state))
  const taking = limits.take(subjects)
  return taking instanceof Promise ? taking.then(note) : note(taking)
}

const refusalsByPolicy = {
  ip: rateIpExceeded,
  tenant: rateTenantExceeded,
  auth: rateAuthExceeded,
  form: rateFormsExceeded,
  forms: rateFormsExceeded,
  unsubscribe: rateFormsExceeded,
  hook: rateTenantExceeded,
  visit: rateWidgetExceeded,
  visitor: rateWidgetExceeded,
  visitorMessages: rateWidgetExceeded,
  inboxThreads: rateWidgetExceeded,
}

/** Counts a form that a customer sends to a page with a token. Throws 429 after too many for this page or from this address. */
export async function countForm(limits: Pick<Limits, 'take'>, { token, ip }: { token: string; ip: string }): Promise<void> {
  const taken = await limits.take([
    { policy: 'forms', key: getNetwork(ip) },
    { policy: 'form', key: token },
  ])
  for (const allowance of taken) if (allowance?.exceeded) throw limitError(allowance, rateFormsExceeded)
}

/** Counts a one-click unsubscribe. Throws 429 after more requests for one link than any mail program sends. */
export async function countUnsubscribe(limits: Pick<Limits, 'take'>, token: string): Promise<void> {
  const [allowance] = await limits.take([{ policy: 'unsubscribe', key: token }])
  if (allowance?.exceeded) throw limitError(allowance, rateFormsExceeded)
}

/** Counts a verified request to the hook of an inbox. Throws 429, so that one tenant's program cannot slow down the others. */
export async function countHook(
  limits: Pick<Limits, 'take'>,
  { tenantId, inboxId }: { tenantId: Uuid; inboxId: Uuid },
  res: ServerResponse,
  state: RequestState,
): Promise<void> {
  const [allowance = null] = await limits.take([{ policy: 'hook', key: inboxId, tenantId }])
  noteCounted(allowance, res, state)
}

function noteCounted(allowance: Allowance | null, res: ServerResponse, state: RequestState): void {
  if (!allowance)
    throw new ApiError(systemUnavailable, { message: 'Attempts cannot be counted right now, so they are refused. Retry shortly.' })
  if (allowance.policy === 'ip') noteAddress(res, state, allowance)
  else noteAllowance(res, state, allowance)
  if (allowance.exceeded) throw limitError(allowance, refusalsByPolicy[allowance.policy])
}

/**
 * Counts a sign-in attempt on an account. Throws 429 after too many. Attempts from an address that the owner has used before (`isKnown`)
 * have a separate budget, so that an attacker cannot lock the owner out.
 */
export async function countAttempt(
  account: string,
  isKnown: () => Promise<boolean>,
  limits: Limits,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const state = getState(req)
  const [allowance = null] = await limits.take([{ policy: 'auth', key: `account ${account}` }])
  if (!allowance?.exceeded || !(await isKnown())) return noteCounted(allowance, res, state)
  await countRequest([{ policy: 'auth', key: `account ${account} at ${getNetwork(state.ip)}` }], limits, res, state)
}

/** Counts a failed attempt for the caller's address and for the account. Throws 429 after too many, which replaces the original error. */
export async function countRefused(account: string | null, limits: Limits, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const state = getState(req)
  const subjects: Subject[] = [{ policy: 'auth', key: `address ${getNetwork(state.ip)}` }]
  if (account !== null) subjects.push({ policy: 'auth', key: `account ${account}` })
  await countRequest(subjects, limits, res, state)
}

/** Returns the 403 for a caller without the operation's scope, or null. `identify` has refused visitors and others to each other's operations. */
function scopeError({ scopes, credential }: Principal, { scope: needed, duringEnrolment }: Endpoint): ApiError | null {
  if (needed === 'none' || needed === 'visitor') return null
  if (credential.type === 'SESSION' && credential.lacksFactor && !duringEnrolment) return new ApiError(secondFactorRequired)
  if (needed === 'session') return credential.type === 'SESSION' ? null : new ApiError(sessionRequired)
  if (covers(scopes, needed)) return null
  return new ApiError(insufficientScope, {
    message: `This operation needs the scope ${needed}.`,
    details: [{ field: 'scope', code: 'REQUIRED', message: needed }],
  })
}

/**
 * Authenticates the caller. Returns the principal, or the error with which to reject the request. Asynchronous only when the credential is
 * not cached.
 */
function identify(
  endpoint: Endpoint,
  authenticate: Authenticate,
  req: IncomingMessage,
  state: RequestState,
): Principal | ApiError | Promise<Principal | ApiError> {
  const token = readToken(req)
  const found = token instanceof ApiError ? token : authenticate(token)
  const refuse = (each: Principal | ApiError | null): Principal | ApiError => refuseOtherKind(refuseOther(each, state), endpoint)
  return found instanceof Promise ? found.then(refuse, onlyRefusal) : refuse(found)
}

/** Refuses visitors to operations of users and keys, and users and keys to operations of visitors. */
function refuseOtherKind(found: Principal | ApiError, { scope }: Endpoint): Principal | ApiError {
  const isForVisitors = scope === 'visitor'
  if (found instanceof ApiError)
    return isForVisitors && found.declaration === invalidCredentials ? new ApiError(widgetSessionInvalid) : found
  if ((found.credential.type === 'VISITOR') === isForVisitors) return found
  return new ApiError(isForVisitors ? widgetSessionInvalid : invalidCredentials)
}

function readToken(req: IncomingMessage): string | ApiError {
  const header = req.headers.authorization
  if (header === undefined || header === '') return new ApiError(missingCredentials)
  const token = bearerToken(header)
  if (token !== null) return token
  const scheme = /^basic\b/i.test(header) ? 'Basic authentication is not accepted.' : 'The Authorization header is not a bearer token.'
  return new ApiError(invalidCredentials, { message: `${scheme} Send Authorization: Bearer svck_…` })
}

function refuseOther(found: Principal | ApiError | null, state: RequestState): Principal | ApiError {
  if (found instanceof ApiError) return found
  if (!found) return new ApiError(invalidCredentials)
  if (state.hostTenantId !== null && state.hostTenantId !== found.tenantId) return new ApiError(tenantNotFound)
  if (found.tenant.suspended) return new ApiError(tenantSuspended)
  return { ...found, ip: state.ip }
}

/** Returns the error if it is an ApiError, such as the one for an unavailable database. Rethrows any other error. */
function onlyRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

function bearerToken(header: string): string | null {
  return /^bearer +([\x21-\x7e]+) *$/i.exec(header)?.[1] ?? null
}

/**
 * Whether the credential of a long-lived response is still valid, with the same rights as `before`. The response ends when the rights
 * change, because its contents depend on them. The client then reconnects and receives what it may read now.
 */
export async function isStillAdmitted(
  endpoint: Endpoint,
  { authenticate }: GuardOptions,
  req: IncomingMessage,
  before: Principal,
): Promise<boolean> {
  const now = await authenticate(bearerToken(req.headers.authorization ?? '') ?? '')
  if (!now || now.tenant.suspended || now.credential.type !== before.credential.type || scopeError(now, endpoint)) return false
  return now.user.role === before.user.role && now.scopes.join() === before.scopes.join()
}

const fileTypes = { form: /^multipart\/form-data *;/i, 'message/rfc822': /^message\/rfc822 *(;|$)/i }

function checkMedia(endpoint: Endpoint, req: IncomingMessage): void {
  const { accept, 'content-encoding': encoding, 'content-type': type, 'content-length': length } = req.headers
  if (accept !== undefined && !acceptsJson.test(accept) && !acceptsOwnForm(endpoint, accept)) throw new ApiError(notAcceptable)
  if (endpoint.method === 'GET') return
  const hasBody = (length !== undefined && length !== '0') || req.headers['transfer-encoding'] !== undefined
  if (!hasBody) return
  const { form } = endpoint
  const isOfType = form ? fileTypes[form.media ?? 'form'] : /^application\/json *(;|$)/i
  if (!isOfType.test(type ?? '') || (encoding !== undefined && encoding !== 'identity'))
    throw new ApiError(unsupportedMediaType, form ? { message: `Send ${form.media ?? 'a form (multipart/form-data)'}, uncompressed.` } : {})
  if (form && Number(length) > form.maxSize + formOverhead) throw new ApiError(form.tooLarge)
  if (!form && Number(length) > maxBodyBytes) throw new ApiError(bodyTooLarge)
}

function acceptsOwnForm({ responds, pieces }: Endpoint, accept: string): boolean {
  return (
    (pieces !== undefined && acceptsEventStream.test(accept)) || Object.values(responds).some(({ kind }) => acceptsOwn[kind]?.test(accept))
  )
}

/** Media types other than JSON, by kind of response. */
const acceptsOwn: Readonly<Partial<Record<string, RegExp>>> = {
  stream: /text\/(\*|event-stream)/i,
  lines: /text\/\*|(text|application)\/(x-)?ndjson/i,
  csv: /text\/(\*|csv)/i,
}
