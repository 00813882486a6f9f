/**
 * Responds to CONNECT and to requests that the HTTP parser rejects, with errors in the usual format. Sends an error after the responses to
 * earlier requests on the connection, so as not to corrupt them.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  ApiError,
  badUrl,
  bodyTooLarge,
  errorBody,
  headersTooLarge,
  malformedHttp,
  methodNotAllowed,
  rateIpExceeded,
  requestTimeout,
  uriTooLong,
} from '../errors.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { STATUS_CODES } from './node-http.ts'
import { getAddress } from './caller-address.ts'
import type { Connection, Connections } from './connections.ts'
import type { Metrics } from './metrics.ts'
import { addressSubject, type Allowance, type Limits } from './rate-limit.ts'
import { limitError } from './rate-limit-headers.ts'
import { jsonContentType, errorPayload, refuse } from './refusals.ts'
import { maxUrlLength } from './request-target.ts'
import { retell, type BrokenRequest } from './unknown-methods.ts'
import { getState } from './request-state.ts'

export type BrokenRequestOptions = { docsUrl: string; trustProxy: boolean; limits: Limits; metrics: Metrics; log: Log }

export function respondToBrokenRequests(server: Server, connections: Connections, options: BrokenRequestOptions): void {
  server.on('clientError', (error: BrokenRequest, socket) => respondToBrokenRequest(server, connections.of(socket), error, socket, options))
  server.on('connect', (req: IncomingMessage, socket: Duplex) => {
    const connection = connections.of(socket)
    connection.stopParsing()
    void refuseTunnel(connection, getAddress(req, options.trustProxy), options)
  })
}

async function refuseTunnel(connection: Connection, ip: string, options: BrokenRequestOptions): Promise<void> {
  const address = addressSubject(ip)
  const [allowance = options.limits.peek(address)] = await options.limits.take([address])
  const error = allowance?.exceeded
    ? limitError(allowance, rateIpExceeded)
    : new ApiError(methodNotAllowed, { headers: { Allow: 'GET, HEAD, POST, PATCH, PUT, DELETE' } })
  connection.whenIdle(() => closeWith(connection, error, allowance ?? options.limits.peek(address), options))
}

function respondToBrokenRequest(
  server: Server,
  connection: Connection,
  error: BrokenRequest,
  socket: Duplex,
  options: BrokenRequestOptions,
): void {
  if (error.code === 'ECONNRESET') return void socket.destroy()
  // Ignore parser errors on a connection that is broken, or that closes after its last response.
  if (connection.deaf || !socket.writable) return
  const { last } = connection
  if (last && !last.req.complete) {
    // The invalid or missing bytes belong to the body of the last request.
    connection.stopParsing()
    if (!last.res.headersSent) {
      last.res.setHeader('Connection', 'close')
      refuse(last.req, last.res, brokenRequestError(error))
    }
    connection.whenIdle(() => connection.close())
    return
  }
  const retold = retell(server, error, socket)
  if (retold) {
    connection.stopParsing((bytes) => void retold.write(bytes))
    socket.once('close', () => retold.destroy())
    retold.on('end', () => connection.close()).on('close', () => connection.close())
    connection.whenIdle(() => retold.pipe(socket, { end: false }))
    return
  }
  connection.stopParsing(
    () => {},
    () => leaveStreams(connection, socket),
  )
  const address = 'remoteAddress' in socket ? String(socket.remoteAddress) : ''
  connection.whenIdle(() => closeWith(connection, brokenRequestError(error), options.limits.peek(addressSubject(address)), options))
}

/**
 * Disconnects a client that half-closes its connection while it is reading a stream, because such a client has gone away. A client that
 * waits for an ordinary response may still read it.
 */
function leaveStreams(connection: Connection, socket: Duplex): void {
  for (const { req } of connection.open) if (getState(req).streams) socket.destroy()
}

function brokenRequestError({ code, rawPacket }: BrokenRequest): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    // The parser does not report which part overflowed. If the first line has no end, it was the URL.
    const lineEnd = rawPacket?.indexOf('\n') ?? 0
    return new ApiError(lineEnd < 0 || lineEnd > maxUrlLength ? uriTooLong : headersTooLarge)
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError(requestTimeout)
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new ApiError(bodyTooLarge)
  if (code === 'HPE_INVALID_URL') return new ApiError(badUrl)
  return new ApiError(malformedHttp)
}

function closeWith(connection: Connection, error: ApiError, allowance: Allowance, { docsUrl, metrics, log }: BrokenRequestOptions): void {
  const requestId = newId()
  const { status, code } = error.declaration
  const body = errorPayload(errorBody(error, requestId, docsUrl))
  const { policy, limit, remaining, resetAt } = allowance
  const headers: Record<string, string | number> = {
    'Content-Type': jsonContentType,
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
  connection.close(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}\r\n${body}`)
  metrics.observeRequest('none', 'NONE', status, 0)
  log.info({ requestId, status, code }, 'broken request')
}
