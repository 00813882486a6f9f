/** Answers that their callers read piece by piece (`pieces` of a declaration): what is made shows while it is made, then the answer. */
import type { Answerer, Call, Sent } from './answers.ts'
import { errorBody, type ApiError } from '../errors.ts'
import type { StreamFrame } from './event-stream.ts'
import { visitOf } from './visit.ts'

/** After so long the stream begins without a piece, so that heartbeats keep its connection: proxies end a silent one after a minute. */
const beginAfterMs = 10_000

export type Pieces = {
  /**
   * Settles with the first piece, after ten seconds, or with the end of the work. Until then nothing is sent: an error that comes first is an
   * ordinary answer, with its status.
   */
  begun: Promise<void>
  /** The answer when it came before any piece. Throws the error that came before any piece. */
  early(): Sent | null
  /** Pieces, then one frame with the answer or the error. Ends when the work has ended, also when nobody reads any more. */
  frames(): AsyncGenerator<StreamFrame>
}

/** Starts to answer a call. `errorOf` makes an error that callers may see of any other. */
export function startPieces(answer: Answerer, call: Call, signal: AbortSignal, errorOf: (error: unknown) => ApiError): Pieces {
  const waiting: object[] = []
  let ended: { sent: Sent } | { error: unknown } | null = null
  let change = Promise.withResolvers<void>()
  const changed = (): void => {
    change.resolve()
    change = Promise.withResolvers()
  }
  const piece = (data: object): void => {
    waiting.push(data)
    changed()
  }
  const working = answer({ ...call, progress: { signal, piece } })
    .then(
      (sent) => void (ended = { sent }),
      (error: unknown) => void (ended = { error }),
    )
    .then(changed)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, beginAfterMs)))
  // Read anew after each wait: the work sets it meanwhile.
  const end = (): typeof ended => ended
  return {
    begun: Promise.race([change.promise, late]).finally(() => clearTimeout(timer)),
    early() {
      const before = waiting.length === 0 ? end() : null
      if (before && 'error' in before) throw before.error
      return before?.sent ?? null
    },
    async *frames() {
      try {
        // Begins the stream, when there is no piece yet.
        yield null
        for (;;) {
          const next = change.promise
          for (let data = waiting.shift(); data; data = waiting.shift()) yield { event: 'delta', data }
          const over = end()
          if (over) {
            yield lastFrame(over, call, errorOf)
            return
          }
          await next
        }
      } finally {
        // What it has cost is kept before its place in the process is free again.
        await working
      }
    },
  }
}

/** What the answer would have been as a whole: of its body or its error nothing is different. */
function lastFrame(over: { sent: Sent } | { error: unknown }, { req }: Call, errorOf: (error: unknown) => ApiError): StreamFrame {
  if ('sent' in over) return { event: over.sent.status < 400 ? 'result' : 'error', data: JSON.parse(String(over.sent.body)) as unknown }
  const { requestId, docsUrl } = visitOf(req)
  return { event: 'error', data: { data: null, error: errorBody(errorOf(over.error), requestId, docsUrl) } }
}
