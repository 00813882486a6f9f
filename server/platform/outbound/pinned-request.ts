/** One POST to a host whose addresses have been checked: it can connect only to those addresses. */
import type { Agent as HttpAgent, IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, request as requestHttp } from '../http/node-http.ts'
import { failureOf, isReset } from './fetch-errors.ts'
import { textOf } from './response-text.ts'

export type PinnedRequest = {
  url: URL
  addresses: readonly string[]
  headers: Readonly<Record<string, string>>
  body: string | Buffer
  headersBytesMax: number
  responseBytesMax: number
  /** Aborts the request with its reason. */
  stopped: AbortSignal
}

export type Answer = {
  status: number
  /** Names in lower case; repeated headers are joined by `, `. */
  headers: Record<string, string>
  /** At most `responseBytesMax` bytes of UTF-8 without NUL; invalid bytes and NUL become U+FFFD. */
  body: string
  /** The body was longer: the rest was not read. */
  truncated: boolean
}

export interface PinnedRequests {
  /** The answer as it arrives, for whoever reads it. Throws SafeFetchError, or the reason of `stopped`. */
  open(request: PinnedRequest): Promise<IncomingMessage>
  /** Throws SafeFetchError, or the reason of `stopped`. */
  send(request: PinnedRequest): Promise<Answer>
  /** Closes the connections. */
  close(): void
}

/** Idle connections close before most servers (Node's five seconds) would, so that few requests meet a closing one. */
const idleMs = 4_000
/** Maximum number of 1xx responses; more would only cost work. */
const interimMax = 16

/** Connections are kept for the next request to the same host and the same addresses, at most `socketsPerHostMax` of them. */
export function createPinnedRequests(socketsPerHostMax: number): PinnedRequests {
  const settings = { keepAlive: true, maxSockets: socketsPerHostMax, maxFreeSockets: 8, timeout: idleMs }
  const agents = { http: pinned(new Agent(settings)), https: pinned(new HttpsAgent(settings)) }
  const asked = async <Read>(request: PinnedRequest, read: (response: IncomingMessage) => Promise<Read>): Promise<Read> => {
    try {
      return await attempt(request, request.url.protocol === 'https:' ? agents.https : agents.http, read)
    } catch (error) {
      if (error instanceof StaleSocketError) return attempt(request, false, read)
      throw error
    }
  }
  return {
    send: (request) => asked(request, (response) => readAnswer(response, request.responseBytesMax)),
    open: (request) => asked(request, (response) => Promise.resolve(response)),
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/**
 * The other side had closed the idle connection when the request reached it. HTTP clients send the request again, and receivers
 * deduplicate.
 */
class StaleSocketError extends Error {}

function attempt<Read>(
  { url, addresses, headers, body, headersBytesMax, stopped }: PinnedRequest,
  agent: HttpAgent | false,
  read: (response: IncomingMessage) => Promise<Read>,
): Promise<Read> {
  stopped.throwIfAborted()
  return new Promise((resolve, reject) => {
    const options: PinnedOptions = {
      method: 'POST',
      agent,
      maxHeaderSize: headersBytesMax,
      headers: { ...headers, Host: url.host, 'Accept-Encoding': 'identity', 'Content-Length': Buffer.byteLength(body) },
      lookup: lookupAmong(addresses),
      pin: addresses.toSorted().join(),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 2_000,
      // TLS still verifies the certificate against the host name; set explicitly because an environment variable could disable the check.
      rejectUnauthorized: true,
    }
    const req = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options)
    let answering = false
    req.on('response', (response) => {
      answering = true
      read(response).then(resolve, (error: unknown) => reject(failureOf(error)))
    })
    req.on('error', (error) => reject(req.reusedSocket && !answering && isReset(error) ? new StaleSocketError() : failureOf(error)))
    let interim = 0
    req.on('information', () => {
      if (++interim > interimMax) req.destroy(Object.assign(new Error('Too many interim answers'), { code: 'HPE_INTERIM' }))
    })
    // Not every way to end has its own event (an unrequested protocol upgrade has none). When 'close' fires, the promise is settled or
    // never will be.
    req.on('close', () => {
      if (!answering) reject(failureOf({ code: 'ECONNRESET' }))
    })
    stopped.addEventListener(
      'abort',
      () => {
        reject(stopped.reason)
        req.destroy()
      },
      { once: true },
    )
    req.end(body)
  })
}

/** Reads up to `bytesMax` bytes without decompressing, and closes the connection when there are more. */
function readAnswer(response: IncomingMessage, bytesMax: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const settle = (truncated: boolean): void => {
      const headers = Object.fromEntries(Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))
      resolve({ status: response.statusCode ?? 0, headers, body: textOf(Buffer.concat(chunks), bytesMax), truncated })
    }
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes <= bytesMax) return
      settle(true)
      response.destroy()
    })
    response.on('end', () => settle(false))
    response.on('error', reject)
  })
}

// --- Pinning --------------------------------------------------------------------------------------------------------

type PinnedOptions = RequestOptions & { pin: string; autoSelectFamily: boolean; autoSelectFamilyAttemptTimeout: number }

/** Resolves the socket's look-up of the host with the checked addresses, IPv4 first because it works on more machines. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) })).toSorted((a, b) => a.family - b.family)
  return (_host, { all }, answer) => {
    if (all) answer(null, known)
    else answer(null, known[0]?.address ?? '', known[0]?.family)
  }
}

/** An agent that reuses an idle connection only for a request with the same checked addresses. */
function pinned<Agent extends HttpAgent>(agent: Agent): Agent {
  const nameOf = agent.getName.bind(agent)
  // Safe because every request in this file has a pin, and the agent passes the request's options to its name function.
  agent.getName = (options) => `${(options as PinnedOptions).pin}|${nameOf(options)}`
  return agent
}
