/** Answers that are read while they are made: pieces, then one event with the answer or its error. */
import { readError, type ApiError } from './api-error.ts'
import { readEventStream } from './read-event-stream.ts'
import type { Deadline } from './waiting.ts'

/** Three heartbeats of the service. */
const idleMsMin = 45_000

export function isEventStream(response: Response): boolean {
  return response.ok && response.headers.get('content-type')?.startsWith('text/event-stream') === true
}

/** The caller's function, and that it was called. */
export function passingOn(onPiece: (piece: never) => void, note: () => void): (piece: never) => void {
  return (piece) => {
    note()
    onPiece(piece)
  }
}

/** The answer, as if it had come as a whole, or its error. Throws when the stream breaks before either, and what `onPiece` throws. */
export async function readPieces(
  response: Response,
  deadline: Deadline,
  timeoutMs: number,
  onPiece: (piece: never) => void,
): Promise<{ response: Response; body: object } | ApiError> {
  if (!response.body) throw new Error('the answer has no body')
  for await (const { event, data } of readEventStream(chunksOf(response.body, deadline, Math.max(timeoutMs, idleMsMin)))) {
    // Safe because the document declares what each event holds.
    if (event === 'delta') onPiece(JSON.parse(data) as never)
    if (event === 'result') return { response, body: JSON.parse(data) as object }
    if (event === 'error') return errorOf(response, data)
  }
  throw new Error('the service ended the answer before it was complete')
}

/** Its status stands in the error: the response had begun before anything was wrong. */
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
