/** Base URL of the service, and the retry settings. */
import type { ApiError, NoAnswerError } from './api-error.ts'
import { fetchWithProgress, type SkeinRequestInit } from './fetch-with-progress.ts'

export type SkeinClientOptions = {
  /** URL of the service, such as `https://support.example.com`; with or without `/api/v1`. */
  baseUrl: string | URL
  /**
   * Sent as `Authorization: Bearer …`: an API key, or a function that returns one, called before each request. Null for anonymous
   * operations. Keep keys on your servers: anybody who can read a web page can read the keys in it.
   */
  apiKey: string | (() => string | Promise<string>) | null
  /** Replaces the runtime's own fetch, for proxies and tests. */
  fetch?: Fetch
  /** Timeout of one attempt, including reading the response. Default 30 seconds. */
  timeoutMs?: number
  /** Maximum number of attempts per call. Default 5; 1 means no retries. */
  attemptsMax?: number
  /** Maximum number of attempts of a rate-limited call. Default `attemptsMax`. */
  rateLimitedAttemptsMax?: number
  /** Maximum wait between two attempts. If `Retry-After` is longer, the call fails immediately. Default 2 minutes. */
  waitMsMax?: number
  /** Called before each wait. */
  onRetry?: (retry: Retry) => void
}

export type Fetch = (url: string, init: SkeinRequestInit) => Promise<Response>

export type Retry = {
  operationId: string
  /** Number of the failed attempt, starting at 1. */
  attempt: number
  waitMs: number
  /** Reason of the failure. */
  failure: ApiError | NoAnswerError
}

export type Connection = Required<Omit<SkeinClientOptions, 'baseUrl' | 'apiKey'>> & {
  /** Base URL without a trailing slash; paths of operations are appended. */
  baseUrl: string
  headers(): Promise<Headers>
  /**
   * Time by performance.now() until which all calls wait after one has reached a rate limit. Unlike the wall clock, performance.now() never
   * jumps.
   */
  resumeAt: number
}

/** Checks the options and fills in defaults. Throws TypeError when an option is invalid. */
export function openConnection({ baseUrl, apiKey, fetch, ...options }: SkeinClientOptions): Connection {
  const attemptsMax = atLeast('attemptsMax', options.attemptsMax ?? 5, 1)
  return {
    baseUrl: readBaseUrl(baseUrl),
    async headers() {
      const key = typeof apiKey === 'function' ? await apiKey() : apiKey
      return new Headers(key === null ? {} : { authorization: `Bearer ${readKey(key)}` })
    },
    fetch: fetch ? (url, init) => fetch(url, init) : fetchWithProgress,
    timeoutMs: atLeast('timeoutMs', options.timeoutMs ?? 30_000, 1),
    attemptsMax,
    rateLimitedAttemptsMax: atLeast('rateLimitedAttemptsMax', options.rateLimitedAttemptsMax ?? attemptsMax, 1),
    waitMsMax: atLeast('waitMsMax', options.waitMsMax ?? 120_000, 0),
    onRetry: options.onRetry ?? (() => undefined),
    resumeAt: 0,
  }
}

function readBaseUrl(given: string | URL): string {
  let url: URL
  try {
    url = new URL(given)
  } catch {
    throw new TypeError(`baseUrl must be an address such as https://support.example.com, not "${String(given)}"`)
  }
  if (!['http:', 'https:'].includes(url.protocol)) throw new TypeError(`baseUrl must begin with http:// or https://, not ${url.protocol}`)
  if (url.username || url.password || url.search || url.hash)
    throw new TypeError('baseUrl must not contain a user name, password, query or fragment')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
}

/** Validates the key, because the runtime's own error for an invalid header value would contain it. */
function readKey(key: unknown): string {
  const text = typeof key === 'string' ? key.trim() : ''
  if (!/^[\x21-\x7e]+$/.test(text)) throw new TypeError('apiKey must be an API key exactly as the service issued it')
  return text
}

function atLeast(name: string, value: number, min: number): number {
  if (typeof value === 'number' && value >= min) return value
  throw new TypeError(`${name} must be a number of at least ${min}, not ${String(value)}`)
}
