/** Cross-origin requests: whose pages may read answers. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export function isPreflight(req: IncomingMessage): boolean {
  return req.method === 'OPTIONS' && req.headers.origin !== undefined && req.headers['access-control-request-method'] !== undefined
}

/** Lets pages of the request's origin read the answer; `everybody` is for what is public, or open to whoever has the link. */
export function allowOrigin(req: IncomingMessage, res: ServerResponse, who: 'everybody' | ((origin: string) => boolean)): void {
  const { origin } = req.headers
  if (origin === undefined) return
  if (who !== 'everybody') res.setHeader('Vary', 'Origin')
  if (who !== 'everybody' && !who(origin)) return
  res.setHeader('Access-Control-Allow-Origin', who === 'everybody' ? '*' : origin)
  res.setHeader('Access-Control-Expose-Headers', exposedHeaders)
}

/** Without `Access-Control-Allow-Origin`, which only `allowOrigin` sets, a browser takes it for a refusal. */
export function answerPreflight(res: ServerResponse): void {
  res.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, POST, PATCH, PUT, DELETE',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, If-Match, X-Request-Id, Last-Event-ID',
    // A day; browsers shorten it to what they allow.
    'Access-Control-Max-Age': '86400',
  })
  res.end()
}

const exposedHeaders =
  'ETag, Location, Idempotent-Replayed, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Policy'
