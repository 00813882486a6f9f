/**
 * Outgoing requests to URLs that customers name (webhooks): a request reaches the public internet alone, and whatever
 * answers there costs bounded time, memory and connections.
 *
 * The host is resolved once, every one of its addresses must be allowed, and the connection is pinned to them: a name
 * that means another machine a moment later gains nothing. A redirect is an answer like any other; nobody follows it.
 */
import { isIP } from 'node:net'
import { createAddressRule, parseRange } from './addresses.ts'
import { ForbiddenUrlError, SafeFetchError } from './fetch-errors.ts'
import { createPinnedRequests, type Answer } from './pinned-request.ts'
import { createResolveHost, type ResolveHost } from './resolve-host.ts'

export { ForbiddenUrlError, SafeFetchError } from './fetch-errors.ts'

export type SafeFetchOptions = {
  /** Ranges that are open although they are not public (WEBHOOK_ALLOWED_CIDRS). A malformed one throws at once. */
  allowedCidrs: readonly string[]
  /** The whole request, from the question for the address to the last byte read. */
  timeoutMs: number
  /** What is kept of an answer's body; the rest is not read. */
  responseBytesMax?: number
  /** An answer whose headers are larger is a failure. */
  headersBytesMax?: number
  /** Requests beyond these wait for a free connection to the same host, within their own time. */
  socketsPerHostMax?: number
  resolveHost?: ResolveHost
}

export type SafeRequest = { headers: Readonly<Record<string, string>>; body: string | Buffer; signal?: AbortSignal | undefined }
/** `durationMs` counts from the question for the address. */
export type SafeResponse = Answer & { durationMs: number }

export interface SafeFetch {
  /**
   * Throws ForbiddenUrlError, with a sentence for the customer, when `url` may not be requested. A host that does not
   * resolve at the moment passes: there is nothing to forbid yet, and each request checks again.
   */
  checkUrl(url: string): Promise<void>
  /** Any status is an answer. Throws ForbiddenUrlError, and SafeFetchError when there is no answer. */
  post(url: string, request: SafeRequest): Promise<SafeResponse>
  /** Closes the connections, those in use included. */
  close(): void
}

/** Checking a URL waits this long for name servers, since a caller of the API waits too. */
const checkMsMax = 3_000

export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const {
    allowedCidrs,
    timeoutMs,
    responseBytesMax = 4_096,
    headersBytesMax = 16_384,
    socketsPerHostMax = 64,
    resolveHost = createResolveHost(),
  } = options
  const isAllowed = createAddressRule(allowedCidrs.map(parseRange))
  const requests = createPinnedRequests(socketsPerHostMax)

  /** Throws ForbiddenUrlError when one of the host's addresses is not allowed, SafeFetchError when there are none. */
  const addressesOf = async ({ hostname }: URL): Promise<readonly string[]> => {
    const literal = hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal)) {
      if (isAllowed(literal)) return [literal]
      throw new ForbiddenUrlError('The URL names an address that is not public.')
    }
    const addresses = await resolveHost(hostname).catch((error: unknown) => {
      throw unresolved(error)
    })
    if (addresses.length === 0) throw unresolved(undefined)
    // Not the address itself: what this network calls its machines is nobody's business.
    if (!addresses.every(isAllowed)) throw new ForbiddenUrlError('The host of the URL resolves to an address that is not public.')
    return addresses
  }

  return {
    async checkUrl(text) {
      const url = readUrl(text)
      try {
        await within(checkMsMax, undefined, () => addressesOf(url))
      } catch (error) {
        if (!(error instanceof SafeFetchError)) throw error
      }
    },
    async post(text, { headers, body, signal }) {
      const url = readUrl(text)
      const startedAt = performance.now()
      const answer = await within(timeoutMs, signal, async (stopped) => {
        const addresses = await addressesOf(url)
        return requests.send({ url, addresses, headers, body, headersBytesMax, responseBytesMax, stopped })
      })
      return { ...answer, durationMs: Math.round(performance.now() - startedAt) }
    },
    close: () => requests.close(),
  }
}

/** The URL parser turns every spelling of an IPv4 address (`0x7f.1`, `2130706433`, `１２７.0.0.1`) into its usual form. */
function readUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url) throw new ForbiddenUrlError('The URL is not valid.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new ForbiddenUrlError('The URL must begin with https:// or http://.')
  if (url.username || url.password) throw new ForbiddenUrlError('The URL must not hold a user name or password.')
  return url
}

function unresolved(cause: unknown): SafeFetchError {
  return new SafeFetchError('unresolved', 'The host of the URL does not resolve to an address.', cause)
}

/** Runs `work` until it ends, the time is over or the caller gives up; then the signal carries the reason. */
async function within<Result>(
  ms: number,
  callers: AbortSignal | undefined,
  work: (stopped: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const { signal: stopped } = controller
  const giveUp = (): void => controller.abort(new SafeFetchError('aborted', 'The request was given up.'))
  const stopping = new Promise<never>((_, reject) => stopped.addEventListener('abort', () => reject(stopped.reason), { once: true }))
  const timer = setTimeout(
    () => controller.abort(new SafeFetchError('timeout', `There was no complete answer within ${ms / 1000} seconds.`)),
    ms,
  )
  callers?.addEventListener('abort', giveUp, { once: true })
  if (callers?.aborted) giveUp()
  try {
    return await Promise.race([stopping, work(stopped)])
  } finally {
    clearTimeout(timer)
    callers?.removeEventListener('abort', giveUp)
  }
}
