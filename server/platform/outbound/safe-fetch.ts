/**
 * Sends requests to tenants' URLs (webhooks, language models), guarded against SSRF. A request reaches only the public internet, and every
 * response costs bounded time, memory and connections. Each request resolves the host once, requires all its addresses to be allowed, and
 * connects only to these addresses, so that DNS rebinding has no effect. Does not follow redirects.
 */
import { isIP } from 'node:net'
import { createAddressRule, parseRange } from './addresses.ts'
import { ForbiddenUrlError, SafeFetchError } from './fetch-errors.ts'
import { createGuardedFetch, readUrl } from './guarded-fetch.ts'
import { createPinnedRequests, type PinnedResponse } from './pinned-request.ts'
import { createResolveHost, type ResolveHost } from './resolve-host.ts'

export { ForbiddenUrlError, SafeFetchError } from './fetch-errors.ts'

const operatorHint = 'The operator can allow its range with WEBHOOK_ALLOWED_CIDRS.'

export type SafeFetchOptions = {
  /** Non-public ranges that are allowed (WEBHOOK_ALLOWED_CIDRS). A malformed range throws immediately. */
  allowedCidrs: readonly string[]
  /** Milliseconds for a whole request, from the DNS query to the last byte of the response. */
  timeoutMs: number
  /** Maximum bytes of a response body to read and return. */
  maxResponseBytes?: number
  /** Maximum bytes of the response headers. Larger headers count as a failure. */
  maxHeadersBytes?: number
  /** Maximum connections per host. Further requests wait for a free connection, within their time limit. */
  maxSocketsPerHost?: number
  resolveHost?: ResolveHost
}

export type SafeRequest = {
  headers: Readonly<Record<string, string>>
  body: string | Buffer
  signal?: AbortSignal | undefined
  /** A shorter time limit than the default. */
  timeoutMs?: number | undefined
  /** Never sends the request a second time by itself. For a receiver that does not recognise repeats. */
  isSentOnce?: boolean
}
/** `durationMs` includes the DNS query. */
export type SafeResponse = PinnedResponse & { durationMs: number }

/** A file at a URL. `size` is what its server announces; null if it does not. */
export type RemoteFile = { readonly contentType: string | null; readonly size: number | null; readonly bytes: AsyncIterable<Buffer> }

export interface SafeFetch {
  /**
   * Throws ForbiddenUrlError, with a message for the tenant, when `url` may not be requested. Accepts a host that does not resolve at the
   * moment, because each request checks the host again.
   */
  checkUrl(url: string): Promise<void>
  /** Returns the response, regardless of its status. Throws ForbiddenUrlError, or SafeFetchError when no response arrives. */
  post(url: string, request: SafeRequest): Promise<SafeResponse>
  /**
   * Requests a file with GET and passes its bytes to `read`, whose result it returns. The time limit is `timeoutMs`, until `read` has
   * finished. Throws like `post`, and SafeFetchError for any status but 200, so redirects are not followed.
   */
  readFile<Result>(
    url: string,
    request: { timeoutMs: number; signal?: AbortSignal },
    read: (file: RemoteFile) => Promise<Result>,
  ): Promise<Result>
  /**
   * A `fetch` for libraries that accept a replacement. Sends only POST requests, under the same rules, and streams up to eight megabytes of
   * the response. Only the caller's signal limits the time.
   */
  readonly fetch: typeof globalThis.fetch
  /** Closes all connections, including those in use. */
  close(): void
}

/** Milliseconds for the name servers when a URL is checked, because an API caller is waiting for the result. */
const maxCheckMs = 3_000

export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const {
    allowedCidrs,
    timeoutMs,
    maxResponseBytes = 4_096,
    maxHeadersBytes = 16_384,
    maxSocketsPerHost = 64,
    resolveHost = createResolveHost(),
  } = options
  const isAllowed = createAddressRule(allowedCidrs.map(parseRange))
  const requests = createPinnedRequests(maxSocketsPerHost)

  /** Throws ForbiddenUrlError when one of the host's addresses is not allowed, and SafeFetchError when it has none. */
  const getAddresses = async ({ hostname }: URL): Promise<readonly string[]> => {
    const literal = hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal)) {
      if (isAllowed(literal)) return [literal]
      throw new ForbiddenUrlError(`The URL names an address that is not public. ${operatorHint}`)
    }
    const addresses = await resolveHost(hostname).catch((error: unknown) => {
      throw unresolved(error)
    })
    if (addresses.length === 0) throw unresolved(undefined)
    // Leave the address out of the message, so that it reveals nothing about this network.
    if (!addresses.every(isAllowed))
      throw new ForbiddenUrlError(`The host of the URL resolves to an address that is not public. ${operatorHint}`)
    return addresses
  }

  return {
    async checkUrl(text) {
      const url = readUrl(text)
      try {
        await within(maxCheckMs, undefined, () => getAddresses(url))
      } catch (error) {
        if (!(error instanceof SafeFetchError)) throw error
      }
    },
    async post(text, { headers, body, signal, timeoutMs: ownTimeoutMs = timeoutMs, isSentOnce = false }) {
      const url = readUrl(text)
      const startedAt = performance.now()
      const response = await within(Math.min(timeoutMs, ownTimeoutMs), signal, async (stopped) => {
        const addresses = await getAddresses(url)
        return requests.send({ url, addresses, headers, body, maxHeadersBytes, maxResponseBytes, stopped, isSentOnce })
      })
      return { ...response, durationMs: Math.round(performance.now() - startedAt) }
    },
    readFile(text, { timeoutMs: ms, signal }, read) {
      const url = readUrl(text)
      return within(ms, signal, async (stopped) => {
        const addresses = await getAddresses(url)
        const response = await requests.open({ url, addresses, headers: {}, body: null, maxHeadersBytes, maxResponseBytes, stopped })
        try {
          if (response.statusCode !== 200)
            throw new SafeFetchError('malformed', `The answer has the status ${response.statusCode ?? 0} instead of 200.`)
          const { 'content-type': contentType = null, 'content-length': length } = response.headers
          const size = length === undefined ? null : Number(length)
          // A body that ends too early emits an error, as a body that is cut off by `stopped` does.
          return await read({ contentType, size, bytes: response })
        } finally {
          response.destroy()
        }
      })
    },
    fetch: createGuardedFetch(async (url, { headers, body, stopped }) =>
      requests.open({ url, addresses: await getAddresses(url), headers, body, maxHeadersBytes, maxResponseBytes, stopped }),
    ),
    close: () => requests.close(),
  }
}

function unresolved(cause: unknown): SafeFetchError {
  return new SafeFetchError('unresolved', 'The host of the URL does not resolve to an address.', cause)
}

/** Runs `work` with a signal that aborts after `ms` or when the caller's signal aborts, with a SafeFetchError as its reason. */
async function within<Result>(
  ms: number,
  callerSignal: AbortSignal | undefined,
  work: (stopped: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const { signal: stopped } = controller
  const abort = (): void => controller.abort(new SafeFetchError('aborted', 'The request was given up.'))
  const aborted = new Promise<never>((_, reject) => stopped.addEventListener('abort', () => reject(stopped.reason), { once: true }))
  const timer = setTimeout(
    () => controller.abort(new SafeFetchError('timeout', `There was no complete answer within ${ms / 1000} seconds.`)),
    ms,
  )
  callerSignal?.addEventListener('abort', abort, { once: true })
  if (callerSignal?.aborted) abort()
  try {
    return await Promise.race([aborted, work(stopped)])
  } finally {
    clearTimeout(timer)
    callerSignal?.removeEventListener('abort', abort)
  }
}
