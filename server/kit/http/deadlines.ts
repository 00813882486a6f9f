/** How long a request may be worked on. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export type Deadlines = { watch(req: IncomingMessage, res: ServerResponse): void; done(res: ServerResponse): void; stop(): void }

/** One timer for all requests: a request that is worked on for too long is given up, whatever it waits for. */
export function watchDeadlines(deadlineMs: number, giveUp: (req: IncomingMessage, res: ServerResponse) => void): Deadlines {
  const open = new Map<ServerResponse, { req: IncomingMessage; at: number }>()
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [res, { req, at }] of open) {
      if (at > now) break
      open.delete(res)
      if (!res.headersSent) giveUp(req, res)
    }
  }, 500)
  timer.unref()
  return {
    watch: (req, res) => open.set(res, { req, at: performance.now() + deadlineMs }),
    done: (res) => open.delete(res),
    stop: () => clearInterval(timer),
  }
}
