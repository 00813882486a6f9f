/**
 * The front door: what happens to every request before the HTTP framework sees it, and to every answer however it is
 * made. Request id, rate-limit headers and envelope are set here, so no path of the framework can leave them out.
 */
import { createServer, STATUS_CODES, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  ApiError,
  badUrl,
  errorBody,
  headersTooLarge,
  malformedHttp,
  methodNotAllowed,
  rateIpExceeded,
  requestTimeout,
  systemTimeout,
  tenantNotFound,
  uriTooLong,
  bodyTooLarge,
  internalError,
  type ErrorBody,
} from '../errors.ts'
import { allowOrigin, answerPreflight, isPreflight } from './cors.ts'
import { watchDeadlines, type Deadlines } from './deadlines.ts'
import { reservedSlugs, slugOfHost, type FindTenantBySlug } from './hosts.ts'
import { newId, type Uuid } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Metrics } from './metrics.ts'
import { nearestExhaustion, type Allowance, type RateLimiter } from './rate-limit.ts'
import { exceeded, setAllowance } from './rate-limit-headers.ts'

/** What the front door knows of a request. */
export type Visit = {
  requestId: string
  ip: string
  /** Of the limits that have counted the request, the one that will stop the caller first. */
  allowance: Allowance
  /** The tenant that the host names; null on the API host. */
  hostTenantId: Uuid | null
  /** The page that explains errors. */
  docsUrl: string
  /** The operation, once routed: for logs and metrics. */
  route: string
  /** Set once the answer is a stream that lasts. */
  streams: boolean
  startedAt: number
}

export type FrontDoorOptions = {
  baseHost: string
  /** The page that explains errors, for `docUrl`. */
  docsUrl: string
  trustProxy: boolean
  ipLimiter: RateLimiter
  findTenantBySlug: FindTenantBySlug
  log: Log
  metrics: Metrics
  /** Answers paths outside /api (health, metrics, documentation); false when the path is none of them. */
  outside: (path: string, req: IncomingMessage, res: ServerResponse) => boolean
  /** Milliseconds a request may be worked on before it is answered 504. */
  deadlineMs: number
}

const visits = new WeakMap<IncomingMessage, Visit>()

export function visitOf(req: IncomingMessage): Visit {
  const visit = visits.get(req)
  if (!visit) throw new Error('The request did not come through the front door')
  return visit
}

const urlLengthMax = 8192
const headersSizeMax = 16_384

/** Makes the HTTP server around the framework's listener. */
export function openFrontDoor(listener: RequestListener, options: FrontDoorOptions): Server {
  const deadlines = watchDeadlines(options.deadlineMs, (req, res) => refuse(req, res, new ApiError(systemTimeout)))
  // A request's line has no field that redaction by name would remove, and looking for them costs more than the rest of the line.
  // What looks like a credential of ours is removed from every finished line all the same.
  const requestLog = options.log.child({}, { redact: [] })
  const server = createServer(
    {
      maxHeaderSize: headersSizeMax,
      requireHostHeader: false,
      keepAliveTimeout: 72_000,
      headersTimeout: 15_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 2_000,
    },
    (req, res) => enter(req, res, listener, options, deadlines, requestLog),
  )
  // Expect: anything but 100-continue has no meaning here and does no harm.
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => server.emit('request', req, res))
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => answerBrokenRequest(error, socket, options))
  server.on('connect', (_req: IncomingMessage, socket: Duplex) =>
    writeRaw(socket, new ApiError(methodNotAllowed, { headers: { Allow: 'GET' } }), options),
  )
  server.on('close', () => deadlines.stop())
  return server
}

function enter(
  req: IncomingMessage,
  res: ServerResponse,
  listener: RequestListener,
  options: FrontDoorOptions,
  deadlines: Deadlines,
  requestLog: Log,
): void {
  const requestId = requestIdOf(req)
  const ip = addressOf(req, options.trustProxy)
  const url = req.url ?? '/'
  const api = url.startsWith('/api') || !url.startsWith('/')
  const counts = api && !isPreflight(req)
  const allowance = counts ? options.ipLimiter.take(ip) : options.ipLimiter.peek(ip)
  const visit: Visit = {
    requestId,
    ip,
    allowance,
    hostTenantId: null,
    docsUrl: options.docsUrl,
    route: 'none',
    streams: false,
    startedAt: performance.now(),
  }
  visits.set(req, visit)
  res.setHeader('X-Request-Id', requestId)
  if (req.headers.origin !== undefined) allowOrigin(res)
  setAllowance(res, allowance)
  deadlines.watch(req, res)
  res.once('close', () => {
    deadlines.done(res)
    noteAnswer(req, res, visit, options.metrics, requestLog)
  })

  if (url.length > urlLengthMax) return refuse(req, res, new ApiError(uriTooLong))
  if (isPreflight(req)) return answerPreflight(res)
  if (!api && options.outside(pathOf(url), req, res)) return
  const { host } = req.headers
  if (host === undefined && req.httpVersion === '1.1')
    return refuse(req, res, new ApiError(malformedHttp, { message: 'An HTTP/1.1 request needs a Host header.' }))
  const slug = api ? slugOfHost(host ?? '', options.baseHost) : null
  if (slug === null) return pass(req, res, visit, listener)
  void enterTenantHost(slug, req, res, visit, listener, options)
}

