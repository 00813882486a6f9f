/** Reads responses that stream pieces: the pieces, then one event with the complete response or its error. */
import { readError, type ApiError } from './api-error.ts'
import { readEventStream } from './read-event-stream.ts'
import type { Deadline } from './waiting.ts'

/** Idle timeout: three heartbeat intervals of the service. */
const idleMsMin = 45_000

export function isEventStream(response: Response): boolean {
  return response.ok && response.headers.get('content-type')?.startsWith('text/event-stream') === true
}

/** Calls `note` before each call of the caller's function. */
export function wrapOnPiece(onPiece: (piece: never) => void, note: () => void): (piece: never) => void {
  return (piece) => {
    note()
    onPiece(piece)
  }
}

/** Returns the complete response, or its error. Throws when the stream breaks before either, and rethrows what `onPiece` throws. */
export async function readPieces(
  response: Response,
  deadline: Deadline,
  timeoutMs: number,
  onPiece: (piece: never) => void,
): Promise<{ response: Response; body: object } | ApiError> {
  if (!response.body) throw new Error('the response has no body')
  for await (const { event, data } of readEventStream(chunksOf(response.body, deadline, Math.max(timeoutMs, idleMsMin)))) {
    // Safe because the API description declares the data of each event.
    if (event === 'delta') onPiece(JSON.parse(data) as never)
    if (event === 'result') return { response, body: JSON.parse(data) as object }
    if (event === 'error') return errorOf(response, data)
  }
  throw new Error('the service ended the response before it was complete')
}

/** Builds the error, which contains its status, because the response had already started with status 200. */
function errorOf({ headers }: Response, text: string): ApiError {
  const { error } = JSON.parse(text) as { error: { status: number } }
  return readError({ status: error.status, headers } as Response, text)
}

async function* chunksOf(body: ReadableStream<Uint8Array>, deadline: Deadline, idleMsMax: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      deadline.within(idleMsMax)
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
