/**
 * Parses the request target, once. Everything that depends on the target (limits, host, routing, the fingerprint of retries, logs, metrics,
 * the pages outside the API) uses this result. A second parser with different rules could let a request bypass checks based on the first.
 */
import { ApiError, badUrl, uriTooLong } from '../errors.ts'

export type Target = {
  /** Canonical path: each segment decoded and encoded once, so that all spellings of a path become one string. */
  path: string
  /** Decoded segments between the slashes. */
  segments: readonly string[]
  /** Raw query string after the question mark, with valid percent-encoding. */
  query: string
  /** Host and port of an absolute target (`GET http://host/path`), which override the Host header. */
  authority: string | null
}

export const maxUrlLength = 8192

/**
 * Parses the request target. Throws ApiError 414 or 400. Decodes the path but does not normalise it: dot segments, empty segments, matrix
 * parameters and letter case are literal, so they match no operation.
 */
export function readTarget(url: string): Target {
  if (url.length > maxUrlLength) throw new ApiError(uriTooLong)
  // Clients must not send a fragment, and routers and proxies disagree on where the path before it ends.
  if (url.includes('#')) throw new ApiError(badUrl, { message: 'Send the URL without its fragment.' })
  // `OPTIONS *` addresses the server as a whole; no operation supports it.
  if (url === '*') return { path: url, segments: [url], query: '', authority: null }
  const absolute = url.startsWith('/') ? null : /^https?:\/\/([^/?]+)(.*)$/i.exec(url)
  if (!url.startsWith('/') && !absolute) throw new ApiError(badUrl)
  const local = absolute?.[2] ?? url
  const queryAt = local.indexOf('?')
  const rawPath = (queryAt < 0 ? local : local.slice(0, queryAt)) || '/'
  const query = queryAt < 0 ? '' : local.slice(queryAt + 1)
  if (query.includes('%')) decoded(query)
  const authority = absolute?.[1] ?? null
  if (onlyPlain.test(rawPath)) return { path: rawPath, segments: rawPath.slice(1).split('/'), query, authority }
  const segments = rawPath.slice(1).split('/').map(decoded)
  return { path: `/${segments.map(encoded).join('/')}`, segments, query, authority }
}

/** Matches paths whose characters need no encoding (RFC 3986, 3.3) and which are therefore canonical. */
const onlyPlain = /^\/[\w.~/!$&'()*+,;=:@-]*$/

function encoded(segment: string): string {
  return encodeURIComponent(segment).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new ApiError(badUrl)
  }
}
