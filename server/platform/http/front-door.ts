/**
 * The HTTP server's first and last step for every request: parses the request target once, sets the request id and the rate-limit headers,
 * so that no response lacks them, and selects the operation before any byte of the body is read.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { ApiError, malformedHttp, methodNotAllowed, rateIpExceeded, tenantNotFound } from '../errors.ts'
import { newId } from '../ids.ts'
import { mayBeCredential, type Log } from '../log.ts'
import { createServer } from './node-http.ts'
import { respondToBrokenRequests } from './broken-requests.ts'
import { getAddress } from './caller-address.ts'
import { Connections } from './connections.ts'
import { allowOrigin, respondToPreflight, isPreflight } from './cors.ts'
import { watchDeadlines, type DeadlineOptions, type Deadlines } from './deadlines.ts'
import { dashboardSlug, getHost, reservedSlugs, slugOfHost, type FindTenantBySlug } from './hosts.ts'
import type { Endpoint } from './declared-endpoint.ts'
import type { Metrics } from './metrics.ts'
import { addressSubject, type Limits } from './rate-limit.ts'
import { countAddress, limitError, setAllowance } from './rate-limit-headers.ts'
import { refuse, toApiError } from './refusals.ts'
import { readTarget, type Target } from './request-target.ts'
import type { Route } from './routes.ts'
import { isRetold, getMethod } from './unknown-methods.ts'
import { setState, type RequestState } from './request-state.ts'

/** Serves a page outside the API. May throw ApiError. */
export type PageHandler = ((req: IncomingMessage, res: ServerResponse) => void | Promise<void>) & {
  /** Default: GET and HEAD. */
  methods?: readonly string[]
  /** True when the body is a file, which may take minutes to arrive. */
  takesFiles?: boolean
  /** Which of the page's requests count against the address's limit, as API requests do: all, or all but POST. */
  counts?: boolean | 'reads'
}

export type FrontDoorOptions = {
  baseHost: string
  /** The page that explains errors, for `docUrl`. */
  docsUrl: string
  trustProxy: boolean
  limits: Limits
  findTenantBySlug: FindTenantBySlug
  log: Log
  metrics: Metrics
  /** Returns the page at a path outside /api (health, metrics, documentation, the dashboard); null when there is none. */
  outside: (path: string, req: IncomingMessage, host: string) => PageHandler | null
  /** Whether a request is for the dashboard's host rather than the API. */
  isDashboard: (req: IncomingMessage, host: string) => boolean
  /** Whether pages of an origin may read the API's responses. */
  allowsOrigin: (origin: string) => boolean
  /** Whether pages of all origins may read the responses of a path of the API. No credential that browsers send by themselves opens it. */
  opensToAll: (path: string) => boolean
  route: Route
  /** Handles a request for an operation. `query` is the raw query string. */
  respond: (req: IncomingMessage, res: ServerResponse, endpoint: Endpoint, query: string) => void
  deadlines: DeadlineOptions
}

const maxHeadersSize = 16_384
const maxHeadMs = 15_000
const filesArriveMsDefault = 600_000

type ServerContext = Omit<FrontDoorOptions, 'deadlines'> & { connections: Connections; deadlines: Deadlines; requestLog: Log }

/** Creates the HTTP server. */
export function createFrontDoor(options: FrontDoorOptions): Server {
  const connections = new Connections()
  const deadlines = watchDeadlines(options.deadlines, (req, res, error) => {
    // The rest of an incomplete body would be parsed as the next request.
    if (!req.complete) res.setHeader('Connection', 'close')
    refuse(req, res, error)
  })
  // Request lines have no field that pino's redaction by name would remove, and looking for them costs more than the rest of the line.
  // Credentials are still removed from every finished line.
  const requestLog = options.log.child({}, { redact: [] })
  const context: ServerContext = { ...options, connections, deadlines, requestLog }
  const server = createServer(
    {
      maxHeaderSize: maxHeadersSize,
      requireHostHeader: false,
      keepAliveTimeout: 72_000,
      headersTimeout: Math.min(maxHeadMs, options.deadlines.arriveMs),
      // Long enough for file uploads. `watchDeadlines` enforces the shorter limits of all other requests.
      requestTimeout: options.deadlines.filesArriveMs ?? filesArriveMsDefault,
      connectionsCheckingInterval: Math.min(2_000, Math.ceil(options.deadlines.arriveMs / 10)),
    },
    (req, res) => handleRequest(req, res, context),
  )
  // Node must not send `100 Continue` itself. server.ts sends it right before reading the body, so that a rejected caller does not have to
  // send the body.
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => handleRequest(req, res, context, true))
  // Ignore other values of Expect.
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => handleRequest(req, res, context))
  respondToBrokenRequests(server, connections, options)
  server.on('close', () => deadlines.stop())
  return server
}

