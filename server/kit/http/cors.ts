/** Cross-origin requests: browsers may call the API from any origin. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export function isPreflight(req: IncomingMessage): boolean {
  return req.method === 'OPTIONS' && req.headers.origin !== undefined && req.headers['access-control-request-method'] !== undefined
}

/** Browsers never send bearer tokens on their own, so requests from any origin are safe to allow. */
export function allowOrigin(res: ServerResponse): void {
  res.setHeader('Access-Control-Allow-Origin', '*')
  res.setHeader('Access-Control-Expose-Headers', exposedHeaders)
}

export function answerPreflight(res: ServerResponse): void {
  res.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, POST, PATCH, PUT, DELETE',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, If-Match, X-Request-Id, Last-Event-ID',
    'Access-Control-Max-Age': '86400',
  })
  res.end()
}

const exposedHeaders =
  'ETag, Location, Idempotent-Replayed, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Policy'
