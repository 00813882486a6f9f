/** Sends requests that connect only to the checked addresses of their host. */
import type { Agent as HttpAgent, IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, request as requestHttp } from '../http/node-http.ts'
import { toFetchError, isReset } from './fetch-errors.ts'
import { toStorableText } from './response-text.ts'

export type PinnedRequest = {
  url: URL
  addresses: readonly string[]
  headers: Readonly<Record<string, string>>
  /** Null for a GET request; any other request is a POST. */
  body: string | Buffer | null
  maxHeadersBytes: number
  maxResponseBytes: number
  /** Aborts the request. The request fails with the signal's reason. */
  stopped: AbortSignal
  /** Sends the request on a connection of its own, so that it is never sent twice because an idle connection was closing. */
  isSentOnce?: boolean
}

export type PinnedResponse = {
  status: number
  /** Headers with lower-case names. Repeated headers are joined with `, `. */
  headers: Record<string, string>
  /** At most `maxResponseBytes` bytes of UTF-8. Invalid bytes and NUL become U+FFFD. */
  body: string
  /** True when the body was longer than the limit. The rest was not read. */
  truncated: boolean
}

export interface PinnedRequests {
  /**
   * Returns the response as soon as its headers have arrived. The caller reads the body. Throws SafeFetchError, or the reason of `stopped`.
   */
  open(request: PinnedRequest): Promise<IncomingMessage>
  /** Returns the whole response. Throws SafeFetchError, or the reason of `stopped`. */
  send(request: PinnedRequest): Promise<PinnedResponse>
  /** Closes all connections. */
  close(): void
}

/** Milliseconds until an idle connection closes. Most servers wait longer (Node: five seconds), so few requests use a connection that is closing. */
const idleMs = 4_000
/** Maximum number of informational (1xx) responses per request, which a receiver could otherwise send forever. */
const maxInterimResponses = 16

/** Creates a client that keeps connections open for further requests to the same host and addresses. */
export function createPinnedRequests(maxSocketsPerHost: number): PinnedRequests {
  const settings = { keepAlive: true, maxSockets: maxSocketsPerHost, maxFreeSockets: 8, timeout: idleMs }
  const agents = { http: pinConnections(new Agent(settings)), https: pinConnections(new HttpsAgent(settings)) }
  const attemptTwice = async <Read>(request: PinnedRequest, read: (response: IncomingMessage) => Promise<Read>): Promise<Read> => {
    try {
      const shared = request.url.protocol === 'https:' ? agents.https : agents.http
      return await attempt(request, request.isSentOnce ? false : shared, read)
    } catch (error) {
      if (error instanceof StaleSocketError) return attempt(request, false, read)
      throw error
    }
  }
  return {
    send: (request) => attemptTwice(request, (response) => readResponse(response, request.maxResponseBytes)),
    open: (request) => attemptTwice(request, (response) => Promise.resolve(response)),
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/**
 * Thrown when the receiver closed the idle connection before the request reached it. The request is retried once on a new connection, as
 * HTTP clients do; receivers deduplicate by the delivery's id.
 */
class StaleSocketError extends Error {}

function attempt<Read>(
  { url, addresses, headers, body, maxHeadersBytes, stopped }: PinnedRequest,
  agent: HttpAgent | false,
  read: (response: IncomingMessage) => Promise<Read>,
): Promise<Read> {
  stopped.throwIfAborted()
  return new Promise((resolve, reject) => {
    const options: PinnedOptions = {
      method: body === null ? 'GET' : 'POST',
      agent,
      maxHeaderSize: maxHeadersBytes,
      headers: { ...headers, Host: url.host, 'Accept-Encoding': 'identity', ...getLength(body) },
      lookup: createLookup(addresses),
      pin: addresses.toSorted().join(),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 2_000,
      // TLS verifies the certificate against the host name. Without this option, NODE_TLS_REJECT_UNAUTHORIZED=0 would disable the check.
      rejectUnauthorized: true,
    }
    const req = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options)
    let hasResponse = false
    req.on('response', (response) => {
      hasResponse = true
      read(response).then(resolve, (error: unknown) => reject(toFetchError(error)))
    })
    req.on('error', (error) => reject(req.reusedSocket && !hasResponse && isReset(error) ? new StaleSocketError() : toFetchError(error)))
    let interim = 0
    req.on('information', () => {
      if (++interim > maxInterimResponses) req.destroy(Object.assign(new Error('Too many interim responses'), { code: 'HPE_INTERIM' }))
    })
    // Some failures emit only 'close', such as an unrequested protocol upgrade. This has no effect on a settled promise.
    req.on('close', () => {
      if (!hasResponse) reject(toFetchError({ code: 'ECONNRESET' }))
    })
    stopped.addEventListener(
      'abort',
      () => {
        reject(stopped.reason)
        req.destroy()
      },
      { once: true },
    )
    req.end(body ?? undefined)
  })
}

function getLength(body: string | Buffer | null): Record<string, number> {
  return body === null ? {} : { 'Content-Length': Buffer.byteLength(body) }
}

/** Reads up to `maxBytes` bytes of the body without decompressing them, and closes the connection when there are more. */
function readResponse(response: IncomingMessage, maxBytes: number): Promise<PinnedResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const settle = (truncated: boolean): void => {
      const headers = Object.fromEntries(Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))
      resolve({ status: response.statusCode ?? 0, headers, body: toStorableText(Buffer.concat(chunks), maxBytes), truncated })
    }
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes <= maxBytes) return
      settle(true)
      response.destroy()
    })
    response.on('end', () => settle(false))
    response.on('error', reject)
  })
}

type PinnedOptions = RequestOptions & { pin: string; autoSelectFamily: boolean; autoSelectFamilyAttemptTimeout: number }

/** Returns a lookup function that gives the socket the checked addresses, IPv4 first because it works on more machines. */
function createLookup(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) })).toSorted((a, b) => a.family - b.family)
  return (_host, { all }, callback) => {
    if (all) callback(null, known)
    else callback(null, known[0]?.address ?? '', known[0]?.family)
  }
}

/** Makes the agent reuse an idle connection only for requests with the same checked addresses. */
function pinConnections<Agent extends HttpAgent>(agent: Agent): Agent {
  const getName = agent.getName.bind(agent)
  // Safe because every request of this file has a `pin`, and the agent passes the request's options to getName.
  agent.getName = (options) => `${(options as PinnedOptions).pin}|${getName(options)}`
  return agent
}
