/** Event stream that survives disconnections: each event once and in order. */
import { ApiError, EventsLostError, NoAnswerError, readError } from './api-error.ts'
import type { Connection } from './connection.ts'
import { readEventStream } from './read-event-stream.ts'
import type { NotificationCounts } from './generated/shapes.ts'
import type { PresenceChange, StreamOptions, VisitorChange } from './request-types.ts'
import { isTemporary, urlOf, waitMsAfter, type AnyRequest, type Operation } from './send.ts'
import { sleep, startDeadline, type Deadline } from './waiting.ts'

/** Idle timeout: three heartbeat intervals of the service. */
const idleMsMaxDefault = 45_000

/**
 * Yields the data of each event. Reconnects when the connection drops and resumes after the last event received. Limits attempts only
 * until the first connection succeeds. Throws ApiError, NoAnswerError and EventsLostError.
 */
export async function* followEvents<Event>(
  connection: Connection,
  operation: Operation,
  request: AnyRequest & StreamOptions,
): AsyncGenerator<Event, void, undefined> {
  const { signal, onReset, idleMsMax = idleMsMaxDefault } = request
  const url = urlOf(connection, operation, request)
  let lastEventId = request.lastEventId ?? ''
  let wasEstablished = false
  let failures = 0
  for (;;) {
    if (signal?.aborted) return
    const deadline = startDeadline(signal)
    let isEstablished = false
    const markEstablished = (): void => {
      if (isEstablished) return
      isEstablished = wasEstablished = true
      failures = 0
      request.onOpen?.()
    }
    try {
      const body = await connect(connection, url, { lastEventId, headers: request.headers }, deadline)
      // Without a position, the stream counts as established once the service has sent one. From then on no event can be lost.
      if (lastEventId !== '') markEstablished()
      for await (const { id, event, data } of readEventStream(chunksOf(body, deadline, idleMsMax))) {
        if (id !== '') lastEventId = id
        markEstablished()
        if (event === 'reset') {
          if (!onReset) throw new EventsLostError(id)
          onReset(id)
        } else if (event === 'presence') {
          // Safe because the API description describes these frames.
          request.onPresence?.(JSON.parse(data) as PresenceChange)
        } else if (event === 'visitor') {
          // Safe because the API description describes these frames.
          request.onVisitor?.(JSON.parse(data) as VisitorChange)
        } else if (event === 'notification.changed') {
          // Safe because the API description describes these frames.
          request.onNotifications?.(JSON.parse(data) as NotificationCounts)
        } else if (data !== '') {
          // Safe because the API description declares the data of this operation's frames.
          yield JSON.parse(data) as Event
        }
      }
      throw new StreamBroken(new Error('the service ended it'))
    } catch (error) {
      if (signal?.aborted) return
      failures++
      const failure = error instanceof StreamBroken ? new NoAnswerError(`GET ${url}`, failures, error.cause) : error
      if (!(failure instanceof ApiError || failure instanceof NoAnswerError)) throw failure
      if (!mayReconnect(failure, wasEstablished) || (!wasEstablished && failures >= connection.attemptsMax)) throw failure
      const waitMs = waitMsAfter(failure, failures)
      if (isEstablished) request.onBreak?.(failure)
      else connection.onRetry({ operationId: operation.id, attempt: failures, waitMs, failure })
      await sleep(waitMs, signal).catch(() => undefined)
    } finally {
      deadline.end()
    }
  }
}

/** The connection was lost, or could not be established. */
class StreamBroken extends Error {
  constructor(cause: unknown) {
    super('The stream broke', { cause })
  }
}

/** Whether the stream may reconnect. While the service is unavailable, a proxy in front of it may return any status. */
function mayReconnect(failure: ApiError | NoAnswerError, wasEstablished: boolean): boolean {
  return isTemporary(failure) || (wasEstablished && failure instanceof ApiError && failure.code === `HTTP-${failure.status}`)
}

async function connect(
  connection: Connection,
  url: string,
  { lastEventId, headers }: Pick<StreamOptions, 'headers'> & { lastEventId: string },
  deadline: Deadline,
): Promise<ReadableStream<Uint8Array>> {
  const sent = await connection.headers()
  for (const [name, value] of new Headers(headers)) sent.set(name, value)
  sent.set('accept', 'text/event-stream')
  if (lastEventId !== '') sent.set('last-event-id', lastEventId)
  deadline.within(connection.timeoutMs)
  try {
    const response = await connection.fetch(url, { headers: sent, signal: deadline.signal, redirect: 'manual' })
    const isStream = response.status === 200 && response.headers.get('content-type')?.startsWith('text/event-stream')
    if (isStream && response.body) return response.body
    throw readError(response, await response.text())
  } catch (error) {
    throw error instanceof ApiError ? error : new StreamBroken(deadline.signal.aborted ? deadline.signal.reason : error)
  }
}

/** Reads chunks. The timer runs while waiting for the service, but not while the caller handles an event. */
async function* chunksOf(body: ReadableStream<Uint8Array>, deadline: Deadline, idleMsMax: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      deadline.within(idleMsMax)
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new StreamBroken(deadline.signal.aborted ? deadline.signal.reason : error)
      })
      deadline.pause()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
