/**
 * The request target, read once. Whatever asks where a request goes (limits, host, routing, the fingerprint of retries, logs,
 * metrics, the pages beside the API) asks this reading: a second one that differs lets a request pass by what the first guards.
 */
import { ApiError, badUrl, uriTooLong } from '../errors.ts'

export type Target = {
  /** The path in its one spelling: each segment decoded once and encoded again, so that two spellings of a path are one text. */
  path: string
  /** The parts between the slashes, decoded. */
  segments: readonly string[]
  /** What follows the question mark, as it was sent; its percent signs can be decoded. */
  query: string
  /** Host and port of a target in absolute form (`GET http://host/path`), which win over the Host header. */
  authority: string | null
}

export const urlLengthMax = 8192

/**
 * Throws ApiError 414 or 400. Nothing is made of a path beyond decoding it: dot segments, empty segments, matrix parameters and
 * letter case are names like any other, which no operation has.
 */
export function readTarget(url: string): Target {
  if (url.length > urlLengthMax) throw new ApiError(uriTooLong)
  // A fragment is never sent; routers and proxies disagree on where a path with one ends.
  if (url.includes('#')) throw new ApiError(badUrl, { message: 'A URL is sent without its fragment.' })
  // Of the server as a whole, which no operation is about.
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

/** Paths of letters that stand for themselves in a path (RFC 3986, 3.3), which are decoded and spelled right already. */
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