function handleRequest(req: IncomingMessage, res: ServerResponse, context: ServerContext, awaitsContinue = false): void {
  const target = attempt(() => readTarget(req.url ?? ''))
  const readable = target instanceof ApiError ? null : target
  const api = readable?.segments[0] === 'api'
  const host = readable ? attempt(() => readHost(req, res, readable)) : ''
  const hostName = host instanceof ApiError ? '' : host
  const page = readable && !api ? context.outside(readable.path, req, hostName) : null
  const preflight = isPreflight(req)
  const ip = getAddress(req, context.trustProxy)
  const state = setState(req, {
    requestId: getRequestId(req),
    ip,
    method: getMethod(req),
    path: readable?.path ?? null,
    allowance: context.limits.peek(addressSubject(ip)),
    toCount: (!page || countsRequest(page, req)) && !preflight,
    hostTenantId: null,
    docsUrl: context.docsUrl,
    endpoint: null,
    params: {},
    streams: false,
    takesFiles: false,
    awaitsContinue,
    startedAt: performance.now(),
    usedMs: 0,
  })
  res.setHeader('X-Request-Id', state.requestId)
  allowOrigin(req, res, page || context.opensToAll(state.path ?? '') ? 'everybody' : context.allowsOrigin)
  // A shared store counts a request against all its limits in one round trip, so guards.ts or the rejection counts it.
  if (state.toCount && !context.limits.shared) void countAddress(res, state, context.limits)
  else setAllowance(res, state.allowance)
  if (isRetold(req.socket)) res.setHeader('Connection', 'close')
  trackRequest(req, res, state, context)

  if (target instanceof ApiError) return countAndRefuse(req, res, state, context, target)
  if (host instanceof ApiError) return countAndRefuse(req, res, state, context, host)
  if (preflight) return respondToPreflight(res)
  if (page) return void servePage(page, req, res, state, context)
  const slug = api ? (context.isDashboard(req, host) ? dashboardSlug : slugOfHost(host, context.baseHost)) : null
  if (slug === null) return routeRequest(req, res, state, target, context)
  void routeTenantRequest(slug, req, res, state, target, context)
}

/** Tracks the request until its response is finished, then logs it. */
function trackRequest(
  req: IncomingMessage,
  res: ServerResponse,
  state: RequestState,
  { connections, deadlines, metrics, requestLog }: ServerContext,
): void {
  const connection = connections.of(req.socket)
  const exchange = { req, res }
  connection.enter(exchange)
  deadlines.watch(req, res)
  // Writing to a disconnected client emits an error. Without a listener, that error would end the process.
  res.on('error', () => {})
  res.once('close', () => {
    connection.leave(exchange)
    deadlines.done(res)
    logResponse(req, res, state, metrics, requestLog)
  })
}

