/** Sends error responses in one format, and drains the unread body of a rejected request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, errorBody, internalError, type ErrorBody } from '../errors.ts'
import type { Log } from '../log.ts'
import { getState } from './request-state.ts'

/** Media type of every error, regardless of `Accept`, because generated clients cannot type a response with two media types. */
export const jsonContentType = 'application/json; charset=utf-8'

export function errorPayload(error: ErrorBody): string {
  return JSON.stringify({ data: null, error })
}

/** Sends an error response. Closes the connection instead when another response has begun. */
export function refuse(req: IncomingMessage, res: ServerResponse, error: ApiError): void {
  if (res.headersSent || res.destroyed) {
    res.destroy()
    return
  }
  const { requestId, docsUrl } = getState(req)
  const body = errorPayload(errorBody(error, requestId, docsUrl))
  if (!req.complete) drainAtMost(req, maxDrainBytes)
  for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value)
  res.writeHead(error.declaration.status, { 'Content-Type': jsonContentType, 'Content-Length': Buffer.byteLength(body) })
  res.end(body)
}

/** Returns the error to respond with. Logs an unexpected error, for which the caller gets a 500 with the request id. */
export function toApiError(error: unknown, req: IncomingMessage, log: Log): ApiError {
  const { requestId } = getState(req)
  if (!(error instanceof ApiError)) {
    log.error({ error, requestId }, 'unforeseen error')
    return new ApiError(internalError)
  }
  if (error.declaration.status >= 500) log.warn({ error, requestId }, 'request failed')
  return error
}

/** Maximum bytes of an unwanted body to drain before closing the connection. A client that is still writing does not read the response. */
const maxDrainBytes = 8_388_608

function drainAtMost(req: IncomingMessage, maxBytes: number): void {
  let bytes = 0
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) req.destroy()
  })
}
