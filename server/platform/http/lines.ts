/** Answers of many lines (NDJSON): as many as there are, with backpressure, so that memory does not depend on their number. */
import type { ServerResponse } from 'node:http'
import { drained, endUnlessAllowed, timingDefault, type StreamFrame, type StreamOptions } from './event-stream.ts'

/** `text/*` is what generators of clients read as text; `application/x-ndjson` stops those of Python. */
export const linesMediaType = 'text/x-ndjson'

/**
 * Writes the data of each frame as a line. An error from the first one is thrown before anything is sent. When a later one fails, or the
 * caller may not go on, the connection is cut: a client must not take a part for the whole.
 */
export async function writeLines(
  res: ServerResponse,
  frames: AsyncGenerator<StreamFrame>,
  { controller, stillAllowed }: Pick<StreamOptions, 'controller' | 'stillAllowed'>,
): Promise<void> {
  const { signal } = controller
  const abort = (): void => controller.abort()
  res.once('close', abort)
  let timer: NodeJS.Timeout | undefined
  let isWhole = false
  try {
    let next = await frames.next()
    if (res.destroyed || res.headersSent) return
    res.writeHead(200, { 'Content-Type': `${linesMediaType}; charset=utf-8`, 'Cache-Control': 'no-cache, no-transform' })
    timer = setInterval(() => void endUnlessAllowed(stillAllowed, controller), timingDefault.allowedCheckMs)
    for (; !next.done && !signal.aborted; next = await frames.next()) {
      const frame = next.value
      if (frame && 'data' in frame && !res.write(`${JSON.stringify(frame.data)}\n`)) await drained(res, signal, timingDefault.stallMs)
    }
    isWhole = !signal.aborted
  } finally {
    clearInterval(timer)
    res.off('close', abort)
    controller.abort()
    await frames.return(undefined)
    if (isWhole) res.end()
    else if (res.headersSent) res.destroy()
  }
}
