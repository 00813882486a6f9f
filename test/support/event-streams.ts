/** Readers of `GET /events/stream`, as clients hold it open. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { readEventStream, type ReceivedFrame } from '../../client/read-event-stream.ts'
import { apiPrefix } from '../../server/platform/http/answers.ts'

export type OpenStream = {
  status: number
  headers: IncomingMessage['headers']
  /** Frames with data, so far. */
  frames: ReceivedFrame[]
  /** What a client would send as Last-Event-ID now. */
  lastEventId: () => string
  /** Leaves. */
  close(): void
  /** Resolves when the stream has ended, whoever ended it. */
  ended: Promise<void>
  /** Resolves when a frame is there that satisfies `wanted`. */
  until(wanted: (frame: ReceivedFrame) => boolean): Promise<ReceivedFrame>
}

export async function openStream(
  port: number,
  key: string,
  { query = '', lastEventId, onFrame }: { query?: string; lastEventId?: string; onFrame?: (frame: ReceivedFrame) => void } = {},
): Promise<OpenStream> {
  const headers = { authorization: `Bearer ${key}`, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) }
  const request = get({ host: '127.0.0.1', port, path: `${apiPrefix}/events/stream${query}`, headers, agent: false })
  // Safe because that is what the event carries.
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  // A connection that is reset breaks the response, which is what the reader below sees.
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
      // The connection broke: an end like any other.
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
