/** Reads text responses of any length: NDJSON line by line, and CSV in chunks. */
import { ApiError, NoAnswerError, readError } from './api-error.ts'
import type { Connection } from './connection.ts'
import type { CallOptions } from './request-types.ts'
import { urlOf, type AnyRequest, type Operation } from './send.ts'
import { startDeadline } from './waiting.ts'

export const linesMediaType = 'text/x-ndjson'
export const csvMediaType = 'text/csv'

/** Yields the value of each line of NDJSON. */
export function readLines<Line>(connection: Connection, operation: Operation, request: AnyRequest & CallOptions): Items<Line> {
  let rest = ''
  const parse = (text: string): Line[] => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    // Safe because the API description declares the type of each line.
    return lines.map((line) => JSON.parse(line) as Line)
  }
  return readItems(connection, operation, request, { mediaType: linesMediaType, parse, isWhole: () => rest === '' })
}

/** Yields the text of a CSV response in chunks of any size, as they arrive. */
export function readCsv(connection: Connection, operation: Operation, request: AnyRequest & CallOptions): Items<string> {
  const parse = (text: string): string[] => (text === '' ? [] : [text])
  return readItems(connection, operation, request, { mediaType: csvMediaType, parse, isWhole: () => true })
}

type Items<Item> = AsyncGenerator<Item, void, undefined>

/** `isWhole` returns whether all text has been parsed. It is called at the end of the response. */
type Format<Item> = { mediaType: string; parse: (text: string) => Item[]; isWhole: () => boolean }

/**
 * Yields the items of a response as they arrive. There are no retries, because the caller may already have used some items. `timeoutMs` is
 * an idle timeout. Throws ApiError when the service refuses the request, NoAnswerError when the response is incomplete.
 */
async function* readItems<Item>(
  connection: Connection,
  operation: Operation,
  request: AnyRequest & CallOptions,
  { mediaType, parse, isWhole }: Format<Item>,
): Items<Item> {
  const url = urlOf(connection, operation, request)
  const sent = await connection.headers()
  for (const [name, value] of new Headers(request.headers)) sent.set(name, value)
  sent.set('accept', mediaType)
  const maxIdleMs = request.timeoutMs ?? connection.timeoutMs
  const deadline = startDeadline(request.signal)
  try {
    deadline.within(maxIdleMs)
    const response = await connection.fetch(url, { headers: sent, signal: deadline.signal, redirect: 'manual' })
    const isExpected = response.status === 200 && response.headers.get('content-type')?.startsWith(mediaType)
    if (!isExpected || !response.body) throw readError(response, await response.text())
    const reader = response.body.getReader()
    // The byte order mark of CSV is for spreadsheets, which read the text from a file.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    try {
      for (;;) {
        deadline.within(maxIdleMs)
        const { done, value } = await reader.read()
        deadline.pause()
        yield* parse(done ? decoder.decode() : decoder.decode(value, { stream: true }))
        if (done && !isWhole()) throw new Error('The last line is not whole')
        if (done) return
      }
    } finally {
      await reader.cancel().catch(() => undefined)
    }
  } catch (error) {
    request.signal?.throwIfAborted()
    throw error instanceof ApiError ? error : new NoAnswerError(`GET ${url}`, 1, error)
  } finally {
    deadline.end()
  }
}
