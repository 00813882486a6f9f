/** Where the service is, and how patiently it is asked. */
import type { ApiError, NoAnswerError } from './api-error.ts'

export type SkeinClientOptions = {
  /** The service's address, such as `https://support.example.com`; with or without `/api/v1`. */
  baseUrl: string | URL
  /**
   * Sent as `Authorization: Bearer …`: an API key, or what gives one, asked before each request. Null for operations without
   * credentials. Keep keys on your servers: whoever can read a page can read the keys in it.
   */
  apiKey: string | (() => string | Promise<string>) | null
  /** In place of the runtime's own: for proxies, and for tests. */
  fetch?: Fetch
  /** How long one attempt may take, to the end of its answer. 30 seconds unless given. */
  timeoutMs?: number
  /** How often a call is tried before it fails. 5 unless given; 1 tries nothing twice. */
  attemptsMax?: number
  /** The same for attempts that were refused because a rate limit was reached; as `attemptsMax` unless given. */
  rateLimitedAttemptsMax?: number
  /** The longest that is waited between two attempts; when the service asks for longer, the call fails at once. 2 minutes unless given. */
  waitMsMax?: number
  /** Told before each wait. */
  onRetry?: (retry: Retry) => void
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type Retry = {
  operationId: string
  /** The attempt that failed, from 1. */
  attempt: number
  waitMs: number
  /** Why it failed. */
  failure: ApiError | NoAnswerError
}

export type Connection = Required<Omit<SkeinClientOptions, 'baseUrl' | 'apiKey'>> & {
  /** Without a slash at its end; paths of operations follow it. */
  baseUrl: string
  headers(): Promise<Headers>
  /** A rate limit that one call has reached is every call's: all wait until then, in milliseconds since 1970. */
  resumeAt: number
}

/** Throws TypeError. */
export function openConnection({ baseUrl, apiKey, fetch, ...options }: SkeinClientOptions): Connection {
  const attemptsMax = atLeast('attemptsMax', options.attemptsMax ?? 5, 1)
  return {
    baseUrl: readBaseUrl(baseUrl),
    async headers() {
      const key = typeof apiKey === 'function' ? await apiKey() : apiKey
      return new Headers(key === null ? {} : { authorization: `Bearer ${readKey(key)}` })
    },
    // Looked up at each call, and called without a receiver, which browsers refuse.
    fetch: fetch ? (url, init) => fetch(url, init) : (url, init) => globalThis.fetch(url, init),
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
    throw new TypeError('baseUrl must hold no user name, password, query or fragment')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
}

/** The runtime's own error for a value that is no header would show the key. */
function readKey(key: unknown): string {
  const text = typeof key === 'string' ? key.trim() : ''
  if (!/^[\x21-\x7e]+$/.test(text)) throw new TypeError('apiKey must be a key as the service gave it')
  return text
}

function atLeast(name: string, value: number, min: number): number {
  if (typeof value === 'number' && value >= min) return value
  throw new TypeError(`${name} must be a number of at least ${min}, not ${String(value)}`)
}
