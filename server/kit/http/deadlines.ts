/** How long a request may take to arrive, and how long it may be worked on. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, requestTimeout, systemTimeout } from '../errors.ts'

export type Deadlines = { watch(req: IncomingMessage, res: ServerResponse): void; done(res: ServerResponse): void; stop(): void }

export type DeadlineOptions = {
  /** Milliseconds for which a body may bring nothing new: then it is given up with 408. */
  bodyIdleMs: number
  /** Milliseconds in which all of a request must have arrived, else 408. */
  arriveMs: number
  /** Milliseconds a request may be worked on once it has arrived: then it is given up with 504. */
  workMs: number
}

type Watched = { req: IncomingMessage; since: number; bytes: number }

/**
 * One timer for all requests. While a body is read the caller is waited for, which is 408; from then on the service works, which is
 * 504 whatever it waits for. A body that keeps coming, however slowly, has `arriveMs`, to which the server itself holds it.
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