/** On a host below the base host the first label is a tenant's slug. */
async function enterTenantHost(
  slug: string,
  req: IncomingMessage,
  res: ServerResponse,
  visit: Visit,
  listener: RequestListener,
  options: FrontDoorOptions,
): Promise<void> {
  try {
    visit.hostTenantId = reservedSlugs.has(slug) ? null : await options.findTenantBySlug(slug)
    if (visit.hostTenantId === null) return refuse(req, res, new ApiError(tenantNotFound))
    pass(req, res, visit, listener)
  } catch (error) {
    if (!(error instanceof ApiError)) options.log.error({ error, requestId: visit.requestId }, 'host look-up failed')
    refuse(req, res, error instanceof ApiError ? error : new ApiError(internalError))
  }
}

function pass(req: IncomingMessage, res: ServerResponse, visit: Visit, listener: RequestListener): void {
  if (visit.allowance.exceeded) return refuse(req, res, exceeded(visit.allowance, rateIpExceeded))
  listener(req, res)
}

/** One more limit has counted the request: shows whichever will stop the caller first. */
export function noteAllowance(res: ServerResponse, visit: Visit, other: Allowance): void {
  const nearest = other.exceeded ? other : nearestExhaustion(visit.allowance, other)
  if (nearest === visit.allowance) return
  visit.allowance = nearest
  setAllowance(res, nearest)
}

/** Answers with an error, past the framework. */
export function refuse(req: IncomingMessage, res: ServerResponse, error: ApiError): void {
  if (res.headersSent || res.destroyed) {
    res.destroy()
    return
  }
  const { requestId, docsUrl } = visitOf(req)
  const body = errorPayload(errorBody(error, requestId, docsUrl))
  if (error.declaration === bodyTooLarge) drainAtMost(req, drainBytesMax)
  for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value)
  res.writeHead(error.declaration.status, { 'Content-Type': errorContentType, 'Content-Length': Buffer.byteLength(body) })
  res.end(body)
}

/** What is read of a body that is refused for its size, so that its sender gets to read the answer; then the connection ends. */
const drainBytesMax = 8_388_608

function drainAtMost(req: IncomingMessage, bytesMax: number): void {
  let bytes = 0
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > bytesMax) req.destroy()
  })
}

/** Errors have one form, whatever `Accept` prefers: generated clients cannot type two media types of one response. */
const errorContentType = 'application/json; charset=utf-8'

function errorPayload(error: ErrorBody): string {
  return JSON.stringify({ data: null, error })
}

// --- Requests that never became requests ---------------------------------------------------------------------------

function answerBrokenRequest(error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex, options: FrontDoorOptions): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  writeRaw(socket, brokenRequestError(error), options)
}

function brokenRequestError({ code, rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    // The parser does not say which part overflowed; a first line without an end says it was the URL.
    const lineEnd = rawPacket?.indexOf('\n') ?? 0
    return new ApiError(lineEnd < 0 || lineEnd > urlLengthMax ? uriTooLong : headersTooLarge)
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError(requestTimeout)
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new ApiError(bodyTooLarge)
  if (code === 'HPE_INVALID_URL') return new ApiError(badUrl)
  return new ApiError(malformedHttp)
}

function writeRaw(socket: Duplex, error: ApiError, options: FrontDoorOptions): void {
  const requestId = newId()
  const { status } = error.declaration
  const body = errorPayload(errorBody(error, requestId, options.docsUrl))
  const address = 'remoteAddress' in socket ? String(socket.remoteAddress) : ''
  const { policy, limit, remaining, resetAt } = options.ipLimiter.peek(address)
  const headers: Record<string, string | number> = {
    'Content-Type': errorContentType,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
    'X-Request-Id': requestId,
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': resetAt,
    'X-RateLimit-Policy': policy,
    ...error.headers,
  }
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}\r\n${body}`)
  options.metrics.observeRequest('none', 'NONE', status, 0)
  options.log.info({ requestId, status, code: error.declaration.code }, 'broken request')
}

// --- Small readings -------------------------------------------------------------------------------------------------

/** A caller's own request id is kept when it is well-formed: 1 to 128 characters of `A-Za-z0-9._:-`. */
function requestIdOf(req: IncomingMessage): string {
  const own = req.headers['x-request-id']
  return typeof own === 'string' && /^[\w.:-]{1,128}$/.test(own) ? own : newId()
}

/** The caller's address; behind a trusted proxy the last one that the proxy itself added. */
function addressOf(req: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? req.headers['x-forwarded-for'] : undefined
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return last || (req.socket.remoteAddress ?? '')
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

function noteAnswer(req: IncomingMessage, res: ServerResponse, visit: Visit, metrics: Metrics, log: Log): void {
  const ms = performance.now() - visit.startedAt
  // A stream ends when its reader leaves, and how long it stood is no latency.
  const status = res.writableFinished || visit.streams ? res.statusCode : 499
  metrics.observeRequest(visit.route, req.method ?? '', status, visit.streams ? null : ms / 1000)
  log.info(
    {
      requestId: visit.requestId,
      method: req.method,
      route: visit.route,
      path: pathOf(req.url ?? ''),
      status,
      ms: Math.round(ms * 10) / 10,
      ip: visit.ip,
    },
    'request',
  )
}
