/** Errors of outgoing requests, with messages for the tenant that configured the URL. */

/** Thrown for a URL that may not be requested. The message reveals nothing about this network. */
export class ForbiddenUrlError extends Error {}

export type SafeFetchFailure = 'timeout' | 'aborted' | 'unresolved' | 'unreachable' | 'reset' | 'tls' | 'malformed' | 'headers_too_large'

/** Thrown when no complete response arrives. */
export class SafeFetchError extends Error {
  readonly reason: SafeFetchFailure
  constructor(reason: SafeFetchFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.reason = reason
  }
}

/** Converts an error of the socket, TLS or the HTTP parser to an error with a message for the tenant. */
export function toFetchError(error: unknown): SafeFetchError {
  const code = codeOf(error)
  if (isReset(error)) return new SafeFetchError('reset', 'The connection was closed before the answer was complete.', error)
  if (code === 'HPE_HEADER_OVERFLOW') return new SafeFetchError('headers_too_large', 'The headers of the answer are too large.', error)
  if (code.startsWith('HPE_')) return new SafeFetchError('malformed', 'The answer is not valid HTTP.', error)
  if (code === 'ECONNREFUSED') return new SafeFetchError('unreachable', 'The connection was refused.', error)
  // TLS error codes contain an underscore (CERT_HAS_EXPIRED, ERR_TLS_…) or are EPROTO. System error codes contain no underscore.
  if (code.includes('_') || code === 'EPROTO') return new SafeFetchError('tls', `No secure connection could be made (${code}).`, error)
  return new SafeFetchError('unreachable', 'The host could not be reached.', error)
}

const resets: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED'])

export function isReset(error: unknown): boolean {
  return resets.has(codeOf(error))
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
