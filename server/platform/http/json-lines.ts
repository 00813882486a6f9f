/** Sends items as lines of JSON (NDJSON), with backpressure, so that memory does not depend on the number of lines. */
import type { ServerResponse } from 'node:http'
import { waitForDrain, endUnlessAllowed, timingDefault, type StreamFrame, type StreamOptions } from './event-stream.ts'

/** A text type, because generated clients read `text/*` as text, and Python generators fail on `application/x-ndjson`. */
export const jsonLinesMediaType = 'text/x-ndjson'

/**
 * Writes the data of each frame as a line. An error of the first frame is thrown before anything is sent. If a later frame fails, or the
 * caller loses access, the connection is cut, so that a client cannot mistake a part of the list for all of it.
 */
export async function writeJsonLines(
  res: ServerResponse,
  frames: AsyncGenerator<StreamFrame>,
  { controller, stillAllowed }: Pick<StreamOptions, 'controller' | 'stillAllowed'>,
): Promise<void> {
  const { signal } = controller
  const abort = (): void => controller.abort()
  res.once('close', abort)
  let timer: NodeJS.Timeout | undefined
  let isComplete = false
  try {
    let next = await frames.next()
    if (res.destroyed || res.headersSent) return
    res.writeHead(200, { 'Content-Type': `${jsonLinesMediaType}; charset=utf-8`, 'Cache-Control': 'no-cache, no-transform' })
    timer = setInterval(() => void endUnlessAllowed(stillAllowed, controller), timingDefault.allowedCheckMs)
    for (; !next.done && !signal.aborted; next = await frames.next()) {
      const frame = next.value
      if (frame && 'data' in frame && !res.write(`${JSON.stringify(frame.data)}\n`)) await waitForDrain(res, signal, timingDefault.stallMs)
    }
    isComplete = !signal.aborted
  } finally {
    clearInterval(timer)
    res.off('close', abort)
    controller.abort()
    await frames.return(undefined)
    if (isComplete) res.end()
    else if (res.headersSent) res.destroy()
  }
}
