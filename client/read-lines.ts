/** Reads NDJSON responses line by line. */
import { ApiError, NoAnswerError, readError } from './api-error.ts'
import type { Connection } from './connection.ts'
import type { CallOptions } from './request-types.ts'
import { urlOf, type AnyRequest, type Operation } from './send.ts'
import { startDeadline } from './waiting.ts'

export const linesMediaType = 'text/x-ndjson'

/**
 * Yields the value of each line. There are no retries, because the caller may already have used some lines. `timeoutMs` limits how long the
 * service may send nothing. Throws ApiError when the service refuses, NoAnswerError when the response is incomplete.
 */
export async function* readLines<Line>(
  connection: Connection,
  operation: Operation,
  request: AnyRequest & CallOptions,
): AsyncGenerator<Line, void, undefined> {
  const url = urlOf(connection, operation, request)
  const sent = await connection.headers()
  for (const [name, value] of new Headers(request.headers)) sent.set(name, value)
  sent.set('accept', linesMediaType)
  const maxIdleMs = request.timeoutMs ?? connection.timeoutMs
  const deadline = startDeadline(request.signal)
  try {
    deadline.within(maxIdleMs)
    const response = await connection.fetch(url, { headers: sent, signal: deadline.signal, redirect: 'manual' })
    const isLines = response.status === 200 && response.headers.get('content-type')?.startsWith(linesMediaType)
    if (!isLines || !response.body) throw readError(response, await response.text())
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    let rest = ''
    try {
      for (;;) {
        deadline.within(maxIdleMs)
        const { done, value } = await reader.read()
        deadline.pause()
        const lines = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n')
        rest = lines.pop() ?? ''
        // Safe because the API description declares the form of each line.
        for (const line of lines) yield JSON.parse(line) as Line
        if (done && rest !== '') throw new Error('The last line is not whole')
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
