/** Enforces time limits for receiving and processing a request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, requestTimeout, systemTimeout } from '../errors.ts'
import { getState } from './request-state.ts'

export type Deadlines = { watch(req: IncomingMessage, res: ServerResponse): void; done(res: ServerResponse): void; stop(): void }

export type DeadlineOptions = {
  /** Milliseconds without new bytes of a body, after which the request gets 408. */
  bodyIdleMs: number
  /** Milliseconds in which the whole request must arrive. A slower request gets 408. */
  arriveMs: number
  /** Milliseconds in which a request with a file must arrive. Default: ten minutes. */
  filesArriveMs?: number
  /** Milliseconds for processing a request after it has arrived. A slower request gets 504. */
  workMs: number
}

type Watched = { req: IncomingMessage; startedAt: number; since: number; bytes: number }

/**
 * Ends requests that exceed their time limit, with one timer for all of them. A timeout gives 408 while the body arrives, and 504 later. A
 * body that is still arriving after the response closes the connection at the usual deadline for bodies.
 */
export function watchDeadlines(
  { bodyIdleMs, arriveMs, workMs }: DeadlineOptions,
  giveUp: (req: IncomingMessage, res: ServerResponse, error: ApiError) => void,
): Deadlines {
  const open = new Map<ServerResponse, Watched>()
  const look = (): void => {
    const now = performance.now()
    for (const [res, watched] of open) {
      const { req, startedAt, since, bytes } = watched
      const isOver = res.headersSent || res.destroyed
      const isLate = !req.complete && now - startedAt > arriveMs
      const { takesFiles } = getState(req)
      // The body of a file may be paused for a disk write and still be arriving.
      const reading = !req.complete && (takesFiles || req.readableFlowing === true)
      if (isOver && (req.complete || req.destroyed)) open.delete(res)
      else if (isOver) {
        if (isLate) req.destroy()
      } else if (isLate && !takesFiles) {
        open.delete(res)
        giveUp(req, res, new ApiError(requestTimeout))
      } else if (reading && req.socket.bytesRead !== bytes) Object.assign(watched, { since: now, bytes: req.socket.bytesRead })
      else if (now - since > (reading ? bodyIdleMs : workMs)) {
        open.delete(res)
        giveUp(req, res, new ApiError(reading ? requestTimeout : systemTimeout))
      }
    }
  }
  const timer = setInterval(look, 500)
  timer.unref()
  return {
    watch: (req, res) => {
      const now = performance.now()
      open.set(res, { req, startedAt: now, since: now, bytes: -1 })
    },
    done: (res) => {
      if (open.get(res)?.req.complete !== false) open.delete(res)
    },
    stop: () => clearInterval(timer),
  }
}