function attempt<Value>(read: () => Value): Value | ApiError {
  try {
    return read()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function readHost(req: IncomingMessage, res: ServerResponse, { authority }: Target): string {
  const encoding = req.headers['transfer-encoding']
  if (encoding !== undefined && (encoding.toLowerCase() !== 'chunked' || req.httpVersion !== '1.1')) {
    // A proxy in front of this service may disagree about where such a body ends (request smuggling), so read nothing after it.
    res.setHeader('Connection', 'close')
    throw new ApiError(malformedHttp, { message: 'Transfer-Encoding must be chunked, and needs HTTP/1.1.' })
  }
  return getHost(req, authority)
}

/** Routes a request for a subdomain of the base host, whose first label is a tenant's slug. */
async function routeTenantRequest(
  slug: string,
  req: IncomingMessage,
  res: ServerResponse,
  state: RequestState,
  target: Target,
  context: ServerContext,
): Promise<void> {
  try {
    state.hostTenantId = reservedSlugs.has(slug) ? null : await context.findTenantBySlug(slug)
    if (state.hostTenantId === null) throw new ApiError(tenantNotFound)
    routeRequest(req, res, state, target, context)
  } catch (error) {
    countAndRefuse(req, res, state, context, toApiError(error, req, context.log))
  }
}

/** Counts a request, then rejects it. */
function countAndRefuse(
  req: IncomingMessage,
  res: ServerResponse,
  state: RequestState,
  { limits }: ServerContext,
  error: ApiError,
  limitFirst = false,
): void {
  const leave = (): void => refuse(req, res, limitFirst && state.allowance.exceeded ? limitError(state.allowance, rateIpExceeded) : error)
  const counting = countAddress(res, state, limits)
  if (counting) void counting.then(leave)
  else leave()
}

/** Selects the operation and passes the request on, with the operation and the ids in its state, so that nothing parses the path again. */
function routeRequest(req: IncomingMessage, res: ServerResponse, state: RequestState, target: Target, context: ServerContext): void {
  if (state.allowance.exceeded) return refuse(req, res, limitError(state.allowance, rateIpExceeded))
  const routed = attempt(() => context.route(state.method, target.segments))
  if (routed instanceof ApiError) return countAndRefuse(req, res, state, context, routed, true)
  if ('allowed' in routed) return respondToOptions(req, res, state, context, routed.allowed)
  state.endpoint = routed.endpoint
  state.params = routed.params
  state.takesFiles = routed.endpoint.form !== undefined
  context.respond(req, res, routed.endpoint, target.query)
}

function countsRequest({ counts = false }: PageHandler, { method }: IncomingMessage): boolean {
  return counts === 'reads' ? method !== 'POST' : counts
}

/** Responds to OPTIONS requests that are not preflights: 204 with the methods of the path. Counts them like any request. */
function respondToOptions(
  req: IncomingMessage,
  res: ServerResponse,
  state: RequestState,
  { limits }: ServerContext,
  allowed: string,
): void {
  const respond = (): void => {
    if (state.allowance.exceeded) return refuse(req, res, limitError(state.allowance, rateIpExceeded))
    res.writeHead(204, { Allow: allowed }).end()
  }
  const counting = countAddress(res, state, limits)
  if (counting) void counting.then(respond)
  else respond()
}

/**
 * Serves a page. Most pages do not count against the rate limit, but a page's refusals do, so that tokens cannot be guessed without limit.
 */
async function servePage(
  page: PageHandler,
  req: IncomingMessage,
  res: ServerResponse,
  state: RequestState,
  context: ServerContext,
): Promise<void> {
  try {
    const { methods = ['GET', 'HEAD'] } = page
    if (!methods.includes(state.method)) throw new ApiError(methodNotAllowed, { headers: { Allow: methods.join(', ') } })
    state.takesFiles = page.takesFiles ?? false
    if (countsRequest(page, req)) {
      await countAddress(res, state, context.limits)
      if (state.allowance.exceeded) throw limitError(state.allowance, rateIpExceeded)
    }
    await page(req, res)
  } catch (error) {
    state.toCount = true
    await countAddress(res, state, context.limits)
    refuse(req, res, state.allowance.exceeded ? limitError(state.allowance, rateIpExceeded) : toApiError(error, req, context.log))
  }
}

/**
 * Returns the caller's request id when it has 1 to 128 characters of `A-Za-z0-9._:-`, otherwise a new one. Replaces an id that looks like a
 * credential, because ids are stored and logged.
 */
function getRequestId(req: IncomingMessage): string {
  const own = req.headers['x-request-id']
  return typeof own === 'string' && /^[\w.:-]{1,128}$/.test(own) && !mayBeCredential(own) ? own : newId()
}

function logResponse(req: IncomingMessage, res: ServerResponse, state: RequestState, metrics: Metrics, log: Log): void {
  const { requestId, method, ip } = state
  const route = state.endpoint?.operationId ?? 'none'
  const path = state.path ?? '(unreadable)'
  const ms = performance.now() - state.startedAt
  // A stream ends when its client disconnects, so its duration is not a latency.
  const status = res.writableFinished || state.streams ? res.statusCode : 499
  // Callers may send arbitrary methods, and each label value creates a permanent time series.
  metrics.observeRequest(route, isRetold(req.socket) ? 'OTHER' : method, status, state.streams ? null : ms / 1000)
  log.info({ requestId, method, route, path, status, ms: Math.round(ms * 10) / 10, ip }, 'request')
}
