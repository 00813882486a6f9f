/** Time limits for receiving and for processing a request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, requestTimeout, systemTimeout } from '../errors.ts'

export type Deadlines = { watch(req: IncomingMessage, res: ServerResponse): void; done(res: ServerResponse): void; stop(): void }

export type DeadlineOptions = {
  /** Milliseconds without new bytes of a body after which the request ends with 408. */
  bodyIdleMs: number
  /** Milliseconds in which the whole request must arrive, else 408. */
  arriveMs: number
  /** Milliseconds for processing a request after it has arrived, else 504. */
  workMs: number
}

type Watched = { req: IncomingMessage; since: number; bytes: number }

/**
 * One timer for all requests. A timeout while the body is read is the caller's (408); a timeout afterwards is the service's (504). A body
 * that keeps arriving slowly is limited by `arriveMs`, which the HTTP server itself enforces.
 */
export function watchDeadlines(
  { bodyIdleMs, workMs }: Pick<DeadlineOptions, 'bodyIdleMs' | 'workMs'>,
  giveUp: (req: IncomingMessage, res: ServerResponse, error: ApiError) => void,
): Deadlines {
  const open = new Map<ServerResponse, Watched>()
  const look = (): void => {
    const now = performance.now()
    for (const [res, watched] of open) {
      const { req, since, bytes } = watched
      const reading = !req.complete && req.readableFlowing === true
      if (res.headersSent || res.destroyed) open.delete(res)
      else if (reading && req.socket.bytesRead !== bytes) Object.assign(watched, { since: now, bytes: req.socket.bytesRead })
      else if (now - since > (reading ? bodyIdleMs : workMs)) {
        open.delete(res)
        giveUp(req, res, new ApiError(reading ? requestTimeout : systemTimeout))
      }
    }
  }
  const timer = setInterval(look, 500)
  timer.unref()
  return {
    watch: (req, res) => open.set(res, { req, since: performance.now(), bytes: -1 }),
    done: (res) => open.delete(res),
    stop: () => clearInterval(timer),
  }
}
