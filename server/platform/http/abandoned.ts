/** Bodies that will not arrive to their end. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Calls `act` when the rest of a body will not be read any more: its sender has hung up, or the request was answered meanwhile (a broken
 * body, a timeout), after which the request itself tells nothing. Call what it returns when the body is whole.
 */
export function whenAbandoned(req: IncomingMessage, res: ServerResponse, act: () => void): () => void {
  const look = (): void => {
    if (!req.complete) act()
  }
  req.on('close', look)
  res.on('close', look)
  return () => {
    req.off('close', look)
    res.off('close', look)
  }
}
