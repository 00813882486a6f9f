/**
 * Outgoing requests to URLs that customers name (webhooks): a request reaches only the public internet, and any response costs bounded
 * time, memory and connections.
 *
 * The host is resolved once, all its addresses must be allowed, and the connection is pinned to them, so DNS rebinding has no effect.
 * Redirects are not followed.
 */
import { isIP } from 'node:net'
import { createAddressRule, parseRange } from './addresses.ts'
import { ForbiddenUrlError, SafeFetchError } from './fetch-errors.ts'
import { createGuardedFetch, readUrl } from './guarded-fetch.ts'
import { createPinnedRequests, type Answer } from './pinned-request.ts'
import { createResolveHost, type ResolveHost } from './resolve-host.ts'

export { ForbiddenUrlError, SafeFetchError } from './fetch-errors.ts'

const openedByOperator = 'The operator can allow its range with WEBHOOK_ALLOWED_CIDRS.'

export type SafeFetchOptions = {
  /** Ranges that are allowed although they are not public (WEBHOOK_ALLOWED_CIDRS). A malformed one throws immediately. */
  allowedCidrs: readonly string[]
  /** Time limit of the whole request, from the DNS query to the last byte read. */
  timeoutMs: number
  /** Maximum size of a response body that is kept; the rest is not read. */
  responseBytesMax?: number
  /** A response with larger headers is a failure. */
  headersBytesMax?: number
  /** Maximum connections per host; further requests wait for a free one, within their time limit. */
  socketsPerHostMax?: number
  resolveHost?: ResolveHost
}

export type SafeRequest = { headers: Readonly<Record<string, string>>; body: string | Buffer; signal?: AbortSignal | undefined }
/** `durationMs` counts from the DNS query. */
export type SafeResponse = Answer & { durationMs: number }

export interface SafeFetch {
  /**
   * Throws ForbiddenUrlError, with a sentence for the customer, when `url` may not be requested. A host that cannot be resolved at the
   * moment is accepted: each request checks again.
   */
  checkUrl(url: string): Promise<void>
  /** Returns the response whatever its status. Throws ForbiddenUrlError, and SafeFetchError when there is no response. */
  post(url: string, request: SafeRequest): Promise<SafeResponse>
  /**
   * The fetch of the web platform, for libraries that take one: POST alone, under the same rules. What it answers is read as it arrives, up to
   * eight megabytes. It has no time limit but its signal.
   */
  readonly fetch: typeof globalThis.fetch
  /** Closes the connections, those in use included. */
  close(): void
}

/** Time limit for name servers when a URL is checked: an API caller is waiting for the result. */
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
      throw new ForbiddenUrlError(`The URL names an address that is not public. ${openedByOperator}`)
    }
    const addresses = await resolveHost(hostname).catch((error: unknown) => {
      throw unresolved(error)
    })
    if (addresses.length === 0) throw unresolved(undefined)
    // The message does not contain the address, so that it reveals nothing about this network.
    if (!addresses.every(isAllowed))
      throw new ForbiddenUrlError(`The host of the URL resolves to an address that is not public. ${openedByOperator}`)
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
    fetch: createGuardedFetch(async (url, { headers, body, stopped }) =>
      requests.open({ url, addresses: await addressesOf(url), headers, body, headersBytesMax, responseBytesMax, stopped }),
    ),
    close: () => requests.close(),
  }
}

function unresolved(cause: unknown): SafeFetchError {
  return new SafeFetchError('unresolved', 'The host of the URL does not resolve to an address.', cause)
}

/** Runs `work` until it ends, times out or is cancelled by the caller; the signal then carries the reason. */
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
