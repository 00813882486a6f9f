/** Error responses, all in one form; also handles the unread body of a refused request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, errorBody, internalError, type ErrorBody } from '../errors.ts'
import type { Log } from '../log.ts'
import { stateOf } from './request-state.ts'

/** Errors have this type whatever `Accept` prefers: generated clients cannot type two media types of one response. */
export const jsonContentType = 'application/json; charset=utf-8'

export function errorPayload(error: ErrorBody): string {
  return JSON.stringify({ data: null, error })
}

/** Sends an error response. After the beginning of another response it closes the connection instead. */
export function refuse(req: IncomingMessage, res: ServerResponse, error: ApiError): void {
  if (res.headersSent || res.destroyed) {
    res.destroy()
    return
  }
  const { requestId, docsUrl } = stateOf(req)
  const body = errorPayload(errorBody(error, requestId, docsUrl))
  if (!req.complete) drainAtMost(req, drainBytesMax)
  for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value)
  res.writeHead(error.declaration.status, { 'Content-Type': jsonContentType, 'Content-Length': Buffer.byteLength(body) })
  res.end(body)
}

/** Returns the error to respond with. Logs an unexpected one, which the caller sees as 500 with a request id. */
export function toApiError(error: unknown, req: IncomingMessage, log: Log): ApiError {
  const { requestId } = stateOf(req)
  if (!(error instanceof ApiError)) {
    log.error({ error, requestId }, 'unforeseen error')
    return new ApiError(internalError)
  }
  if (error.declaration.status >= 500) log.warn({ error, requestId }, 'request failed')
  return error
}

/** How much of an unwanted body is read, so that its sender gets to read the response; then the connection is closed. */
const drainBytesMax = 8_388_608

function drainAtMost(req: IncomingMessage, bytesMax: number): void {
  let bytes = 0
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > bytesMax) req.destroy()
  })
}
