import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Calls `act` when the rest of a body will not arrive: the client disconnected, or the response was sent early (a broken body, a timeout),
 * after which the request emits no event. Call the returned function when the body is complete.
 */
export function onBodyCutOff(req: IncomingMessage, res: ServerResponse, act: () => void): () => void {
  const check = (): void => {
    if (!req.complete) act()
  }
  req.on('close', check)
  res.on('close', check)
  return () => {
    req.off('close', check)
    res.off('close', check)
  }
}
