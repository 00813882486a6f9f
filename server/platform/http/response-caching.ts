/** Headers that let callers keep responses. */
import { hash } from 'node:crypto'
import type { JsonResponse } from './call.ts'
import { hasKnownTag } from './entity-tags.ts'

/** Uses a hash of the body as the response's ETag. Returns 304 without a body when the caller already has this body. */
export function tagByBody(ifNoneMatch: string | undefined, { status, headers, body }: JsonResponse): JsonResponse {
  const tag = hash('sha256', body, 'base64url').slice(0, 22)
  // Browsers may store the response but must revalidate it each time.
  const tagged = { ...headers, 'Cache-Control': 'private, no-cache', ETag: `"${tag}"` }
  return hasKnownTag(ifNoneMatch, [tag]) ? { status: 304, headers: tagged, body: '' } : { status, headers: tagged, body }
}

/** Lets browsers and proxies store a response that is the same for everybody. */
export function cacheFor(seconds: number, response: JsonResponse): JsonResponse {
  return { ...response, headers: { ...response.headers, 'Cache-Control': `public, max-age=${seconds}` } }
}
