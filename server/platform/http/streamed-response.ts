/**
 * Streams the pieces of a response while the operation runs (`pieces` of its declaration). Each piece is an event; the last event is the
 * complete response.
 */
import type { Call, CallHandler, JsonResponse } from './call.ts'
import { errorBody, type ApiError } from '../errors.ts'
import type { StreamFrame } from './event-stream.ts'
import { getState } from './request-state.ts'

/**
 * Milliseconds after which the stream starts even without a piece. Its heartbeats keep the connection open, because proxies close a silent
 * connection after a minute.
 */
const beginAfterMs = 10_000

export type StreamedResponse = {
  /**
   * Resolves with the first piece, after ten seconds, or when the operation ends. Nothing is sent before that, so that an earlier error
   * gets a normal error response.
   */
  begun: Promise<void>
  /**
   * Returns the response of an operation that ended before its first piece, else null. Throws the error of an operation that failed before
   * its first piece.
   */
  early(): JsonResponse | null
  /** Yields the pieces, then a frame with the response or the error. Ends with the operation, even if the caller has disconnected. */
  frames(): AsyncGenerator<StreamFrame>
}

/** Starts the operation. `errorOf` converts any error to an error that callers may see. */
export function startStreamedResponse(
  respond: CallHandler,
  call: Call,
  signal: AbortSignal,
  errorOf: (error: unknown) => ApiError,
): StreamedResponse {
  const waiting: object[] = []
  let ended: { sent: JsonResponse } | { error: unknown } | null = null
  let change = Promise.withResolvers<void>()
  const changed = (): void => {
    change.resolve()
    change = Promise.withResolvers()
  }
  const piece = (data: object): void => {
    waiting.push(data)
    changed()
  }
  const working = respond({ ...call, progress: { signal, piece } })
    .then(
      (sent) => void (ended = { sent }),
      (error: unknown) => void (ended = { error }),
    )
    .then(changed)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, beginAfterMs)))
  // Read `ended` in a function, because the compiler assumes that the variable never changes.
  const getEnd = (): typeof ended => ended
  return {
    begun: Promise.race([change.promise, late]).finally(() => clearTimeout(timer)),
    early() {
      const before = waiting.length === 0 ? getEnd() : null
      if (before && 'error' in before) throw before.error
      return before?.sent ?? null
    },
    async *frames() {
      try {
        // Starts the stream even if there is no piece yet.
        yield null
        for (;;) {
          const next = change.promise
          for (let data = waiting.shift(); data; data = waiting.shift()) yield { event: 'delta', data }
          const over = getEnd()
          if (over) {
            yield lastFrame(over, call, errorOf)
            return
          }
          await next
        }
      } finally {
        // Free the slot only after the operation has stored its cost.
        await working
      }
    },
  }
}

/** Returns the last frame, whose data is the body that a caller accepting JSON would get. */
function lastFrame(over: { sent: JsonResponse } | { error: unknown }, { req }: Call, errorOf: (error: unknown) => ApiError): StreamFrame {
  if ('sent' in over) return { event: over.sent.status < 400 ? 'result' : 'error', data: JSON.parse(String(over.sent.body)) as unknown }
  const { requestId, docsUrl } = getState(req)
  return { event: 'error', data: { data: null, error: errorBody(errorOf(over.error), requestId, docsUrl) } }
}
