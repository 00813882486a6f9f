/** Readers of `GET /events/stream` and other streams, which keep the stream open as clients do. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { readEventStream, type ReceivedFrame } from '../../client/read-event-stream.ts'
import { apiPrefix } from '#platform/http/handle-call.ts'

export type OpenStream = {
  status: number
  headers: IncomingMessage['headers']
  /** Frames with data so far. */
  frames: ReceivedFrame[]
  /** Returns the Last-Event-ID that a client would send now. */
  lastEventId: () => string
  /** Disconnects. */
  close(): void
  /** Resolves when the stream has ended, on either side. */
  ended: Promise<void>
  /** Resolves with the first frame that `wanted` accepts. */
  until(wanted: (frame: ReceivedFrame) => boolean): Promise<ReceivedFrame>
}

export async function openStream(
  port: number,
  key: string,
  {
    path = '/events/stream',
    query = '',
    lastEventId,
    onFrame,
  }: { path?: string; query?: string; lastEventId?: string; onFrame?: (frame: ReceivedFrame) => void } = {},
): Promise<OpenStream> {
  const headers = { authorization: `Bearer ${key}`, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) }
  const request = get({ host: '127.0.0.1', port, path: `${apiPrefix}${path}${query}`, headers, agent: false })
  // Safe because the event has this shape.
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  // A reset connection also fails the response, which the reader below handles.
  request.on('error', () => {})
  const frames: ReceivedFrame[] = []
  const waiting = new Set<() => void>()
  let last = lastEventId ?? ''
  const read = async (): Promise<void> => {
    try {
      for await (const frame of readEventStream(response)) {
        last = frame.id
        if (frame.data === '') continue
        frames.push(frame)
        onFrame?.(frame)
        for (const wake of waiting) wake()
        waiting.clear()
      }
    } catch {
      // The connection broke, which also ends the stream.
    }
  }
  const ended = read()
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    frames,
    lastEventId: () => last,
    ended,
    close: () => void request.destroy(),
    async until(wanted) {
      for (let next = 0; ; ) {
        for (; next < frames.length; next++) {
          const frame = frames[next]
          if (frame && wanted(frame)) return frame
        }
        const over = await Promise.race([ended.then(() => true), new Promise<false>((resolve) => waiting.add(() => resolve(false)))])
        if (over && next === frames.length) throw new Error(`The stream ended after ${frames.length} frames`)
      }
    },
  }
}
