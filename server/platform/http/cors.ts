/** Handles cross-origin requests: sends the headers that let pages of other origins read responses. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export function isPreflight(req: IncomingMessage): boolean {
  return req.method === 'OPTIONS' && req.headers.origin !== undefined && req.headers['access-control-request-method'] !== undefined
}

/**
 * Lets pages of the request's origin read the response. `everybody` is for responses that are public or only protected by a secret link.
 * These have the header without an origin too, because browsers reuse a response that they have cached for pages of other origins.
 */
export function allowOrigin(req: IncomingMessage, res: ServerResponse, who: 'everybody' | ((origin: string) => boolean)): void {
  const { origin = '' } = req.headers
  if (who !== 'everybody') {
    if (origin === '') return
    res.setHeader('Vary', 'Origin')
    if (!who(origin)) return
  }
  res.setHeader('Access-Control-Allow-Origin', who === 'everybody' ? '*' : origin)
  res.setHeader('Access-Control-Expose-Headers', exposedHeaders)
}

/** Responds to a preflight. Without `Access-Control-Allow-Origin` from `allowOrigin`, the browser treats the response as a refusal. */
export function respondToPreflight(res: ServerResponse): void {
  res.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, POST, PATCH, PUT, DELETE',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id, Last-Event-ID',
    // One day. Browsers cap it at their own maximum.
    'Access-Control-Max-Age': '86400',
  })
  res.end()
}

const exposedHeaders =
  'ETag, Location, Idempotent-Replayed, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Policy'
